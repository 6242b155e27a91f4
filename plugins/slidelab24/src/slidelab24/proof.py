"""What a search has shown about a board, and the proof of a finished one, for others to check.

A proof names the tables by their checksums and the automaton by its length, so that somebody with
the same tables can search any of the bounds again and compare the nodes. The list of sequences that
the automaton is made of has a check of its own (`tests/test_sequences.py`).
"""

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple


class Bound(NamedTuple):
    """A bound that was searched."""

    moves: int
    nodes: int
    """The nodes expanded."""
    partition: int = 0
    """The number of the partition whose tables were used."""


@dataclass(eq=False)
class Progress:
    """The progress of iterative deepening on one board."""

    board: tuple[int, ...]
    """Tiles are named by their homes."""
    bound: int
    """No solution has fewer moves."""
    moves: str | None = None
    """The blank's moves of the solution, once there is one."""
    searched: list[Bound] = field(default_factory=list)
    expanded: int = 0
    """Nodes expanded within these bounds, with all partitions."""
    beam_expanded: int = 0
    """Nodes that beams expanded to find the path: they are not part of the proof."""

    def __post_init__(self) -> None:
        if self.board == tuple(range(len(self.board))):
            self.moves = ""

    @property
    def expected(self) -> int | None:
        """Return the nodes of the present bound, if it grows as the last one did."""
        if len(self.searched) < 2:
            return None
        before, last = (bound.nodes for bound in self.searched[-2:])
        return last * last // before

    def finish_bound(self, nodes: int, moves: str | None = None, partition: int = 0) -> None:
        """Note the nodes of the present bound, and the solution if there was one."""
        self.searched.append(Bound(self.bound, nodes, partition))
        self.expanded += nodes
        self.moves = moves
        if moves is None:
            self.bound += 2

    def restore(self, notes: dict[str, Any]) -> None:
        """Take over the progress of another search, from the values that JSON made of it."""
        vars(self).update(notes, board=self.board)
        self.searched = [Bound(*bound) for bound in notes["searched"]]


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
    bounds: tuple[Bound, ...]
    """Every bound that was searched."""
    partitions: tuple[tuple[tuple[int, ...], ...], ...]
    """Those that were used."""
    tables: tuple[tuple[str, str], ...]
    """The name and the checksum of each table."""
    automaton_moves: int
    """Length of the longest redundant sequences that were refused."""
    automaton_states: int
    beam_expanded: int
    """Nodes that beams expanded to find the path: they are not part of the proof."""

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as plain values that JSON can carry."""
        return asdict(self)

    def __str__(self) -> str:
        """Return a few lines for people."""
        bounds = ", ".join(f"{bound.moves}: {bound.nodes:,}" for bound in self.bounds)
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
