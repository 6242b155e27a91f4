"""Finding heuristics by name."""

import subprocess
import sys
from pathlib import Path

import pytest

import slidelab.heuristics
from slidelab.heuristics import HEURISTICS, Estimate, get, heuristic, names
from slidelab.puzzle import Board
from slidelab.registry import UnknownNameError


def test_each_file_is_one_heuristic_of_that_name() -> None:
    folder = Path(slidelab.heuristics.__file__).parent / "estimates"
    stems = {path.stem for path in folder.glob("[!_]*.py")}
    assert {name.replace("-", "_") for name in names()} == stems
    assert [h.name for h in HEURISTICS.all()] == names()


def test_the_order_is_that_of_a_course() -> None:
    assert names()[:3] == ["zero", "misplaced", "manhattan"]


def test_each_has_one_line_to_say() -> None:
    for h in HEURISTICS.all():
        assert h.summary
        assert "\n" not in h.summary
        assert h.name in repr(h)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("linear_conflict", "linear-conflict"),
        ("Linear Conflict", "linear-conflict"),
        ("manhattan-distance", "manhattan"),
        ("MD", "manhattan"),
        ("hamming", "misplaced"),
        ("wd", "walking-distance"),
    ],
)
def test_other_ways_to_write_a_name(written: str, name: str) -> None:
    assert get(written) is get(name)
    assert get(written).name == name


def test_aliases_are_spelled_so_that_they_can_be_found_and_are_not_taken_twice() -> None:
    taken = [*names(), *(alias for h in HEURISTICS.all() for alias in h.aliases)]
    assert len(taken) == len(set(taken))
    for h in HEURISTICS.all():
        assert all(get(alias) is h for alias in h.aliases)


def test_a_name_that_is_none_lists_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="did you mean manhattan") as caught:
        get("manhatten")
    assert isinstance(caught.value, ValueError)
    assert all(name in str(caught.value) for name in names())


@pytest.mark.parametrize("name", ["", "_cells", "../zero", "zero.zero", "walking"])
def test_what_is_no_heuristic_is_not_imported(name: str) -> None:
    with pytest.raises(UnknownNameError):
        get(name)


def test_a_name_imports_its_own_file_only() -> None:
    code = """
import sys
from slidelab.heuristics import get, names
names()
get("manhattan")
prefix = "slidelab.heuristics.estimates."
print(*sorted(m for m in sys.modules if m.startswith(prefix)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["slidelab.heuristics.estimates.manhattan"]


def test_a_heuristic_of_ones_own() -> None:
    @heuristic(admissible=True, consistent=True, summary="1 unless the board is solved")
    def not_yet(goal: Board) -> Estimate:
        return lambda state: int(state != goal.state)

    goal = Board.parse("1 2 / 3 _")
    assert not_yet.name == "not-yet"
    assert not_yet(goal, goal) == 0
    assert not_yet("1 2 / 3 _") == 1
    assert not_yet.bind(goal, count_blank=True)(bytes([1, 2, 0, 3])) == 1
