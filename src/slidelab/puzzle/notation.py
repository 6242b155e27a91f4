"""How boards are read and written as text, and what is wrong with text that is not a board.

| notation | example                             |
| -------- | ----------------------------------- |
| commas   | `1,2,5,3,4,0,6,7,8`                 |
| spaces   | `1 2 5 3 4 0 6 7 8`                 |
| rows     | `1 2 5 / 3 4 0 / 6 7 8`             |
| digits   | `125340678`                         |
| json     | `[[1, 2, 5], [3, 4, 0], [6, 7, 8]]` |

Rows may also be lines, and hold commas or runs of digits; a list may be flat. Without rows the
board is a square, so other shapes are written with `/` between the rows in every notation, as in
`1,2,3/4,5,0`. The files of Princeton's course begin with a line that holds the number of rows.

A *field* is what was given for one cell, a number or its text; a *tile* is a field that could be
read as a whole number, 0 for the blank.
"""

import re
from collections.abc import Iterable, Sequence
from operator import index

from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.shape import MOST_CELLS, Shape
from slidelab.system.text import phrase, plural, shorten

_BETWEEN = {
    "commas": (",", "/"),
    "spaces": (" ", " / "),
    "rows": (" ", " / "),
    "digits": ("", "/"),
}
"""What is written between tiles, and between rows."""

NOTATIONS = (*_BETWEEN, "json")
MOST_DIGITS = 10
"""A run of digits names each tile by one digit, 0 to 9."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,100}")
_LETTER = re.compile(r"[^\W\d_]")
_SEPARATOR = re.compile(r"[\s,]")
_SHAPE = re.compile(r"\d+[xX×]\d+")
_EXAMPLE = "write its tiles, such as 1,2,5,3,4,0,6,7,8"


def read_board(text: str, shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of a board in any notation.

    Raises `BadBoard` with every problem.
    """
    text = text.removeprefix("\ufeff").strip()  # a byte order mark
    if _LETTER.search(text) and not _SEPARATOR.search(text):
        file, shape_option = "to read a file, give a pathlib.Path", f"for a shape, --shape {text}"
        other = shape_option if _SHAPE.fullmatch(text) else file
        raise BadBoard(f"'{shorten(text)}' is not a board: {_EXAMPLE}; {other}")
    return _check([_split_row(row) for row in _split_rows(text)], shape)


