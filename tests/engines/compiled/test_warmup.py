"""Compiling ahead, and saying so."""

from pathlib import Path

import pytest

from slidelab.engines.compiled.searches import begin_loaded
from slidelab.engines.compiled.warmup import warmup
from slidelab.puzzle import Board
from slidelab.system.progress import monitored

GOAL = Board.parse("012345678")


@pytest.mark.slow
def test_what_was_compiled_is_announced_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    announced: list[tuple[str, float | None]] = []

    def announce(doing: str, fraction: float | None) -> None:
        announced.append((doing, fraction))

    with monitored(announce, lambda doing, size: None):
        begin_loaded("greedy", GOAL, GOAL, heuristic="manhattan")
        assert set(announced) == {("compiling greedy (first use only)", None)}
        announced.clear()
        begin_loaded("astar", GOAL, GOAL, heuristic="gaschnig")  # the same code
        assert announced == []
    warmup(announce)
    fractions = [fraction for _, fraction in announced]
    assert fractions == [step / len(announced) for step in range(len(announced))]
    announced.clear()
    with monitored(announce, lambda doing, size: None):
        for algorithm in ("bfs", "dfs", "ids", "bidirectional"):
            begin_loaded(algorithm, GOAL, GOAL)
        for algorithm in ("beam", "ida", "wastar"):
            begin_loaded(algorithm, GOAL, GOAL, heuristic="manhattan")
    assert announced == []


def test_a_cache_folder_that_cannot_be_written_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", "/dev/null/nowhere")
    announced: list[str] = []
    with monitored(lambda doing, fraction: announced.append(doing), lambda doing, size: None):
        begin_loaded("bfs", GOAL, GOAL)
        assert set(announced) == {"compiling bfs (first use only)"}
        announced.clear()
        begin_loaded("bfs", GOAL, GOAL)
    assert announced == []
