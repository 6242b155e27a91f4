"""How many rows and columns a board has, and which cells are neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from operator import index
from typing import SupportsIndex, TypeAlias

from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.moves import Move
from slidelab.system.text import shorten

MOST_CELLS = 256
"""As many tiles as one byte can tell apart, including the blank."""

_TEXT = re.compile(r"(\d{1,9}) *[xX×] *(\d{1,9})", re.ASCII)


@dataclass(frozen=True, order=True, repr=False)
class Shape:
    """Rows and columns of a board. Cells are numbered from 0, row by row.

    >>> shape = Shape(2, 5)
    >>> shape.cells, str(shape)
    (10, '2x5')
    >>> shape == Shape.parse("2x5")
    True

    Raises `BadBoard` below 2x2 and above 256 cells.
    """

    rows: int
    cols: int

    def __post_init__(self) -> None:
        if min(self) < 2:
            raise BadBoard(f"a {self} board is too small: the smallest is 2x2")
        if self.cells > MOST_CELLS:
            raise BadBoard(
                f"a {self} board has {self.cells:,} cells, and at most {MOST_CELLS} are allowed: "
                "the largest square is 16x16"
            )

    @classmethod
    def parse(cls, shape: ShapeLike) -> Shape:
        """Read `2x5`, `2X5`, `2×5`, the pair `(2, 5)`, or the side of a square.

        >>> Shape.parse("2×5"), Shape.parse((2, 5)), Shape.parse(4)
        (Shape(2, 5), Shape(2, 5), Shape(4, 4))

        Raises `BadBoard` for anything else.
        """
        match shape:
            case Shape():
                return shape
            case SupportsIndex():  # an int of Python or NumPy
                return cls(index(shape), index(shape))
            case SupportsIndex() as rows, SupportsIndex() as cols:
                return cls(index(rows), index(cols))
            case str() if sides := _TEXT.fullmatch(shape.strip()):
                return cls(int(sides[1]), int(sides[2]))
        raise BadBoard(
            f"'{shorten(str(shape))}' is not a shape: write rows x columns, such as 3x3 or 2x5"
        )

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @cache  # noqa: B019 - there are few shapes
    def targets(self, cell: int) -> tuple[tuple[Move, int], ...]:
        """Return each move of a blank on `cell` and where it leads, in the order U, D, L, R."""
        row, col = divmod(cell, self.cols)
        neighbors = (
            (Move.UP, cell - self.cols, row > 0),
            (Move.DOWN, cell + self.cols, row < self.rows - 1),
            (Move.LEFT, cell - 1, col > 0),
            (Move.RIGHT, cell + 1, col < self.cols - 1),
        )
        return tuple((move, target) for move, target, inside in neighbors if inside)

    def __iter__(self) -> Iterator[int]:
        """Iterate over rows and columns, so that `rows, cols = shape` is possible."""
        return iter((self.rows, self.cols))

    def __repr__(self) -> str:
        return f"Shape({self.rows}, {self.cols})"

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


ShapeLike: TypeAlias = Shape | str | int | tuple[int, int]
