"""Boards: what they hold, how they move, how they are written."""

import numpy as np
import pytest

from slidelab.errors import SlidelabError
from slidelab.puzzle import (
    BadBoard,
    BadMoves,
    Board,
    Move,
    Shape,
    parse_moves,
)
from tests.oracles import puzzle

BOARD = Board("1,2,5,3,4,0,6,7,8")
TEXTS = {
    "commas": "1,2,5,3,4,0,6,7,8",
    "spaces": "1 2 5 3 4 0 6 7 8",
    "rows": "1 2 5 / 3 4 0 / 6 7 8",
    "digits": "125340678",
    "json": "[[1, 2, 5], [3, 4, 0], [6, 7, 8]]",
}


def test_each_notation_is_written() -> None:
    assert {notation: BOARD.to_text(notation) for notation in TEXTS} == TEXTS
    assert BOARD.to_text() == TEXTS["commas"]
    assert str(BOARD) == "1 2 5\n3 4 _\n6 7 8"
    assert str(Board(range(12), "3x4")) == " _  1  2  3\n 4  5  6  7\n 8  9 10 11"
    with pytest.raises(ValueError, match="4x4"):
        Board(range(16)).to_text("digits")
    with pytest.raises(ValueError, match=r"'hex'.*commas, spaces, rows"):
        BOARD.to_text("hex")


def test_a_board_is_made_of_whatever_holds_one(tmp_path) -> None:
    cells = [1, 2, 5, 3, 4, 0, 6, 7, 8]
    rows = [cells[:3], cells[3:6], cells[6:]]
    file = tmp_path / "board.txt"
    file.write_text("1 2 5\n3 4 _\n6 7 8\n")
    for given in (*TEXTS.values(), cells, rows, np.array(cells), np.array(rows), BOARD, file):
        assert Board(given) == BOARD
        assert Board(given, "3x3") == BOARD
        with pytest.raises(BadBoard):
            Board(given, "2x5")
    assert Board(range(256)).shape == Shape(16, 16)
    assert Board("1 2 3 / 4 5 0") != Board("1 2 / 3 4 / 5 0")
    assert Board("korf:1") == Board(" Korf:1\n")
    assert Board("3\n 1  2  5\n 3  4  0\n 6  7  8\n") == BOARD  # a file of Princeton's course


def test_the_parts_of_a_board() -> None:
    assert BOARD.state == bytes([1, 2, 5, 3, 4, 0, 6, 7, 8])
    assert BOARD.blank == 5
    assert BOARD.rows == ((1, 2, 5), (3, 4, 0), (6, 7, 8))
    assert [BOARD[cell] for cell in range(9)] == list(BOARD) == list(BOARD.state)
    assert (BOARD[0, 2], BOARD[1, 0], BOARD[-1, -1], BOARD[-1]) == (5, 3, 8, 8)
    assert len(BOARD) == 9
    assert 8 in BOARD
    assert 9 not in BOARD
    assert BOARD.state != BOARD
    for place in (9, (3, 0)):
        with pytest.raises(IndexError):
            BOARD[place]


def test_boards_and_shapes_do_not_change() -> None:
    for thing, name in ((BOARD, "state"), (BOARD, "blank"), (BOARD.shape, "rows")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 0)
        with pytest.raises(AttributeError):
            delattr(thing, name)


def test_paths_are_played() -> None:
    assert BOARD.play("ULL") == BOARD.play(["Up", Move.LEFT, "L"]) == Board.goal("3x3")
    assert BOARD.play(parse_moves("Up Left Left")) == Board.goal("3x3")
    assert BOARD.play([]) == BOARD
    with pytest.raises(BadMoves, match="right here, but up, down or left"):
        BOARD.move("R")
    with pytest.raises(BadMoves, match=r"move 2 \(Up\).*cannot move up"):
        BOARD.play("UUL")
    for moves in ("UX", ["U", 5]):
        with pytest.raises(BadMoves, match=r"X|5"):
            BOARD.play(moves)  # type: ignore[arg-type]


def test_random_boards_are_drawn_as_asked() -> None:
    assert Board.random(seed=1) == Board.random("3x3", seed=1) != Board.random("3x3", seed=2)
    assert Board.random("4x4", moves=7, seed=1).solve(algorithm="bfs").cost <= 7
    far = Board.random("2x3", distance=21)
    assert puzzle.distance(far.state, bytes(range(6)), 3) == 21
    last = Board.goal("2x3", "blank-last")
    assert Board.random("2x3", goal="blank-last", distance=0) == last
    with pytest.raises(SlidelabError, match="21"):
        Board.random("2x3", distance=22)
    with pytest.raises(TypeError, match="distance and moves"):
        Board.random(distance=1, moves=1)
    for wrong in ({"distance": -1}, {"moves": 1.5}):
        with pytest.raises((TypeError, ValueError), match=next(iter(wrong))):
            Board.random(**wrong)
    far = Board.random("5x5", distance=14, seed=1)
    assert far.solve(algorithm="ida", heuristic="linear-conflict", engine="textbook").cost == 14
