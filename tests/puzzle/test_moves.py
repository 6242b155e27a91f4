"""Moves, their names, and how paths are written."""

import pytest

from slidelab.puzzle import (
    BadMoves,
    Move,
    format_moves,
    multi_tile_length,
    parse_moves,
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
    assert format_moves(iter(path), "letters") == "ULLDDDR"
    assert format_moves([]) == format_moves([], "letters") == ""
    assert multi_tile_length(path) == 4
    with pytest.raises(ValueError, match=r"'arrows'.*words or letters"):
        format_moves([], style="arrows")


@pytest.mark.parametrize(
    "text",
    [
        "Up Left Left Down",
        "U L L D",
        "ULLD",
        "UpLeftLeftDown",
        "u, l; l d",
        "['Up', 'Left', 'Left', 'Down']",
        '["Up","Left","Left","Down"]',
        "(U, L, L, D)",
        "  Up\nLeft\tLeft\r\nDown  ",
    ],
)
def test_paths_are_read_in_every_form(text: str) -> None:
    assert parse_moves(text) == (UP, LEFT, LEFT, DOWN)


def test_a_path_may_be_empty() -> None:
    assert [parse_moves(text) for text in ("", " ", "[]", "()")] == [()] * 4


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("U X2", [["'X2'", "character 3"]]),
        ("lefft", [["'efft'", "character 2"]]),
        ("Up, 3, Down", [["'3'", "character 5"]]),
        ("U0", [["'0'"]]),
        ("R north D" + "9" * 5000, [["'north'"], ["'9999"]]),
    ],
)  # fmt: skip
def test_every_unreadable_part_is_named(text: str, problems: list[list[str]]) -> None:
    with pytest.raises(BadMoves) as caught:
        parse_moves(text)
    for problem, names in zip(caught.value.problems, problems, strict=True):
        assert [name for name in names if name not in problem] == [], problem
