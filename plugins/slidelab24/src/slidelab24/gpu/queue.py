"""One queue of records for many boards, and the launches that work it off.

Boards are searched side by side, each bound after bound; an easy board never waits for a hard one,
nor the device for an easy one. A board may be tried with several sets of tables: every set proves
the same, and after the first bounds that cost something the cheapest goes on alone.
"""

from collections.abc import Sequence
from functools import cache
from time import monotonic
from typing import Any

import numpy as np
from numba import uint32, uint64
from numpy.typing import NDArray

from slidelab24.gpu import search_kernel as kernel
from slidelab24.gpu.device import Device, Launch
from slidelab24.gpu.device_tables import DeviceTables
from slidelab24.gpu.records import PATH_WORDS, DeviceJob, read_path
from slidelab24.sequences import Automaton

BLOCKS_A_MULTIPROCESSOR = 3
RECORDS_A_THREAD = 64
"""Room for what a thread hands back; one that finds none goes on searching."""

SHORT, LONG = 300, 1500
"""Steps before threads leave because others are idle, with few records and with many."""

LONGEST, SHORTEST = 70_000, 64
"""Steps of a launch at most, and at least: a slow device has shorter launches."""

FIRST = 4000
"""Steps of the first launches, whose time tells how many others can have."""

LAUNCH_SECONDS = 0.25
"""The longest launch: a search can be stopped after each."""

IDLE_SHARE = 0.15


