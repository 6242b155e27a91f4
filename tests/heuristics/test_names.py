"""Finding heuristics by name, and adding one."""

import pytest

from slidelab import heuristics
from slidelab.heuristics import HEURISTICS, get


def test_the_heuristics_are_those_of_a_course_and_more() -> None:
    assert [*HEURISTICS][:3] == ["zero", "misplaced", "manhattan"]
    assert [h.name for h in HEURISTICS.values()] == [*HEURISTICS]
    assert all(h.summary and h.name in repr(h) and h.description for h in HEURISTICS.values())
    assert heuristics.linear_conflict is get("linear-conflict")
    assert {"manhattan", "linear_conflict"} <= {*dir(heuristics)}


def test_names_may_be_written_in_other_ways() -> None:
    for written, name in (
        ("linear_conflict", "linear-conflict"),
        ("Linear Conflict", "linear-conflict"),
        ("MANHATTAN", "manhattan"),
    ):
        assert get(written) is get(name)
        assert get(written).name == name


def test_an_unknown_name_gets_a_suggestion_and_the_list() -> None:
    with pytest.raises(ValueError, match="did you mean manhattan") as caught:
        get("manhatten")
    assert all(name in str(caught.value) for name in HEURISTICS)
    for name in ("", "_cells", "../zero", "zero.zero", "walking"):
        with pytest.raises(ValueError, match="manhattan"):
            get(name)
