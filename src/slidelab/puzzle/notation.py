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

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import isfinite, isqrt
from typing import TypeGuard

from slidelab.puzzle.errors import BadBoard, BadShape
from slidelab.puzzle.shape import MOST_CELLS, SMALLEST_SIDE, Shape, shape_problem
from slidelab.system.argument_checks import as_whole
from slidelab.system.text import phrase, plural, shorten

NOTATIONS = ("commas", "spaces", "rows", "digits", "json", "slidysim")
BLANKS = ("_", ".")
MOST_DIGITS = 10
"""A run of digits names each tile by one digit, 0 to 9."""

_LONGEST_NUMBER = 18
"""Longer ones are refused unread: no tile needs them, and converting them can take minutes."""

Sides = tuple[int, int]


def read_board(text: str, shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of a board in any notation.

    >>> read_board("1 2 / 3 _")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    >>> read_board("2\\n 1  2\\n 3  0")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))

    Raises `BadBoard` with every problem.
    """
    text = text.strip()
    if text.startswith("["):
        return read_cells(_read_json(text), shape)
    _refuse_other_things(text)
    rows = [_split_row(row) for row in _split_rows(text)]
    if len(rows) == 1:
        return _check(rows, shape, in_rows=False)
    return _check(rows, shape, in_rows=True)


def read_cells(cells: Iterable[object], shape: Shape | None = None) -> tuple[bytes, Shape]:
    """Return the state and shape of cells given as numbers or as rows of numbers.

    >>> read_cells([[1, 2], [3, 0]])
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))

    Raises `BadBoard` with every problem.
    """
    fields = list(cells)
    if not any(_is_row(field) for field in fields):
        return _check([fields], shape, in_rows=False)
    return _check([list(f) if _is_row(f) else [f] for f in fields], shape, in_rows=True)


def write_fields(tiles: list[str], shape: Shape, notation: str) -> str:
    """Write tiles in one of the `NOTATIONS`, whether they make a board or not.

    >>> write_fields(["1", "2", "x"], Shape(2, 2), "json")
    '[[1, 2], ["x"]]'

    Raises `BadBoard` if they cannot be written in this notation.
    """
    rows = [tiles[at : at + shape.cols] for at in range(0, len(tiles), shape.cols)]
    if notation == "json":
        return json.dumps([[int(t) if t.isdecimal() else t for t in row] for row in rows])
    if notation == "slidysim":
        return "/".join(" ".join(row) for row in rows)
    if notation == "digits" and shape.cells > MOST_DIGITS:
        raise BadBoard(
            f"a {shape} board has tiles of two digits: write it in another notation than digits"
        )
    between = {"commas": ",", "spaces": " ", "rows": " ", "digits": ""}.get(notation)
    if between is None:
        raise BadBoard(f"'{notation}' is not a notation: choose {phrase(NOTATIONS, last='or')}")
    if notation != "rows" and shape.rows == shape.cols:
        return between.join(tiles)
    return (" / " if between == " " else "/").join(between.join(row) for row in rows)


def read_field(field: object) -> int | None:
    """Return the whole number that a field stands for, or None.

    >>> read_field("7"), read_field(7), read_field("_"), read_field("2.5"), read_field("x")
    (7, 7, 0, None, None)
    """
    if not isinstance(field, str):
        return as_whole(field)
    if field in BLANKS:
        return 0
    digits = field[1:] if field[:1] in ("-", "+") else field
    readable = digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER
    return int(field) if readable else None


def explain_field(field: object, place: str) -> str:
    """Return why `read_field` cannot read a field.

    >>> explain_field("2.5", "row 1 column 2")
    '2.5 is not a whole number'
    >>> explain_field("", "row 1 column 2")
    'nothing is written in row 1 column 2: write 0, _ or . there if it is the blank'
    """
    if isinstance(field, str) and not field:
        return f"nothing is written in {place}: write 0, _ or . there if it is the blank"
    text = str(field)
    quoted = shorten(text)
    if text.isascii() and text.lstrip("+-").isdecimal():
        return f"{quoted} is out of range"
    try:
        number = float("nan" if "_" in text else text)  # float() reads 1_5 as 15
    except ValueError:
        return f"{quoted} is not a number"
    if not isfinite(number):
        return f"{quoted} is not a number"
    if number.is_integer() and abs(number) < MOST_CELLS:
        return f"{quoted} is not written as a whole number: write {int(number)}"
    return f"{quoted} is not a whole number"


def _read_json(text: str) -> list[object]:
    try:
        cells: list[object] = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadBoard(
            f"the list cannot be read: {error.msg} at character {error.pos + 1}; "
            "write [[1, 2, 5], [3, 4, 0], [6, 7, 8]]"
        ) from None
    except (ValueError, RecursionError):
        raise BadBoard("the list cannot be read: it is nested too deeply or too large") from None
    return cells


def _refuse_other_things(text: str) -> None:
    """Raise `BadBoard` for a shape, the name of a file, or a text without a single tile."""
    if "x" in text:
        with suppress(BadShape):
            shape = Shape.parse(text)
            raise BadBoard(
                f"{shape} is a shape: write a board, such as 1,2,5,3,4,0,6,7,8, or give it as the "
                f"shape: --shape {shape}, in Python shape='{shape}'"
            )
    if "." in text and text.rpartition(".")[2].isalpha() and len(text.split()) == 1:
        raise BadBoard(
            f"'{shorten(text)}' is not a board: to read it from a file, give a pathlib.Path"
        )
    is_one_word = len(text.split()) == 1 and not set(text) & {",", "/"}
    if is_one_word and not any(c.isdigit() or c in BLANKS for c in text):
        raise BadBoard(
            f"'{shorten(text)}' is not a board: write its tiles, such as 1,2,5,3,4,0,6,7,8"
        )


def _split_rows(text: str) -> list[str]:
    """Split at lines and slashes; a slash at the end of a line adds no row."""
    lines = [line.strip().strip("/").strip() for line in text.splitlines()]
    rows = [row for line in lines if line for row in line.split("/")]
    if len(rows) > 2 and rows[0].strip() == str(len(rows) - 1):
        del rows[0]  # the number of rows
    return rows


def _split_row(row: str) -> list[str]:
    fields: list[str] = []
    for part in row.split(","):
        # Nothing between two commas may have been meant as the blank: keep the empty field.
        fields += part.split() or [""]
    if len(fields) > 1 or not any(character.isdigit() for character in row):
        return [field for field in fields if field or len(fields) > 1]
    # No board has one column, so a field alone in its row is a run of digits.
    run = fields[0]
    if len(run) > MOST_DIGITS:
        raise BadBoard(
            f"'{shorten(run)}' is a run of {len(run)} digits, and only boards of up to "
            f"{MOST_DIGITS} cells can be written so: put commas or spaces between the tiles"
        )
    return list(run)


def _is_row(field: object) -> TypeGuard[Iterable[object]]:
    return isinstance(field, Iterable) and not isinstance(field, str)


def _check(
    rows: Sequence[Sequence[object]], shape: Shape | None, in_rows: bool
) -> tuple[bytes, Shape]:
    """Return the state and shape of fields given in rows or, as one row, one after another."""
    fields = [field for row in rows for field in row]
    if not fields:
        raise BadBoard("the board is empty: write its tiles, such as 1,2,5,3,4,0,6,7,8")
    if len(fields) > MOST_CELLS:
        # A list of all that is wrong could be as long as the text.
        raise BadBoard(f"{plural(len(fields), 'cell')} given, and a board has at most {MOST_CELLS}")
    tiles = [read_field(field) for field in fields]
    if in_rows:
        lengths = [len(row) for row in rows]
        sides, layout_problems = _sides_of_rows(lengths, shape)
    else:
        largest = max((tile for tile in tiles if tile is not None), default=0)
        sides, layout_problems = _sides_of_count(len(fields), shape, largest)
        lengths = [] if layout_problems else [sides[1]] * sides[0]
    places = [
        f"row {row} column {column}"
        for row, length in enumerate(lengths, start=1)
        for column in range(1, length + 1)
    ] or [f"place {number}" for number in range(1, len(fields) + 1)]

    has_empty_field = any(isinstance(field, str) and not field for field in fields)
    problems = [
        explain_field(field, place)
        for field, tile, place in zip(fields, tiles, places, strict=True)
        if tile is None
    ]
    problems += layout_problems
    if len(tiles) > tiles.count(None) and shape_problem(*sides) is None:
        problems += _find_tile_problems(tiles, places, sides, may_miss_blank=has_empty_field)
    if problems:
        raise BadBoard(*problems)
    return bytes(tile for tile in tiles if tile is not None), Shape(*sides)


def _sides_of_rows(lengths: list[int], shape: Shape | None) -> tuple[Sides, list[str]]:
    """Return the sides of a board given in rows of these lengths, and what is wrong with them."""
    times = Counter(lengths)
    cols = max(times, key=lambda length: (times[length], length))
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
    given = (len(lengths), cols)
    if shape is None:
        impossible = shape_problem(*given)
        return given, problems + ([impossible] if impossible else [])
    if given != tuple(shape):
        problems.append(
            f"the rows given make a {given[0]}x{given[1]} board, but the shape asked for is {shape}"
        )
    return (shape.rows, shape.cols), problems


def _sides_of_count(count: int, shape: Shape | None, largest: int) -> tuple[Sides, list[str]]:
    """Return the sides of a board given without rows, and what is wrong with them.

    `largest` is the largest tile: it tells 9 cells with one forgotten from a board of 8.
    """
    if shape is not None:
        sides = (shape.rows, shape.cols)
        return sides, [] if count == shape.cells else [_describe_miscount(count, sides)]
    side = isqrt(count)
    if side >= SMALLEST_SIDE and side * side == count:
        return (side, side), []
    candidates = range(SMALLEST_SIDE, isqrt(MOST_CELLS) + 1)
    side = min(candidates, key=lambda side: abs(side * side - count))
    possible = [
        f"{rows}x{count // rows}"
        for rows in range(SMALLEST_SIDE, count // SMALLEST_SIDE + 1)
        if count % rows == 0
    ]
    if not possible or count <= largest < side * side:
        hint = "; for another shape, name it" if possible else ""
        return (side, side), [_describe_miscount(count, (side, side)) + hint]
    return (SMALLEST_SIDE, count // SMALLEST_SIDE), [
        f"{plural(count, 'cell')} can be {phrase(possible, last='or')}: give the shape, such as "
        f"{possible[0]} (a {side}x{side} board has {side * side} cells)"
    ]


def _describe_miscount(count: int, sides: Sides) -> str:
    rows, cols = sides
    cells = rows * cols
    wrong = f"{cells - count} too few" if count < cells else f"{count - cells} too many"
    return f"{plural(count, 'cell')} given, but a {rows}x{cols} board has {cells} ({wrong})"


def _find_tile_problems(
    tiles: list[int | None], places: list[str], sides: Sides, may_miss_blank: bool
) -> Iterator[str]:
    rows, cols = sides
    cells = rows * cols
    places_of: dict[int, list[str]] = {}
    for tile, place in zip(tiles, places, strict=True):
        if tile is not None:
            places_of.setdefault(tile, []).append(place)

    outside = sorted(tile for tile in places_of if not 0 <= tile < cells)
    if outside:
        are = "is" if len(outside) == 1 else "are"
        yield (
            f"{phrase(outside)} {are} out of range: "
            f"a {rows}x{cols} board has the tiles 1 to {cells - 1}"
        )
    for tile, where in sorted(places_of.items()):
        if len(where) > 1 and tile not in outside:
            times = "twice" if len(where) == 2 else f"{len(where)} times"
            yield f"{f'tile {tile}' if tile else 'the blank'} appears {times}: {phrase(where)}"
    missing = [tile for tile in range(1, cells) if tile not in places_of]
    if len(missing) == 1:
        yield f"tile {missing[0]} is missing"
    elif missing:
        yield f"tiles {phrase(missing)} are missing"
    # The error of an empty field already says that it may be the blank.
    if 0 not in places_of and not may_miss_blank:
        yield "the blank is missing: write 0, _ or . for it"
