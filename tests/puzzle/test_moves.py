"""Moves, their names, and how paths are written."""

import pytest

from slidelab.puzzle import (
    BadMoves,
    Board,
    Move,
    Shape,
    format_moves,
    goal_board,
    multi_tile_length,
    parse_moves,
    random_board,
)

UP, DOWN, LEFT, RIGHT = Move


def test_moves_are_numbered_and_named() -> None:
    assert [int(move) for move in Move] == [0, 1, 2, 3]
    assert [move.letter for move in Move] == ["U", "D", "L", "R"]
    assert [move.word for move in Move] == ["Up", "Down", "Left", "Right"]
    assert [move.inverse for move in Move] == [DOWN, UP, RIGHT, LEFT]
    assert f"{UP} {DOWN}" == "Up Down"
    assert {Move.parse(text) for text in ("L", "l", "Left", "left", "LEFT", " left ")} == {LEFT}


@pytest.mark.parametrize("text", ["", "x", "Lef", "U2", "U D", 5])
def test_other_texts_are_not_a_move(text: str) -> None:
    with pytest.raises(BadMoves, match=f"{text}.*Up, Down, Left or Right"):
        Move.parse(text)


def test_paths_are_written() -> None:
    path = [UP, LEFT, LEFT, DOWN, DOWN, DOWN, RIGHT]
    assert format_moves(path) == "Up Left Left Down Down Down Right"
    assert format_moves(path, "letters") == "ULLDDDR"
    assert format_moves(path, "compact") == "U L2 D3 R"
    assert format_moves(path, "compact", direction="tile") == "D R2 U3 L"
    assert format_moves(path, "slidysim") == "DR2U3L"  # players name the tile's direction
    assert format_moves([]) == format_moves([], "compact") == ""
    assert format_moves(iter(path), "letters", "tile") == "DRRUUUL"


@pytest.mark.parametrize(
    "text",
    [
        "Up Left Left Down",
        "U L L D",
        "ULLD",
        "U L2 D",
        "UL2D",
        "Up Left2 Down",
        "UpLeft2Down",
        "u, l2; d",
        "['Up', 'Left', 'Left', 'Down']",
        '["Up","Left","Left","Down"]',
        "(U, L, L, D)",
        "  Up\nLeft\tLeft\r\nDown  ",
        "U1L02D",
    ],
)
def test_paths_are_read_in_every_form(text: str) -> None:
    assert parse_moves(text) == (UP, LEFT, LEFT, DOWN)
    assert parse_moves(text, direction="tile") == (DOWN, RIGHT, RIGHT, UP)


def test_a_path_may_be_empty() -> None:
    assert [parse_moves(text) for text in ("", " ", "[]", "()")] == [()] * 4


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("U X2", [["'X2'", "character 3"]]),
        ("lefft", [["'efft'", "character 2"]]),
        ("Up, 3, Down", [["'3'", "character 5"]]),
        ("U0", [["'U0'"]]),
        ("R256 north D" + "9" * 5000, [["'R256'"], ["'north'"], ["'D9999"]]),
    ],
)  # fmt: skip
def test_every_unreadable_part_is_named(text: str, problems: list[list[str]]) -> None:
    with pytest.raises(BadMoves) as caught:
        parse_moves(text)
    for problem, names in zip(caught.value.problems, problems, strict=True):
        assert [name for name in names if name not in problem] == [], problem


def test_unknown_styles_and_directions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'arrows'.*words, letters"):
        format_moves([], style="arrows")
    with pytest.raises(ValueError, match=r"'sky'.*blank or tile"):
        parse_moves("", direction="sky")


def test_players_scrambles_and_solutions() -> None:
    # The blank is left of 2: that tile moves left into it, then 3 moves down.
    assert Board("1 3 4/0 2 5").play(parse_moves("LD", direction="tile")) == Board("1 0 4/2 3 5")
    text = "URDL2UR2"
    moves = parse_moves(text, direction="tile")
    assert (len(moves), multi_tile_length(moves)) == (8, 6)
    assert format_moves(moves, "slidysim") == format_moves(moves, "slidysim", "tile") == text
    goal = goal_board("blank-last", Shape(3, 3))
    start = random_board(goal.shape, goal, seed=5)
    written = format_moves(start.solve(goal).moves, "slidysim")
    assert start.play(parse_moves(written, direction="tile")) == goal
