"""What the compiled engine can do is told without loading it, and it is the truth."""

import subprocess
import sys

import pytest

from slidelab import heuristics
from slidelab.engines.compiled.databases import PatternHeuristic
from slidelab.engines.compiled.engine import (
    BEST_FIRST,
    FREE,
    HEURISTICS,
    PARALLEL,
    SEARCHES,
    has_search,
    supports,
)
from slidelab.engines.compiled.heuristics import make_estimator
from slidelab.engines.compiled.searches import begin_loaded, begin_search
from slidelab.engines.compiled.slots import EXPANDED, GENERATED
from slidelab.puzzle import Board, goal_board
from slidelab.registry import load_object
from slidelab.search import ALGORITHMS, Conventions, Limits, Run, Status

TREE = Conventions(graph=False)
GOAL = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0")


def named(algorithm: str) -> str | None:
    return "manhattan" if ALGORITHMS[algorithm].informed else None


def test_asking_does_not_load_numba() -> None:
    script = (
        "import sys\n"
        "from slidelab.engines.compiled.engine import supports\n"
        "from slidelab.engines.compiled.databases import PatternHeuristic\n"
        "from slidelab.search import Conventions\n"
        "patterns = PatternHeuristic('6-6-3')\n"
        "assert supports('ida', patterns, Conventions())\n"
        "print(*({'numba', 'numpy'} & set(sys.modules)))\n"
    )
    environment = {"PYTHONPATH": ":".join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    assert told.stdout.split() == []


def test_what_is_declared_is_there() -> None:
    assert set(SEARCHES) <= set(ALGORITHMS.names())
    assert set(HEURISTICS) <= set(heuristics.names())
    assert set(BEST_FIRST) | set(PARALLEL) <= set(SEARCHES | FREE)
    for path in (*SEARCHES.values(), *FREE.values()):
        assert callable(load_object(path))
    for name in HEURISTICS:
        assert make_estimator(name, GOAL).most_tiles == 1


def test_what_is_not_compiled_is_refused() -> None:
    assert supports("astar", "manhattan", Conventions())
    assert supports("astar", "manhattan", TREE)
    assert supports("ida", "manhattan", TREE)
    assert not supports("ids", None, TREE)
    assert not supports("rbfs", "manhattan", Conventions())
    assert not supports("astar", "crystal-ball", Conventions())
    assert not supports("astar", heuristics.get("perfect"), Conventions())
    with pytest.raises(ValueError, match="no compiled version of ids"):
        begin_search("ids", GOAL, GOAL, TREE)
    with pytest.raises(ValueError, match="crystal-ball"):
        begin_search("astar", GOAL, GOAL, Conventions(), "crystal-ball")


def test_databases_are_compiled() -> None:
    assert supports("beam", PatternHeuristic("4-4"), Conventions())


@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("conventions", [Conventions(), Conventions(goal_test="generate", seed=1)])
def test_loading_the_code_of_a_search_expands_nothing(
    algorithm: str, conventions: Conventions
) -> None:
    assert has_search(algorithm, conventions)
    begin_loaded(algorithm, GOAL, GOAL, conventions, named(algorithm))
    search = begin_search(algorithm, GOAL.neighbors()[0][1], GOAL, conventions, named(algorithm))
    search.load()
    assert search.registers[EXPANDED] == 0
    assert search.registers[GENERATED] <= 2  # the root, and the goal where it begins at both ends


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_many_short_steps_end_where_one_long_step_ends(algorithm: str) -> None:
    goal = goal_board("blank-first", GOAL.shape)
    start = Board([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])

    def begin() -> Run:
        search = begin_search(algorithm, start, goal, heuristic=named(algorithm))
        return Run(search, Conventions(), ALGORITHMS[algorithm].blind)

    stepwise, whole = begin(), begin()
    for nodes in range(1, 60):
        assert stepwise.advance(Limits(nodes=nodes)) is Status.NODE_LIMIT
        assert stepwise.counters().expanded == nodes
    assert stepwise.advance(Limits(nodes=60_000)) is whole.advance(Limits(nodes=60_000))
    found, expected = stepwise.counters(), whole.counters()
    for name in ("expanded", "generated", "duplicates", "frontier", "max_frontier", "max_depth"):
        assert getattr(found, name) == getattr(expected, name)
