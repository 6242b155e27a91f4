"""How many rows and columns a board has, and which cells lie next to each other."""

from __future__ import annotations

from functools import lru_cache

from slidelab.puzzle.errors import BadShape
from slidelab.puzzle.moves import Move
from slidelab.puzzle.wording import plural, shorten
from slidelab.system.argument_checks import as_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SMALLEST_SIDE = 2
MOST_CELLS = 400
"""A square of 20 by 20: larger ones do not fit on a screen."""


class Shape:
    """Rows and columns of a board; cells are numbered from 0, row by row.

    >>> shape = Shape(2, 5)
    >>> shape.cells, str(shape)
    (10, '2x5')
    >>> shape == Shape.parse("2x5")
    True

    Raises `BadShape` below 2x2 and above 400 cells.
    """

    __slots__ = ("cells", "cols", "rows")

    rows: int
    cols: int
    cells: int

    def __init__(self, rows: int, cols: int | None = None) -> None:
        if cols is None:
            raise BadShape(f"Shape({rows!r}): write Shape(3, 3), or Shape.parse('3x3')")
        height, width = as_whole(rows), as_whole(cols)
        if height is None or width is None:
            raise BadShape(f"Shape({rows!r}, {cols!r}): rows and columns must be whole numbers")
        problem = shape_problem(height, width)
        if problem:
            raise BadShape(problem)
        object.__setattr__(self, "rows", height)
        object.__setattr__(self, "cols", width)
        object.__setattr__(self, "cells", height * width)

    @classmethod
    def parse(cls, shape: str | int | tuple[int, int] | Shape) -> Shape:
        """Read `2x5`, `2X5`, `2×5` or the pair `(2, 5)`; a number is a square's side.

        Raises `BadShape` for anything else.

        >>> Shape.parse("2×5"), Shape.parse((2, 5)), Shape.parse(4)
        (Shape(2, 5), Shape(2, 5), Shape(4, 4))
        """
        if isinstance(shape, Shape):
            return shape
        if isinstance(shape, str):
            sides = shape.strip().lower().replace("×", "x").split("x")
            if len(sides) == 2 and all(_is_side(side) for side in sides):
                return cls(int(sides[0]), int(sides[1]))
        elif isinstance(shape, tuple | list) and len(shape) == 2:
            return cls(*shape)
        elif (side := as_whole(shape)) is not None:
            return cls(side, side)
        quoted = shorten(shape if isinstance(shape, str) else repr(shape))
        raise BadShape(f"'{quoted}' is not a shape: write rows x columns, such as 3x3 or 2x5")

    def target(self, cell: int, move: Move) -> int | None:
        """The cell that the blank reaches from `cell`, or None at the edge.

        >>> Shape(3, 3).target(4, Move.UP), Shape(3, 3).target(0, Move.UP)
        (1, None)
        """
        return dict(self.targets(cell)).get(move)

    def targets(self, cell: int) -> tuple[tuple[Move, int], ...]:
        """Each move of a blank on `cell` with the cell it leads to, in the order U, D, L, R.

        >>> [(move.letter, target) for move, target in Shape(3, 3).targets(0)]
        [('D', 3), ('R', 1)]
        """
        return _all_targets(self.rows, self.cols)[cell]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Shape cannot be changed: make another instead of setting {name}")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __iter__(self) -> Iterator[int]:
        """The rows and the columns, so that `rows, cols = shape` is possible."""
        return iter((self.rows, self.cols))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self.rows == other.rows and self.cols == other.cols

    def __hash__(self) -> int:
        return hash((self.rows, self.cols))

    def __reduce__(self) -> tuple[type[Shape], tuple[int, int]]:
        return Shape, (self.rows, self.cols)

    def __repr__(self) -> str:
        return f"Shape({self.rows}, {self.cols})"

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


def shape_problem(rows: int, cols: int) -> str | None:
    """Why no board has these sides, or None if one can."""
    if rows < SMALLEST_SIDE or cols < SMALLEST_SIDE:
        return f"a {rows}x{cols} board is too small: the smallest is 2x2"
    if rows * cols > MOST_CELLS:
        return (
            f"a {rows}x{cols} board has {plural(rows * cols, 'cell')}, and the most is "
            f"{MOST_CELLS}: the largest square is 20x20"
        )
    return None


def shapes_of(cells: int) -> list[tuple[int, int]]:
    """Every pair of sides of a board with this number of cells, fewest rows first.

    >>> shapes_of(12), shapes_of(7)
    ([(2, 6), (3, 4), (4, 3), (6, 2)], [])
    """
    if cells > MOST_CELLS:
        return []
    largest_side = cells // SMALLEST_SIDE
    return [
        (rows, cells // rows)
        for rows in range(SMALLEST_SIDE, largest_side + 1)
        if cells % rows == 0
    ]


def _is_side(text: str) -> bool:
    # Python refuses to convert numbers of thousands of digits; no board needs more than three.
    return text.isascii() and text.strip().isdecimal() and len(text) <= 9


@lru_cache(maxsize=64)
def _all_targets(rows: int, cols: int) -> tuple[tuple[tuple[Move, int], ...], ...]:
    def targets(row: int, col: int) -> tuple[tuple[Move, int], ...]:
        cell = row * cols + col
        possible = (
            (Move.UP, cell - cols, row > 0),
            (Move.DOWN, cell + cols, row < rows - 1),
            (Move.LEFT, cell - 1, col > 0),
            (Move.RIGHT, cell + 1, col < cols - 1),
        )
        return tuple((move, target) for move, target, inside in possible if inside)

    return tuple(targets(row, col) for row in range(rows) for col in range(cols))
