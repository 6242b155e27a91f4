"""Random searches, paused by random limits, against facts found without slidelab's code.

`make explore` tries new ones.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slidelab import Board, Limits, Search, SearchSpec, Shape, Status
from slidelab.search import PRESETS, preset
from tests.oracles import puzzle

pytestmark = pytest.mark.nightly

SHAPES = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3))
HEURISTICS = ("zero", "misplaced", "manhattan", "euclidean", "linear-conflict", "walking-distance")
INFORMED = ("astar", "wastar", "greedy", "ida", "rbfs", "beam", "hill-climbing")
UNINFORMED = ("bfs", "dfs", "dls", "ids", "ucs", "bidirectional", "human")
SHORTEST = ("bfs", "ids", "ucs", "bidirectional")
FINISHERS = (*SHORTEST, "astar", "wastar", "ida", "rbfs", "human")
PARAMETERS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "wastar": st.fixed_dictionaries({"weight": st.sampled_from((0.5, 1, 1.5, 2, 5))}),
    "dls": st.fixed_dictionaries({"depth_limit": st.integers(0, 31)}),
    "beam": st.fixed_dictionaries({"width": st.sampled_from((1, 2, 10, 100))}),
    "hill-climbing": st.fixed_dictionaries({"restarts": st.integers(0, 20)}),
}
PAUSES = st.one_of(
    st.just(Limits(seconds=0)),
    st.just(Limits(memory=1)),
    st.builds(Limits, nodes=st.integers(0, 99)),
)


@st.composite
def searches(draw: st.DrawFn) -> tuple[bytes, bytes, int, SearchSpec]:
    """Start, goal, columns, and how to search."""
    rows, cols = draw(st.sampled_from(SHAPES))
    goal = bytes(draw(st.permutations(range(rows * cols))))
    if draw(st.integers(0, 4)):
        start = puzzle.random_walk(goal, cols, draw(st.integers(1, 60)), draw(st.integers(0)))[-1]
    else:
        start = bytes(draw(st.permutations(range(rows * cols))))
    assume(start != goal)
    algorithm = draw(st.sampled_from((*INFORMED, *UNINFORMED)))
    name = draw(st.sampled_from(("textbook", *PRESETS)))
    order = "".join(draw(st.permutations("UDLR")))
    spec = SearchSpec(
        algorithm,
        draw(st.sampled_from(HEURISTICS)) if algorithm in INFORMED else None,
        parameters=draw(PARAMETERS.get(algorithm, st.just({}))),
        preset=name,
        conventions=replace(preset(name), order=order),
        engine="textbook",
    )
    return start, goal, cols, spec


def facts_of(result: Any) -> tuple[Any, ...]:
    counters = replace(result.counters, seconds=0.0, peak_memory_bytes=0)
    return result.status, result.moves, counters, result.lower_bound


def new_search(start: bytes, goal: bytes, cols: int, spec: SearchSpec, engine: str) -> Search:
    shape = Shape(len(goal) // cols, cols)
    return Search(Board(start, shape), Board(goal, shape), replace(spec, engine=engine))


@settings(max_examples=4 * settings.default.max_examples)
@given(case=searches(), pauses=st.lists(PAUSES, max_size=5), most=st.sampled_from((300, 4000)))
def test_no_search_is_ever_wrong(
    case: tuple[bytes, bytes, int, SearchSpec], pauses: list[Limits], most: int
) -> None:
    start, goal, cols, spec = case
    distance = puzzle.distance(start, goal, cols)
    search = new_search(*case, "textbook")
    for pause in (*pauses, Limits(nodes=most)):
        result = search.advance(pause)
        if result.moves is not None:
            assert puzzle.play(start, cols, [move.letter for move in result.moves]) == goal
            assert result.cost == len(result.moves) >= distance
        if result.lower_bound is not None and distance is not None:
            assert result.lower_bound <= distance

    if distance is None:
        assert result.status is Status.UNSOLVABLE
    elif spec.algorithm in FINISHERS:
        assert result.status in (Status.SOLVED, Status.NODE_LIMIT)
    if result.solved and (result.proven or spec.algorithm in SHORTEST):
        assert result.cost == distance
    if result.solved and spec.algorithm == "dls":
        assert result.cost <= spec.parameters["depth_limit"]
    if result.solved and spec.algorithm == "wastar" and spec.preset == "textbook":
        assert result.cost <= max(1, spec.parameters["weight"]) * distance

    most = max(most, *(pause.nodes or 0 for pause in pauses), 0)
    at_once = new_search(*case, "auto").advance(Limits(nodes=most))
    assert facts_of(at_once) == facts_of(result)
