"""IDA* with gradient databases for the driver: on one core, on all, or on a device."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic
from typing import Any

from slidelab.kernels import registers as at
from slidelab.kernels.compiling import Integers
from slidelab.kernels.cycles import Automaton, no_undo
from slidelab.kernels.gradient.automaton import (
    cache_size,
    longest_within,
    open_automaton,
    short_cycles,
)
from slidelab.kernels.gradient.database import Arrangement, GradientDatabase
from slidelab.kernels.gradient.partitions import drawn_partitions, usual_partition
from slidelab.kernels.gradient.search import GradientSearch, Status
from slidelab.kernels.gradient.subtree import Problem, Subtree
from slidelab.kernels.patterns.memory import resident_copy
from slidelab.kernels.resumable import ResumableSearch
from slidelab.puzzle import Board, Move, parse_moves
from slidelab.search.conventions import Conventions

_SECONDS_A_SLICE = 0.1

WORTH_COPYING = 20_000_000
"""Nodes of an iteration from which on tables in large pages of memory save more than they cost."""

_on_device: dict[tuple[int, int, int], Any] = {}


def automaton_for(rows: int, cols: int, cache: int | None = None) -> Automaton:
    """The automaton whose length suits a cache: twice its size, for most states are rare."""
    longest = longest_within(2 * (cache_size() if cache is None else cache))
    return no_undo() if longest < 4 else open_automaton(longest, rows, cols)[0]


class GradientIda(ResumableSearch):
    """IDA* on the CPU.

    On one core it expands the very nodes of the textbook's IDA* with this heuristic. With
    ``parallel`` it uses all cores and everything that makes it faster: a long automaton, the most
    promising subtrees first, a beam before long iterations.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        database: GradientDatabase,
        cycles: int = 0,
        parallel: bool = False,
    ) -> None:
        super().__init__(conventions)
        rows, cols = start.shape.rows, start.shape.cols
        if cycles > 1:
            automaton = short_cycles(cycles, start.shape)
        else:
            automaton = automaton_for(rows, cols) if parallel else no_undo()
        problem = Problem.of(start.state, goal.state, database, automaton, conventions.order)
        workers = os.cpu_count() or 1
        self.search = GradientSearch(problem, workers=workers, plain=not parallel)
        self._resident = False

    @property
    def lower_bound(self) -> float:
        """The present bound."""
        return self.search.bound

    def advance(self, budget: int) -> int:
        """Search for a moment; the budget is of no use where time says when to look up."""
        self._make_resident()
        left = int(self.registers[at.NODE_LIMIT]) - self.search.expanded
        status = self.search.advance(_SECONDS_A_SLICE, max(0, left))
        _tell(self.registers, self.search.expanded, self.search.bound)
        return at.FOUND if status is Status.SOLVED else at.PAUSED

    def _make_resident(self) -> None:
        """Copy the tables before the first iteration that makes it worth while."""
        estimate = self.search.estimate()
        if self._resident or (estimate.nodes_expected or 0) < WORTH_COPYING or estimate.expanded:
            return
        self._resident = True
        self.search.use(self.search.problem.database.resident(resident_copy))

    def _path(self) -> list[Move]:
        return list(parse_moves(self.search.moves or ""))

    def load(self) -> None:
        problem = self.search.problem
        Subtree(problem, problem.estimate).advance(0)


def _tell(registers: Integers, expanded: int, bound: int) -> None:
    """What is known of a search without looking at each node: its nodes, and how deep it goes."""
    registers[at.EXPANDED], registers[at.GENERATED] = expanded, expanded + 1
    registers[at.FRONTIER] = registers[at.MAX_FRONTIER] = bound + 1
    registers[at.DEEPEST_GENERATED] = bound
    registers[at.DEEPEST_EXPANDED] = max(0, bound - 1)


class DeviceIda(ResumableSearch):
    """IDA* on a graphics processor.

    Raises NoDeviceError where there is none, and ValueError for shapes that it cannot do.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        announce: Callable[[str, float | None], None] = lambda doing, fraction: None,
    ) -> None:
        super().__init__(conventions)
        from slidelab.kernels.gradient.gpu.device import find_device
        from slidelab.kernels.gradient.gpu.solver import DeviceSolver

        rows, cols = start.shape.rows, start.shape.cols
        tables = device_tables(rows, cols, goal.blank, announce)
        automaton = automaton_for(rows, cols, find_device().cache_bytes // 8)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        board = tuple(home[tile] for tile in start.state)
        self.solver = DeviceSolver(tables, automaton, [board])

    def advance(self, budget: int) -> int:
        """Search for a moment."""
        deadline = monotonic() + _SECONDS_A_SLICE
        self.solver.advance(going_on=lambda: monotonic() < deadline)
        search = self.solver.searches[0]
        _tell(self.registers, search.expanded, search.bound)
        return at.PAUSED if search.moves is None else at.FOUND

    def _path(self) -> list[Move]:
        return list(parse_moves(self.solver.searches[0].moves or ""))

    def load(self) -> None:
        """Kernels are compiled with the first launch."""


def device_tables(
    rows: int,
    cols: int,
    blank: int,
    announce: Callable[[str, float | None], None] = lambda doing, fraction: None,
) -> Any:
    """The tables on the graphics processor for one shape and goal; the last ones are kept."""
    from slidelab.kernels.gradient.gpu.device import find_device
    from slidelab.kernels.gradient.gpu.records import Layout
    from slidelab.kernels.gradient.gpu.solver import reserve
    from slidelab.kernels.gradient.gpu.tables import DeviceTables

    key = rows, cols, blank
    if key not in _on_device:
        _on_device.clear()
        device = find_device()
        partitions = drawn_partitions(rows, cols, blank) or [usual_partition(rows, cols, blank)]
        arrangements = [Arrangement.of(each, rows, cols, blank) for each in partitions]
        keep_free = reserve(device, Layout.of(arrangements[0]).width)
        _on_device[key] = DeviceTables(device, arrangements, keep_free, announce)
    return _on_device[key]
