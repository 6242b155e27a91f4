"""Run the cells of a grid: here, in processes of this machine, or on a cluster.

Whatever happens in a cell, it becomes a row. A search that calls users' code runs in a job of its
own, so that code which hangs or crashes costs its cell alone. When a worker dies all the same, the
cells of its chunk run again one by one; a cell that kills a worker again has failed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections import deque
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
from typing import Any, NamedTuple

from slidelab.jobs import HANG_SECONDS, Channel, Job, JobError
from slidelab.lab.grid import Grid, Segment
from slidelab.lab.rows import Row, failed_row, row_of
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving import Search

CELLS_A_CHUNK = 64
SECONDS_A_CHUNK = 1.0
"""A chunk that takes longer is handed back with the cells it has done."""
MOST_SUBMITTED = 1000
"""The number of chunks submitted at a time to an executor of unknown size."""
SECONDS_BETWEEN_LOOKS = 0.1


class WorkersLostError(RuntimeError):
    """The cluster is gone, with all chunks submitted to it; the rows yielded so far are valid."""


class Cell(NamedTuple):
    """One board of a chunk."""

    number: int
    state: bytes
    distance: int | None


@dataclass(frozen=True)
class Chunk:
    """Cells of one segment of the grid, which are sent to a worker together."""

    segment: Segment
    """The segment without its boards."""
    cells: Sequence[Cell]
    limits: Limits
    isolate: bool
    """Whether users' code runs in a process of its own."""
    hang_seconds: float
    is_suspect: bool = False
    """Whether the worker died in the first attempt."""

    def start(self, cell: Cell) -> Board:
        """Return the board of a cell."""
        return Board.from_state(cell.state, self.segment.boards.goal.shape)

    def row(self, cell: Cell, row: Row) -> Row:
        """Return the row of a search with the cell's place in the grid."""
        return {"cell": cell.number, "set": self.segment.boards.name, **row}

    def failed(self, cell: Cell, note: str) -> Row:
        """Return the row of a cell that ended without a result."""
        segment = self.segment
        goal = segment.boards.goal
        row = failed_row(self.start(cell), goal, segment.spec, segment.search, note)
        return self.row(cell, row | {"distance": cell.distance})


def run(
    grid: Grid,
    executor: Executor | int | None = None,
    done: Collection[int] = (),
    *,
    isolate: bool = True,
    hang_seconds: float = HANG_SECONDS,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Row]:
    """Yield a row for each cell of a grid, as the searches end, except for the cells in `done`.

    `executor` is None for this process, a number of processes on this machine, or an executor such
    as Dask's `client.get_executor()`. When `cancelled` returns True, or the iterator is closed,
    chunks that have not begun are cancelled. With `isolate`, searches with users' code run in
    processes of their own, and a call that takes longer than `hang_seconds` is ended.

    Raises GridError if a search does not fit the boards, WorkersLostError if a cluster is gone, and
    ImportError if a package is missing.
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
    workers = _Workers(executor)
    try:
        while (chunks or suspects or workers.running) and not cancelled():
            if suspects and not workers.running:  # alone, so that no other cell kills its worker
                workers.submit(suspects.popleft())
            while chunks and not suspects and workers.are_free:
                workers.submit(chunks.popleft())
            for chunk, future in workers.wait():
                try:
                    rows = future.result()
                except CancelledError as error:
                    raise WorkersLostError("the cluster is gone") from error
                except Exception as error:
                    if not _is_death(error):  # the chunk cannot be pickled
                        yield from (chunk.failed(cell, _describe(error)) for cell in chunk.cells)
                    elif chunk.is_suspect:
                        yield chunk.failed(chunk.cells[0], f"its worker died: {error}")
                    else:
                        alone = replace(chunk, is_suspect=True)
                        suspects.extend(replace(alone, cells=[cell]) for cell in chunk.cells)
                else:
                    chunks.extendleft(_rest(chunk, rows))
                    yield from rows
    finally:
        workers.stop()


def solve_chunk(chunk: Chunk) -> list[Row]:
    """Return the rows of a chunk, or of its first cells if they take long."""
    if chunk.isolate and chunk.segment.spec.uses_own_code:
        return _solve_in_job(chunk)
    return list(_solve_cells(chunk))


def _solve_cells(chunk: Chunk, tick: Callable[[], None] = lambda: None) -> Iterator[Row]:
    end = monotonic() + SECONDS_A_CHUNK
    for cell in chunk.cells:
        yield _solve(chunk, cell, tick)
        if monotonic() > end:
            return


def _solve(chunk: Chunk, cell: Cell, tick: Callable[[], None]) -> Row:
    segment = chunk.segment
    try:
        search = Search(chunk.start(cell), segment.boards.goal, segment.spec)
        result = search.advance(chunk.limits, progress=lambda counters: tick())
    except Exception as error:
        return chunk.failed(cell, _describe(error))
    return chunk.row(cell, row_of(result, segment.search, cell.distance))


def _solve_in_job(chunk: Chunk) -> list[Row]:
    """Return the rows of the first cells of a chunk, up to the first that hangs or crashes."""
    from multiprocessing import current_process

    # Dask makes its workers daemons, which may have no children. A job ends with its parent.
    current_process().daemon = False
    rows: list[Row] = []
    try:
        with Job(_solve_in_child, (chunk,), hang_seconds=chunk.hang_seconds) as job:
            rows.extend(job.events())
    except Exception as error:
        rows.append(chunk.failed(chunk.cells[len(rows)], _describe(error)))
    return rows


def _solve_in_child(channel: Channel, chunk: Chunk) -> None:
    for row in _solve_cells(chunk, channel.tick):
        channel.send(row)


def _describe(error: BaseException) -> str:
    """Say what went wrong, and where if that is in users' code."""
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
        numbers = range(segment.first, segment.first + len(boards))
        every = map(Cell, numbers, boards.states, boards.distances)
        cells = [cell for cell in every if cell.number not in done]
        bare = replace(segment, boards=replace(boards, states=[], distances=[]))
        for at in range(0, len(cells), CELLS_A_CHUNK):
            part = cells[at : at + CELLS_A_CHUNK]
            yield Chunk(bare, part, grid.limits, isolate, hang_seconds)


