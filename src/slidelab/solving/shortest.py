"""All shortest solutions of a board, for shapes of up to 16 cells."""

from __future__ import annotations

from collections.abc import Iterator

from slidelab.engines.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, Move, goal_board, solvability
from slidelab.puzzle.shape import ShapeLike
from slidelab.search import Conventions
from slidelab.system.progress import report_progress

_BUDGET = 200_000
"""Nodes between two reports of progress."""


def all_shortest(
    start: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
) -> Iterator[list[Move]]:
    """Return all shortest solutions, one after another; there may be very many.

    Raises ValueError for boards without a solution, and for shapes of more than 16 cells.

    >>> from slidelab.puzzle import format_moves
    >>> [format_moves(path, "letters") for path in all_shortest("432105678")]
    ['ULDRUL', 'LURDLU']
    """
    board = Board(start, shape)
    solved = goal_board(goal, board.shape)
    if not (answer := solvability(board, solved)).solvable:
        raise SlidelabError(answer.reason)
    if board.shape.cells > EXACT:
        raise SlidelabError(
            f"all shortest solutions can be found only up to {EXACT} cells, and {board.shape} "
            f"has {board.shape.cells}: solve it for one solution instead"
        )
    return _search_all(board, solved)


def _search_all(board: Board, goal: Board) -> Iterator[list[Move]]:
    """Run IDA* past the first solution, to the end of the iteration that found it."""
    from slidelab.engines.compiled.estimates import bind_heuristic
    from slidelab.engines.compiled.ida import Ida
    from slidelab.engines.compiled.records import EXHAUSTED, FOUND
    from slidelab.engines.patterns.heuristic import PatternHeuristic

    given = bind_heuristic(PatternHeuristic(affordable(board.shape)), goal)
    search = Ida(board, goal, Conventions().order, given)
    while search.step(_BUDGET) is None:
        report_progress("searching")
    outcome = FOUND
    while outcome != EXHAUSTED:
        if outcome == FOUND:
            yield search.tree.path()
        report_progress("searching")
        outcome = search.tree.search(_BUDGET)
