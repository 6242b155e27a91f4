"""What searches on the CPU and on a device have in common: counts, outlook, proof and checkpoints.

With a checkpoint, a proof of days survives a kill or a power failure. Nodes that were expanded
after the last save are expanded again, and counted once.
"""

import json
from abc import abstractmethod
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, parse_moves
from slidelab.search import Counts, SearchRun, Status
from slidelab.system.files import replacing
from slidelab24.patterns import Arrangement, Pattern
from slidelab24.proof import OptimalityProof, Progress
from slidelab24.sequences import Automaton

SECONDS_BETWEEN_SAVES = 30.0


class CheckpointError(SlidelabError):
    """A checkpoint cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How far iterative deepening is, as well as can be known.

    >>> outlook = Outlook(bound=96, expanded=10**8, rate=2e7, expected=7 * 10**8)
    >>> outlook.seconds_left
    30.0
    >>> print(outlook)
    no solution below 96 moves; 100,000,000 of about 700,000,000 nodes, 20.0 M/s, 0:00:30 to go
    """

    bound: int
    """No solution has fewer moves."""
    expanded: int
    """Nodes expanded within the present bound."""
    rate: float
    """Nodes per second within the present bound."""
    expected: int | None
    """Nodes of the present bound, if it grows as the last one did; None for the first ones."""

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds until the bound rises or a solution is found, if all goes as expected.

        None if unknown: also when there are more nodes than were expected.
        """
        if self.expected is None or not self.rate or self.expanded > self.expected:
            return None
        return (self.expected - self.expanded) / self.rate

    def __str__(self) -> str:
        words = f"no solution below {self.bound:,} moves; {self.expanded:,}"
        if self.expected is not None:
            words += f" of about {self.expected:,}"
        words += f" nodes, {self.rate / 1e6:.1f} M/s"
        if (left := self.seconds_left) is not None:
            minutes, seconds = divmod(round(left), 60)
            words += f", {minutes // 60}:{minutes % 60:02}:{seconds:02} to go"
        return words

    def to_dict(self) -> dict[str, Any]:
        """Return the outlook as plain values that JSON can carry."""
        return asdict(self) | {"seconds_left": self.seconds_left}


class ProofRun(SearchRun):
    """A search for a shortest solution that raises its bound again and again."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        progress: Progress,
        arrangements: list[Arrangement],
        automaton: Automaton,
    ) -> None:
        self.counts = Counts()
        self.progress = progress
        self._start, self._goal = start, goal
        self._arrangements, self._automaton = arrangements, automaton
        self._checkpoint: Path | None = None
        self._saved = monotonic()
        self._seconds = 0.0  # spent on the nodes of the present bound,
        self._nodes_before = 0  # apart from these, which a checkpoint had
        self._count()

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Return the nodes expanded within the present bound."""

    @abstractmethod
    def advance(self) -> None:
        """Search on for about a tenth of a second."""

    @abstractmethod
    def checksum(self, table: Pattern) -> str:
        """Return the checksum of one of the tables."""

    @abstractmethod
    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return what another search needs to go on: values that JSON can carry, and arrays."""

    @abstractmethod
    def restore(self, notes: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
        """Go on from the state of another search of this board."""

    def step(self, budget: int) -> Status | None:
        """Search for about a tenth of a second, up to the limit of nodes; not at all for 0."""
        if budget > 0 and self.progress.moves is None:
            began = monotonic()
            self.advance()
            self._seconds += monotonic() - began
            if monotonic() > self._saved + SECONDS_BETWEEN_SAVES:
                self.save()
        self._count()
        return None if self.progress.moves is None else Status.SOLVED

    def path(self) -> list[Move] | None:
        """Return the solution, once it is found."""
        moves = self.progress.moves
        return None if moves is None else list(parse_moves(moves))

    @property
    def outlook(self) -> Outlook:
        """Return the progress within the present bound."""
        nodes, progress = self.nodes, self.progress
        rate = (nodes - self._nodes_before) / self._seconds if self._seconds else 0.0
        return Outlook(progress.bound, nodes, rate, progress.expected)

    @property
    def proof(self) -> OptimalityProof | None:
        """Return what was proved, once a solution is found.

        Raises SlidelabError if the path does not solve the board.
        """
        progress, shape = self.progress, self._start.shape
        if progress.moves is None:
            return None
        if self._start.play(progress.moves) != self._goal:
            raise SlidelabError("the path does not solve the board")
        chosen = sorted({bound.partition for bound in progress.searched})
        used = [self._arrangements[each] for each in chosen]
        tables = dict.fromkeys(table for each in used for table in each.tables)
        return OptimalityProof(
            board=progress.board,
            rows=shape.rows,
            cols=shape.cols,
            moves=progress.moves,
            length=len(progress.moves),
            no_solution_within=len(progress.moves) - 1,
            bounds=tuple(
                bound._replace(partition=chosen.index(bound.partition))
                for bound in progress.searched
            ),
            partitions=tuple(each.partition for each in used),
            tables=tuple((table.name, self.checksum(table)) for table in tables),
            automaton_moves=self._automaton.longest,
            automaton_states=self._automaton.states,
            beam_expanded=progress.beam_expanded,
        )

    def resume(self, checkpoint: Path) -> None:
        """Go on from a file, if it exists, and save the search there now and then.

        Raises CheckpointError if the file is damaged or belongs to another problem.
        """
        self._checkpoint = checkpoint
        if not checkpoint.exists():
            return
        try:
            with np.load(checkpoint) as kept:
                text, *arrays = (kept[name] for name in kept.files)
            content = json.loads(text.item())
        except (OSError, ValueError, EOFError, TypeError, BadZipFile) as error:
            raise CheckpointError(f"{checkpoint} is not a readable checkpoint: {error}") from error
        if content["problem"] != self._describe():
            raise CheckpointError(
                f"{checkpoint} belongs to another board, other tables or another engine"
            )
        self.restore(content["notes"], arrays)
        self._nodes_before = self.nodes
        self._count()

    def save(self) -> None:
        """Save the search, if it has a file. Raises OSError if the file cannot be written."""
        if self._checkpoint is None:
            return
        notes, arrays = self.state()
        text = json.dumps({"problem": self._describe(), "notes": notes})
        with replacing(self._checkpoint) as beside, beside.open("wb") as file:
            np.savez(file, np.array(text), *arrays)
        self._saved = monotonic()

    def _describe(self) -> list[Any]:
        """Return what searches must have in common to continue each other, as JSON has it."""
        partitions = [[list(cells) for cells in each.partition] for each in self._arrangements]
        board, rows = list(self.progress.board), self._start.shape.rows
        return [type(self).__name__, board, rows, partitions, self._automaton.longest]

    def _count(self) -> None:
        counts, bound, nodes = self.counts, self.progress.bound, self.nodes
        if not nodes:  # at the beginning of a bound
            self._seconds, self._nodes_before = 0.0, 0
        self.lower_bound = bound
        counts.expanded = self.progress.expanded + nodes
        counts.generated = counts.expanded + 1
        counts.frontier = counts.max_frontier = counts.max_before_children = bound + 1
        counts.deepest_generated = counts.last_pushed = bound
        counts.deepest_expanded = max(0, bound - 1)
        counts.cost = None if self.progress.moves is None else len(self.progress.moves)
