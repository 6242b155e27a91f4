"""How boards are read and written as text, and what is wrong with text that is not a board.

| notation | example                             |
| -------- | ----------------------------------- |
| commas   | `1,2,5,3,4,0,6,7,8`                 |
| spaces   | `1 2 5 3 4 0 6 7 8`                 |
| rows     | `1 2 5 / 3 4 0 / 6 7 8`             |
| digits   | `125340678`                         |
| json     | `[[1, 2, 5], [3, 4, 0], [6, 7, 8]]` |
| slidysim | `1 2 5/3 4 0/6 7 8`                 |

Rows may also be lines, and hold commas or runs of digits; a JSON list may be flat. Without rows
the board is a square, so other shapes are written with `/` between the rows in every notation, as
in `1,2,3/4,5,0`. The files of Princeton's course begin with a line that holds the number of rows.
`slidysim` is how the site of that name, where people solve for time, writes its scrambles.

A *field* is what was given for one cell, a number or its text; a *tile* is a field that could be
read as a whole number, 0 for the blank.
"""

import json
import re
from collections.abc import Iterable, Sequence

from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.shape import MOST_CELLS, Shape
from slidelab.system.argument_checks import as_whole
from slidelab.system.text import phrase, plural, shorten

NOTATIONS = ("commas", "spaces", "rows", "digits", "json", "slidysim")
BLANKS = ("_", ".", "")
MOST_DIGITS = 10
"""A run of digits names each tile by one digit, 0 to 9."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,100}")
_SHAPE = re.compile(r"\d{1,9} *[xX×] *\d{1,9}")
_SEPARATOR = re.compile(r"[\s,]")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_WRITE_BLANK = "write 0, _ or ."
_EXAMPLE = "write its tiles, such as 1,2,5,3,4,0,6,7,8"


def read_board(text: str, shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of a board in any notation.

    >>> read_board("1 2 / 3 _")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    >>> read_board("2\\n 1  2\\n 3  0")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))

    Raises `BadBoard` with every problem.
    """
    text = text.removeprefix("\ufeff").strip()  # a byte order mark
    if text.startswith("["):
        try:
            cells = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadBoard(f"the list cannot be read: {error}") from None
        return read_cells(cells, shape)
    if _SHAPE.fullmatch(text):
        raise BadBoard(
            f"{text} is a shape: write a board, such as 1,2,5,3,4,0,6,7,8, or give it as the "
            f"shape: --shape {text}, in Python shape='{text}'"
        )
    if _LETTERS.search(text) and not _SEPARATOR.search(text):
        raise BadBoard(
            f"'{shorten(text)}' is not a board: {_EXAMPLE}; to read a file, give a pathlib.Path"
        )
    rows = [_split_row(row) for row in _split_rows(text)]
    return _check(rows, shape, in_rows=len(rows) > 1)


