"""Solving a board in one call."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.puzzle import BoardLike, Shape
from slidelab.search import ALGORITHMS, Algorithm, Conventions, Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.solving.result import Result
from slidelab.solving.search import Task
from slidelab.solving.spec import SearchSpec


def solve(
    start: BoardLike,
    goal: BoardLike = "blank-first",
    algorithm: str | Algorithm | None = None,
    heuristic: str | Heuristic | Callable[..., float] | None = None,
    *,
    optimal: bool = False,
    shape: Shape | None = None,
    preset: str = "textbook",
    conventions: Conventions | None = None,
    engine: str = "auto",
    force: bool = False,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    weight: float | None = None,
    width: int | None = None,
    depth_limit: int | None = None,
    restarts: int | None = None,
    cycles: int | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Result:
    """Solve a board.

    What is left open is chosen: A* with Manhattan distance for small boards, IDA* with pattern
    databases up to 4x4, and beyond that `anytime`, which answers at any size, for ten seconds
    unless there is a limit; `optimal` goes for a shortest path however long that takes.

    :param start: a board, its text, its tiles, or a published instance's name such as `korf:1`
    :param goal: a board, its text, its tiles, or one of the names such as `blank-last`
    :param algorithm: its name, `file.py:name` for one of your own, or the algorithm itself
    :param heuristic: its name, sizes of pattern databases such as `6-6-3`, `file.py:name`, or
        the heuristic itself, which may be any function from a Board to a number
    :param optimal: where the algorithm is left open, one that finds a shortest path
    :param shape: rows and columns, where the text of a board leaves them open
    :param preset: the conventions to count by
    :param conventions: the conventions, where no preset is what you want
    :param engine: `auto`, `textbook`, `compiled`, `parallel` or `gpu`
    :param force: search even a board that has no solution
    :param limits: when to stop
    :param time_limit: seconds of searching after which to stop
    :param node_limit: expanded nodes after which to stop
    :param memory_limit: bytes that the search may hold
    :param weight: weighted A*: how much h counts
    :param width: beam search: nodes kept a layer
    :param depth_limit: depth-limited search: how deep
    :param restarts: hill climbing: how many new starts
    :param cycles: IDA*: refuse needless sequences of up to so many moves
    :param parameters: parameters of an algorithm of your own, by name

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> result = solve("1,2,5,3,4,0,6,7,8", algorithm="bfs")
    >>> result.cost, [move.word for move in result.moves]
    (3, ['Up', 'Left', 'Left'])
    >>> solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], goal="blank-last").cost
    31
    """
    named = {
        "weight": weight,
        "width": width,
        "depth_limit": depth_limit,
        "restarts": restarts,
        "cycles": cycles,
    }
    if isinstance(algorithm, Algorithm):
        algorithm = ALGORITHMS.add(algorithm).name
    if heuristic is not None and not isinstance(heuristic, str):
        heuristic = HEURISTICS.add(heuristic).name
    spec = SearchSpec(
        algorithm,
        heuristic,
        parameters=_given(named) | dict(parameters or {}),
        preset=preset,
        conventions=conventions,
        engine=engine,
        optimal=optimal,
    )
    stops = _given({"seconds": time_limit, "nodes": node_limit, "memory": memory_limit})
    return Task(start, goal, spec, shape=shape, force=force).advance(replace(limits, **stops))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
