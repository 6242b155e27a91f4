"""The boards of a path with what the search knew about each: g, h and f."""

from slidelab.engines.compiled.databases import find_heuristic
from slidelab.puzzle import length_of
from slidelab.solving.result import Result

_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""

Figures = dict[str, float]


def path_table(result: Result) -> list[tuple[str, str, Figures]]:
    """For each board of the path: the move that led to it, its text, and its g, h and f by name.

    A search without a heuristic has no h, and f only if it orders nodes by cost. It is empty
    without a path.

    >>> from slidelab import solve
    >>> path_table(solve("125340678"))[1]
    ('Up', '1 2 0 / 3 4 5 / 6 7 8', {'g': 1, 'h': 2, 'f': 3})
    """
    metric, h = result.conventions.metric, None
    moves = result.moves or []
    if result.heuristic is not None:
        bind = find_heuristic(result.heuristic).bind
        h = bind(result.goal, result.conventions.count_blank, metric)
    rows = []
    for at, board in enumerate(result.path):
        figures: Figures = {"g": length_of(moves[:at], metric)}
        if h is not None:
            figures["h"] = h(board.state)
            figures["f"] = figures["h"] * result.parameters.get("weight", 1)
            if result.algorithm not in _ONLY_H:
                figures["f"] += figures["g"]
        elif result.spec.method.frontier == "priority":
            figures["f"] = figures["g"]
        rows.append((moves[at - 1].word if at else "", board.to_text("rows"), figures))
    return rows