def read_cells(cells: Iterable[object], shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of cells given as numbers or as rows of numbers.

    Raises `BadBoard` with every problem.
    """
    rows = [
        [*cell] if isinstance(cell, Iterable) and not isinstance(cell, str) else cell
        for cell in cells
    ]
    if any(isinstance(row, list) for row in rows):
        in_lists = [row if isinstance(row, list) else [row] for row in rows]
        return _check(in_lists, shape, in_rows=True)
    return _check([rows], shape, in_rows=False)


def write_board(state: bytes, shape: Shape, notation: str) -> str:
    """Write a state in one of the `NOTATIONS`; raise `BadBoard` if that is impossible."""
    rows = [list(state[at : at + shape.cols]) for at in range(0, shape.cells, shape.cols)]
    if notation not in NOTATIONS:
        raise BadBoard(f"'{notation}' is not a notation: choose {phrase(NOTATIONS, last='or')}")
    if notation == "digits" and shape.cells > MOST_DIGITS:
        raise BadBoard(
            f"a {shape} board has tiles of two digits: write it in another notation than digits"
        )
    if notation == "json":
        return json.dumps(rows)
    between_tiles = {"commas": ",", "digits": ""}.get(notation, " ")
    between_rows = {"spaces": " / ", "rows": " / "}.get(notation, "/")
    if notation not in ("rows", "slidysim") and shape.rows == shape.cols:
        between_rows = between_tiles
    return between_rows.join(between_tiles.join(map(str, row)) for row in rows)


def _split_rows(text: str) -> list[str]:
    """Split at lines and slashes; a slash at the end of a line adds no row."""
    lines = [line.strip().strip("/").strip() for line in text.splitlines()]
    rows = [row for line in lines if line for row in line.split("/")]
    if len(rows) > 2 and rows[0].strip() == str(len(rows) - 1):
        del rows[0]  # the number of rows
    return rows


def _split_row(row: str) -> list[str]:
    # Nothing between two commas may have been meant as the blank: keep the empty field.
    fields = [field for part in row.split(",") for field in part.split() or [""]]
    if len(fields) > 1:
        return fields
    # No board has one column, so a field alone in its row is a run of digits.
    (run,) = fields
    if not any(character.isdigit() for character in run):
        return fields if run else []
    if len(run) > MOST_DIGITS:
        raise BadBoard(
            f"'{shorten(run)}' is a run of {len(run)} digits, and only boards of up to "
            f"{MOST_DIGITS} cells can be written so: put commas or spaces between the tiles"
        )
    return list(run)


def _check(
    rows: Sequence[Sequence[object]], shape: Shape | None, in_rows: bool
) -> tuple[bytes, Shape]:
    """Return the state and shape of fields given in rows or, as one row, one after another."""
    fields = [field for row in rows for field in row]
    if not fields:
        raise BadBoard(f"the board is empty: {_EXAMPLE}")
    if len(fields) > MOST_CELLS:
        # A list of all that is wrong could be as long as the text.
        raise BadBoard(f"{plural(len(fields), 'cell')} given, and a board has at most {MOST_CELLS}")
    lengths = [len(row) for row in rows]
    likely, problems = (
        _measure_rows(lengths, shape) if in_rows else _measure_run(len(fields), shape)
    )
    if likely is not None and not in_rows:
        lengths = [likely.cols] * len(fields)
    places = (
        f"row {row} column {column}"
        for row, length in enumerate(lengths, start=1)
        for column in range(1, length + 1)
    )
    where: dict[int, list[str]] = {}
    for field, place in zip(fields, places, strict=False):
        tile = _read_tile(field)
        if tile is None:
            problems.append(f"{shorten(str(field))} is not a whole number")
            continue
        if field == "":
            problems.append(f"nothing is written in {place}: {_WRITE_BLANK} if it is the blank")
        where.setdefault(tile, []).append(place)
    if likely is not None:
        problems += _find_tile_problems(where, likely)
    if problems or likely is None:
        raise BadBoard(*problems)
    return bytes(where), likely  # each tile was met once, in this order


def _read_tile(field: object) -> int | None:
    """Return the whole number that a field stands for, or None."""
    if not isinstance(field, str):
        return as_whole(field)
    if field in BLANKS:
        return 0
    return int(field) if _WHOLE.fullmatch(field) else None


def _measure_rows(lengths: list[int], shape: Shape | None) -> tuple[Shape | None, list[str]]:
    """Return the likely shape of a board given in rows of these lengths, and what is wrong."""
    cols = max(set(lengths), key=lambda length: (lengths.count(length), length))
    if shape is not None and shape.cols in lengths:
        cols = shape.cols
    problems = []
    odd = [
        f"row {row} has {plural(length, 'cell')}"
        for row, length in enumerate(lengths, start=1)
        if length != cols
    ]
    if odd:
        problems.append(f"the rows differ in length: {phrase(odd)}, where {cols} are expected")
    try:
        given = Shape(len(lengths), cols)
    except BadBoard as error:
        return shape, problems + error.problems
    if shape not in (None, given):
        problems.append(f"the rows given make a {given} board, but the shape asked for is {shape}")
    return shape or given, problems


def _measure_run(count: int, shape: Shape | None) -> tuple[Shape | None, list[str]]:
    """Infer the shape of a board given without rows; also return the problems."""
    side = min(range(2, 17), key=lambda side: abs(side**2 - count))
    likely = shape or Shape(side, side)
    if count == likely.cells:
        return likely, []
    shapes = [Shape(n, count // n) for n in range(2, count // 2 + 1) if count % n == 0]
    if shape is None and shapes:
        return None, [
            f"{plural(count, 'cell')} can be {phrase(shapes, last='or')}: give the shape, such as "
            f"{shapes[0]} (a {likely} board has {likely.cells} cells)"
        ]
    wrong = likely.cells - count
    return likely, [
        f"{plural(count, 'cell')} given, but a {likely} board has {likely.cells} "
        f"({abs(wrong)} too {'few' if wrong > 0 else 'many'})"
    ]


def _find_tile_problems(where: dict[int, list[str]], shape: Shape) -> list[str]:
    """Return what is wrong with tiles that were found in these places."""
    problems, tiles = [], range(shape.cells)
    outside = [shorten(str(tile)) for tile in sorted(where) if tile not in tiles]
    if outside:
        verb, last = "is" if len(outside) == 1 else "are", tiles[-1]
        problems.append(
            f"{phrase(outside)} {verb} out of range: a {shape} board has the tiles 1 to {last}"
        )
    for tile in tiles:
        if (times := len(where.get(tile, []))) > 1:
            name = f"tile {tile}" if tile else "the blank"
            often = "twice" if times == 2 else f"{times} times"
            problems.append(f"{name} appears {often}: {phrase(where[tile])}")
    missing = [tile for tile in tiles[1:] if tile not in where]
    if missing:
        noun, verb = ("tile", "is") if len(missing) == 1 else ("tiles", "are")
        problems.append(f"{noun} {phrase(missing)} {verb} missing")
    if 0 not in where:
        problems.append(f"the blank is missing: {_WRITE_BLANK} for it")
    return problems
