"""What holds for every board and every path, tried on many drawn at random."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.puzzle import NOTATIONS, Board, Move, Shape, format_moves, parse_moves
from slidelab.puzzle.moves import DIRECTIONS, STYLES


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 400) -> Board:
    rows = draw(st.integers(2, min(20, most_cells // 2)))
    cols = draw(st.integers(2, min(20, most_cells // rows)))
    cells = list(range(rows * cols))
    Random(draw(st.integers(0, 10**9))).shuffle(cells)  # to draw each cell takes far longer
    return Board(cells, Shape(rows, cols))


paths = st.lists(st.sampled_from(Move), max_size=60)


@pytest.mark.parametrize("notation", [name for name in NOTATIONS if name != "digits"])
@given(board=boards())
def test_every_notation_tells_the_shape(notation: str, board: Board) -> None:
    assert Board.parse(board.to_text(notation)) == board
    assert Board.parse(board.to_text(notation), board.shape) == board


@given(board=boards(most_cells=10))
def test_a_run_of_digits_is_read_as_it_was_written(board: Board) -> None:
    assert Board.parse(board.to_text("digits")) == board


@given(
    board=boards(), blank=st.sampled_from(["0", "_", "."]), comma=st.sampled_from([",", " ", ", "])
)
def test_blanks_and_separators_mix(board: Board, blank: str, comma: str) -> None:
    rows = [comma.join(str(tile or blank) for tile in row) for row in board.rows]
    for between in ("/", " / ", "\n", "\r\n", " /\n"):
        assert Board.parse(between.join(rows)) == board
    assert Board.parse(comma.join(rows), board.shape) == board


@given(board=boards())
def test_repr_str_and_pickle_give_the_board_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board
    assert Board.parse(str(board)) == board
    assert pickle.loads(pickle.dumps(board)) == board


@given(board=boards())
def test_cells_rows_and_states_make_the_same_board(board: Board) -> None:
    assert Board(board.state, board.shape) == Board(board.rows) == board
    assert Board(map(list, board.rows)) == board
    assert Board.from_state(board.state, board.shape) == board
    assert hash(Board(board.rows)) == hash(board)


@given(board=boards())
def test_a_move_and_its_inverse_change_nothing(board: Board) -> None:
    assert len(board.legal_moves) == len(board.neighbors()) in (2, 3, 4)
    for move, neighbour in board.neighbors():
        assert board.move(move) == neighbour != board
        assert neighbour.move(move.inverse) == board
        assert sorted(neighbour.state) == sorted(board.state)
        differing = [i for i, tile in enumerate(board.state) if tile != neighbour.state[i]]
        assert differing == sorted([board.blank, neighbour.blank])


@given(board=boards(), data=st.data())
def test_playing_a_path_and_its_way_back_changes_nothing(board: Board, data: st.DataObject) -> None:
    path, here = [], board
    for _ in range(data.draw(st.integers(0, 30))):
        path.append(data.draw(st.sampled_from(here.legal_moves)))
        here = here.move(path[-1])
    assert board.play(path) == here
    assert here.play([move.inverse for move in reversed(path)]) == board


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("style", STYLES)
@given(path=paths)
def test_moves_are_read_as_they_were_written(style: str, direction: str, path: list[Move]) -> None:
    written = format_moves(path, style, direction)
    assert parse_moves(written, direction) == tuple(path)
    assert parse_moves(written.lower(), direction) == tuple(path)
    assert parse_moves(written.replace(" ", ""), direction) == tuple(path)
    assert parse_moves(written.replace(" ", ", "), direction) == tuple(path)


@given(path=paths)
def test_printed_lists_of_words_are_read(path: list[Move]) -> None:
    assert parse_moves(str([move.word for move in path])) == tuple(path)
    assert parse_moves(str([str(move) for move in path]).replace("'", '"')) == tuple(path)
