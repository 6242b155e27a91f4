"""Scrambles and solutions as players on slidysim write them: letters name the tile's direction."""

from slidelab.puzzle import (
    NOTATIONS,
    Board,
    Shape,
    format_moves,
    goal_board,
    multi_tile_length,
    parse_moves,
    random_board,
)

SCRAMBLE = "5 3 8 9/0 2 10 4/1 6 11 15/13 7 14 12"


def test_a_scramble_is_read_and_written_as_it_is() -> None:
    board = Board.parse(SCRAMBLE)
    assert board.shape == Shape(4, 4)
    assert board.blank == 4
    assert board.to_text("slidysim") == SCRAMBLE


def test_rectangles_and_squares_alike() -> None:
    for shape in ("2x2", "3x5", "10x10", "20x20"):
        board = random_board(Shape.parse(shape), "blank-last", seed=shape)
        text = board.to_text("slidysim")
        assert text.count("/") == board.shape.rows - 1
        assert Board.parse(text) == board
    assert "slidysim" in NOTATIONS


def test_a_solution_names_the_tiles_directions() -> None:
    # The blank is left of 2: that tile moves left into it, then 3 moves down.
    board = Board.parse("1 3 4/0 2 5")
    moves = parse_moves("LD", direction="tile")
    assert board.play(moves) == Board.parse("1 0 4/2 3 5")
    assert format_moves(moves, "slidysim") == "LD"


def test_runs_are_written_with_their_length() -> None:
    text = "URDL2UR2"
    moves = parse_moves(text, direction="tile")
    assert len(moves) == 8
    assert multi_tile_length(moves) == 6
    assert format_moves(moves, "slidysim") == text
    assert format_moves(moves, "slidysim", direction="tile") == text
    assert parse_moves(format_moves(moves, "letters")) == moves


def test_a_whole_solve_there_and_back() -> None:
    from slidelab import solve

    goal = goal_board("blank-last", Shape(3, 3))
    start = random_board(goal.shape, goal, seed=5)
    written = format_moves(solve(start, goal).moves or [], "slidysim")
    assert start.play(parse_moves(written, direction="tile")) == goal
