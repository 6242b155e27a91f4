"""Iterative-deepening A* (Korf 1985) with gradient databases: on one core or all, interruptible.

>>> from slidelab.engines.automaton.automaton import open_automaton
>>> import tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     database = open_database(3, 3, folder=Path(folder))
...     automaton, _ = open_automaton(6, 3, 3, Path(folder))
>>> problem = Problem.of((8, 7, 6, 0, 4, 1, 2, 5, 3), tuple(range(9)), database, automaton)
>>> search = GradientSearch(problem)
>>> search.advance()
<Status.SOLVED: 'solved'>
>>> len(search.moves)
31
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum

from slidelab.engines.gradient.beam import Beam
from slidelab.engines.gradient.database import GradientDatabase, open_database
from slidelab.engines.gradient.iteration import Iteration
from slidelab.engines.gradient.subtree import Problem
from slidelab.search.outlook import Outlook

__all__ = ["BoundSearched", "GradientSearch", "Problem", "Status", "open_database"]


class Status(Enum):
    """Where a search stands."""

    RUNNING = "running"
    SOLVED = "solved"


MOST_RECORDS, MOST_BEAM = 1 << 16, 1_000_000


@dataclass(frozen=True)
class Sizes:
    """How large the pieces of an iteration are, and from when on a beam is worth its time."""

    record_nodes: int = 1 << 22
    """Nodes wanted below a record: a fraction of a second."""
    beam_share: int = 3000
    """Nodes expected in an iteration for each board that a beam keeps per depth."""
    least_beam: int = 10_000


USUAL_SIZES = Sizes()


@dataclass(frozen=True)
class BoundSearched:
    """An iteration that is over: its bound, the nodes expanded and the seconds it took."""

    bound: int
    expanded: int
    seconds: float


class GradientSearch:
    """One search for a shortest solution.

    With ``plain`` the tree is searched in the textbook's order on one core, node for node as any
    IDA* with this heuristic would: then counts compare with published ones. Otherwise iterations
    are cut into records, the most promising first, for ``workers`` threads; and a beam looks for
    the solution before an iteration that will take long.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        workers: int = 1,
        plain: bool = False,
        sizes: Sizes = USUAL_SIZES,
    ) -> None:
        self.problem = problem
        self._sizes = sizes
        self.status = Status.RUNNING
        self.moves: str | None = None
        """The blank's moves of the solution, once there is one."""
        self.searched: list[BoundSearched] = []
        """The iterations that are over."""
        self.beam_expanded = 0
        """Nodes expanded by beams, which are no part of the proof."""
        self._workers = 1 if plain else workers
        self.plain = plain
        self._spent = 0.0
        self._iteration: Iteration | None = None
        self._beam: Beam | None = None
        self._rate_from = 0.0, 0
        """Seconds and nodes of the present iteration that say nothing about how fast it is."""
        if problem.solved:
            self.status, self.moves = Status.SOLVED, ""

    @property
    def bound(self) -> int:
        """No solution has fewer moves."""
        if self.moves is not None:
            return len(self.moves)
        return self.searched[-1].bound + 2 if self.searched else self.problem.estimate

    @property
    def expanded(self) -> int:
        """Nodes expanded in all iterations; once solved, only those that count."""
        before = sum(iteration.expanded for iteration in self.searched)
        return before + (self._iteration.work if self._iteration is not None else 0)

    def advance(self, seconds: float = float("inf"), nodes: int | None = None) -> Status:
        """Search for about so long, or expand so many nodes with one worker, and say how it is."""
        deadline = time.monotonic() + seconds
        stop_at = None if nodes is None else self.expanded + nodes
        while self.status is Status.RUNNING and time.monotonic() < deadline:
            left = None if stop_at is None else stop_at - self.expanded
            if left is not None and left <= 0:
                break
            began = time.monotonic()
            if self._iteration is None and self._beam is None:
                self._begin()
            if self._beam is not None:
                self._advance_beam(self._beam, deadline)
            elif self._iteration is not None:
                self._iteration.advance(deadline, self._workers, left)
            self._spent += time.monotonic() - began
            if self._iteration is not None and self._iteration.complete:
                self._finish(self._iteration)
        return self.status

    def use(self, database: GradientDatabase) -> None:
        """Go on with the same tables elsewhere in memory, from the next iteration on."""
        self.problem = self.problem.moved_to(database)

    def present(self) -> tuple[int, int, list[tuple[int, int]]]:
        """The present iteration: its bound, the pieces it is cut into, the nodes of those done."""
        if self._iteration is None:
            return self.bound, 0, []
        return self.bound, self._iteration.pieces, sorted(self._iteration.finished.items())

    def restore(
        self,
        searched: list[BoundSearched],
        pieces: int,
        finished: list[tuple[int, int]],
        beam_expanded: int,
        moves: str | None,
    ) -> None:
        """Go on where another search stood."""
        self.searched, self.beam_expanded = searched, beam_expanded
        if moves is not None:
            self.status, self.moves = Status.SOLVED, moves
        elif pieces:
            self._iteration = Iteration(self.problem, self.bound, pieces, finished)
            self._rate_from = 0.0, self._iteration.work

    def outlook(self) -> Outlook:
        """How far the search is."""
        work = self._iteration.work if self._iteration is not None else 0
        seconds, nodes = self._rate_from
        spent = self._spent - seconds
        rate = (work - nodes) / spent if spent > 0 else 0.0
        return Outlook(self.bound, work, rate, self._expected())

    def _begin(self) -> None:
        width = min(MOST_BEAM, (self._expected() or 0) // self._sizes.beam_share)
        if self.plain:
            self._iteration = Iteration(self.problem, self.bound)
        elif width >= self._sizes.least_beam:
            self._beam = Beam(self.problem, self.bound, width)
        else:
            self._cut()

    def _cut(self) -> None:
        records = max(1, (self._expected() or 0) // self._sizes.record_nodes)
        self._iteration = Iteration(self.problem, self.bound, min(MOST_RECORDS, records))

    def _advance_beam(self, beam: Beam, deadline: float) -> None:
        if not beam.advance(lambda: time.monotonic() < deadline):
            return
        self._beam = None
        self._rate_from = self._spent, 0
        self.beam_expanded += beam.expanded
        if beam.moves is None:
            self._cut()
        else:
            self.status, self.moves = Status.SOLVED, beam.moves

    def _finish(self, iteration: Iteration) -> None:
        self.searched.append(BoundSearched(iteration.bound, iteration.expanded, self._spent))
        self._iteration, self._spent, self._rate_from = None, 0.0, (0.0, 0)
        if iteration.moves is not None:
            self.status, self.moves = Status.SOLVED, iteration.moves

    def _expected(self) -> int | None:
        """Nodes of the present iteration, if it grows as the last one did."""
        if len(self.searched) < 2:
            return None
        before, last = self.searched[-2].expanded, self.searched[-1].expanded
        return last * last // max(1, before)
