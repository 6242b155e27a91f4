"""Pattern databases never overestimate, and searches with them find shortest paths."""

import random
from collections.abc import Callable

import pytest

from slidelab import Board, Shape, heuristics, solve
from tests.oracles.puzzle import distances

GOALS = {
    "4-4": ("012345678", "123456780", "835721640"),
    "5-3": ("123456780",),
    "2-3-3": ("123804765",),
}


def bind(name: str, goal: Board) -> Callable[[bytes], float]:
    """Return the heuristic as a function of a state."""
    from slidelab.engines.compiled.databases import find_heuristic  # no public door finds one yet

    return find_heuristic(name).bind(goal)


@pytest.mark.parametrize("name", GOALS)
def test_estimates_on_3x3_are_admissible_and_beat_manhattan(name: str) -> None:
    for text in GOALS[name]:
        goal = Board(text)
        estimate, manhattan = bind(name, goal), heuristics.get("manhattan").bind(goal)
        table = distances(goal.state, 3, 3)
        for state in random.Random(1).sample([*table], 1500):
            value = estimate(state)
            assert manhattan(state) <= value <= table[state]
            assert (table[state] - value) % 2 == 0
        assert estimate(goal.state) == 0


@pytest.mark.parametrize("name", GOALS)
def test_searches_find_shortest_paths(name: str) -> None:
    for text in GOALS[name]:
        goal = Board(text)
        table = distances(goal.state, 3, 3)
        for state in random.Random(2).sample([*table], 25):
            start = Board.from_state(state, Shape(3, 3))
            for algorithm in ("ida", "astar"):
                choices = {"algorithm": algorithm, "heuristic": name, "engine": "compiled"}
                assert solve(start, goal, **choices).cost == table[state]
