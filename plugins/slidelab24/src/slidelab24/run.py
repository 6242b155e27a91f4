"""What searches on the CPU and on a device have in common: progress, counts and the proof.

A proof names the tables by their checksums and the automaton by its length, so that anyone with
the same tables can search any of the bounds again and compare the nodes.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from slidelab.engines.anytime.frame import Frame
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, parse_moves
from slidelab.search import Counts, Run, Status
from slidelab24.sequences import Automaton
from slidelab24.tables import Tables


class Bound(NamedTuple):
    """A bound that was searched."""

    moves: int
    nodes: int
    """The nodes expanded."""
    partition: str
    """The drawing of the partition whose tables were used."""


@dataclass(eq=False)
class Progress:
    """The progress of iterative deepening on one board."""

    board: tuple[int, ...]
    """Tiles are named by their homes, and the blank's home is cell 0."""
    bound: int
    """No solution has fewer moves."""
    moves: str | None = None
    """The blank's moves of the solution, once there is one."""
    searched: list[Bound] = field(default_factory=list)
    beam_expanded: int = 0
    """Nodes that beams expanded to find the path: they are not part of the proof."""

    def __post_init__(self) -> None:
        if self.board == tuple(range(len(self.board))):
            self.moves = ""

    @property
    def expanded(self) -> int:
        """Return the nodes expanded within the bounds that were searched."""
        return sum(bound.nodes for bound in self.searched)

    @property
    def expected(self) -> int:
        """Return the nodes of the current bound, if it grows as the last one did, or else 0."""
        if len(self.searched) < 2:
            return 0
        before, last = (bound.nodes for bound in self.searched[-2:])
        return last * last // before

    def finish_bound(self, nodes: int, moves: str | None, tables: Tables) -> None:
        """Note the nodes of the current bound, and the solution if there was one."""
        self.searched.append(Bound(self.bound, nodes, tables.partition.drawing))
        self.moves = moves
        if moves is None:
            self.bound += 2


@dataclass(frozen=True)
class OptimalityProof:
    """A proof that no solution has fewer than `length` moves."""

    length: int
    bounds: tuple[Bound, ...]
    """Every bound that was searched."""
    tables: dict[str, str]
    """The checksum of each table by its name."""
    automaton_moves: int
    """Length of the longest redundant sequences that were refused."""
    beam_expanded: int
    """Nodes that beams expanded to find the path: they are not part of the proof."""

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as plain values that JSON can carry."""
        return asdict(self)

    def __str__(self) -> str:
        """Return a few lines for people."""
        bounds = ", ".join(f"{bound.moves}: {bound.nodes:,}" for bound in self.bounds)
        tables = ", ".join(f"{name} ({checksum})" for name, checksum in self.tables.items())
        beams = f"Nodes expanded by beams to find the path: {self.beam_expanded:,}\n"
        return (
            f"Proved: no solution has fewer than {self.length:,} moves.\n"
            f"Nodes expanded within each bound: {bounds or 'none'}\n"
            f"{beams if self.beam_expanded else ''}"
            f"Gradient tables and their checksums: {tables}\n"
            f"Redundant sequences refused: of up to {self.automaton_moves} moves"
        )


def name_by_homes(start: Board, goal: Board) -> tuple[int, ...]:
    """Return a board as the tables know it: mirrored so that the blank's home, a corner, is cell 0,
    and tiles named by their homes.

    >>> name_by_homes(Board("1 2 / 0 3"), Board("1 2 / 3 0"))
    (1, 0, 2, 3)
    """
    return tuple(Frame(goal).tiles(start).tolist())


class ProofRun(Run):
    """A search for a shortest solution that raises its bound again and again."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        progress: Progress,
        sets: Sequence[Tables],
        automaton: Automaton,
    ) -> None:
        self.counts, self.progress = Counts(), progress
        self._start, self._goal = start, goal
        self._sets, self._automaton = sets, automaton
        self._count()

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Return the nodes expanded within the current bound."""

    @abstractmethod
    def search_on(self) -> None:
        """Continue the search for about a tenth of a second."""

    def step(self, budget: int) -> Status | None:
        """Search for about a tenth of a second, up to the limit of nodes; not at all for 0."""
        if budget > 0 and self.progress.moves is None:
            self.search_on()
        self._count()
        return None if self.progress.moves is None else Status.SOLVED

    def path(self) -> list[Move] | None:
        """Return the solution, once it is found."""
        moves = self.progress.moves
        return None if moves is None else Frame(self._goal).moves(parse_moves(moves))

    @property
    def proof(self) -> OptimalityProof | None:
        """Return what was proved, once a solution is found.

        Raises SlidelabError if the path does not solve the board.
        """
        progress, path = self.progress, self.path()
        if path is None:
            return None
        if self._start.play(path) != self._goal:
            raise SlidelabError("the path does not solve the board")
        used = {bound.partition for bound in progress.searched}
        tables = [each.checksums() for each in self._sets if each.partition.drawing in used]
        return OptimalityProof(
            length=len(path),
            bounds=tuple(progress.searched),
            tables={name: checksum for each in tables for name, checksum in each.items()},
            automaton_moves=self._automaton.longest,
            beam_expanded=progress.beam_expanded,
        )

    def _count(self) -> None:
        counts, bound = self.counts, self.progress.bound
        self.lower_bound = bound
        counts.expanded = self.progress.expanded + self.nodes
        counts.generated = counts.expanded + 1
        counts.frontier = counts.max_frontier = counts.max_before_children = bound + 1
        counts.deepest_generated = counts.last_pushed = bound
        counts.deepest_expanded = max(0, bound - 1)
        counts.cost = None if self.progress.moves is None else len(self.progress.moves)
