"""Better and better answers for a board of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from slidelab.puzzle import BLANK_FIRST, BoardLike
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.solvability import take_solvable
from slidelab.puzzle.validation import check_whole
from slidelab.search import Conventions, Counters, Limits, Run, Status
from slidelab.solving.result import Result
from slidelab.solving.search import join_limits
from slidelab.solving.spec import SearchSpec
from slidelab.system.progress import Cancelled

if TYPE_CHECKING:
    from slidelab.engines.anytime import AnytimeSearch

TEN_SECONDS = Limits(seconds=10.0)


def anytime(
    start: BoardLike,
    goal: BoardLike = BLANK_FIRST,
    *,
    shape: ShapeLike | None = None,
    limits: Limits = TEN_SECONDS,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    cancelled: Cancelled = lambda: False,
) -> Iterator[Result]:
    """Answers to a board, each better than the one before, until the limits or a proof.

    An answer is better if it has fewer moves or a higher lower bound; the first one comes at once,
    from a method that a person would use. `workers` is the number of threads (default: all cores).
    With one worker, and a limit on nodes instead of seconds, the answers are always the same.

    Raises ValueError for boards that do not fit together or cannot be solved.

    >>> *_, last = anytime("125340678")
    >>> last.cost, last.proven
    (3, True)
    """
    from slidelab.engines.anytime import AnytimeSearch

    most = join_limits(limits, time_limit, node_limit, memory_limit)
    check_whole("workers", workers, least=1)
    board, solved = take_solvable(start, goal, shape)
    engine = "compiled" if workers == 1 else "parallel"
    spec = SearchSpec("anytime", engine=engine, conventions=Conventions(seed=seed))
    search = AnytimeSearch(board, solved, spec.conventions, workers != 1, workers)
    begun = Result(Status.TIME_LIMIT, board, solved, spec, engine, None, Counters())
    return _improve(begun, search, most, cancelled)


def _improve(
    last: Result, search: AnytimeSearch, limits: Limits, cancelled: Cancelled
) -> Iterator[Result]:
    """Draw the answers: the run pauses at each one, and goes on for the next."""
    run = Run(search, last.conventions, blind=False)

    def is_better() -> bool:
        return search.moves is not last.moves or search.lower_bound != last.lower_bound

    while True:
        status = run.advance(limits, cancelled=lambda: is_better() or cancelled())
        if not is_better():
            return
        assert search.moves is not None
        proven = len(search.moves) == search.lower_bound
        last = replace(
            last,
            status=Status.SOLVED if proven else Status.TIME_LIMIT,  # there may be better ones
            moves=search.moves,
            lower_bound=search.lower_bound,
            counters=run.counters(),
        )
        yield last
        if status is not Status.CANCELLED:
            return
