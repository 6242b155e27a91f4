"""Boards: what they hold, how they move, how they are written."""

import pytest

from slidelab.puzzle import (
    BadMoves,
    BadScramble,
    Board,
    IllegalMove,
    Move,
    PuzzleError,
    Shape,
    parse_moves,
)

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
    assert BOARD.legal_moves == (Move.UP, Move.DOWN, Move.LEFT)
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
    assert [board.to_text("digits") for _, board in BOARD.neighbors()] == [
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


def test_a_board_is_made_of_whatever_holds_one() -> None:
    from numpy import array

    cells = [1, 2, 5, 3, 4, 0, 6, 7, 8]
    rows = [cells[:3], cells[3:6], cells[6:]]
    for given in ("125340678", cells, rows, tuple(cells), array(cells), array(rows), BOARD):
        assert Board(given) == BOARD
        assert Board(given, "3x3") == BOARD
        with pytest.raises(PuzzleError):
            Board(given, "2x5")
    assert Board("korf:1").shape == Board.parse(" Korf:1\n").shape == Shape(4, 4)
    assert Board("3\n 1  2  5\n 3  4  0\n 6  7  8\n") == BOARD  # a file of Princeton's course


def test_tiles_are_found_by_index_and_by_name() -> None:
    assert [BOARD[cell] for cell in range(9)] == list(BOARD) == [1, 2, 5, 3, 4, 0, 6, 7, 8]
    assert (BOARD[0, 2], BOARD[1, 0], BOARD[-1, -1], BOARD[-1]) == (5, 3, 8, 8)
    assert len(BOARD) == 9
    assert 8 in BOARD
    assert 9 not in BOARD
    assert all(BOARD[BOARD.find(tile)] == tile for tile in BOARD)
    with pytest.raises(ValueError, match="tile is 9; a 3x3 board has the tiles 0 to 8"):
        BOARD.find(9)
    for place in (9, (3, 0), (0, 0, 0), "a1"):
        with pytest.raises(IndexError, match=r"there is no cell .*write board"):
            BOARD[place]  # type: ignore[index]


def test_what_a_board_knows_of_its_goal() -> None:
    assert Board.goal("2x3") == Board("0 1 2 / 3 4 5")
    assert Board.goal("2x3", "blank-last").is_solved("blank-last")
    assert not BOARD.is_solved()
    assert BOARD.is_solved(BOARD)
    assert BOARD.is_solvable()
    assert not Board("012345687").is_solvable()
    assert BOARD.solve().cost == 3


def test_random_boards_are_drawn_as_asked() -> None:
    assert Board.random(seed=1) == Board.random("3x3", seed=1) != Board.random("3x3", seed=2)
    assert Board.random("4x4", moves=7, seed=1).solve().cost <= 7
    assert Board.random("2x3", distance=21).solve().cost == 21
    far = Board.random("5x5", distance=18, seed=1)
    assert far.solve(algorithm="ida", heuristic="linear-conflict").cost == 18
    assert Board.random("2x3", goal="blank-last", distance=0).is_solved("blank-last")
    with pytest.raises(BadScramble, match="the farthest are 21 moves away"):
        Board.random("2x3", distance=22)
    with pytest.raises(TypeError, match="distance and moves are two ways"):
        Board.random(distance=1, moves=1)


def test_moves_may_be_written() -> None:
    assert BOARD.move("U") == BOARD.move("Up") == BOARD.move(Move.UP) == BOARD.move(Move("up"))
    assert BOARD.play("ULL") == BOARD.play(["Up", Move.LEFT, "L"]) == Board.goal("3x3")
    assert dict(BOARD.neighbors())[Move.UP] == BOARD.move("U")
    for moves in ("UX", ["U", 5], 5):
        with pytest.raises(BadMoves, match=r"X|5"):
            BOARD.play(moves)  # type: ignore[arg-type]


def test_nothing_of_a_board_is_deleted():
    board = Board("125340678")
    with pytest.raises(AttributeError, match="cannot be changed"):
        del board.state
    with pytest.raises(AttributeError, match="cannot be changed"):
        del board.shape.rows
    assert tuple(board.shape) == (3, 3)
