"""Shortest solutions of many boards on a device: bound after bound, tables against tables.

For each board all sets of tables begin; after the first bound that costs something the cheapest
goes on alone. Before a bound that will take long a beam looks for its solution.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import Any, NamedTuple

from numpy.typing import NDArray

from slidelab.puzzle import Board, Shape
from slidelab.system.progress import in_background, start_in_background
from slidelab24.gpu.beam import DeviceBeam
from slidelab24.gpu.device import Device, find_device
from slidelab24.gpu.device_tables import DeviceTables
from slidelab24.gpu.queue import LONGEST, DeviceQueue
from slidelab24.gpu.records import MOST_MOVES, DeviceJob, RecordLayout
from slidelab24.patterns import Arrangement, Pattern, name_by_homes, partitions_for
from slidelab24.proof import Progress
from slidelab24.run import ProofRun
from slidelab24.sequences import Automaton, open_automaton


class SolverSizes(NamedTuple):
    """How long launches are, how long sets of tables compete, and when a beam is worth its time."""

    most_steps: int = LONGEST
    """Steps of a launch at most."""
    contest_nodes: int = 30_000_000
    """Sets of tables compete until a bound takes more nodes than this with one of them."""
    beam_share: int = 10_000
    """Expected nodes of a bound for each board that its beam keeps per depth."""
    least_beam: int = 1 << 18


USUAL_SIZES = SolverSizes()

MOST_BEAM = 1 << 25
NARROWEST_BEAM = 1 << 12
"""The least width of a beam that is narrower than it should be because memory is short."""

ROOM_FOR_BEAM = 0.25
"""Share of a device's memory that a beam may take."""

DRIVER_BYTES = 256 << 20
"""What the driver itself takes of a device's memory."""

SECONDS_OF_WAITING = 0.02
"""How long a step waits for kernels that are being compiled."""


@dataclass(eq=False)
class BoardSearch(Progress):
    """The progress of one board."""

    estimates: list[int] = field(default_factory=list)
    """The estimates of the board by all sets of tables, in all views."""
    jobs: list[DeviceJob] = field(default_factory=list)
    """One for each set of tables that still competes."""
    running: int = 0
    """Jobs whose present bound is not done."""
    seconds: float = 0.0
    """When the solution was known, counted from the beginning of the search."""


class DeviceSolver:
    """The search for shortest solutions of several boards, their tiles named by their homes."""

    def __init__(
        self,
        tables: DeviceTables,
        automaton: Automaton,
        boards: Sequence[tuple[int, ...]],
        sizes: SolverSizes = USUAL_SIZES,
    ) -> None:
        self.tables = tables
        sets = len(tables.arrangements)
        self.queue = DeviceQueue(tables, automaton, len(boards) * sets, sizes.most_steps)
        self._sizes = sizes
        self._is_beam_begun = False
        self._waiting: deque[BoardSearch] = deque()
        """The boards for which a beam is to be tried."""
        self.spent = 0.0
        """Seconds of searching."""
        self.searches: list[BoardSearch] = []
        for number, (board, starts) in enumerate(zip(boards, tables.starts(boards), strict=True)):
            estimates = [value for start in starts for value in start.estimates]
            bound = max(estimates)
            jobs = [
                DeviceJob(number * sets + each, board, each, start, bound)
                for each, start in enumerate(starts)
            ]
            search = BoardSearch(board, bound, estimates=estimates, jobs=jobs)
            self.searches.append(search)
            if search.moves is None:
                self._begin(search)
        self._jobs = [job for search in self.searches for job in search.jobs]
        self._owner = {job.number: search for search in self.searches for job in search.jobs}

    @property
    def solved(self) -> bool:
        """Return whether all boards are solved."""
        return all(search.moves is not None for search in self.searches)

    def step(self) -> bool:
        """Do one launch, or some depths of a beam; return whether all boards are solved."""
        began, done = monotonic(), []
        # While the beam is compiled, other boards are searched.
        if self._waiting and _is_ready(self._beam):
            self._advance_beam(self._beam.result())
        elif self.queue.begun and _is_ready(self._loading):
            done = self.queue.launch()
        self.spent += monotonic() - began
        for job in done:
            search = self._owner[job.number]
            search.running -= 1
            if search.moves is None and job.moves is not None:
                self._finish(search, job)
            elif search.moves is None and not search.running:
                self._next_bound(search)
        return self.solved

    def nodes(self, search: BoardSearch) -> int:
        """Return the nodes expanded at the present bound, by all sets of tables."""
        if search.moves is not None or not search.running:
            return 0
        nodes = self.queue.nodes()
        return sum(int(nodes[job.number]) for job in search.jobs)

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return what another solver of these boards needs to go on: plain values, and arrays."""
        arrays = self.queue.state()
        notes = {
            "spent": self.spent,
            "searches": [
                vars(search) | {"jobs": [job.number for job in search.jobs]}
                for search in self.searches
            ],
            "jobs": [[job.bound, job.nodes, job.moves] for job in self._jobs],
            "begun": [job.number for job in self.queue.begun],
        }
        return notes, arrays

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another solver."""
        self.spent = notes["spent"]
        for job, kept in zip(self._jobs, notes["jobs"], strict=True):
            job.bound, job.nodes, job.moves = kept
        for search, kept in zip(self.searches, notes["searches"], strict=True):
            search.restore(kept | {"jobs": [self._jobs[number] for number in kept["jobs"]]})
        self.queue.restore([self._jobs[number] for number in notes["begun"]], arrays)
        self._waiting = deque(s for s in self.searches if s.moves is None and not s.running)

    def _begin(self, search: BoardSearch) -> None:
        for job in search.jobs:
            job.bound = search.bound
            self.queue.add(job)
        search.running = len(search.jobs)

    def _next_bound(self, search: BoardSearch) -> None:
        nodes = [job.nodes for job in search.jobs]
        best = search.jobs[nodes.index(min(nodes))]
        if max(nodes) > self._sizes.contest_nodes:
            search.jobs = [best]
        search.expanded += sum(nodes) - best.nodes
        search.finish_bound(best.nodes, None, best.tables)
        if (search.expected or 0) // self._sizes.beam_share < self._sizes.least_beam:
            self._begin(search)
        else:
            self._waiting.append(search)

    def _finish(self, search: BoardSearch, job: DeviceJob) -> None:
        search.finish_bound(job.nodes, job.moves, job.tables)
        search.seconds = self.spent
        for other in search.jobs:
            if other is not job:
                self.queue.drop(other)

    def _advance_beam(self, beam: DeviceBeam | None) -> None:
        """Look for a solution of the first board that waits for it; then its bound begins."""
        search, path = self._waiting[0], None
        if beam is not None:
            if not self._is_beam_begun:
                width = (search.expected or 0) // self._sizes.beam_share
                beam.begin(search.board, search.estimates, search.bound, width)
            self._is_beam_begun = not beam.advance()
            if self._is_beam_begun:
                return
            path, nodes = beam.answer()
            search.beam_expanded += nodes
        self._waiting.popleft()
        if path is None:
            self._begin(search)
        else:
            search.moves, search.seconds = path, self.spent

    @cached_property
    def _loading(self) -> Future[None]:
        """Return the work of compiling the queue's kernels, begun at the first use."""
        return start_in_background(self.queue.load)

    @cached_property
    def _beam(self) -> Future[DeviceBeam | None]:
        """Return the work of making the beam, begun at the first use."""
        return start_in_background(self._make_beam)

    def _make_beam(self) -> DeviceBeam | None:
        """Return a beam as wide as there is room for, if it is worth its memory."""
        width = beam_width(self.tables.device, self.tables.layout.shape.rows)
        if not width:
            return None
        beam = DeviceBeam(self.tables, width, MOST_MOVES)
        beam.load()
        return beam


