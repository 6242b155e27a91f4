"""The door for people in a notebook."""

from collections.abc import Iterable, Mapping
from typing import Any

from slidelab.course.explain.inquiry import explain as explain_all
from slidelab.course.explain.match import Match
from slidelab.puzzle import BoardLike


def explain(
    board: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    algorithm: str,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    more: Iterable[tuple[BoardLike, BoardLike, Mapping[str, Any]]] = (),
    **counts: Any,
) -> list[Match]:
    """The conventions under which a search counts what a program printed for a board.

    `counts` are numbers by the names of the counters, `cost` and `path`; `more` are further boards,
    each with its goal and numbers. The algorithm may be `any`. The fewest differences from the
    preset `textbook` come first.

    Raises ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("618402735", algorithm="astar", heuristic="manhattan", expanded=517)[0])
    astar with manhattan; counted as driver
    """
    return [
        *explain_all(
            [(board, goal, counts), *more],
            algorithm=algorithm,
            heuristic=heuristic,
            parameters=parameters,
        )
    ]
