"""A whole batch in one call of a compiled kernel, where there is one.

The kernel does not look at the clock between boards: the time of the batch is divided among its
cells by the nodes that each expanded.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import islice, repeat
from time import perf_counter
from typing import TYPE_CHECKING

from slidelab.lab.experiment.batch import Batch, Outcome
from slidelab.lab.experiment.configurations import Configuration
from slidelab.puzzle import Board
from slidelab.search import Status
from slidelab.system.memory import resident_bytes

if TYPE_CHECKING:
    from slidelab.kernels.batch import BatchResults
    from slidelab.kernels.informed import BestFirstSearch

ENGINE = "compiled"


def has_kernel(batch: Batch) -> bool:
    """Whether a kernel can do the batch and count as the textbook does.

    Limits on time and memory need somebody who looks at the clock at each board.
    """
    configuration, limits = batch.configuration, batch.limits
    if configuration.engine == "textbook" or find_spec("numba") is None:
        return False
    if limits.seconds is not None or limits.memory is not None:
        return False
    from slidelab.kernels.support import BEST_FIRST, supports

    algorithm = configuration.algorithm
    return algorithm in BEST_FIRST and supports(
        algorithm, configuration.heuristic, configuration.conventions
    )


@cache
def load_kernel(configuration: Configuration, goal: Board) -> None:
    """Load the kernel, or compile it, which must not count as the time of some cell."""
    from slidelab.kernels.batch import solve_boards

    solve_boards(_search(configuration, goal), [goal])


def solve_batch(batch: Batch, cancelled: Callable[[], bool]) -> list[Outcome]:
    """What came of the cells; of the first so many, when cancelled."""
    from slidelab.kernels.batch import solve_states

    search = _search(batch.configuration, batch.goal)
    began = perf_counter()
    many = solve_states(search, batch.states, batch.limits.nodes, cancelled=cancelled)
    return _outcomes(many, batch, perf_counter() - began)


def _search(configuration: Configuration, goal: Board) -> "BestFirstSearch":
    from slidelab.kernels.engine import best_first_search

    return best_first_search(
        configuration.algorithm,
        goal,
        configuration.conventions,
        configuration.heuristic or "zero",
        **dict(configuration.parameters),
    )


def _outcomes(many: "BatchResults", batch: Batch, seconds: float) -> list[Outcome]:
    """What the kernel counted, as the conventions count; columns first, since rows are many."""
    import numpy as np

    from slidelab.kernels.batch import UNSOLVED

    limit, solved = batch.limits.nodes, many.solved
    done = int(np.count_nonzero(many.generated))  # when cancelled, the last were not even begun
    stopped = Status.EXHAUSTED if limit is None else Status.NODE_LIMIT
    statuses = np.where(solved, str(Status.SOLVED), str(stopped))
    if limit is not None:
        statuses[~solved & (many.expanded < limit)] = str(Status.EXHAUSTED)
    share = seconds / max(1, int(many.expanded.sum()) + done)
    rows = zip(
        repeat(ENGINE),
        statuses.tolist(),
        (None if cost == UNSOLVED else cost for cost in many.cost.tolist()),
        *(column.tolist() for column in many.counted(batch.configuration.conventions)),
        (share * (many.expanded + 1)).tolist(),
        repeat(resident_bytes()),
        repeat(None),
    )
    return list(islice(rows, done))
