"""Pattern databases never overestimate, and searches with them find shortest paths."""

import random
from collections.abc import Callable
from pathlib import Path

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
    return heuristics.get(name).bind(goal)


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


def build(name: str, goal: Board, progress: Callable[[float], object]) -> bytes:
    """Open the tables of a partition; return all entries."""
    # A solve opens them once per process, which hides what happens to their file.
    from slidelab.engines.patterns.lookup import open_lookup

    return open_lookup(name, goal, progress).entries.tobytes()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which tables are kept."""
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    return tmp_path


GOAL = Board("012345678")


def test_a_build_that_is_stopped_leaves_nothing_behind(cache: Path) -> None:
    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build("4-4", GOAL, stop)
    assert not list(cache.rglob("*.npy"))
    seen: list[float] = []
    build("4-4", GOAL, seen.append)
    assert seen == sorted(seen)
    assert 0 <= seen[0] < seen[-1] == 1


def test_tables_are_built_once(cache: Path) -> None:
    built = build("4-4", GOAL, lambda fraction: None)
    assert build("4-4", GOAL, pytest.fail) == built
    assert build("4-4", Board("123456780"), pytest.fail) == built


def test_a_damaged_file_is_built_again(cache: Path) -> None:
    built = build("4-4", GOAL, lambda fraction: None)
    (file,) = cache.rglob("*.npy")
    for length in (0, 10, 1000):
        file.write_bytes(file.read_bytes()[:length])
        assert build("4-4", GOAL, lambda fraction: None) == built


def test_tables_are_used_where_they_cannot_be_kept(cache: Path) -> None:
    (cache / "patterns").write_text("a file in place of the folder")
    assert len(build("4-4", GOAL, lambda fraction: None)) == 6048
