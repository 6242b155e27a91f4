"""Shortest solutions of many boards on a device: bound after bound, tables against tables.

For each board all sets of tables begin; after the first bound that costs something the cheapest
goes on alone. Before a bound that will take long a beam looks for its solution.
"""

import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from numpy.typing import NDArray

from slidelab.puzzle import Board, Shape
from slidelab.system.progress import Cancelled, in_background, start_in_background
from slidelab24.gpu.beam import LOOK_EVERY, DeviceBeam
from slidelab24.gpu.device import Device, find_device
from slidelab24.gpu.device_tables import DeviceTables
from slidelab24.gpu.queue import DeviceQueue
from slidelab24.gpu.records import MOST_MOVES, DeviceJob, RecordLayout
from slidelab24.outlook import Outlook
from slidelab24.patterns import Arrangement, partitions_for
from slidelab24.proof import OptimalityProof
from slidelab24.sequences import Automaton, open_automaton


class SolverSizes(NamedTuple):
    """How long sets of tables compete, and from when on a beam is worth its time."""

    contest_nodes: int = 30_000_000
    """Sets of tables compete until a bound takes more nodes than this with one of them."""
    beam_share: int = 10_000
    """Expected nodes of a bound for each board that its beam keeps per depth."""
    least_beam: int = 1 << 18
    depths_between_looks: int = LOOK_EVERY
    """Depths of a narrow beam between two looks at the clock."""


USUAL_SIZES = SolverSizes()

MOST_BEAM = 1 << 25
NARROWEST_BEAM = 1 << 12
"""The least width of a beam that is narrower than it should be because memory is short."""

ROOM_FOR_BEAM = 0.25
"""Share of a device's memory that a beam may take."""

DRIVER_BYTES = 256 << 20
"""What the driver itself takes of a device's memory."""

SECONDS_BETWEEN_LOOKS = 0.02


