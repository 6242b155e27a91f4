"""What a pattern is, apart from its database."""

from __future__ import annotations

from dataclasses import dataclass

from slidelab.kernels.patterns.grid import region
from slidelab.kernels.patterns.ranking import placements

# A region is one machine word, a bit for each cell.
MOST_CELLS = 64


@dataclass(frozen=True)
class Pattern:
    """The tiles whose homes are ``cells``, on a board whose goal has the blank in the region of
    ``blank``.

    Two patterns are equal exactly when they have the same database.

    >>> Pattern.of((5, 1, 4), 0, 4, 4)
    Pattern(rows=4, cols=4, cells=(1, 4, 5), blank=0)
    """

    rows: int
    cols: int
    cells: tuple[int, ...]
    blank: int

    @classmethod
    def of(cls, cells: tuple[int, ...], blank: int, rows: int, cols: int) -> Pattern:
        """The pattern of the tiles at home on ``cells``.

        Raises ValueError when there are no such tiles, when a cell is outside the board, occurs
        twice or is the blank's, and when the board has more than 64 cells.
        """
        size = rows * cols
        if size > MOST_CELLS:
            raise ValueError(f"pattern databases need at most {MOST_CELLS} cells, not {size}")
        if not cells or len(set(cells)) < len(cells):
            raise ValueError(f"a pattern needs distinct cells, not {cells}")
        if not all(0 <= cell < size for cell in (*cells, blank)) or blank in cells:
            raise ValueError(f"{cells} are not tiles of a {rows}x{cols} board, blank at {blank}")
        home = min(region(blank, frozenset(cells), rows, cols))
        return cls(rows, cols, tuple(sorted(cells)), home)

    @property
    def entries(self) -> int:
        """Number of placements, one entry each."""
        return placements(self.rows * self.cols, len(self.cells))

    @property
    def name(self) -> str:
        """A short name that is also the file name of the database."""
        return f"{self.rows}x{self.cols}-b{self.blank}-t" + "-".join(map(str, self.cells))
