"""Shortest solutions of many boards on a device: bound after bound, tables against tables.

For each board all sets of tables begin; after the first bound that costs something the cheapest
goes on alone. Before a bound that will take long a beam looks for its solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from slidelab.kernels.cycles import Automaton
from slidelab.kernels.gradient.gpu.beaming import DeviceBeam
from slidelab.kernels.gradient.gpu.device import Device
from slidelab.kernels.gradient.gpu.queue import DeviceQueue, Job
from slidelab.kernels.gradient.gpu.records import MOST_MOVES
from slidelab.kernels.gradient.gpu.tables import DeviceTables

CONTEST_NODES = 30_000_000
"""Sets of tables compete until a bound takes more nodes than this with one of them."""

BEAM_SHARE = 10_000
"""A bound expected to take so many nodes is worth a beam that keeps one board a depth."""

LEAST_BEAM, MOST_BEAM = 1 << 18, 1 << 25

ROOM_FOR_BEAM = 0.25
"""Share of a device's memory that a beam may take."""


@dataclass(eq=False)
class BoardSearch:
    """How far one board is."""

    board: tuple[int, ...]
    estimates: list[int]
    """The estimates of the board by all sets of tables, in all views."""
    bound: int
    """No solution has fewer moves."""
    jobs: list[Job]
    """Those of the sets of tables that are still in the race."""
    moves: str | None = None
    searched: list[tuple[int, int]] = field(default_factory=list)
    """The bounds that were searched, with the nodes that the last set of the race expanded."""
    other_nodes: int = 0
    """Nodes that other sets of tables expanded."""
    beam_nodes: int = 0
    seconds: float = 0.0
    """When the solution was known, counted from the beginning of the search."""
    running: int = 0
    """Jobs whose present bound is not done."""

    @property
    def expanded(self) -> int:
        """Nodes of all bounds that are done, those of beams left out."""
        return sum(nodes for _, nodes in self.searched) + self.other_nodes

    def expected(self) -> int:
        """Nodes of the next bound, if it grows as the last one did."""
        if len(self.searched) < 2:
            return 0
        (_, before), (_, last) = self.searched[-2:]
        return last * last // before


class DeviceSolver:
    """The search for shortest solutions of several boards, their tiles named by their homes."""

    def __init__(
        self,
        tables: DeviceTables,
        automaton: Automaton,
        boards: Sequence[tuple[int, ...]],
        *,
        steps: int | None = None,
        first_only: bool = True,
        least_beam: int = LEAST_BEAM,
    ) -> None:
        self.tables = tables
        sets = len(tables.arrangements)
        self.queue = DeviceQueue(
            tables, automaton, len(boards) * sets, first_only=first_only, steps=steps
        )
        self._least_beam = least_beam
        self._beam: DeviceBeam | None = None
        self._spent = 0.0
        self.searches: list[BoardSearch] = []
        goal = tuple(range(len(boards[0]))) if boards else ()
        for number, (board, starts) in enumerate(zip(boards, tables.starts(boards), strict=True)):
            estimates = [value for start in starts for value in start.estimates]
            bound = max(estimates)
            jobs = [
                Job(number * sets + each, board, each, *start, bound)
                for each, start in enumerate(starts)
            ]
            search = BoardSearch(board, estimates, bound, jobs)
            self.searches.append(search)
            if board == goal:
                search.moves = ""
            else:
                self._begin(search)
        self._owner = {job.number: search for search in self.searches for job in search.jobs}

    @property
    def solved(self) -> bool:
        """Whether all boards are."""
        return all(search.moves is not None for search in self.searches)

    def advance(
        self, seconds: float = float("inf"), going_on: Callable[[], bool] = lambda: True
    ) -> bool:
        """Work for about so long, or until ``going_on`` says no; whether all boards are solved."""
        began = time.monotonic()
        before = self._spent
        while not self.solved and going_on() and time.monotonic() - began < seconds:
            for job in self.queue.launch():
                search = self._owner[job.number]
                search.running -= 1
                self._spent = before + time.monotonic() - began
                if search.moves is None and job.moves is not None:
                    self._finish(search, job)
                elif search.moves is None and not search.running:
                    self._next_bound(search)
            self._spent = before + time.monotonic() - began
        return self.solved

    def _begin(self, search: BoardSearch) -> None:
        for job in search.jobs:
            job.bound = search.bound
            self.queue.add(job)
        search.running = len(search.jobs)

    def _next_bound(self, search: BoardSearch) -> None:
        nodes = [job.searched[-1][1] for job in search.jobs]
        best = search.jobs[nodes.index(min(nodes))]
        if max(nodes) > CONTEST_NODES:
            search.jobs = [best]
        search.searched.append((search.bound, min(nodes)))
        search.other_nodes += sum(nodes) - min(nodes)
        search.bound += 2
        if not self._solved_by_beam(search):
            self._begin(search)

    def _finish(self, search: BoardSearch, job: Job) -> None:
        search.moves, search.seconds = job.moves, self._spent
        search.searched.append((search.bound, job.searched[-1][1]))
        for other in search.jobs:
            if other is not job:
                self.queue.drop(other)

    def _solved_by_beam(self, search: BoardSearch) -> bool:
        width = search.expected() // BEAM_SHARE
        if width < self._least_beam:
            return False
        if self._beam is None:
            self._beam = DeviceBeam(self.tables, self._beam_width(), MOST_MOVES)
        path, nodes = self._beam.solution(search.board, search.estimates, search.bound, width)
        search.beam_nodes += nodes
        if path is not None:
            search.moves, search.seconds = path, self._spent
        return path is not None

    def _beam_width(self) -> int:
        width, rows = MOST_BEAM, self.tables.layout.rows
        room = int(self.tables.device.free_bytes() * ROOM_FOR_BEAM)
        while DeviceBeam.memory_needed(rows, width, MOST_MOVES) > room and width > LEAST_BEAM:
            width //= 2
        return width


def reserve(device: Device, width: int) -> int:
    """Bytes to keep free beside the tables: for the queue and what the driver itself takes."""
    return DeviceQueue.memory_needed(device, width) + (256 << 20)
