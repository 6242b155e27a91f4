"""What runs in the workers: solving a batch of cells."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple
from time import perf_counter

from slidelab import __version__
from slidelab.lab.experiment.batch import FAILED, Batch, Done, Outcome, VersionMismatchError
from slidelab.lab.experiment.compiled import has_kernel, load_kernel, solve_batch
from slidelab.processes import interrupted
from slidelab.puzzle import Board
from slidelab.search import Counters, Status
from slidelab.solving import Result, Task


def run_batch(batch: Batch) -> Done:
    """Solve the boards of a batch; when told to stop, only the first so many of them.

    A search that raises is an outcome like others. Raises VersionMismatchError when the batch was
    made by another version of slidelab.
    """
    if batch.version != __version__:
        raise VersionMismatchError(
            f"a worker runs slidelab {__version__}, and this is {batch.version}: install the "
            "same version everywhere"
        )
    if has_kernel(batch):
        # Should a kernel fail, going on cell by cell tells at which one.
        with suppress(Exception):
            load_kernel(batch.configuration, batch.goal)
            return _timed(solve_batch, batch)
    return _timed(_one_by_one, batch)


def _timed(solve: Callable[[Batch, Callable[[], bool]], list[Outcome]], batch: Batch) -> Done:
    began = perf_counter()
    outcomes = solve(batch, interrupted)
    return Done(outcomes, perf_counter() - began)


def _one_by_one(batch: Batch, cancelled: Callable[[], bool]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for board in batch.boards():
        if cancelled():
            break
        outcome = _outcome(batch, board, cancelled)
        if Status.CANCELLED in outcome:
            break
        outcomes.append(outcome)
    return outcomes


def _outcome(batch: Batch, board: Board, cancelled: Callable[[], bool]) -> Outcome:
    try:
        task = Task(board, batch.goal, batch.configuration.spec)
        return _of(task.advance(batch.limits, cancelled=cancelled))
    except Exception as error:
        # A person's own heuristic or algorithm may raise anything; the other cells go on.
        note = f"{type(error).__name__}: {error}"
        engine = batch.configuration.engine
        return (engine, FAILED, None, *astuple(Counters()), note)


def _of(result: Result) -> Outcome:
    return (result.engine, str(result.status), result.cost, *astuple(result.counters), None)
