"""Shortest solutions of many boards on a device, bound after bound.

For each board all sets of tables begin; after the first bound that costs something the cheapest
goes on alone. Before a bound that will take long a beam looks for its solution.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, wait
from functools import cache, cached_property

from slidelab.puzzle import Board
from slidelab.system.progress import in_background, report_progress, until_done
from slidelab24.gpu.beam import DeviceBeam
from slidelab24.gpu.device import Device
from slidelab24.gpu.queue import LONGEST, DeviceQueue
from slidelab24.gpu.tables import DeviceTables
from slidelab24.patterns import PARTITIONS
from slidelab24.problem import pose
from slidelab24.run import Progress, ProofRun, name_by_homes
from slidelab24.sequences import Automaton, open_automaton

CONTEST_NODES = 30_000_000
"""Sets of tables compete until a bound takes more nodes than this with one of them."""
BEAM_SHARE = 10_000
"""Expected nodes of a bound for each board that its beam keeps per depth."""
LEAST_BEAM = 1 << 18
"""The narrowest beam that is worth its time."""

_SECONDS_OF_WAITING = 0.02


class DeviceSolver:
    """The search for shortest solutions of several boards, their tiles named by their homes."""

    def __init__(
        self,
        tables: DeviceTables,
        automaton: Automaton,
        boards: Sequence[tuple[int, ...]],
        most_steps: int = LONGEST,
    ) -> None:
        self._tables, sets = tables, len(tables.sets)
        by_set = [pose(boards, each, automaton) for each in tables.sets]
        self._problems = [problem for of_board in zip(*by_set, strict=True) for problem in of_board]
        """Those of the first board with each set of tables, then those of the second, and so on."""
        self.queue = DeviceQueue(tables, self._problems, automaton, most_steps)
        self.queue.load()
        self.searches: list[Progress] = []
        self._jobs: list[list[int]] = []
        """For each board, the numbers of the problems that still compete."""
        self._done: list[dict[int, int]] = [{} for _ in boards]
        """The nodes of those that are done with the current bound."""
        self._waiting: deque[int] = deque()
        """The boards for which a beam is to be tried, the first one perhaps right now."""
        self._is_beam_begun = False
        for number, board in enumerate(boards):
            self._jobs.append([*range(number * sets, (number + 1) * sets)])
            estimates = [self._problems[job].estimates for job in self._jobs[number]]
            self.searches.append(Progress(board, max(map(max, estimates))))
            if self.searches[number].moves is None:
                self._begin(number)

    def step(self) -> bool:
        """Do one launch, or some depths of a beam; return whether all boards are solved."""
        # While the beam is compiled, other boards are searched.
        if self._waiting and wait([self._beam], _SECONDS_OF_WAITING).done:
            self._advance_beam(self._beam.result())
        elif self.queue.begun:
            for job, nodes, moves in self.queue.launch():
                self._finish(job, nodes, moves)
        return all(search.moves is not None for search in self.searches)

    def nodes(self, number: int) -> int:
        """Return the nodes expanded within the current bound of a board, by the best tables."""
        jobs, nodes = self._jobs[number], self.queue.nodes()
        return min(int(nodes[job]) for job in jobs) if self.queue.begun else 0

    def _begin(self, number: int) -> None:
        self.queue.begin(self._jobs[number], self.searches[number].bound)

    def _finish(self, job: int, nodes: int, moves: str | None) -> None:
        """Note that a job is done with its bound; begin the next one if all of its board are."""
        number = job // len(self._tables.sets)
        search, jobs, done = self.searches[number], self._jobs[number], self._done[number]
        if search.moves is not None:  # by another set of tables
            return
        done[job] = nodes
        if moves is not None:
            for other in jobs:
                self.queue.drop(other)
        elif len(done) < len(jobs):
            return
        else:
            job = min(jobs, key=lambda each: done[each])
            if max(done.values()) > CONTEST_NODES:
                self._jobs[number] = [job]
        search.finish_bound(done[job], moves, self._problems[job].tables)
        done.clear()
        if moves is None and search.expected // BEAM_SHARE < LEAST_BEAM:
            self._begin(number)
        elif moves is None:
            self._waiting.append(number)

    def _advance_beam(self, beam: DeviceBeam) -> None:
        """Look for a solution of the first board that waits for it; then its bound begins."""
        number = self._waiting[0]
        search, sets = self.searches[number], len(self._tables.sets)
        if not self._is_beam_begun:
            problems = self._problems[number * sets : (number + 1) * sets]
            beam.begin(problems, search.bound, search.expected // BEAM_SHARE)
        self._is_beam_begun = not beam.advance()
        if self._is_beam_begun:
            return
        self._waiting.popleft()
        search.moves, nodes = beam.answer()
        search.beam_expanded += nodes
        if search.moves is None:
            self._begin(number)

    @cached_property
    def _beam(self) -> Future[DeviceBeam]:
        """Return the work of making and compiling the beam, begun at the first use."""
        return in_background(lambda: DeviceBeam(self._tables))


@cache
def open_tables() -> DeviceTables:
    """Return the tables on the graphics processor; they stay there.

    Raises NoDeviceError where there is none or if it lacks the memory.
    """
    device = in_background(Device)
    for _ in until_done(device):
        report_progress("looking for a graphics processor")
    return DeviceTables(device.result(), PARTITIONS)


class DeviceSearch(ProofRun):
    """The search for a shortest solution of one board on a device.

    Raises NoDeviceError where there is no graphics processor.
    """

    def __init__(self, start: Board, goal: Board) -> None:
        board = name_by_homes(start, goal)
        tables, automaton = open_tables(), open_automaton()
        solver = in_background(lambda: DeviceSolver(tables, automaton, [board]))
        for _ in until_done(solver):
            report_progress("compiling for the graphics processor")
        self._solver = solver.result()
        super().__init__(start, goal, self._solver.searches[0], tables.sets, automaton)

    @property
    def nodes(self) -> int:
        """Return the nodes expanded within the current bound."""
        return self._solver.nodes(0)

    def search_on(self) -> None:
        """Do one launch, or some depths of a beam."""
        self._solver.step()
