"""The published instances are boards that can be solved, as their papers list them."""

import pytest

from slidelab.puzzle import Board, Shape, goal_board, is_solvable
from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.instances import instance, instance_set

SHAPES = {"korf100": Shape(4, 4), "korf24": Shape(5, 5)}


@pytest.mark.parametrize(("name", "shape"), SHAPES.items())
def test_every_instance_is_a_solvable_board(name, shape):
    for member in instance_set(name):
        assert member.board.shape == shape
        assert is_solvable(member.board, goal_board("blank-first", shape))
        assert instance(member.name) == member
        # Each move changes the blank's distance from its corner by one.
        assert member.optimal % 2 == sum(divmod(member.board.blank, shape.cols)) % 2


def test_what_the_papers_say_of_their_sets():
    lengths = [member.optimal for member in instance_set("korf100")]
    assert (min(lengths), max(lengths)) == (41, 66)
    assert sum(lengths) / len(lengths) == pytest.approx(53.05, abs=0.01)
    assert sum(m.optimal for m in instance_set("korf24")) / 50 == pytest.approx(100.78)


@pytest.mark.parametrize("name", ["korf:0", "korf:101", "korf:", "korf:x", "korf24:51"])
def test_numbers_outside_a_set_are_refused(name):
    with pytest.raises(BadBoard, match="is not an instance; they are"):
        Board(name)


def test_unknown_sets_are_refused_with_the_list():
    with pytest.raises(ValueError, match="the sets are korf100, korf24"):
        instance_set("korf15")
