"""IDA* with gradient databases for the driver, on one core or on all."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from time import monotonic

from slidelab.engines.automaton.automaton import (
    cache_size,
    longest_within,
    open_automaton,
    short_cycles,
)
from slidelab.engines.automaton.cycles import Automaton, no_undo
from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import Integers
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.patterns.memory import resident_copy
from slidelab.engines.gradient import checkpoint
from slidelab.engines.gradient.beam import Beam
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.engines.gradient.proof import Proof, proof_of
from slidelab.engines.gradient.search import GradientSearch, Status
from slidelab.engines.gradient.subtree import Problem, Subtree
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.search.conventions import Conventions
from slidelab.search.outlook import Outlook
from slidelab.system.cores import available_cores

SECONDS_A_SLICE = 0.1

SECONDS_BETWEEN_SAVES = 30.0

WORTH_COPYING = 1_000_000_000
"""Nodes of an iteration from which on tables in large pages of memory save more than they cost:
copying two gigabytes takes seconds, and a core is faster by up to a third."""


def automaton_for(shape: Shape, cache: int | None = None) -> Automaton:
    """The automaton whose length suits a cache: twice its size, for most states are rare."""
    longest = longest_within(2 * (cache_size() if cache is None else cache))
    return no_undo() if longest < 4 else open_automaton(longest, shape.rows, shape.cols)[0]


class KeptSearch(ResumableSearch):
    """A search that is kept in a file now and then, and goes on from there if the file exists."""

    def __init__(self, conventions: Conventions, kept_in: Path | None) -> None:
        super().__init__(conventions)
        self.kept_in = kept_in
        self._saved = monotonic()

    def keep(self) -> None:
        """Write the file, if there is to be one. Raises OSError when it cannot."""
        if self.kept_in is not None:
            self._write(self.kept_in)
            self._saved = monotonic()

    def keep_now_and_then(self) -> None:
        """Write the file unless it was written a moment ago."""
        if monotonic() > self._saved + SECONDS_BETWEEN_SAVES:
            self.keep()

    @abstractmethod
    def _write(self, path: Path) -> None:
        """Write the file; raises OSError when it cannot."""

    def tell(self, expanded: int, bound: int) -> None:
        """What is known without looking at each node: how many there were, and how deep it goes."""
        registers: Integers = self.registers
        registers[slots.EXPANDED], registers[slots.GENERATED] = expanded, expanded + 1
        registers[slots.FRONTIER] = registers[slots.MAX_FRONTIER] = bound + 1
        registers[slots.DEEPEST_GENERATED] = bound
        registers[slots.DEEPEST_EXPANDED] = max(0, bound - 1)


class GradientIda(KeptSearch):
    """IDA* on the CPU.

    On one core it expands the very nodes of the textbook's IDA* with this heuristic. With
    ``parallel`` it uses so many cores, or all, and everything that makes it faster: a long
    automaton, the most promising subtrees first, a beam before long iterations. Only then it can be
    kept in a file.

    Raises CheckpointError when the file is there and cannot be used.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        database: GradientDatabase,
        cycles: int = 0,
        parallel: bool = False,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> None:
        super().__init__(conventions, kept_in)
        if cycles > 1:
            automaton = short_cycles(cycles, start.shape)
        else:
            automaton = automaton_for(start.shape) if parallel else no_undo()
        problem = Problem.of(start.state, goal.state, database, automaton, conventions.order)
        workers = cores or available_cores()
        if kept_in is not None and kept_in.exists():
            self.search = checkpoint.load(kept_in, problem, workers)
        else:
            self.search = GradientSearch(problem, workers=workers, plain=not parallel)
        self._resident = False

    def advance(self, budget: int) -> int:
        """Search for a moment; the budget is of no use where time says when to look up."""
        self._make_resident()
        left = int(self.registers[slots.NODE_LIMIT]) - self.search.expanded
        status = self.search.advance(SECONDS_A_SLICE, max(0, left))
        self.tell(self.search.expanded, self.search.bound)
        self.keep_now_and_then()
        return slots.FOUND if status is Status.SOLVED else slots.PAUSED

    @property
    def outlook(self) -> Outlook:
        """How far it is."""
        return self.search.outlook()

    @property
    def proof(self) -> Proof | None:
        """What was proved, once a solution is found."""
        return None if self.search.moves is None else proof_of(self.search)

    def _make_resident(self) -> None:
        """Copy the tables before the first iteration that makes it worth while."""
        outlook = self.search.outlook()
        if self._resident or (outlook.expected or 0) < WORTH_COPYING or outlook.expanded:
            return
        self._resident = True
        self.search.use(self.search.problem.database.resident(resident_copy))

    def _write(self, path: Path) -> None:
        checkpoint.save(self.search, path)

    def _path(self) -> list[Move]:
        return list(parse_moves(self.search.moves or ""))

    def load(self) -> None:
        problem = self.search.problem
        Subtree(problem, problem.estimate).advance(0)
        if not self.search.plain:
            Beam(problem, problem.estimate + 2, width=1).advance()
