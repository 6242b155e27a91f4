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
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from itertools import groupby, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from slidelab.jobs import HANG_SECONDS, Channel, Job, JobError
from slidelab.lab.grid import Cell, Grid
from slidelab.lab.rows import Row, failed_row, row_of
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


def run(
    grid: Grid,
    executor: Executor | int | None = None,
    done: Collection[int] = (),
    *,
    hang_seconds: float | None = HANG_SECONDS,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Row]:
    """Yield a row for each cell of a grid, as the searches end, except for the cells in `done`.

    `executor` is None for this process, a number of processes on this machine, or an executor such
    as Dask's `client.get_executor()`. Searches with users' code run in jobs, and a call that takes
    longer than `hang_seconds` is ended; None runs them like others. When `cancelled` returns True,
    or the iterator is closed, chunks that have not begun are cancelled.

    Raises ValueError if a search does not fit the boards, WorkersLostError if a cluster is gone,
    and ImportError if a package is missing.
    """
    chunks = _make_chunks(grid, set(done))
    settings = grid.limits, hang_seconds
    if executor is None:
        for chunk in chunks:
            while chunk:
                if cancelled():
                    return
                rows = solve_chunk(chunk, *settings)
                yield from rows
                chunk = chunk[len(rows) :]
        return
    handed_back: deque[list[Cell]] = deque()
    suspects: deque[Cell] = deque()
    suspected: set[int] = set()
    workers = _Workers(executor)
    try:
        while not cancelled():
            if suspects and not workers.running:  # alone, so that no other cell kills its worker
                workers.submit([suspects.popleft()], *settings)
            while not suspects and workers.are_free:
                next_chunk = handed_back.popleft() if handed_back else next(chunks, None)
                if next_chunk is None:
                    break
                workers.submit(next_chunk, *settings)
            if not workers.running:
                return
            for chunk, future in workers.wait():
                try:
                    rows = future.result()
                except CancelledError as error:
                    raise WorkersLostError("the cluster is gone") from error
                except Exception as error:
                    if not _is_death(error):  # the chunk cannot be pickled
                        yield from (_fail(cell, _describe(error)) for cell in chunk)
                    elif chunk[0].number in suspected:
                        yield _fail(chunk[0], f"its worker died: {error}")
                    else:
                        suspects.extend(chunk)
                        suspected |= {cell.number for cell in chunk}
                else:
                    yield from rows
                    if rest := chunk[len(rows) :]:
                        handed_back.append(rest)
    finally:
        workers.stop()


def solve_chunk(chunk: list[Cell], limits: Limits, hang_seconds: float | None) -> list[Row]:
    """Return the rows of cells with the same search, or of the first of them if they take long."""
    if hang_seconds is not None and chunk[0].segment.spec.uses_own_code:
        return _solve_in_job(chunk, limits, hang_seconds)
    return list(_solve_cells(chunk, limits))


def _solve_in_job(chunk: list[Cell], limits: Limits, hang_seconds: float) -> list[Row]:
    """Return the rows of the first cells of a chunk, up to the first that hangs or crashes."""
    from multiprocessing import current_process

    # Dask makes its workers daemons, which may have no children. A job ends with its parent.
    current_process().daemon = False
    rows: list[Row] = []
    try:
        with Job(_solve_in_child, (chunk, limits), hang_seconds=hang_seconds) as job:
            rows.extend(job.events())
    except Exception as error:
        rows.append(_fail(chunk[len(rows)], _describe(error)))
    return rows


def _solve_in_child(channel: Channel, chunk: list[Cell], limits: Limits) -> None:
    for row in _solve_cells(chunk, limits, channel.tick):
        channel.send(row)


def _solve_cells(
    chunk: list[Cell], limits: Limits, tick: Callable[[], None] = lambda: None
) -> Iterator[Row]:
    """Yield the rows of the first cells of a chunk, as many as fit into the time of a chunk."""
    end = monotonic() + SECONDS_A_CHUNK
    for cell in chunk:
        search, spec, boards = cell.segment
        try:
            task = Search(cell.start, boards.goal, spec)
            result = task.advance(limits, progress=lambda counters: tick())
        except Exception as error:
            yield _fail(cell, _describe(error))
        else:
            place = {"cell": cell.number, "set": boards.name}
            yield place | row_of(result, search, cell.distance)
        if monotonic() > end:
            return


def _fail(cell: Cell, note: str) -> Row:
    """Return the row of a cell that ended without a result."""
    search, spec, boards = cell.segment
    row = failed_row(cell.start, boards.goal, spec, search, note)
    return {"cell": cell.number, "set": boards.name} | row | {"distance": cell.distance}


def _describe(error: BaseException) -> str:
    """Say what went wrong, and where if that is in users' code."""
    words = str(error) if isinstance(error, JobError) else f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parents[1])
    own = [frame for frame in frames if not frame.filename.startswith((here, sys.prefix))]
    if not own or ", line " in words:
        return words
    return f"{words} ({Path(own[-1].filename).name}, line {own[-1].lineno})"


def _make_chunks(grid: Grid, done: set[int]) -> Iterator[list[Cell]]:
    waiting = (cell for cell in grid.cells() if cell.number not in done)
    for _, cells in groupby(waiting, lambda cell: cell.segment):
        while chunk := list(islice(cells, CELLS_A_CHUNK)):
            yield chunk


def _is_death(error: Exception) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's


class _Workers:
    """An executor and the chunks that it works on; dead processes of this machine are replaced."""

    def __init__(self, executor: Executor | int) -> None:
        self.running: dict[Future[list[Row]], list[Cell]] = {}
        self._processes = executor if isinstance(executor, int) else 0
        self._executor = executor if isinstance(executor, Executor) else _start(executor)

    @property
    def are_free(self) -> bool:
        return len(self.running) < (2 * self._processes or MOST_SUBMITTED)

    def submit(self, chunk: list[Cell], *settings: Any) -> None:
        call = solve_chunk, chunk, *settings
        try:
            future = self._executor.submit(*call)
        except BrokenExecutor as error:
            if not self._processes:
                raise WorkersLostError(f"the executor is broken ({error})") from error
            self._executor = _start(self._processes)
            future = self._executor.submit(*call)
        except Exception as error:  # Dask pickles the chunk at once
            future = Future()
            future.set_exception(error)
        self.running[future] = chunk

    def wait(self) -> list[tuple[list[Cell], Future[list[Row]]]]:
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
