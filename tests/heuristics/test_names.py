"""Finding heuristics by name, and adding one."""

import pytest

from slidelab import heuristics
from slidelab.heuristics import HEURISTICS, Estimate, get, heuristic, names
from slidelab.puzzle import Board


def test_the_heuristics_are_those_of_a_course_and_more() -> None:
    assert names()[:3] == ["zero", "misplaced", "manhattan"]
    assert [h.name for h in HEURISTICS.all()] == names()
    assert all(h.summary and h.name in repr(h) and h.description for h in HEURISTICS.all())
    assert heuristics.linear_conflict is get("linear-conflict")
    assert {"manhattan", "linear_conflict"} <= {*dir(heuristics)}


def test_names_may_be_written_in_other_ways() -> None:
    for written, name in (
        ("linear_conflict", "linear-conflict"),
        ("Linear Conflict", "linear-conflict"),
        ("manhattan-distance", "manhattan"),
        ("MD", "manhattan"),
        ("hamming", "misplaced"),
        ("wd", "walking-distance"),
    ):
        assert get(written) is get(name)
        assert get(written).name == name
    taken = [*names(), *(alias for h in HEURISTICS.all() for alias in h.aliases)]
    assert len(taken) == len(set(taken))
    assert all(get(alias) is h for h in HEURISTICS.all() for alias in h.aliases)


def test_an_unknown_name_gets_a_suggestion_and_the_list() -> None:
    with pytest.raises(ValueError, match="did you mean manhattan") as caught:
        get("manhatten")
    assert all(name in str(caught.value) for name in names())
    for name in ("", "_cells", "../zero", "zero.zero", "walking"):
        with pytest.raises(ValueError, match="manhattan"):
            get(name)


def test_a_heuristic_estimates_one_board_or_is_bound_to_a_goal() -> None:
    assert heuristics.manhattan("125340678") == 3
    assert heuristics.manhattan("125340678", "blank-last") == 11
    with pytest.raises(ValueError, match="blank-last"):
        get("manhattan").bind("blank-last")


def test_a_function_becomes_a_heuristic() -> None:
    @heuristic(admissible=True, consistent=True, summary="1 unless the board is solved")
    def not_yet(goal: Board) -> Estimate:
        return lambda state: int(state != goal.state)

    goal = Board("1 2 / 3 _")
    assert not_yet.name == "not-yet"
    assert not_yet(goal, goal) == 0
    assert not_yet("1 2 / 3 _") == 1
    assert not_yet.bind(goal, count_blank=True)(bytes([1, 2, 0, 3])) == 1
