"""Estimates of the distance to a goal: one small function each, bound to the goal.

    >>> from slidelab import Board, heuristics
    >>> heuristics.manhattan(Board("125340678"))
    3

Every file in `estimates/` is one heuristic, called as the file is (with ``-`` for ``_``). Adding a
heuristic means adding one file:

    from slidelab.heuristics import Estimate, heuristic
    from slidelab.puzzle import Board

    @heuristic(admissible=True, consistent=True)
    def unsolved(goal: Board) -> Estimate:
        "Return 1 unless the board is solved."
        solved = goal.state
        return lambda state: int(state != solved)

A heuristic h is *admissible* when h(s) is never more than the true number of moves from s, and
*consistent* when it also changes by at most 1 with every single move and is 0 at the goal.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from slidelab.heuristics.formula import is_formula as is_formula
from slidelab.heuristics.formula import read_formula as read_formula
from slidelab.heuristics.heuristic import CostTable as CostTable
from slidelab.heuristics.heuristic import Estimate as Estimate
from slidelab.heuristics.heuristic import Heuristic as Heuristic
from slidelab.heuristics.heuristic import heuristic as heuristic
from slidelab.heuristics.heuristic import make_heuristic
from slidelab.registry import Registry, import_files

# These come first in lists; the others follow by name.
_FIRST = ("zero", "misplaced", "manhattan", "euclidean", "misplaced_manhattan", "gaschnig")

HEURISTICS: Registry[Heuristic] = Registry(
    Heuristic,
    lambda: import_files("slidelab.heuristics.estimates", *_FIRST),
    make_heuristic,
    "a heuristic is a function of a Board, or of a state and the goal",
)
"""All heuristics, in the order in which a course meets them."""


def get(given: str | Heuristic | Callable[..., Any]) -> Heuristic:
    """Return the heuristic of a name, of `file.py:name`, or of a function.

    A name may also be a formula, or the sizes of pattern databases.

    >>> [get(name).name for name in ("Manhattan", "max(manhattan,misplaced)", "6-6-3")]
    ['manhattan', 'max(manhattan,misplaced)', '6-6-3']

    Raises ValueError when there is none.
    """
    found = _read_parts(given) if isinstance(given, str) else None
    return found or HEURISTICS.find(given)


@lru_cache(maxsize=64)
def _read_parts(name: str) -> Heuristic | None:
    """Return the heuristic of a formula or of pattern databases; None for any other name."""
    from slidelab.engines.patterns.heuristic import PatternHeuristic
    from slidelab.engines.patterns.partitions import is_partition

    if is_partition(name):
        return PatternHeuristic(name)
    return read_formula(name, get) if is_formula(name) else None


def __getattr__(name: str) -> Heuristic:
    if not name.startswith("_") and name in HEURISTICS:
        return HEURISTICS[name]
    raise AttributeError(f"module 'slidelab.heuristics' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *(name.replace("-", "_") for name in HEURISTICS)]
