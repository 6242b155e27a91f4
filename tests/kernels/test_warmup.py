"""Compiling ahead, and saying so."""

from pathlib import Path

import pytest

from slidelab.kernels.engine import load
from slidelab.kernels.warmup import warmup
from slidelab.puzzle import Board

GOAL = Board.parse("012345678")


def test_what_was_compiled_is_announced_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    announced: list[tuple[str, float | None]] = []

    def announce(doing: str, fraction: float | None) -> None:
        announced.append((doing, fraction))

    load("greedy", GOAL, heuristic="manhattan", announce=announce)
    assert announced == [("compiling greedy, this once", None)]
    load("astar", GOAL, heuristic="gaschnig", announce=announce)  # the same code
    assert len(announced) == 1
    announced.clear()
    warmup(announce)
    fractions = [fraction for _, fraction in announced]
    assert fractions == [step / len(announced) for step in range(len(announced))]
    announced.clear()
    for algorithm in ("bfs", "dfs", "ids", "bidirectional"):
        load(algorithm, GOAL, announce=announce)
    for algorithm in ("beam", "ida", "wastar"):
        load(algorithm, GOAL, heuristic="manhattan", announce=announce)
    assert announced == []


def test_a_cache_folder_that_cannot_be_written_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", "/dev/null/nowhere")
    announced: list[str] = []
    load("bfs", GOAL, announce=lambda doing, fraction: announced.append(doing))
    assert announced == ["compiling bfs, this once"]
