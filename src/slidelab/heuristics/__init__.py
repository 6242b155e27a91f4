"""How far is it still? One small function each, bound to a goal.

    >>> from slidelab import Board, heuristics
    >>> heuristics.manhattan(Board("125340678"))
    3

Every file in `estimates/` is one heuristic, called as the file is (with ``-`` for ``_``). Adding a
heuristic means adding one file:

    from slidelab.heuristics import Estimate, heuristic
    from slidelab.puzzle import Board

    @heuristic(admissible=True, consistent=True, summary="1 unless the board is solved")
    def unsolved(goal: Board) -> Estimate:
        solved = goal.state
        return lambda state: int(state != solved)

A heuristic h is *admissible* when h(s) is never more than the true number of moves from s, and
*consistent* when it also changes by at most 1 with every single move and is 0 at the goal.
"""

from slidelab.heuristics._heuristic import Binder, Estimate, Heuristic, heuristic
from slidelab.registry import Registry


def _wrap(thing: object, name: str) -> Heuristic | None:
    """Make a heuristic of an object from elsewhere."""
    from slidelab.heuristics._user_code import wrap

    return wrap(thing, name)


HEURISTICS: Registry[Heuristic] = Registry(
    "slidelab.heuristics.estimates",
    "heuristic",
    "heuristics",
    first=("zero", "misplaced", "manhattan", "euclidean", "misplaced-manhattan", "gaschnig"),
    wrap=_wrap,
    advice="a heuristic is a function of a Board, or of a state and the goal",
)
"""All heuristics, in the order in which a course meets them."""

get = HEURISTICS.__getitem__
names = HEURISTICS.names

__all__ = ["HEURISTICS", "Binder", "Estimate", "Heuristic", "get", "heuristic", "names"]


def __getattr__(name: str) -> Heuristic:
    if not name.startswith("_") and name.replace("_", "-") in names():
        return get(name)
    raise AttributeError(f"module 'slidelab.heuristics' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *(name.replace("-", "_") for name in names())]
