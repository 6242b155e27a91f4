"""What a pattern is, apart from its database."""

from __future__ import annotations

from dataclasses import dataclass

from slidelab.engines.compiled.patterns.ranking import placements
from slidelab.engines.geometry import region
from slidelab.puzzle import Shape

# A region is one machine word, a bit for each cell.
MOST_CELLS = 64


@dataclass(frozen=True)
class Pattern:
    """The tiles whose homes are ``cells``, on a board whose goal has the blank in the region of
    ``blank``.

    Two patterns are equal exactly when they have the same database.

    >>> Pattern.of((5, 1, 4), 0, Shape(4, 4))
    Pattern(shape=Shape(4, 4), cells=(1, 4, 5), blank=0)
    """

    shape: Shape
    cells: tuple[int, ...]
    blank: int

    @classmethod
    def of(cls, cells: tuple[int, ...], blank: int, shape: Shape) -> Pattern:
        """The pattern of the tiles at home on ``cells``.

        Raises ValueError when there are no such tiles, when a cell is outside the board, occurs
        twice or is the blank's, and when the board has more than 64 cells.
        """
        if shape.cells > MOST_CELLS:
            raise ValueError(f"pattern databases need at most {MOST_CELLS} cells, not {shape}")
        if not cells or len(set(cells)) < len(cells):
            raise ValueError(f"a pattern needs distinct cells, not {cells}")
        if not all(0 <= cell < shape.cells for cell in (*cells, blank)) or blank in cells:
            raise ValueError(f"{cells} are not tiles of a {shape} board, blank at {blank}")
        return cls(shape, tuple(sorted(cells)), min(region(blank, cells, shape)))

    @property
    def entries(self) -> int:
        """Number of placements, one entry each."""
        return placements(self.shape.cells, len(self.cells))

    @property
    def name(self) -> str:
        """A short name that is also the file name of the database."""
        return f"{self.shape}-b{self.blank}-t" + "-".join(map(str, self.cells))
