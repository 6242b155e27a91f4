"""Running an experiment: from a grid to its results, in one go or in several."""

from collections.abc import Callable
from contextlib import closing
from time import perf_counter

from slidelab.lab.experiment.books import Books, Summary
from slidelab.lab.experiment.dispatch import Dispatcher
from slidelab.lab.experiment.grid import Grid
from slidelab.lab.experiment.schedule import Schedule
from slidelab.lab.experiment.workers import LocalWorkers, Workers
from slidelab.system.files import LockedError, locked


def run_experiment(
    grid: Grid,
    workers: Workers | None = None,
    *,
    record: bool = True,
    fresh: bool = False,
    progress: Callable[[Summary], object] = lambda summary: None,
    stopped: Callable[[], bool] = lambda: False,
    warn: Callable[[str], object] = lambda message: None,
) -> Summary:
    """Do the cells of a grid that are not done yet; the results are in its results file.

    A run that was stopped, or whose process or machine died, goes on when this is called again.
    `workers` are the cores of this machine unless given. `record` adds the cells to the trial
    store, `fresh` forgets an earlier run, `progress` is told several times a second how far it
    is, and `stopped` is asked as often whether to end early.

    Raises ValueError when the results file belongs to something else, WorkersDiedError when a
    cell kills its workers, and OSError when results cannot be written or another process runs
    the same experiment.
    """
    lock = grid.results.with_name(f"{grid.results.name}.lock")
    try:
        with locked(lock):
            books = Books(grid, record, fresh, warn)
            with closing(books):
                if not books.summary.complete:
                    _work(grid, books, workers, progress, stopped)
            return books.summary
    except LockedError:
        raise OSError(0, "another process runs this experiment", str(grid.results)) from None


def _work(
    grid: Grid,
    books: Books,
    workers: Workers | None,
    progress: Callable[[Summary], object],
    stopped: Callable[[], bool],
) -> None:
    began = perf_counter()
    using = workers or LocalWorkers()
    try:
        schedule = Schedule(grid, books.done, using.count)
        for finished in Dispatcher(schedule.next, using).results(stopped):
            for batch, done in finished:
                if done.outcomes:
                    books.add(batch.first, done.outcomes)
                    schedule.finished(batch, len(done.outcomes), done.seconds)
            books.summary.seconds = perf_counter() - began
            books.summary.seconds_left = schedule.seconds_left()
            progress(books.summary)
    finally:
        if workers is None:
            using.close()
