"""Run the cells of a grid: here, in processes of this machine, or on a cluster.

Whatever happens in a cell, it becomes a row. A search that calls other people's code runs in a job
of its own, so that code which hangs or crashes costs its cell alone. When a worker dies all the
same, the cells that were under way run again one by one; one that kills its worker twice has
failed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

from slidelab.jobs import HANG_SECONDS, Channel, Job, JobError
from slidelab.lab.grid import Grid
from slidelab.lab.rows import Row, failed_row, row_of
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving import Search, SearchSpec

CELLS_A_CHUNK = 64
SECONDS_A_CHUNK = 1.0
"""A chunk that takes longer is handed back with the cells it has done."""
MOST_DEATHS = 2
"""A cell that kills its worker so often is not tried again."""
MOST_SUBMITTED = 1000
"""The chunks that an executor of unknown size is given at a time."""
SECONDS_BETWEEN_LOOKS = 0.1


class WorkersLostError(RuntimeError):
    """A cluster is gone, and with it what it was given; the rows that came are complete."""


@dataclass(frozen=True)
class Cell:
    """One board of a chunk."""

    number: int
    state: bytes
    distance: int | None


@dataclass(frozen=True)
class Chunk:
    """Cells that differ in the board alone."""

    cells: Sequence[Cell]
    set: str
    goal: Board
    search: str
    spec: SearchSpec
    limits: Limits
    isolate: bool
    """Whether a search with other people's code runs in a process of its own."""
    hang_seconds: float

    def start(self, cell: Cell) -> Board:
        """Return the board of a cell."""
        return Board.from_state(cell.state, self.goal.shape)

    def row(self, cell: Cell, row: Row) -> Row:
        """Put the place of a cell before its row."""
        return {"cell": cell.number, "set": self.set, **row}

    def failed(self, cell: Cell, note: str) -> Row:
        """Return the row of a cell that ended without a result."""
        start = self.start(cell)
        row = failed_row(start, self.goal, self.spec, self.search, cell.distance, note)
        return self.row(cell, row)


def run(
    grid: Grid,
    executor: Executor | int | None = None,
    done: Collection[int] = (),
    *,
    isolate: bool = True,
    hang_seconds: float = HANG_SECONDS,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Row]:
    """Yield a row for each cell of a grid, as the searches end; cells that are `done` are left out.

    `executor` is None for this process, a number of processes on this machine, or an executor such
    as Dask's `client.get_executor()`. When `cancelled` says so, or the iterator is closed, what has
    not begun is cancelled. With `isolate`, searches with other people's code run in processes of
    their own, and a call that takes longer than `hang_seconds` is ended.

    Raises GridError if a search does not fit the boards, WorkersLostError if a cluster is gone, and
    ImportError that says what to install.
    """
    chunks = deque(_make_chunks(grid, set(done), isolate, hang_seconds))
    if executor is None:
        while chunks and not cancelled():
            chunk = chunks.popleft()
            rows = solve_chunk(chunk)
            chunks.extendleft(_rest(chunk, rows))
            yield from rows
        return
    suspects: deque[Chunk] = deque()
    deaths: Counter[int] = Counter()
    with _Workers(executor) as workers:
        while (chunks or suspects or workers.running) and not cancelled():
            if suspects and not workers.running:  # alone, so that it is known who kills a worker
                workers.submit(suspects.popleft())
            while chunks and not suspects and workers.are_free:
                workers.submit(chunks.popleft())
            alone = len(workers.running) == 1
            for chunk, future in workers.wait():
                error = CancelledError() if future.cancelled() else future.exception()
                if error is None:
                    rows = future.result()
                    chunks.extendleft(_rest(chunk, rows))
                    yield from rows
                elif not workers.have_died(error):  # the chunk cannot be sent to another process
                    yield from (chunk.failed(cell, _describe(error)) for cell in chunk.cells)
                else:
                    first = chunk.cells[0]
                    deaths[first.number] += alone and len(chunk.cells) == 1
                    if deaths[first.number] == MOST_DEATHS:
                        yield chunk.failed(first, f"its worker died: {error}")
                    else:
                        suspects.extend(replace(chunk, cells=[cell]) for cell in chunk.cells)


def solve_chunk(chunk: Chunk) -> list[Row]:
    """Return the rows of a chunk, or of its first cells if they take long."""
    from multiprocessing import current_process

    can_fork = sys.platform != "emscripten" and not current_process().daemon
    if chunk.isolate and chunk.spec.uses_own_code and can_fork:
        return _solve_in_jobs(chunk)
    rows: list[Row] = []
    end = monotonic() + SECONDS_A_CHUNK
    while len(rows) < len(chunk.cells) and (not rows or monotonic() < end):
        rows.append(_solve(chunk, chunk.cells[len(rows)]))
    return rows


