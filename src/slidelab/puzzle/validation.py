"""Whether cells make a board, and if not, everything that is wrong with them.

A *field* is what was given for one cell, a number or its text; a *tile* is a field that could be
read as a whole number (0 is the blank); a *place* is where a field stands; the *layout* of fields
is how many rows and columns they make.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isfinite, isqrt

from slidelab.puzzle.errors import BadBoard, BadShape
from slidelab.puzzle.shape import MOST_CELLS, SMALLEST_SIDE, Shape, shape_problem, shapes_of
from slidelab.puzzle.states import state_of
from slidelab.puzzle.wording import phrase, plural, shorten
from slidelab.system.argument_checks import as_whole

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing typing takes longer than reading a board.
    from typing import TypeGuard

EMPTY_BOARD = "the board is empty: write its tiles, such as 1,2,5,3,4,0,6,7,8"

BLANKS = ("_", ".")
LONGEST_NUMBER = 18
"""Longer ones are refused unread: no tile needs them, and converting them can take for ever."""

LARGEST_SQUARE_SIDE = isqrt(MOST_CELLS)


def check_cells(cells: Iterable[object], shape: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of cells given as numbers or as rows of numbers; raises `BadBoard`.

    >>> check_cells([[1, 2], [3, 0]], None)
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    """
    fields = list(cells)
    if not any(_is_row(field) for field in fields):
        return check_fields([fields], shape, in_rows=False)
    return check_fields([list(f) if _is_row(f) else [f] for f in fields], shape, in_rows=True)