def read_cells(cells: Iterable[object], shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of cells given as numbers or as rows of numbers.

    Raises `BadBoard` with every problem.
    """
    fields = list(cells)
    if any(isinstance(field, Iterable) and not isinstance(field, str) for field in fields):
        return _check([[*row] if isinstance(row, Iterable) else [row] for row in fields], shape)
    return _check([fields], shape)


def write_board(state: bytes, shape: Shape, notation: str) -> str:
    """Write a state in one of the `NOTATIONS`; raise `BadBoard` if that is impossible."""
    if notation not in NOTATIONS:
        raise BadBoard(f"'{notation}' is not a notation: choose {phrase(NOTATIONS, last='or')}")
    if notation == "digits" and shape.cells > MOST_DIGITS:
        raise BadBoard(f"a {shape} board has tiles of two digits: choose another notation")
    rows = [list(state[at : at + shape.cols]) for at in range(0, shape.cells, shape.cols)]
    if notation == "json":
        return str(rows)
    between_tiles, between_rows = _BETWEEN[notation]
    if notation != "rows" and shape.rows == shape.cols:
        between_rows = between_tiles
    return between_rows.join(between_tiles.join(map(str, row)) for row in rows)


def _split_rows(text: str) -> list[str]:
    """Split at lines, slashes and the ends of lists; one at the end of a line adds no row."""
    slashed = re.sub(r"\]\s*,?", "/", text).replace("[", "")
    lines = [line.strip("/ \t") for line in slashed.splitlines()]
    rows = [row for line in lines if line for row in line.split("/")]
    if len(rows) > 2 and rows[0].strip() == str(len(rows) - 1):
        del rows[0]  # the number of rows
    return rows


def _split_row(row: str) -> list[str]:
    fields = [field for part in row.split(",") for field in part.split() or [""]]
    if len(fields) > 1:
        return fields
    # No board has one column, so a field alone in its row is a run of digits.
    (run,) = fields
    if len(run) > MOST_DIGITS and run.isdigit():
        raise BadBoard(
            f"'{shorten(run)}' is a run of {len(run)} digits, and only boards of up to "
            f"{MOST_DIGITS} cells can be written this way: put commas or spaces between the tiles"
        )
    return list(run) if any(map(str.isdigit, run)) else [run] if run else []


def _check(rows: list[Sequence[object]], shape: Shape | None) -> tuple[bytes, Shape]:
    """Return the state and shape of fields in rows; a single row holds all, one after another."""
    number = sum(map(len, rows))
    if number == 0:
        raise BadBoard(f"the board is empty: {_EXAMPLE}")
    if number > MOST_CELLS:
        # A list of all that is wrong could be as long as the text.
        raise BadBoard(f"{plural(number, 'cell')} given, and a board has at most {MOST_CELLS}")
    problems: list[str] = []
    if len(rows) == 1:
        shape = shape or _infer_shape(number)
        rows = [rows[0][at : at + shape.cols] for at in range(0, number, shape.cols)]
        if number != shape.cells:
            problems = [f"{plural(number, 'cell')} given, but a {shape} board has {shape.cells}"]
    else:
        shape, problems = _guess_shape(list(map(len, rows)), shape)
    where: dict[int, list[str]] = {}
    for row, fields in enumerate(rows, start=1):
        for column, field in enumerate(fields, start=1):
            tile = _read_tile(field)
            if tile is None:
                shown = shorten(str(field)) or "an empty field"
                problems.append(f"{shown} is not a whole number")
            else:
                where.setdefault(tile, []).append(f"row {row} column {column}")
    problems += _find_tile_problems(where, shape)
    if problems:
        raise BadBoard(*problems)
    return bytes(where), shape  # each tile was met once, in this order


def _infer_shape(number: int) -> Shape:
    """Return the square of this number of cells; the nearest one if no board has the number.

    Raises `BadBoard` if it can only be other rectangles.
    """
    square = Shape.parse(min(range(2, 17), key=lambda side: abs(side**2 - number)))
    shapes = [Shape(n, number // n) for n in range(2, number // 2 + 1) if number % n == 0]
    if number != square.cells and shapes:
        raise BadBoard(
            f"{plural(number, 'cell')} can be {phrase(shapes, last='or')}: give the shape, such as "
            f"{shapes[0]} (a {square} board has {square.cells} cells)"
        )
    return square


def _guess_shape(lengths: list[int], asked: Shape | None) -> tuple[Shape, list[str]]:
    """Return the likely shape of a board given in rows of these lengths, and what is wrong."""
    cols = max(set(lengths), key=lambda length: (lengths.count(length), length))
    if asked is not None and asked.cols in lengths:
        cols = asked.cols
    given, problems = Shape(len(lengths), cols), []
    odd = [
        f"row {row} has {plural(length, 'cell')}"
        for row, length in enumerate(lengths, start=1)
        if length != cols
    ]
    if odd:
        problems.append(f"the rows differ in length: {phrase(odd)}, where {cols} are expected")
    if asked not in (None, given):
        problems.append(f"the rows given make a {given} board, but the shape asked for is {asked}")
    return asked or given, problems


def _read_tile(field: object) -> int | None:
    """Return the whole number that a field stands for, or None."""
    if isinstance(field, str):
        return 0 if field in ("_", ".") else int(field) if _WHOLE.fullmatch(field) else None
    try:
        return index(field)  # type: ignore[arg-type]
    except TypeError:
        return None


def _find_tile_problems(where: dict[int, list[str]], shape: Shape) -> list[str]:
    """Return what is wrong with tiles that were found in these places."""
    names = {0: "the blank (0, _ or .)"}
    names |= {tile: f"tile {tile}" for tile in range(1, shape.cells)}
    problems = [
        f"{names[tile]} appears {len(where[tile])} times: {phrase(where[tile])}"
        for tile in names
        if len(where.get(tile, [])) > 1
    ]
    if outside := [shorten(str(tile)) for tile in sorted(where) if tile not in names]:
        tiles = f"a {shape} board has the tiles 1 to {shape.cells - 1}"
        problems.append(f"out of range: {phrase(outside)} ({tiles})")
    if missing := [name for tile, name in names.items() if tile not in where]:
        problems.append(f"missing: {phrase(missing)}")
    return problems
