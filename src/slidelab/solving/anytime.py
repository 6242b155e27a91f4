"""Better and better answers for a board of any size."""

from collections.abc import Iterator
from dataclasses import replace

from slidelab.puzzle import BLANK_FIRST, BoardLike
from slidelab.puzzle.shape import ShapeLike
from slidelab.puzzle.solvability import take_solvable
from slidelab.search import Conventions, Limits, SearchSpec, Status
from slidelab.search.limits import join_limits
from slidelab.solving.result import Result
from slidelab.solving.search import Search
from slidelab.system.progress import Cancelled

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
    cancelled: Cancelled = lambda: False,
) -> Iterator[Result]:
    """Return answers to a board, each better than the one before, until the limits or a proof.

    An answer is better if it has fewer moves or a higher lower bound; the first one comes at once,
    from a method that a person would use. With a limit on nodes instead of seconds, the answers are
    always the same.

    Raises ValueError for boards that do not fit together or cannot be solved.

    >>> *_, last = anytime("125340678")
    >>> last.cost, last.proven
    (3, True)
    """
    board, solved = take_solvable(start, goal, shape)
    conventions = Conventions() if seed is None else Conventions(order=f"random:{seed}")
    spec = SearchSpec("anytime", conventions=conventions, engine="compiled")
    search = Search(board, solved, spec)
    return _improve(search, join_limits(limits, time_limit, node_limit, memory_limit), cancelled)


def _improve(search: Search, limits: Limits, cancelled: Cancelled) -> Iterator[Result]:
    """Yield the answers: the search pauses at each one, and goes on for the next."""

    shown: tuple[int, float | None] | None = None

    def read_answer() -> tuple[int, float | None] | None:
        if search.run is None or search.run.counts.cost is None:
            return None
        return search.run.counts.cost, search.run.search.lower_bound

    def is_over() -> bool:
        return read_answer() != shown or cancelled()

    while True:
        result = search.advance(limits, cancelled=is_over)
        if read_answer() == shown:
            return
        shown = read_answer()
        yield replace(result, status=Status.SOLVED if result.proven else Status.TIME_LIMIT)
        if result.status is not Status.CANCELLED:
            return
