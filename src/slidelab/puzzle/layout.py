"""How many rows and columns the given fields make, or what keeps them from making a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isqrt

from slidelab.puzzle.shape import MOST_CELLS, SMALLEST_SIDE, Shape, shape_problem, shapes_of
from slidelab.puzzle.wording import phrase, plural

LARGEST_SQUARE_SIDE = isqrt(MOST_CELLS)


class Layout:
    """The sides that the fields are judged by, what is wrong with them, and where fields stand."""

    __slots__ = ("_lengths", "cols", "possible", "problems", "rows")

    def __init__(
        self,
        sides: tuple[int, int],
        problems: Sequence[str] = (),
        lengths: Sequence[int] = (),
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
        return _from_rows([len(row) for row in rows], shape)
    count = len(rows[0])
    if shape is not None:
        return _from_shape(count, shape)
    return _from_count(count, largest)


def _from_rows(lengths: Sequence[int], shape: Shape | None) -> Layout:
    usual = _usual(lengths)
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


def _from_shape(count: int, shape: Shape) -> Layout:
    sides = (shape.rows, shape.cols)
    if count == shape.cells:
        return Layout(sides, lengths=[shape.cols] * shape.rows)
    return Layout(sides, [_miscount(count, sides)])


def _from_count(count: int, largest: int) -> Layout:
    side = isqrt(count)
    if side >= SMALLEST_SIDE and side * side == count:
        return Layout((side, side), lengths=[side] * side)
    possible = shapes_of(count)
    square = _nearest_square(count)
    forgotten = count <= largest < square[0] * square[1]
    if not possible or forgotten:
        hint = "; for another shape, name it" if possible else ""
        return Layout(square, [_miscount(count, square) + hint])
    names = [f"{rows}x{cols}" for rows, cols in possible]
    ambiguous = (
        f"{plural(count, 'cell')} can be {phrase(names, last='or')}: "
        f"give the shape, such as {names[0]} "
        f"(a {square[0]}x{square[1]} board has {square[0] * square[1]} cells)"
    )
    return Layout(possible[0], [ambiguous])


def _miscount(count: int, sides: tuple[int, int]) -> str:
    cells = sides[0] * sides[1]
    amiss = f"{cells - count} too few" if count < cells else f"{count - cells} too many"
    return f"{plural(count, 'cell')} given, but a {sides[0]}x{sides[1]} board has {cells} ({amiss})"


def _nearest_square(count: int) -> tuple[int, int]:
    sides = range(SMALLEST_SIDE, LARGEST_SQUARE_SIDE + 1)
    side = min(sides, key=lambda side: abs(side * side - count))
    return side, side


def _usual(lengths: Sequence[int]) -> int:
    times = Counter(lengths)
    return max(times, key=lambda length: (times[length], length))
