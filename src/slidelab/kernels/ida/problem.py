"""A puzzle as the kernels see it: tiles named by the cells where they belong."""

from __future__ import annotations

from dataclasses import dataclass, replace

from slidelab.kernels.cycles import Automaton
from slidelab.kernels.ida.tables import Moves, move_tables


@dataclass(frozen=True)
class Problem:
    """A board to be sorted so that each cell holds its own number.

    ``hole`` is the blank's number; ``cell_map`` leads from the cells of the puzzle to the cells
    used here, which a pattern database may want turned or mirrored.
    """

    rows: int
    cols: int
    board: tuple[int, ...]
    hole: int
    moves: Moves
    automaton: Automaton
    cell_map: tuple[int, ...]
    state: int = 0
    """The automaton's state at the root."""

    @classmethod
    def of(
        cls,
        start: bytes,
        goal: bytes,
        rows: int,
        cols: int,
        order: str,
        automaton: Automaton,
        cell_map: tuple[int, ...],
    ) -> Problem:
        """Rename the tiles of ``start``.

        Raises ValueError when start and goal are not arrangements of the same tiles, one of them
        the blank 0, on a board of this shape.
        """
        if len(goal) != rows * cols or len(set(goal)) != len(goal) or 0 not in goal:
            raise ValueError(f"{goal!r} is not an arrangement of a {rows}x{cols} board")
        if sorted(start) != sorted(goal):
            raise ValueError("start and goal have different tiles")
        home = {tile: cell_map[cell] for cell, tile in enumerate(goal)}
        board = [0] * len(start)
        for cell, tile in enumerate(start):
            board[cell_map[cell]] = home[tile]
        moves = move_tables(rows, cols, order, cell_map)
        return cls(rows, cols, tuple(board), home[0], moves, automaton, cell_map)

    def after(self, direction: int, state: int) -> Problem | None:
        """The problem one move later, None if the move leaves the board."""
        blank = self.board.index(self.hole)
        if not self.moves.legal[blank] >> direction & 1:
            return None
        target = int(self.moves.neighbour[blank * 4 + direction])
        board = list(self.board)
        board[blank], board[target] = board[target], self.hole
        return replace(self, board=tuple(board), state=state)

    @property
    def solved(self) -> bool:
        return self.board == tuple(range(len(self.board)))
