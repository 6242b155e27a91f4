"""Goals: two names, or any board of the shape."""

import pytest

from slidelab.puzzle import BadBoard, Board, Shape, goal_board, goal_name

SQUARE = Shape(3, 3)
SPIRAL = Board("123804765")


def test_goals_are_names_or_boards() -> None:
    assert goal_board("blank-first", SQUARE) == Board("012345678")
    assert goal_board("blank-last", SQUARE) == Board("123456780")
    assert goal_board("Blank_First", Shape(2, 2)) == Board("0123")
    assert goal_board("blank-last", Shape(2, 3)).rows == ((1, 2, 3), (4, 5, 0))
    assert goal_board("1 2 3 / 8 _ 4 / 7 6 5", SQUARE) == SPIRAL == goal_board(SPIRAL, SQUARE)
    assert goal_board("0 1 2 3 4 5", Shape(2, 3)).shape == Shape(2, 3)
    for text in ("blank-first", "blank-last", "1,2,3,8,0,4,7,6,5"):
        assert goal_name(goal_board(text, SQUARE)) == text
        assert goal_board(text, SQUARE).is_solved(text)
    assert not SPIRAL.is_solved()


@pytest.mark.parametrize(
    ("goal", "names"),
    [
        ("middle", ["'middle'", "blank-first", "blank-last"]),
        ("", ["''", "blank-first"]),
        (Board("0123"), ["2x2", "3x3"]),
        ("1,2,3,4,5,6,7,8,9", ["in the goal", "out of range: 9", "missing: the blank"]),
        ("0 1 / 2 3", ["in the goal", "2x2", "3x3"]),
    ],
)
def test_bad_goals_are_refused(goal: str | Board, names: list[str]) -> None:
    with pytest.raises(BadBoard) as caught:
        goal_board(goal, SQUARE)
    assert [name for name in names if name not in str(caught.value)] == []
