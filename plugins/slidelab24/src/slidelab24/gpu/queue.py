"""One queue of records for many boards, and the launches that process it.

Boards are searched side by side, each bound after bound; an easy board never waits for a hard one,
nor the device for an easy one. A board may be tried with several sets of tables: every set proves
the same.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import uint32, uint64
from numpy.typing import NDArray

from slidelab24.gpu import search_kernel as kernel
from slidelab24.gpu.device import Device, Launch
from slidelab24.gpu.search_kernel import BITS_A_CELL, PATH_WORDS
from slidelab24.gpu.tables import DeviceTables
from slidelab24.patterns import COLS, MOVES
from slidelab24.problem import Problem
from slidelab24.sequences import Automaton

BLOCKS_A_MULTIPROCESSOR = 3
RECORDS_A_THREAD = 64
"""Room for what a thread hands back; one that finds none goes on searching."""

SHORT, LONG = 300, 1500
"""Steps before threads leave because others are idle, with few records and with many."""

LONGEST = 40_000
"""Steps of a launch at most: a quarter of a second on a large device. A search can be stopped
after each launch."""

IDLE_SHARE = 0.15


class DeviceQueue:
    """Records of all jobs in the memory of a device.

    A job is one board with one set of tables: `problems` has all jobs of the first board, then
    those of the second, and so on. `begin` puts the root of a job into the queue, `launch` works
    for a moment and returns the jobs whose bound is done.
    """

    def __init__(
        self,
        tables: DeviceTables,
        problems: Sequence[Problem],
        automaton: Automaton,
        most_steps: int = LONGEST,
    ) -> None:
        device, jobs = tables.device, len(problems)
        self.device, self._tables, self._problems = device, tables, problems
        single = device.threads_in_block == 1
        self.blocks = 1 if single else BLOCKS_A_MULTIPROCESSOR * device.multiprocessors
        self.threads = self.blocks * device.threads_in_block
        self._most_steps = most_steps
        self._follow = device.upload(automaton.follow)
        self.capacity = max(4096, 2 * RECORDS_A_THREAD * self.threads) + jobs
        words = len(tables.sets[0].partition.parts)
        self._meta = COLS + words
        shape = self.capacity, self._meta + 3 + PATH_WORDS
        self._records = device.zeros(shape, np.uint32)
        self._handed = device.zeros(shape, np.uint32)
        self.count = 0
        """Records waiting."""
        self._bounds = device.zeros(jobs, np.uint32)
        self._nodes = device.zeros(jobs, np.uint64)
        self._solved = device.zeros(jobs, np.uint32)
        self._paths = device.zeros((jobs, PATH_WORDS), np.uint32)
        self._control = device.zeros(kernel.CONTROLS, np.uint32)
        self._waiting = device.zeros(jobs, np.uint32)
        self.begun: dict[int, int] = {}
        """The bound of each job whose bound is not done."""
        self._search = kernel.search_kernel(device, len(tables.sets), words)
        self._mark = _mark_kernel(device, self._meta + 2)

    def begin(self, jobs: list[int], bound: int) -> None:
        """Put the roots of successive jobs into the queue, at the end where they are taken."""
        first, size = jobs[0], len(jobs)
        self.begun |= dict.fromkeys(jobs, bound)
        for array, value in ((self._bounds, bound), (self._nodes, 0), (self._solved, 0)):
            self.device.write(array[first : first + size], np.full(size, value, array.dtype))
        roots = np.stack([self._make_root(job, bound) for job in jobs])
        self.device.write(self._records[self.count : self.count + size], roots)
        self.count += size

    def drop(self, job: int) -> None:
        """Give a job up; its records are skipped."""
        self.device.write(self._solved[job : job + 1], np.ones(1, dtype=np.uint32))
        self.begun.pop(job, None)

    def load(self) -> None:
        """Compile the kernels, by launches that find nothing to do."""
        self._run(0, 0)
        self._mark(1, self._records, np.uint32(0), self._waiting)

    def launch(self) -> list[tuple[int, int, str | None]]:
        """Work for a moment; return jobs whose bound is done: nodes, and moves if it is solved."""
        # What is handed back must fit beside what is not taken; who finds no room works on.
        room = min(self.capacity // 2, self.capacity - self.count)
        control = self._run(self.count, room)
        exported = min(int(control[kernel.EXPORTED]), room)
        left = max(0, self.count - int(control[kernel.TAKEN]))
        if left:
            self.device.write(self._handed[exported : exported + left], self._records[:left])
        self._records, self._handed = self._handed, self._records
        self.count = exported + left
        return self._take_finished()

    def nodes(self) -> NDArray[np.uint64]:
        """Return the nodes expanded so far at each job's last bound."""
        return self.device.download(self._nodes)

    def _run(self, count: int, room: int) -> NDArray[np.uint32]:
        """Launch the kernel, wait for its end, and return the control words."""
        device = self.device
        device.write(self._control, np.zeros(kernel.CONTROLS, dtype=np.uint32))
        has_few = count < self.threads // 4
        limits = SHORT if has_few else LONG, self._most_steps, int(self.threads * IDLE_SHARE)
        self._search(
            self.blocks,
            *(self._tables.words, self._follow, self._tables.bits),
            *(self._records, np.uint32(count), self._handed, np.uint32(room)),
            *(self._bounds, self._nodes, self._solved, self._paths),
            *(self._control, *map(np.uint32, limits)),
        )
        return device.download(self._control)

    def _take_finished(self) -> list[tuple[int, int, str | None]]:
        device = self.device
        device.write(self._waiting, np.zeros(len(self._problems), dtype=np.uint32))
        if self.count:
            blocks = -(-self.count // device.threads_in_block)
            self._mark(blocks, self._records, np.uint32(self.count), self._waiting)
        waiting = device.download(self._waiting)
        done = [job for job in self.begun if not waiting[job]]
        if not done:
            return []
        nodes, solved, paths = map(device.download, (self._nodes, self._solved, self._paths))
        finished = []
        for job in done:
            bound = self.begun.pop(job)
            moves = _read_path(paths[job], bound) if solved[job] else None
            # The root was judged here, not by a thread.
            finished.append((job, 1 + int(nodes[job]), moves))
        return finished

    def _make_root(self, job: int, bound: int) -> NDArray[np.uint32]:
        """Return the record that a bound begins with."""
        problem, each = self._problems[job], job % len(self._tables.sets)
        root = problem.root(bound)
        children = sum(1 << MOVES.index(child.moves) for child in problem.children(root))
        row, col = divmod(root.board.index(0), COLS)
        record = np.zeros(self._records.shape[1], dtype=np.uint32)
        record[:COLS] = pack_board(root.board)
        record[COLS : self._meta] = root.numbers
        # Row: 3 bits, shift of the column: 5, children: 4, moves made: 8, set of tables: 4.
        record[self._meta] = row | col * BITS_A_CELL << 3 | children << 8 | each << 20
        record[self._meta + 2] = root.slacks[0] | root.slacks[1] << 8 | job << 16
        return record


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


def pack_board(board: Sequence[int]) -> NDArray[np.uint32]:
    """Return the rows of a board, a word each."""
    shifts = BITS_A_CELL * np.arange(COLS)
    rows: NDArray[np.int64] = np.bitwise_or.reduce(np.reshape(board, (-1, COLS)) << shifts, axis=1)
    return rows.astype(np.uint32)


def _read_path(words: NDArray[np.uint32], length: int) -> str:
    """Return the moves of a path, from two bits each."""
    turns = (int(words[turn // 16]) >> 2 * (turn % 16) & 3 for turn in range(length))
    return "".join(MOVES[turn] for turn in turns)