def _solve(chunk: Chunk, cell: Cell, tick: Callable[[], None] = lambda: None) -> Row:
    """Return the row of a cell. A search that raises an error is a row like others."""
    try:
        search = Search(chunk.start(cell), chunk.goal, chunk.spec)
        result = search.advance(chunk.limits, progress=lambda counters: tick())
    except Exception as error:
        return chunk.failed(cell, _describe(error))
    return chunk.row(cell, row_of(result, chunk.search, cell.distance))


def _solve_in_jobs(chunk: Chunk) -> list[Row]:
    """Return the rows of a chunk whose searches may hang or crash their process."""
    rows: list[Row] = []
    end = monotonic() + SECONDS_A_CHUNK
    while len(rows) < len(chunk.cells) and (not rows or monotonic() < end):
        rest = replace(chunk, cells=chunk.cells[len(rows) :])
        try:
            with Job(_solve_in_child, (rest,), hang_seconds=chunk.hang_seconds) as job:
                rows.extend(job.events())
        except Exception as error:
            rows += [chunk.failed(cell, _describe(error)) for cell in chunk.cells[len(rows) :][:1]]
    return rows


def _solve_in_child(channel: Channel, chunk: Chunk) -> None:
    end = monotonic() + SECONDS_A_CHUNK
    for cell in chunk.cells:
        channel.send(_solve(chunk, cell, channel.tick))
        if monotonic() > end:
            break


def _describe(error: BaseException) -> str:
    """Say what went wrong, and where if that is in other people's code."""
    words = str(error) if isinstance(error, JobError) else f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parents[1])
    own = [frame for frame in frames if not frame.filename.startswith((here, sys.prefix))]
    if not own or ", line " in words:
        return words
    return f"{words} ({Path(own[-1].filename).name}, line {own[-1].lineno})"


def _make_chunks(grid: Grid, done: set[int], isolate: bool, hang_seconds: float) -> Iterator[Chunk]:
    for segment in grid.segments:
        boards = segment.boards
        cells = [
            Cell(number, state, distance)
            for number, (state, distance) in enumerate(
                zip(boards.states, boards.distances, strict=True), start=segment.first
            )
            if number not in done
        ]
        whole = Chunk(
            (), boards.name, boards.goal, segment.search, segment.spec, grid.limits, isolate,
            hang_seconds,
        )  # fmt: skip
        for at in range(0, len(cells), CELLS_A_CHUNK):
            yield replace(whole, cells=cells[at : at + CELLS_A_CHUNK])


def _rest(chunk: Chunk, rows: list[Row]) -> list[Chunk]:
    """Return what is left of a chunk that was handed back early."""
    cells = chunk.cells[len(rows) :]
    return [replace(chunk, cells=cells)] if cells else []


class _Workers:
    """The executor of a run, and what it is working on."""

    def __init__(self, executor: Executor | int) -> None:
        self.running: dict[Future[list[Row]], Chunk] = {}
        self._processes = executor if isinstance(executor, int) else None
        self._are_broken = False
        self._executor = _start(executor) if isinstance(executor, int) else executor

    @property
    def are_free(self) -> bool:
        most = MOST_SUBMITTED if self._processes is None else 2 * self._processes
        return len(self.running) < most

    def submit(self, chunk: Chunk) -> None:
        if self._are_broken:
            assert self._processes is not None
            self._executor = _start(self._processes)
            self._are_broken = False
        try:
            future = self._executor.submit(solve_chunk, chunk)
        except Exception as error:  # it has just broken, or the chunk cannot be sent
            future = Future()
            future.set_exception(error)
        self.running[future] = chunk

    def wait(self) -> list[tuple[Chunk, Future[list[Row]]]]:
        """Return what has ended, after a short time at most."""
        ended, _ = wait(self.running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
        return [(self.running.pop(future), future) for future in ended]

    def have_died(self, error: BaseException) -> bool:
        """Return whether a chunk failed because its worker died.

        Raises WorkersLostError if the whole cluster is gone.
        """
        if self._processes is None and isinstance(error, CancelledError):
            raise WorkersLostError("the cluster is gone") from error
        if isinstance(error, BrokenExecutor):
            self._are_broken = self._processes is not None
        return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        for future in self.running:
            future.cancel()
        if self._processes is not None:
            self._executor.shutdown(kill_workers=True)  # type: ignore[call-arg]


def _start(processes: int) -> Executor:
    """Start processes of this machine, in the folder of this one."""
    try:
        from loky import ProcessPoolExecutor
    except ImportError:
        raise ImportError("several processes need loky: pip install 'slidelab[lab]'") from None
    pool: Executor = ProcessPoolExecutor(processes, initializer=_settle, initargs=(os.getcwd(),))
    return pool


def _settle(folder: str) -> None:
    """Prepare a process of loky, whose way of starting children others do not know."""
    from multiprocessing import get_all_start_methods, set_start_method

    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    methods = get_all_start_methods()
    set_start_method("forkserver" if "forkserver" in methods else "spawn", force=True)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent is gone, which loky does not notice."""
    while os.getppid() == parent:
        sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)