def _rest(chunk: Chunk, rows: list[Row]) -> list[Chunk]:
    """Return what is left of a chunk that was handed back early."""
    cells = chunk.cells[len(rows) :]
    return [replace(chunk, cells=cells)] if cells else []


def _is_death(error: Exception) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's


class _Workers:
    """An executor and the chunks that it works on; processes of this machine are replaced."""

    def __init__(self, executor: Executor | int) -> None:
        self.running: dict[Future[list[Row]], Chunk] = {}
        self._processes = executor if isinstance(executor, int) else 0
        self._executor = executor if isinstance(executor, Executor) else _start(executor)

    @property
    def are_free(self) -> bool:
        return len(self.running) < (2 * self._processes or MOST_SUBMITTED)

    def submit(self, chunk: Chunk) -> None:
        try:
            future = self._executor.submit(solve_chunk, chunk)
        except BrokenExecutor as error:
            if not self._processes:
                raise WorkersLostError(f"the executor is broken ({error})") from error
            self._executor = _start(self._processes)
            future = self._executor.submit(solve_chunk, chunk)
        except Exception as error:  # Dask pickles the chunk at once
            future = Future()
            future.set_exception(error)
        self.running[future] = chunk

    def wait(self) -> list[tuple[Chunk, Future[list[Row]]]]:
        """Return the chunks that ended, after a short time at most."""
        ended, _ = wait(self.running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
        return [(self.running.pop(future), future) for future in ended]

    def stop(self) -> None:
        for future in self.running:
            future.cancel()
        if self._processes:
            self._executor.shutdown(kill_workers=True)  # type: ignore[call-arg]


def _start(processes: int) -> Any:
    """Start processes of this machine."""
    try:
        from loky import ProcessPoolExecutor
    except ImportError:
        raise ImportError("several processes need loky: pip install 'slidelab[lab]'") from None
    return ProcessPoolExecutor(processes, initializer=_prepare_worker)


def _prepare_worker() -> None:
    """Prepare a process of loky."""
    from multiprocessing import get_all_start_methods, set_start_method

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    # Jobs cannot be started by loky's own method.
    methods = get_all_start_methods()
    set_start_method("forkserver" if "forkserver" in methods else "spawn", force=True)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent is gone, which loky does not notice."""
    while os.getppid() == parent:
        sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)
