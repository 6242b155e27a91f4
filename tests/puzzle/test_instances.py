"""The published instances are boards that can be solved, as their papers list them."""

import pytest

from slidelab.puzzle import Board, Shape, instance, instance_set


@pytest.mark.parametrize(
    ("name", "shape", "number", "mean"),
    [("korf100", Shape(4, 4), 100, 53.05), ("korf24", Shape(5, 5), 50, 100.78)],
)
def test_instances_are_those_of_the_papers(name, shape, number, mean):
    members = instance_set(name)
    assert len(members) == number
    assert sum(member.optimal for member in members) / number == pytest.approx(mean, abs=0.001)
    for member in members:
        assert member.board.shape == shape
        assert member.board.is_solvable()
        assert instance(member.name) == member
        assert Board(member.name) == member.board
        # Each move changes the blank's distance from its corner by one.
        assert member.optimal % 2 == sum(divmod(member.board.blank, shape.cols)) % 2


@pytest.mark.parametrize("name", ["korf:0", "korf:101", "korf:", "korf:x", "korf24:51"])
def test_other_numbers_are_refused(name):
    with pytest.raises(ValueError, match=r"korf(24)?:1 to korf"):
        Board(name)


def test_unknown_sets_are_refused_with_the_list():
    with pytest.raises(ValueError, match="korf100, korf24"):
        instance_set("korf15")