def _is_ready(work: Future[Any]) -> bool:
    """Wait a moment for work and return whether it is done; raises what the work raises."""
    is_done = bool(wait([work], SECONDS_OF_WAITING).done)
    if is_done:
        work.result()
    return is_done


def beam_width(device: Device, rows: int) -> int:
    """Return the boards per depth for which the device has room; 0 if a beam is not worth it."""
    room = int(device.free_bytes() * ROOM_FOR_BEAM)
    width = MOST_BEAM
    while DeviceBeam.memory_needed(rows, width, MOST_MOVES) > room:
        width //= 2
    return width if width >= NARROWEST_BEAM else 0


_on_device: dict[tuple[Shape, int], DeviceTables] = {}


def open_tables(shape: Shape, blank: int) -> DeviceTables:
    """Return the tables on the graphics processor for one shape and goal; the last ones are kept.

    Raises NoDeviceError where there is none or if it lacks the memory.
    """
    key = shape, blank
    if key not in _on_device:
        _on_device.clear()
        device = in_background("looking for a graphics processor", find_device)
        arrangements = [Arrangement.of(each, shape, blank) for each in partitions_for(shape, blank)]
        queue = DeviceQueue.memory_needed(device, RecordLayout.of(arrangements[0]).width)
        _on_device[key] = DeviceTables(device, arrangements, queue + DRIVER_BYTES)
    return _on_device[key]


class DeviceSearch(ProofRun):
    """The search for a shortest solution of one board on a device.

    Raises NoDeviceError where there is no graphics processor, or for shapes that it cannot do.
    """

    def __init__(self, start: Board, goal: Board) -> None:
        tables, automaton = open_tables(start.shape, goal.blank), open_automaton()
        board = name_by_homes(start, goal)
        self.solver = in_background(
            "compiling for the graphics processor", lambda: DeviceSolver(tables, automaton, [board])
        )
        self.search = self.solver.searches[0]
        super().__init__(start, goal, self.search, tables.arrangements, automaton)

    @property
    def nodes(self) -> int:
        """Return the nodes expanded at the present bound."""
        return self.solver.nodes(self.search)

    def advance(self) -> None:
        """Do one launch, or some depths of a beam."""
        self.solver.step()

    def checksum(self, table: Pattern) -> str:
        """Return the checksum of one of the tables."""
        return self.solver.tables.checksum(table)

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return what another search needs to go on: plain values, and arrays."""
        return self.solver.state()

    def restore(self, notes: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
        """Go on from the state of another search of this board."""
        self.solver.restore(notes, arrays)
