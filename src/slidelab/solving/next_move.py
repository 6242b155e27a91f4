"""The best next move from a board, and how many moves remain."""

from dataclasses import replace
from math import ceil

from slidelab import heuristics
from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT, SMALL, has_databases
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving import Result, Search, SearchSpec, solve
from slidelab.solving.anytime import anytime
from slidelab.system.progress import Cancelled

_NEAR = 24


def find_next_move(
    board: Board,
    goal: Board,
    limits: Limits,
    *,
    prepare: bool = True,
    cancelled: Cancelled = lambda: False,
) -> Result:
    """Find the best next move, as the first one of a path to the goal, of a solvable board.

    Up to 4x4 the path is a shortest one where the limits allow, beyond it is a good one, and where
    there is no time for either it is made by hand: there always is one. With `prepare`, code and
    pattern databases are made ready first where they are missing. Without it, 4x4 boards far from
    the goal get a nearly shortest path.

    >>> start, goal = Board.parse("1 2 5 / 3 4 0 / 6 7 8"), Board.parse("0 1 2 / 3 4 5 / 6 7 8")
    >>> found = find_next_move(start, goal, Limits(seconds=60))
    >>> found.moves[0].word, found.cost, found.proven
    ('Up', 3, True)
    """
    if board.shape.cells > EXACT and is_available():
        if prepare:
            from slidelab.engines.anytime import search

            search.load(board.shape.cells)  # which takes nothing of the time
        *_, best = anytime(board, goal, limits=limits, workers=1, cancelled=cancelled)
        return best
    task = Search(board, goal, _exact_or_quick(board, goal, prepare))
    found = task.advance(limits, cancelled=cancelled)
    if not found.solved:
        found = replace(solve(board, goal, "human"), lower_bound=found.lower_bound)
    if found.lower_bound is None:
        estimate = heuristics.get("linear-conflict").bind(goal)
        found = replace(found, lower_bound=ceil(estimate(board.state)))
    return found


def is_near(board: Board, goal: Board) -> bool:
    """Whether a board is so near to the goal that a shortest path takes milliseconds to find."""
    return heuristics.get("manhattan").bind(goal)(board.state) <= _NEAR


def _exact_or_quick(board: Board, goal: Board, prepare: bool) -> SearchSpec:
    """How to search a board of up to 4x4."""
    if board.shape.cells <= SMALL:
        return SearchSpec()
    if board.shape.cells > EXACT:
        return SearchSpec("anytime", engine="textbook")
    if prepare and is_available():
        tables = affordable(board.shape) if has_databases(goal) else "walking-distance"
        return SearchSpec("ida", tables)
    if is_near(board, goal):
        return SearchSpec("ida", "linear-conflict", engine="textbook")
    weight = {"weight": 2}
    return SearchSpec("wastar", "linear-conflict", parameters=weight, engine="textbook")