class DeviceQueue:
    """Records of all jobs in the memory of a device.

    `add` puts the root of a job's present bound into the queue, `launch` works for a moment and
    returns the jobs whose bound is done: with its first solution, or without one.
    """

    def __init__(
        self, tables: DeviceTables, automaton: Automaton, jobs: int, most_steps: int = LONGEST
    ) -> None:
        device = self.device = tables.device
        self.tables, self.layout = tables, tables.layout
        single = device.threads_in_block == 1
        self.blocks = 1 if single else BLOCKS_A_MULTIPROCESSOR * device.multiprocessors
        self.threads = self.blocks * device.threads_in_block
        self._most_steps = most_steps
        self.steps = min(FIRST, self._most_steps)
        """Steps of the next launch."""
        self.capacity = max(4096, 2 * RECORDS_A_THREAD * self.threads) + jobs
        self._allowed = automaton.allowed
        self._follow = device.upload(automaton.follow)
        shape = (self.capacity, self.layout.width)
        self._records = device.zeros(shape, np.uint32)
        self._handed = device.zeros(shape, np.uint32)
        self.count = 0
        """Records waiting."""
        self._bounds = device.zeros(jobs, np.uint32)
        self._nodes = device.zeros(jobs, np.uint64)
        self._solved = device.zeros(jobs, np.uint32)
        self._paths = device.zeros((jobs, PATH_WORDS), np.uint32)
        self._of_jobs = self._bounds, self._nodes, self._solved, self._paths
        self._control = device.zeros(kernel.CONTROLS, np.uint32)
        self._waiting = device.zeros(jobs, np.uint32)
        self._jobs: dict[int, DeviceJob] = {}
        self._new: list[DeviceJob] = []
        self._search = kernel.search_kernel(device, self.layout, len(tables.arrangements))
        self._mark = _mark_kernel(device, self.layout.slack)

    @staticmethod
    def memory_needed(device: Device, width: int) -> int:
        """Return the bytes of the queue on a device, the automaton included."""
        threads = BLOCKS_A_MULTIPROCESSOR * device.multiprocessors * device.threads_in_block
        return 2 * 2 * RECORDS_A_THREAD * threads * width * 4 + (64 << 20)

    def add(self, job: DeviceJob) -> None:
        """Begin the job's present bound with the next launch."""
        self._jobs[job.number] = job
        self._new.append(job)

    def _enter(self) -> None:
        """Put the roots of new jobs into the queue, at the end where they are taken first."""
        if not self._new:
            return
        device = self.device
        bounds, nodes = device.download(self._bounds), device.download(self._nodes)
        solved = device.download(self._solved)
        for job in self._new:
            bounds[job.number], nodes[job.number], solved[job.number] = job.bound, 0, 0
        device.write(self._bounds, bounds)
        device.write(self._nodes, nodes)
        device.write(self._solved, solved)
        arrangements = self.tables.arrangements
        roots = np.stack(
            [job.root(self.layout, arrangements[job.tables], self._allowed) for job in self._new]
        )
        device.write(self._records[self.count : self.count + len(roots)], roots)
        self.count += len(roots)
        self._new.clear()

    def load(self) -> None:
        """Compile the kernels, by launches that find nothing to do."""
        self._run(0, 0)
        self._mark(1, self._records, np.uint32(0), self._waiting)

    def launch(self) -> list[DeviceJob]:
        """Work for a moment; return the jobs whose bound is done."""
        device = self.device
        self._enter()
        # What is handed back must fit beside what is not taken; who finds no room works on.
        room = min(self.capacity // 2, self.capacity - self.count)
        began = monotonic()
        control = self._run(self.count, room)
        if not self._has_few:
            self._adapt(int(control[kernel.STEPS]), monotonic() - began)
        exported = min(int(control[kernel.EXPORTED]), room)
        left = max(0, self.count - int(control[kernel.TAKEN]))
        if left:
            device.write(self._handed[exported : exported + left], self._records[:left])
        self._records, self._handed = self._handed, self._records
        self.count = exported + left
        return self._done()

    @property
    def _has_few(self) -> bool:
        """Return whether most threads will find no record."""
        return self.count < self.threads // 4

    def _run(self, count: int, room: int) -> NDArray[np.uint32]:
        """Launch the kernel, wait for its end, and return the control words."""
        device = self.device
        device.write(self._control, np.zeros(kernel.CONTROLS, dtype=np.uint32))
        tables = self.tables.words, self._follow, self.tables.bits
        records = self._records, np.uint32(count), self._handed, np.uint32(room)
        shortest = SHORT if self._has_few else LONG
        limits = map(np.uint32, (shortest, self.steps, int(self.threads * IDLE_SHARE)))
        control = self._control, *limits, True
        self._search(self.blocks, *tables, *records, *self._of_jobs, *control)
        return device.download(self._control)

    def _adapt(self, steps: int, seconds: float) -> None:
        """Set the steps of the next launch so that it takes LAUNCH_SECONDS on this device."""
        suitable = int(steps * LAUNCH_SECONDS / max(seconds, 1e-6))
        self.steps = max(SHORTEST, min(suitable, 2 * self.steps, self._most_steps))

    def _done(self) -> list[DeviceJob]:
        device = self.device
        device.write(self._waiting, np.zeros(self._waiting.shape, dtype=np.uint32))
        if self.count:
            blocks = -(-self.count // device.threads_in_block)
            self._mark(blocks, self._records, np.uint32(self.count), self._waiting)
        waiting = device.download(self._waiting)
        done = [job for number, job in self._jobs.items() if not waiting[number]]
        if done:
            nodes, solved = device.download(self._nodes), device.download(self._solved)
            for job in done:
                del self._jobs[job.number]
                # The root was judged here, not by a thread.
                job.nodes = 1 + int(nodes[job.number])
                if solved[job.number]:
                    path = device.download(self._paths[job.number : job.number + 1])[0]
                    job.moves = read_path(path, job.bound)
        return done

    def nodes(self) -> NDArray[np.uint64]:
        """Return the nodes expanded so far at each job's present bound."""
        nodes = self.device.download(self._nodes)
        nodes[[job.number for job in self._new]] = 0  # those of the bound before
        return nodes

    @property
    def begun(self) -> list[DeviceJob]:
        """Return the jobs whose present bound is not done."""
        return list(self._jobs.values())

    def state(self) -> list[NDArray[Any]]:
        """Return the arrays that a search needs to go on: the records, and four for all jobs."""
        self._enter()
        records = np.zeros((0, self.layout.width), dtype=np.uint32)
        if self.count:
            records = self.device.download(self._records[: self.count])
        return [records, *map(self.device.download, self._of_jobs)]

    def restore(self, jobs: Sequence[DeviceJob], state: Sequence[NDArray[Any]]) -> None:
        """Go on from a state, its arrays flat; `jobs` are those that had begun a bound."""
        records, *others = state
        records = records.reshape(-1, self.layout.width)
        self._jobs = {job.number: job for job in jobs}
        self._new.clear()
        for target, array in zip(self._of_jobs, others, strict=True):
            self.device.write(target, array.reshape(target.shape))
        self.count = len(records)
        if self.count:
            self.device.write(self._records[: self.count], records)

    def drop(self, job: DeviceJob) -> None:
        """Give a job up; its records are skipped."""
        self.device.write(self._solved[job.number : job.number + 1], np.ones(1, dtype=np.uint32))
        self._jobs.pop(job.number, None)


@cache
def _mark_kernel(device: Device, slack_at: int) -> Launch:
    """Mark the jobs that have records."""
    cuda = device.cuda

    def mark(records: Any, count: Any, waiting: Any) -> None:
        at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
        while at < uint64(count):
            waiting[records[at, uint32(slack_at)] >> uint32(16)] = uint32(1)
            at += uint64(cuda.gridDim.x) * uint64(cuda.blockDim.x)

    return device.kernel(mark)
