"""The goals and their names."""

import pytest

from slidelab.puzzle import BadGoal, Board, Shape, goal_board, goal_name

SQUARE = Shape(3, 3)


def test_the_common_goals() -> None:
    assert goal_board("blank-first", SQUARE).to_text("digits") == "012345678"
    assert goal_board("blank-last", SQUARE).to_text("digits") == "123456780"
    assert goal_board("Blank_First", Shape(2, 2)).to_text("digits") == "0123"
    assert goal_board("blank-last", Shape(2, 3)).rows == ((1, 2, 3), (4, 5, 0))


def test_any_board_is_a_goal() -> None:
    spiral = Board.parse("123804765")
    assert goal_board("1 2 3 / 8 _ 4 / 7 6 5", SQUARE) == spiral
    assert goal_board(spiral, SQUARE) is spiral
    assert goal_board("0 1 2 3 4 5", Shape(2, 3)).shape == Shape(2, 3)


@pytest.mark.parametrize("text", ["blank-first", "blank-last", "1,2,3,8,0,4,7,6,5"])
def test_names_give_the_goal_back(text: str) -> None:
    assert goal_name(goal_board(text, SQUARE)) == text


@pytest.mark.parametrize(
    ("goal", "problems"),
    [
        ("middle", ["'middle' is not a goal: write blank-first, blank-last or a board"]),
        ("", ["'' is not a goal: write blank-first, blank-last or a board"]),
        (Board.parse("0123"), ["the goal is a 2x2 board, but the puzzle is 3x3"]),
        (
            "1,2,3,4,5,6,7,8,9",
            [
                "in the goal: 9 is out of range: a 3x3 board has the tiles 1 to 8",
                "in the goal: the blank is missing: write 0, _ or . for it",
            ],
        ),
        (
            "0 1 / 2 3",
            [
                "in the goal: the rows given make a 2x2 board, but the shape asked for is 3x3",
                "in the goal: tiles 4, 5, 6, 7 and 8 are missing",
            ],
        ),
    ],
)
def test_bad_goals_are_told(goal: str | Board, problems: list[str]) -> None:
    with pytest.raises(BadGoal) as caught:
        goal_board(goal, SQUARE)
    assert caught.value.problems == problems