def check_shape(state: bytes, shape: Shape, asked: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of a board, if the shape is the one asked for; raises `BadShape`."""
    if asked not in (None, shape):
        raise BadShape(f"shape is {asked}, but this is a {shape} board")
    return state, shape


def check_whole(name: str, value: object, least: int) -> None:
    """Raise TypeError or ValueError unless an argument is None or a whole number, `least` or more.

    >>> check_whole("moves", -1, least=0)
    Traceback (most recent call last):
    ValueError: moves is -1; it must be a whole number, 0 or more
    """
    if value is None:
        return
    whole = as_whole(value)
    if whole is None or whole < least:
        kind = TypeError if whole is None else ValueError
        raise kind(f"{name} is {value!r}; it must be a whole number, {least} or more")


def _is_row(field: object) -> TypeGuard[Iterable[object]]:
    return isinstance(field, Iterable) and not isinstance(field, str)


def check_fields(
    rows: Sequence[Sequence[object]], shape: Shape | None, in_rows: bool
) -> tuple[bytes, Shape]:
    """The state and shape of fields given in rows or, as one row, one after another."""
    fields = [field for row in rows for field in row]
    if not fields:
        raise BadBoard(EMPTY_BOARD)
    if len(fields) > MOST_CELLS:
        # Hopeless, and a list of all that is wrong could be as long as the text.
        raise BadBoard(f"{plural(len(fields), 'cell')} given, and a board has at most {MOST_CELLS}")
    tiles = [read_field(field) for field in fields]
    layout = lay_out(rows, in_rows, shape, max((t for t in tiles if t is not None), default=0))
    problems = [
        explain_field(field, layout.place(index))
        for index, (field, tile) in enumerate(zip(fields, tiles, strict=True))
        if tile is None
    ]
    problems += layout.problems
    if any(tile is not None for tile in tiles) and layout.possible:
        problems += _find_tile_problems(tiles, layout, has_empty_field="" in fields)
    if problems:
        raise BadBoard(*problems)
    return state_of(tile for tile in tiles if tile is not None), Shape(layout.rows, layout.cols)


def _find_tile_problems(
    tiles: Sequence[int | None], layout: Layout, has_empty_field: bool
) -> Iterable[str]:
    cells = layout.rows * layout.cols
    places: dict[int, list[str]] = {}
    for index, tile in enumerate(tiles):
        if tile is not None:
            places.setdefault(tile, []).append(layout.place(index))

    outside = sorted(tile for tile in places if not 0 <= tile < cells)
    if outside:
        are = "is" if len(outside) == 1 else "are"
        yield (
            f"{phrase(outside)} {are} out of range: "
            f"a {layout.rows}x{layout.cols} board has the tiles 1 to {cells - 1}"
        )
    for tile, where in sorted(places.items()):
        if len(where) > 1 and tile not in outside:
            times = "twice" if len(where) == 2 else f"{len(where)} times"
            name = f"tile {tile}" if tile else "the blank"
            yield f"{name} appears {times}: {phrase(where)}"

    missing = [tile for tile in range(1, cells) if tile not in places]
    if len(missing) == 1:
        yield f"tile {missing[0]} is missing"
    elif missing:
        yield f"tiles {phrase(missing)} are missing"
    # The error of an empty field already says that it may be the blank.
    if 0 not in places and not has_empty_field:
        yield "the blank is missing: write 0, _ or . for it"


def read_field(field: object) -> int | None:
    """The whole number that a field stands for, or None.

    >>> read_field("7"), read_field(7), read_field("_"), read_field("2.5"), read_field("x")
    (7, 7, 0, None, None)
    """
    if isinstance(field, str):
        if field in BLANKS:
            return 0
        digits = field[1:] if field[:1] in ("-", "+") else field
        readable = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
        return int(field) if readable else None
    return as_whole(field)


def explain_field(field: object, place: str) -> str:
    """Why `read_field` read nothing.

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
        # float() reads 1_5 as 15, and here _ is the blank.
        number = float("nan" if "_" in text else text)
    except ValueError:
        return f"{quoted} is not a number"
    if not isfinite(number):
        return f"{quoted} is not a number"
    if number.is_integer() and abs(number) < MOST_CELLS:
        return f"{quoted} is not written as a whole number: write {int(number)}"
    return f"{quoted} is not a whole number"


class Layout:
    """The sides that the fields are judged by, what is wrong with them, and where fields stand."""

    __slots__ = ("_lengths", "cols", "possible", "problems", "rows")

    def __init__(
        self, sides: tuple[int, int], problems: Sequence[str] = (), lengths: Sequence[int] = ()
    ) -> None:
        self.rows, self.cols = sides
        self.problems = list(problems)
        self.possible = shape_problem(*sides) is None
        # Lengths of the rows as given; none when the rows are not known.
        self._lengths = lengths

    def place(self, index: int) -> str:
        """Where a field stands: by row and column where these are known."""
        left = index
        for row, length in enumerate(self._lengths, start=1):
            if left < length:
                return f"row {row} column {left + 1}"
            left -= length
        return f"place {index + 1}"


def lay_out(
    rows: Sequence[Sequence[object]], in_rows: bool, shape: Shape | None, largest: int
) -> Layout:
    """Find the sides for fields given in rows or, as a single row, one after another.

    `largest` is the largest number among the fields: it tells 9 cells with one forgotten from 8.
    """
    if in_rows:
        return _lay_out_rows([len(row) for row in rows], shape)
    count = len(rows[0])
    if shape is not None:
        return _lay_out_shape(count, shape)
    return _lay_out_count(count, largest)


def _lay_out_rows(lengths: Sequence[int], shape: Shape | None) -> Layout:
    times = Counter(lengths)
    usual = max(times, key=lambda length: (times[length], length))
    if shape is not None and shape.cols in lengths:
        usual = shape.cols
    problems = []
    odd = [
        f"row {row} has {plural(length, 'cell')}"
        for row, length in enumerate(lengths, start=1)
        if length != usual
    ]
    if odd:
        problems.append(f"the rows differ in length: {phrase(odd)}, where {usual} are expected")
    given = (len(lengths), usual)
    if shape is None:
        too_small_or_large = shape_problem(*given)
        if too_small_or_large:
            problems.append(too_small_or_large)
        return Layout(given, problems, lengths)
    if given != (shape.rows, shape.cols):
        problems.append(
            f"the rows given make a {given[0]}x{given[1]} board, but the shape asked for is {shape}"
        )
    return Layout((shape.rows, shape.cols), problems, lengths)


def _lay_out_shape(count: int, shape: Shape) -> Layout:
    sides = (shape.rows, shape.cols)
    if count == shape.cells:
        return Layout(sides, lengths=[shape.cols] * shape.rows)
    return Layout(sides, [_describe_miscount(count, sides)])


def _lay_out_count(count: int, largest: int) -> Layout:
    side = isqrt(count)
    if side >= SMALLEST_SIDE and side * side == count:
        return Layout((side, side), lengths=[side] * side)
    possible = shapes_of(count)
    sides = range(SMALLEST_SIDE, LARGEST_SQUARE_SIDE + 1)
    nearest = min(sides, key=lambda side: abs(side * side - count))
    square = nearest, nearest
    forgotten = count <= largest < square[0] * square[1]
    if not possible or forgotten:
        hint = "; for another shape, name it" if possible else ""
        return Layout(square, [_describe_miscount(count, square) + hint])
    names = [f"{rows}x{cols}" for rows, cols in possible]
    ambiguous = (
        f"{plural(count, 'cell')} can be {phrase(names, last='or')}: "
        f"give the shape, such as {names[0]} "
        f"(a {square[0]}x{square[1]} board has {square[0] * square[1]} cells)"
    )
    return Layout(possible[0], [ambiguous])


def _describe_miscount(count: int, sides: tuple[int, int]) -> str:
    cells = sides[0] * sides[1]
    amiss = f"{cells - count} too few" if count < cells else f"{count - cells} too many"
    return f"{plural(count, 'cell')} given, but a {sides[0]}x{sides[1]} board has {cells} ({amiss})"
