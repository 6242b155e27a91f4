"""Moves, their names, and the notation of paths."""

import pytest

from slidelab.puzzle import (
    BadMoves,
    Move,
    format_moves,
    multi_tile_length,
    parse_moves,
    single_tile_length,
)

UP, DOWN, LEFT, RIGHT = Move
WRITE = "write Up, Down, Left or Right, or U, D, L or R"


def test_moves_are_numbered_and_named() -> None:
    assert [int(move) for move in Move] == [0, 1, 2, 3]
    assert [move.letter for move in Move] == ["U", "D", "L", "R"]
    assert [move.word for move in Move] == ["Up", "Down", "Left", "Right"]
    assert [move.inverse for move in Move] == [DOWN, UP, RIGHT, LEFT]
    assert f"{UP} {DOWN}" == "Up Down"


@pytest.mark.parametrize("text", ["L", "l", "Left", "left", "LEFT", " left "])
def test_one_move_is_read(text: str) -> None:
    assert Move.parse(text) is LEFT


@pytest.mark.parametrize("text", ["", "x", "Lef", "U2", "U D"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadMoves) as caught:
        Move.parse(text)
    assert caught.value.problems == [f"'{text}' is not a move: {WRITE}"]


def test_paths_are_written() -> None:
    path = [UP, LEFT, LEFT, DOWN, DOWN, DOWN, RIGHT]
    assert format_moves(path) == "Up Left Left Down Down Down Right"
    assert format_moves(path, "letters") == "ULLDDDR"
    assert format_moves(path, "compact") == "U L2 D3 R"
    assert format_moves(path, "compact", direction="tile") == "D R2 U3 L"
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


@pytest.mark.parametrize("text", ["", " ", "[]", "()"])
def test_a_path_may_be_empty(text: str) -> None:
    assert parse_moves(text) == ()


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("U X2", [f"'X2' (character 3) is not a move: {WRITE}"]),
        ("lefft", [f"'efft' in 'lefft' (character 2) is not a move: {WRITE}"]),
        ("Up, 3, Down", [f"'3' (character 5) is not a move: {WRITE}"]),
        ("U0", ["'U0' (character 1): a repeat is 1 to 255 times"]),
        (
            "R256 north D" + "9" * 5000,
            [
                "'R256' (character 1): a repeat is 1 to 255 times",
                f"'north' (character 6) is not a move: {WRITE}",
                "'D99999999999999999999999…' (character 12): a repeat is 1 to 255 times",
            ],
        ),
    ],
)
def test_every_unreadable_part_is_told(text: str, problems: list[str]) -> None:
    with pytest.raises(BadMoves) as caught:
        parse_moves(text)
    assert caught.value.problems == problems


def test_unknown_styles_and_directions_are_told() -> None:
    with pytest.raises(ValueError, match="'arrows' is not a style of moves: choose words, letters"):
        format_moves([], style="arrows")
    with pytest.raises(ValueError, match="'sky' is not a direction: choose blank or tile"):
        parse_moves("", direction="sky")


def test_lengths_in_both_metrics() -> None:
    path = parse_moves("U L2 D3 R U")
    assert single_tile_length(path) == 8
    assert multi_tile_length(path) == 5
    assert single_tile_length([]) == multi_tile_length([]) == 0
