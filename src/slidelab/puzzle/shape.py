"""How many rows and columns a board has, and which cells are neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from slidelab.puzzle.errors import BadShape
from slidelab.puzzle.moves import Move
from slidelab.system.argument_checks import as_whole
from slidelab.system.text import shorten

SMALLEST_SIDE = 2
MOST_CELLS = 256
"""As many tiles as one byte can tell apart, the blank among them."""

_TEXT = re.compile(r"(\d{1,9}) *[xX×] *(\d{1,9})", re.ASCII)


@dataclass(frozen=True, order=True, repr=False)
class Shape:
    """Rows and columns of a board. Cells are numbered from 0, row by row.

    >>> shape = Shape(2, 5)
    >>> shape.cells, str(shape)
    (10, '2x5')
    >>> shape == Shape.parse("2x5")
    True

    Raises `BadShape` below 2x2 and above 256 cells.
    """

    rows: int
    cols: int

    def __post_init__(self) -> None:
        rows, cols = as_whole(self.rows), as_whole(self.cols)
        if rows is None or cols is None:
            raise BadShape(
                f"Shape({self.rows!r}, {self.cols!r}): rows and columns must be whole numbers"
            )
        if min(rows, cols) < SMALLEST_SIDE:
            raise BadShape(f"a {rows}x{cols} board is too small: the smallest is 2x2")
        if rows * cols > MOST_CELLS:
            raise BadShape(
                f"a {rows}x{cols} board has {rows * cols:,} cells, and the most is {MOST_CELLS}: "
                "the largest square is 16x16"
            )
        self.__dict__.update(rows=rows, cols=cols)  # NumPy's numbers become Python's

    @classmethod
    def parse(cls, shape: ShapeLike) -> Shape:
        """Read `2x5`, `2X5`, `2×5`, the pair `(2, 5)`, or the side of a square.

        >>> Shape.parse("2×5"), Shape.parse((2, 5)), Shape.parse(4)
        (Shape(2, 5), Shape(2, 5), Shape(4, 4))

        Raises `BadShape` for anything else.
        """
        if isinstance(shape, str):
            if match := _TEXT.fullmatch(shape.strip()):
                return cls(int(match[1]), int(match[2]))
        elif isinstance(shape, Shape | tuple | list) and len([*shape]) == 2:
            return cls(*shape)
        elif (side := as_whole(shape)) is not None:
            return cls(side, side)
        raise BadShape(
            f"'{shorten(str(shape))}' is not a shape: write rows x columns, such as 3x3 or 2x5"
        )

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def target(self, cell: int, move: Move) -> int | None:
        """Return the cell that the blank reaches from `cell`, or None at the edge."""
        return dict(self.targets(cell)).get(move)

    def targets(self, cell: int) -> tuple[tuple[Move, int], ...]:
        """Return each move of a blank on `cell` with the cell it leads to, in the order U, D, L, R.

        >>> [(move.letter, target) for move, target in Shape(3, 3).targets(0)]
        [('D', 3), ('R', 1)]
        """
        return _all_targets(self.rows, self.cols)[cell]

    def __iter__(self) -> Iterator[int]:
        """Iterate over rows and columns, so that `rows, cols = shape` is possible."""
        return iter((self.rows, self.cols))

    def __repr__(self) -> str:
        return f"Shape({self.rows}, {self.cols})"

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


ShapeLike: TypeAlias = Shape | str | int | tuple[int, int]


@lru_cache(maxsize=64)
def _all_targets(rows: int, cols: int) -> tuple[tuple[tuple[Move, int], ...], ...]:
    def targets(row: int, col: int) -> Iterator[tuple[Move, int]]:
        cell = row * cols + col
        if row > 0:
            yield Move.UP, cell - cols
        if row < rows - 1:
            yield Move.DOWN, cell + cols
        if col > 0:
            yield Move.LEFT, cell - 1
        if col < cols - 1:
            yield Move.RIGHT, cell + 1

    return tuple(tuple(targets(row, col)) for row in range(rows) for col in range(cols))
