"""Run the cells of a grid: here, in processes of this machine, or on a cluster.

Whatever happens in a cell, it becomes a row. A search that calls users' code runs in a job of its
own, so that code which hangs or crashes costs its cell alone. When a worker dies all the same, the
cells of its chunk run again one by one; a cell that kills a worker again has failed.
"""

from __future__ import annotations

import os
import signal
import threading
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
from time import monotonic, sleep
from typing import Any

from slidelab.errors import SlidelabError
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

    Raises ValueError if a search does not fit the boards or a package is missing, and
    WorkersLostError if a cluster is gone.
    """
    chunks = _make_chunks(grid, set(done))
    handed_back: deque[list[Cell]] = deque()
    suspects: deque[Cell] = deque()
    suspected: set[int] = set()
    running: dict[Future[list[Row]], list[Cell]] = {}
    most = 1
    if executor is not None:
        most = 2 * executor if isinstance(executor, int) else MOST_SUBMITTED

    def take_chunk() -> list[Cell] | None:
        if handed_back:
            return handed_back.popleft()
        if chunk := next(chunks, None):
            return chunk
        if suspects and not running:  # alone, so that no other cell kills its worker
            return [suspects.popleft()]
        return None

    try:
        while not cancelled():
            while len(running) < most and (chunk := take_chunk()):
                running[_submit(executor, chunk, grid.limits, hang_seconds)] = chunk
            if not running:
                return
            ended, _ = wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            for future in ended:
                chunk = running.pop(future)
                error = future.exception()
                if error is None:
                    yield from future.result()
                    if rest := chunk[len(future.result()) :]:
                        handed_back.append(rest)
                elif _is_death(error) and chunk[0].number not in suspected:
                    suspects.extend(chunk)
                    suspected.update(cell.number for cell in chunk)
                else:  # it killed a worker again, or cannot be pickled
                    yield from (failed_row(cell, _describe(error)) for cell in chunk)
    except CancelledError as error:
        raise WorkersLostError("the cluster is gone") from error
    finally:
        for future in running:
            future.cancel()
        if isinstance(executor, int):
            _local_processes(executor).shutdown(kill_workers=True)


def solve_chunk(chunk: list[Cell], limits: Limits, hang_seconds: float | None) -> list[Row]:
    """Return the rows of cells with the same search, or of the first of them if they take long."""
    if hang_seconds is None or not chunk[0].spec.uses_own_code:
        return list(_solve_cells(chunk, limits))
    from multiprocessing import current_process

    # Dask makes its workers daemons, which may have no children. A job ends with its parent.
    current_process().daemon = False
    rows: list[Row] = []
    try:
        with Job(_solve_in_child, (chunk, limits), hang_seconds=hang_seconds) as job:
            rows.extend(job.events())
    except Exception as error:
        if len(rows) < len(chunk):  # it may have died after its last row
            rows.append(failed_row(chunk[len(rows)], _describe(error)))
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
        try:
            task = Search(cell.start, cell.goal, cell.spec)
            result = task.advance(limits, progress=lambda counters: tick())
        except Exception as error:
            yield failed_row(cell, _describe(error))
        else:
            row = row_of(result, cell.search, cell.distance)
            yield {"cell": cell.number, "set": cell.set} | row
        if monotonic() > end:
            return


def _describe(error: BaseException) -> str:
    if isinstance(error, SlidelabError | JobError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _make_chunks(grid: Grid, done: set[int]) -> Iterator[list[Cell]]:
    """Yield the cells that are not done in chunks, each with one search."""
    cells = (cell for cell in grid.cells() if cell.number not in done)
    for _, with_one_search in groupby(cells, lambda cell: (cell.set, cell.spec)):
        while chunk := list(islice(with_one_search, CELLS_A_CHUNK)):
            yield chunk


def _submit(
    executor: Executor | int | None, chunk: list[Cell], limits: Limits, hang_seconds: float | None
) -> Future[list[Row]]:
    """Return the rows to come of a chunk; without an executor they are there at once."""
    future: Future[list[Row]] = Future()
    pool = _local_processes(executor) if isinstance(executor, int) else executor
    try:
        if pool is None:
            future.set_result(solve_chunk(chunk, limits, hang_seconds))
            return future
        return pool.submit(solve_chunk, chunk, limits, hang_seconds)
    except BrokenExecutor as error:
        raise WorkersLostError(f"the executor is broken ({error})") from error
    except Exception as error:  # Dask pickles the chunk at once
        future.set_exception(error)
        return future


def _is_death(error: BaseException) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's


def _local_processes(number: int) -> Any:
    """Return processes of this machine, new ones if one of the last has died."""
    try:
        from loky import get_reusable_executor
    except ImportError:
        raise SlidelabError("several processes need loky: pip install 'slidelab[lab]'") from None
    return get_reusable_executor(number, timeout=None, initializer=_prepare_worker)


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
