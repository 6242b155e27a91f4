"""Many boards searched in the same way: at once on this machine, or as a batch for a worker."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import islice, repeat
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab import __version__
from slidelab.engines.compiled.engine import BEST_FIRST
from slidelab.processes import is_interrupted
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError
from slidelab.search import Counters, Limits, Status
from slidelab.search.counters import COUNTERS
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Search, SearchSpec
from slidelab.system.cores import available_cores
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled, CancelledError, Progress, say_nothing

if TYPE_CHECKING:
    from slidelab.engines.compiled.heuristics import Estimator
    from slidelab.engines.compiled.informed import BestFirstSearch

OutcomeRow = tuple[Any, ...]
"""What came of one search, a value for each of these:"""
OUTCOME_COLUMNS = ("engine", "status", "cost", *COUNTERS, "note")
Outcomes = dict[str, NDArray[np.float64]]
"""The cost and every counter by name, each with a value for every board."""
FAILED = "failed"
"""The status of a search that raised an error; its note tells which."""

MOST_CELLS_TO_VISIT = 10
"""Shapes with up to this number of cells have few boards, 1,814,400: a search can hold them all."""

_MOST_BOARDS_A_PART = 2048
_PARTS_A_CORE = 4
"""Boards differ in difficulty: with a few parts for each core, none is idle for long at the end."""


def search_all(
    starts: Sequence[Board],
    goal: Board,
    spec: SearchSpec,
    *,
    limits: Limits = NO_LIMITS,
    estimator: Estimator | None = None,
    doing: str = "searching",
    progress: Progress = say_nothing,
    cancelled: Cancelled = lambda: False,
) -> Outcomes:
    """Search from every board on all cores.

    It is compiled where it can be, without the trial of the engine `auto`. Where no path was found
    the cost is NaN. `estimator` takes the place of a best-first search's heuristic. Kernels let
    other threads run meanwhile, so threads are enough to keep all cores busy.

    Raises CancelledError when `cancelled` said so, OwnCodeError when somebody's own code failed,
    and RuntimeError when a search failed otherwise.
    """
    fixed = replace(spec.resolve(goal.shape), engine=spec.engine_for(goal.shape))
    # Python code runs in one thread at a time, and somebody's own may rely on that.
    cores = 1 if fixed.engine == "textbook" else available_cores()
    size = min(_MOST_BOARDS_A_PART, 1 + len(starts) // (_PARTS_A_CORE * cores))
    parts = [starts[at : at + size] for at in range(0, len(starts), size)]
    outcomes: list[OutcomeRow] = []

    def search(part: Sequence[Board]) -> list[OutcomeRow]:
        states = b"".join(board.state for board in part)
        return search_states(states, goal, fixed, limits, cancelled, estimator)

    with ThreadPoolExecutor(cores) as pool:
        for found in pool.map(search, parts):
            if cancelled():
                raise CancelledError
            outcomes += found
            progress(doing, len(outcomes) / len(starts))
    for note in filter(None, (outcome[-1] for outcome in outcomes)):
        kind, _, words = note.partition(": ")
        raise OwnCodeError(words) if kind == OwnCodeError.__name__ else RuntimeError(note)
    table = np.array([outcome[2:-1] for outcome in outcomes], dtype=np.float64)
    return dict(
        zip(OUTCOME_COLUMNS[2:-1], table.reshape(-1, len(OUTCOME_COLUMNS) - 3).T, strict=True)
    )


def search_states(
    states: bytes,
    goal: Board,
    spec: SearchSpec,
    limits: Limits = NO_LIMITS,
    cancelled: Cancelled = lambda: False,
    estimator: Estimator | None = None,
) -> list[OutcomeRow]:
    """What came of searching from each of the states, which stand one after another.

    `spec` leaves nothing open. Where there is a kernel for it, that is given all of them in one
    call. When `cancelled` says so, the outcomes are those of the boards done so far.
    """
    if has_kernel(spec, goal, limits):
        # Should a kernel fail, going on board by board tells at which one.
        with suppress(Exception):
            search = _make_kernel(spec, goal, estimator)
            return _search_in_one_call(search, states, spec, limits, cancelled)
    return _search_one_by_one(states, goal, spec, limits, cancelled)


def has_kernel(spec: SearchSpec, goal: Board, limits: Limits = NO_LIMITS) -> bool:
    """Whether one call can search from many boards, and count as the textbook does.

    Limits on time and memory need somebody who looks at the clock at each board; without any, a
    search must be bound to end before it holds all the memory there is.
    """
    ends = limits.nodes is not None or goal.shape.cells <= MOST_CELLS_TO_VISIT
    unlimited = limits.seconds is None and limits.memory is None and ends
    is_compiled = spec.engine_for(goal.shape) == "compiled"
    is_counted = not spec.conventions.reads_depth_at_end
    return unlimited and is_compiled and is_counted and spec.algorithm in BEST_FIRST


@cache
def load_kernel(spec: SearchSpec, goal: Board) -> None:
    """Load the kernel, or compile it, which must not count as the time of some search."""
    from slidelab.engines.compiled.searches import solve_states

    solve_states(_make_kernel(spec, goal), goal.state)


def _make_kernel(
    spec: SearchSpec, goal: Board, estimator: Estimator | None = None
) -> BestFirstSearch:
    from slidelab.engines.compiled.searches import begin_best_first

    heuristic = estimator or spec.heuristic or "zero"
    return begin_best_first(spec.method.name, goal, spec.conventions, heuristic, **spec.values)


def _search_in_one_call(
    search: BestFirstSearch, states: bytes, spec: SearchSpec, limits: Limits, cancelled: Cancelled
) -> list[OutcomeRow]:
    """The kernel does not look at the clock between boards: the time is divided among them by the
    nodes that each expanded. What the batch added to the memory is told of each of them. Columns
    come first, since rows are many.
    """
    from slidelab.engines.compiled.searches import UNSOLVED, solve_states

    began, held = perf_counter(), resident_bytes()
    found = solve_states(search, states, limits.nodes, cancelled=cancelled)
    seconds = perf_counter() - began
    done = int(np.count_nonzero(found.generated))  # when cancelled, the last were not even begun
    stopped = Status.EXHAUSTED if limits.nodes is None else Status.NODE_LIMIT
    statuses = np.where(found.solved, str(Status.SOLVED), str(stopped))
    if limits.nodes is not None:
        statuses[~found.solved & (found.expanded < limits.nodes)] = str(Status.EXHAUSTED)
    share = seconds / max(1, int(found.expanded.sum()) + done)
    counts = found.count_by(spec.conventions)
    counts |= {
        "seconds": share * (found.expanded + 1),
        "peak_memory_bytes": np.full(len(statuses), max(0, resident_bytes() - held)),
    }
    rows = zip(
        repeat("compiled"),
        statuses.tolist(),
        (None if cost == UNSOLVED else cost for cost in found.cost.tolist()),
        *(counts[name].tolist() for name in COUNTERS),
        repeat(None),
        strict=False,
    )
    return list(islice(rows, done))


def _search_one_by_one(
    states: bytes, goal: Board, spec: SearchSpec, limits: Limits, cancelled: Cancelled
) -> list[OutcomeRow]:
    cells = goal.shape.cells
    outcomes: list[OutcomeRow] = []
    for at in range(0, len(states), cells):
        start = Board.from_state(states[at : at + cells], goal.shape)
        try:
            task = Search(start, goal, spec)
            # What is on disk from earlier must not decide which boards are solved in time.
            result = task.prepare(replace(limits, seconds=None), cancelled)
            if result is None:
                result = task.advance(limits, cancelled=cancelled)
        except Exception as error:
            # A person's own heuristic or algorithm may raise anything; the other boards go on.
            note = f"{type(error).__name__}: {error}"
            outcomes.append((spec.engine, FAILED, None, *astuple(Counters()), note))
            continue
        if result.status is Status.CANCELLED:
            break
        counted = astuple(result.counters)
        outcomes.append((result.engine, str(result.status), result.cost, *counted, None))
    return outcomes


class VersionMismatchError(ValueError):
    """A worker runs another version of slidelab than the process that gives it work."""


@dataclass(frozen=True)
class Batch:
    """Cells that follow one another and differ in the board alone."""

    first: int
    """The number of the first cell."""
    goal: Board
    states: bytes
    """The boards, one after another."""
    spec: SearchSpec
    limits: Limits
    version: str = __version__
    """The version of slidelab that made the batch: another one might count differently."""

    def __len__(self) -> int:
        return len(self.states) // self.goal.shape.cells


class BatchResult(NamedTuple):
    """What a worker gives back."""

    outcomes: list[OutcomeRow]
    """Of the cells of the batch, or of the first ones if the worker was stopped."""
    seconds: float
    """The total time that it took."""


def run_batch(batch: Batch) -> BatchResult:
    """Solve the boards of a batch; when stopped, only the first of them.

    A search that raises is an outcome like others. Raises VersionMismatchError when the batch was
    made by another version of slidelab.
    """
    if batch.version != __version__:
        raise VersionMismatchError(
            f"a worker runs slidelab {__version__}, and this is {batch.version}: install the "
            "same version everywhere"
        )
    # What fails here fails again when a board is searched, and is told there.
    with suppress(Exception):
        if has_kernel(batch.spec, batch.goal, batch.limits):
            load_kernel(batch.spec, batch.goal)
    began = perf_counter()
    outcomes = search_states(batch.states, batch.goal, batch.spec, batch.limits, is_interrupted)
    return BatchResult(outcomes, perf_counter() - began)