@dataclass(eq=False)
class BoardSearch:
    """The progress of one board."""

    board: tuple[int, ...]
    estimates: list[int]
    """The estimates of the board by all sets of tables, in all views."""
    bound: int
    """No solution has fewer moves."""
    jobs: list[DeviceJob]
    """One for each set of tables that still competes."""
    moves: str | None = None
    searched: list[tuple[int, int]] = field(default_factory=list)
    """The bounds that were searched, with the nodes of the cheapest set of tables."""
    proved_by: list[int] = field(default_factory=list)
    """The set of tables that each of these bounds was searched with."""
    other_nodes: int = 0
    """Nodes that other sets of tables expanded."""
    beam_nodes: int = 0
    seconds: float = 0.0
    """When the solution was known, counted from the beginning of the search."""
    running: int = 0
    """Jobs whose present bound is not done."""

    @property
    def expanded(self) -> int:
        """Return the nodes of all bounds that are done, those of beams left out."""
        return sum(nodes for _, nodes in self.searched) + self.other_nodes

    def notes(self) -> dict[str, Any]:
        """Return the progress as plain values."""
        return vars(self) | {"jobs": [job.number for job in self.jobs]}

    def restore(self, notes: dict[str, Any], jobs: Sequence[DeviceJob]) -> None:
        """Go on where another search of the same board stood."""
        vars(self).update(notes, board=self.board)
        self.searched = [(bound, nodes) for bound, nodes in self.searched]
        self.jobs = [jobs[number] for number in notes["jobs"]]

    def expected(self) -> int:
        """Return the nodes of the next bound, if it grows as the last one did."""
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
        sizes: SolverSizes = USUAL_SIZES,
    ) -> None:
        self.tables, self.automaton = tables, automaton
        sets = len(tables.arrangements)
        self.queue = DeviceQueue(
            tables, automaton, len(boards) * sets, first_only=first_only, steps=steps
        )
        self._sizes = sizes
        self._is_beam_begun = False
        self._waiting: deque[BoardSearch] = deque()
        """The boards for which a beam is to be tried."""
        self.spent = 0.0
        """Seconds of searching."""
        self.searches: list[BoardSearch] = []
        goal = tuple(range(len(boards[0]))) if boards else ()
        for number, (board, starts) in enumerate(zip(boards, tables.starts(boards), strict=True)):
            estimates = [value for start in starts for value in start.estimates]
            bound = max(estimates)
            jobs = [
                DeviceJob(number * sets + each, board, each, start, bound)
                for each, start in enumerate(starts)
            ]
            search = BoardSearch(board, estimates, bound, jobs)
            self.searches.append(search)
            if board == goal:
                search.moves = ""
            else:
                self._begin(search)
        self._jobs = [job for search in self.searches for job in search.jobs]
        self._owner = {job.number: search for search in self.searches for job in search.jobs}

    @property
    def solved(self) -> bool:
        """Return whether all boards are solved."""
        return all(search.moves is not None for search in self.searches)

    def advance(self, seconds: float = float("inf"), cancelled: Cancelled = lambda: False) -> bool:
        """Work for about `seconds` or until cancelled; return whether all boards are solved."""
        deadline = time.monotonic() + seconds

        def is_over() -> bool:
            return cancelled() or time.monotonic() >= deadline

        while not self.solved and not is_over():
            began, done = time.monotonic(), []
            # While the beam is compiled, other boards are searched.
            wait_no_longer = (lambda: True) if self.queue.begun else is_over
            if self._waiting and _is_done(self._beam, wait_no_longer):
                self._advance_beam(self._beam.result(), is_over)
            elif self.queue.begun and _is_done(self._loading, is_over):
                done = self.queue.launch()
            self.spent += time.monotonic() - began
            for job in done:
                search = self._owner[job.number]
                search.running -= 1
                if search.moves is None and job.moves is not None:
                    self._finish(search, job)
                elif search.moves is None and not search.running:
                    self._next_bound(search)
        return self.solved

    def proof(self, search: BoardSearch) -> OptimalityProof:
        """Return what was proved of a board; raises ValueError if its path does not solve it."""
        tables, sets = self.tables, sorted(set(search.proved_by))
        bounds = zip(search.searched, search.proved_by, strict=True)
        used = dict.fromkeys(table for each in sets for table in tables.arrangements[each].tables)
        return OptimalityProof.of(
            search.board,
            tables.arrangements[0],
            self.automaton,
            search.moves,
            bounds=tuple((bound, nodes, sets.index(each)) for (bound, nodes), each in bounds),
            partitions=tuple(tables.arrangements[each].partition for each in sets),
            tables=tuple((table.name, tables.checksum(table)) for table in used),
            beam_expanded=search.beam_nodes,
        )

    def describe(self) -> dict[str, Any]:
        """Return the problem: solvers with the same description have the same bounds to search."""
        arrangements = self.tables.arrangements
        return {
            "engine": "gpu",
            "boards": [list(search.board) for search in self.searches],
            "rows": self.tables.layout.shape.rows,
            "goal_blank": arrangements[0].blank,
            "partitions": [[list(cells) for cells in each.partition] for each in arrangements],
            "automaton_moves": self.automaton.longest,
        }

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return what another solver of these boards needs to go on: plain values, and arrays."""
        arrays = self.queue.state()
        notes = {
            "spent": self.spent,
            "searches": [search.notes() for search in self.searches],
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
            search.restore(kept, self._jobs)
        self.queue.restore([self._jobs[number] for number in notes["begun"]], arrays)
        self._waiting = deque(s for s in self.searches if s.moves is None and not s.running)

    def present_nodes(self, search: BoardSearch) -> int:
        """Return the nodes expanded at the present bound, by all sets of tables."""
        if search.moves is not None or not search.running:
            return 0
        nodes = self.queue.nodes()
        return sum(int(nodes[job.number]) for job in search.jobs)

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
        search.searched.append((search.bound, min(nodes)))
        search.proved_by.append(best.tables)
        search.other_nodes += sum(nodes) - min(nodes)
        search.bound += 2
        if search.expected() // self._sizes.beam_share < self._sizes.least_beam:
            self._begin(search)
        else:
            self._waiting.append(search)

    def _finish(self, search: BoardSearch, job: DeviceJob) -> None:
        search.moves, search.seconds = job.moves, self.spent
        search.searched.append((search.bound, job.nodes))
        search.proved_by.append(job.tables)
        for other in search.jobs:
            if other is not job:
                self.queue.drop(other)

    def _advance_beam(self, beam: DeviceBeam | None, cancelled: Cancelled) -> None:
        """Look for a solution of the first board that waits for it; then its bound begins."""
        search, path = self._waiting[0], None
        if beam is not None:
            if not self._is_beam_begun:
                width = search.expected() // self._sizes.beam_share
                beam.begin(search.board, search.estimates, search.bound, width)
            self._is_beam_begun = not beam.advance(cancelled)
            if self._is_beam_begun:
                return
            path, nodes = beam.answer()
            search.beam_nodes += nodes
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
        beam = DeviceBeam(self.tables, width, MOST_MOVES, self._sizes.depths_between_looks)
        beam.load()
        return beam


def _is_done(work: Future[Any], cancelled: Cancelled) -> bool:
    """Wait for work and return whether it is done; raises what the work raises."""
    while not wait([work], SECONDS_BETWEEN_LOOKS).done:
        if cancelled():
            return False
    work.result()
    return True


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


class DeviceSearch:
    """The search for a shortest solution of one board, as `GradientSearch` is one on the CPU.

    Raises NoDeviceError where there is no graphics processor, or for shapes that it cannot do.
    """

    def __init__(self, start: Board, goal: Board) -> None:
        tables, automaton = open_tables(start.shape, goal.blank), open_automaton()
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        board = tuple(home[tile] for tile in start.state)
        self.solver = in_background(
            "compiling for the graphics processor", lambda: DeviceSolver(tables, automaton, [board])
        )
        self.describe, self.state = self.solver.describe, self.solver.state
        self._bound = self._search.bound
        self._rate_from = 0.0, 0

    @property
    def _search(self) -> BoardSearch:
        return self.solver.searches[0]

    @property
    def moves(self) -> str | None:
        """Return the blank's moves of the solution, once there is one."""
        return self._search.moves

    @property
    def bound(self) -> int:
        """Return the number of moves that every solution needs."""
        return self._search.bound

    @property
    def expanded(self) -> int:
        """Return the nodes expanded so far."""
        return self._search.expanded + self.solver.present_nodes(self._search)

    def advance(self, seconds: float, nodes: int) -> bool:
        """Search for about some seconds; return whether it is solved."""
        solved = self.solver.advance(seconds)
        search = self._search
        if search.bound != self._bound or not search.running:  # a beam looks first
            self._bound, self._rate_from = search.bound, (self.solver.spent, 0)
        return solved

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another search."""
        self.solver.restore(notes, arrays)
        self._bound = self._search.bound
        self._rate_from = self.solver.spent, self.solver.present_nodes(self._search)

    def outlook(self) -> Outlook:
        """Return how far the present bound is."""
        nodes = self.solver.present_nodes(self._search)
        seconds, before = self._rate_from
        spent = self.solver.spent - seconds
        rate = (nodes - before) / spent if spent > 0 else 0.0
        return Outlook(self._search.bound, nodes, rate, self._search.expected())

    def proof(self) -> OptimalityProof:
        """Return what was proved; raises ValueError if the search is not finished."""
        return self.solver.proof(self._search)
