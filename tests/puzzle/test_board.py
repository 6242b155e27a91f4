"""Boards: what they hold, how they move, how they are written."""

import pytest

from slidelab.puzzle import Board, IllegalMove, Move, Shape, parse_moves

BOARD = Board.parse("1,2,5,3,4,0,6,7,8")


@pytest.mark.parametrize(
    "text",
    [
        "1,2,5,3,4,0,6,7,8",
        "1, 2, 5, 3, 4, _, 6, 7, 8",
        "1 2 5 3 4 . 6 7 8",
        "125340678",
        "12534_678",
        "12534.678",
        "1 2 5 / 3 4 0 / 6 7 8",
        "1,2,5/3,4,_/6,7,8",
        "125/340/678",
        "1 2 5\n3 4 _\n6 7 8\n",
        "\n  1 2 5\n\n  3 4 .\n  6 7 8",
        "[1, 2, 5, 3, 4, 0, 6, 7, 8]",
        "[[1,2,5],[3,4,0],[6,7,8]]",
        '[["1","2","5"],["3","4","_"],["6","7","8"]]',
    ],
)
def test_every_notation_is_read(text: str) -> None:
    assert Board.parse(text) == BOARD
    assert Board.parse(text, shape="3x3") == BOARD


def test_a_run_of_digits_may_begin_with_the_blank() -> None:
    assert Board.parse("012345678").state == bytes(range(9))


def test_shapes_are_inferred_from_rows_or_a_square_or_given() -> None:
    assert Board.parse("1 2 3 / 4 5 0").shape == Shape(2, 3)
    assert Board.parse("1 2 / 3 4 / 5 0").shape == Shape(3, 2)
    assert Board.parse("0123").shape == Shape(2, 2)
    assert Board(range(16)).shape == Shape(4, 4)
    assert Board.parse("1234567890", shape="2x5").shape == Shape(2, 5)
    assert Board(range(256)).shape == Shape(16, 16)
    assert Board(range(400)).shape == Shape(20, 20)
    assert Board(range(100), shape=(5, 20)).shape == Shape(5, 20)


def test_each_notation_is_written() -> None:
    assert BOARD.to_text() == BOARD.to_text("commas") == "1,2,5,3,4,0,6,7,8"
    assert BOARD.to_text("spaces") == "1 2 5 3 4 0 6 7 8"
    assert BOARD.to_text("rows") == "1 2 5 / 3 4 0 / 6 7 8"
    assert BOARD.to_text("digits") == "125340678"
    assert BOARD.to_text("json") == "[[1, 2, 5], [3, 4, 0], [6, 7, 8]]"
    assert repr(BOARD) == "Board.parse('1 2 5 / 3 4 0 / 6 7 8')"
    assert str(BOARD) == "1 2 5\n3 4 _\n6 7 8"
    assert str(Board(range(12), "3x4")) == " _  1  2  3\n 4  5  6  7\n 8  9 10 11"


def test_what_cannot_be_written_is_told() -> None:
    with pytest.raises(ValueError, match="a 4x4 board has tiles of two digits"):
        Board(range(16)).to_text("digits")
    with pytest.raises(ValueError, match="'hex' is not a notation: choose commas, spaces, rows"):
        BOARD.to_text("hex")


def test_the_parts_of_a_board() -> None:
    assert BOARD.state == bytes([1, 2, 5, 3, 4, 0, 6, 7, 8])
    assert BOARD.blank == 5
    assert BOARD.rows == ((1, 2, 5), (3, 4, 0), (6, 7, 8))
    assert BOARD.moves() == (Move.UP, Move.DOWN, Move.LEFT)
    assert Board.parse("1 2 3 / 4 5 0") != Board.parse("1 2 / 3 4 / 5 0")
    assert BOARD.state != BOARD


def test_boards_do_not_change() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        BOARD.state = b""
    BOARD.move(Move.UP)
    assert BOARD.to_text() == "1,2,5,3,4,0,6,7,8"


def test_moves_and_paths() -> None:
    assert BOARD.move(Move.UP).to_text() == "1,2,0,3,4,5,6,7,8"
    assert BOARD.play(parse_moves("Up Left Left")).to_text("digits") == "012345678"
    assert BOARD.play([]) == BOARD
    assert [board.to_text("digits") for board in BOARD.neighbours()] == [
        "120345678",
        "125348670",
        "125304678",
    ]


def test_an_illegal_move_says_why() -> None:
    with pytest.raises(IllegalMove) as caught:
        BOARD.move(Move.RIGHT)
    assert caught.value.problems == [
        "the blank cannot move right: it is in the last column (it can move up, down or left)"
    ]
    with pytest.raises(IllegalMove) as caught:
        BOARD.play(parse_moves("UUL"))
    assert caught.value.problems == [
        "move 2 (Up), after 1 move: the blank cannot move up: it is in the top row "
        "(it can move down or left)"
    ]


def test_text_belongs_to_parse() -> None:
    with pytest.raises(TypeError, match=r"use Board\.parse"):
        Board("125340678")  # type: ignore[arg-type]
