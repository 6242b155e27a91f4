"""Compiling ahead, and saying so."""

from uuid import uuid4

import pytest

from slidelab.engines.compiled.searches import begin_loaded
from slidelab.engines.compiled.warmup import warmup
from slidelab.engines.native.function import CompiledFunction, announced_as
from slidelab.puzzle import Board
from slidelab.system.progress import monitored
from tests.engines.native.kernels import multiplier

GOAL = Board("012345678")


@pytest.mark.parametrize("files_work", [True, False], ids=["in files", "by Numba"])
def test_code_is_announced_when_it_is_compiled(
    files_work: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CompiledFunction, "_files_work", files_work)
    announced: list[tuple[str, float | None]] = []
    factor = uuid4().int >> 80
    with monitored(lambda *told: announced.append(told), lambda doing, size: None):
        for expected in ({("compiling something new (first use only)", None)}, set()):
            kernel = multiplier(factor)  # another function with the same code
            with announced_as("compiling something new"):
                assert kernel(7) == 7 * factor
            assert set(announced) == expected
            announced.clear()


@pytest.mark.nightly
def test_what_is_warm_is_not_announced() -> None:
    announced: list[tuple[str, float | None]] = []

    def announce(doing: str, fraction: float | None) -> None:
        announced.append((doing, fraction))

    warmup(announce)
    fractions = [fraction for _, fraction in announced]
    assert fractions == [step / len(announced) for step in range(len(announced))]
    announced.clear()
    with monitored(announce, lambda doing, size: None):
        for algorithm in ("bfs", "dfs", "ids", "bidirectional"):
            begin_loaded(algorithm, GOAL, GOAL)
        for algorithm in ("beam", "ida", "greedy", "wastar"):
            begin_loaded(algorithm, GOAL, GOAL, heuristic="manhattan")
    assert announced == []


def test_a_cache_folder_that_cannot_be_written_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", "/dev/null/nowhere")
    begin_loaded("bfs", GOAL, GOAL)
