"""What a finished search has proved, in a form that others can check.

A proof names the tables by their checksums and the automaton by its length, so that somebody with
the same tables can search any of the bounds again and compare the nodes; the list of sequences that
the automaton is made of has a check of its own (`scripts/audit_sequences.py`). That the path is a
solution is checked here, by playing it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape, parse_moves
from slidelab24.patterns import Arrangement
from slidelab24.sequences import Automaton


@dataclass(frozen=True)
class OptimalityProof:
    """That `moves` solves a board and that nothing shorter does."""

    board: tuple[int, ...]
    """Tiles are named by their homes."""
    rows: int
    cols: int
    moves: str
    length: int
    no_solution_within: int
    """No solution has this many moves or fewer; -1 for a solved board."""
    bounds: tuple[tuple[int, int, int], ...]
    """Every bound that was searched, with the nodes expanded, and with which of the partitions."""
    partitions: tuple[tuple[tuple[int, ...], ...], ...]
    tables: tuple[tuple[str, str], ...]
    """The name and the checksum of each table."""
    automaton_moves: int
    """Length of the longest redundant sequences that were refused."""
    automaton_states: int
    beam_expanded: int
    """Nodes that beams expanded to find the path: they are not part of the proof."""

    @classmethod
    def of(
        cls,
        board: tuple[int, ...],
        arrangement: Arrangement,
        automaton: Automaton,
        moves: str | None,
        **facts: Any,
    ) -> Self:
        """Return a proof, after its path was replayed.

        Raises ValueError if the search is not finished or the path does not solve the board.
        """
        if moves is None:
            raise SlidelabError("the search has not found a solution yet")
        shape = arrangement.shape
        if not leads_home(board, arrangement.blank, shape, moves):
            raise SlidelabError("the path does not solve the board")
        return cls(
            board=board,
            rows=shape.rows,
            cols=shape.cols,
            moves=moves,
            length=len(moves),
            no_solution_within=len(moves) - 1,
            automaton_moves=automaton.longest,
            automaton_states=automaton.states,
            **facts,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as plain values that JSON can carry."""
        return asdict(self)

    def __str__(self) -> str:
        """Return a few lines for people."""
        bounds = ", ".join(f"{bound}: {nodes:,}" for bound, nodes, _ in self.bounds)
        tables = ", ".join(f"{name} ({checksum})" for name, checksum in self.tables)
        lines = [f"Proved: no solution has fewer than {self.length:,} moves."]
        if bounds:
            lines.append(f"Nodes expanded within each bound: {bounds}")
        if self.beam_expanded:
            lines.append(f"Nodes expanded by beams to find the path: {self.beam_expanded:,}")
        lines += [
            f"Gradient tables and their checksums: {tables}",
            f"Redundant sequences refused: of up to {self.automaton_moves} moves "
            f"({self.automaton_states:,} states)",
        ]
        return "\n".join(lines)


def leads_home(board: Sequence[int], blank: int, shape: Shape, moves: str) -> bool:
    """Return whether the blank's moves are all possible and bring every tile home.

    >>> leads_home((1, 0, 2, 3), 0, Shape(2, 2), "L"), leads_home((1, 0, 2, 3), 0, Shape(2, 2), "R")
    (True, False)
    """
    cells = list(board)
    for move in parse_moves(moves):
        hole = cells.index(blank)
        target = dict(shape.targets(hole)).get(move)
        if target is None:
            return False
        cells[hole], cells[target] = cells[target], blank
    return cells == list(range(shape.cells))
