"""Properties that hold for every board and every path, on random ones."""

import pickle
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from slidelab.puzzle import NOTATIONS, Board, Move, Shape, format_moves, parse_moves
from tests.oracles import puzzle


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 256) -> Board:
    rows = draw(st.integers(2, min(16, most_cells // 2)))
    cols = draw(st.integers(2, min(16, most_cells // rows)))
    cells = list(range(rows * cols))
    Random(draw(st.integers(0, 10**9))).shuffle(cells)  # to draw each cell takes far longer
    return Board(cells, Shape(rows, cols))


paths = st.lists(st.sampled_from(Move), max_size=60)


@given(board=boards())
def test_every_notation_gives_the_board_back(board: Board) -> None:
    for notation in set(NOTATIONS) - {"digits"}:
        text = board.to_text(notation)
        assert Board(text) == Board(text, board.shape) == board
    assert Board(str(board)) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert Board(board.state, board.shape) == Board(board.rows) == board
    assert hash(Board(board.rows)) == hash(board)


@given(board=boards(most_cells=10))
def test_a_run_of_digits_is_read_as_it_was_written(board: Board) -> None:
    assert Board(board.to_text("digits")) == board


@given(
    board=boards(), blank=st.sampled_from(["0", "_", "."]), comma=st.sampled_from([",", " ", ", "])
)
def test_blanks_and_separators_mix(board: Board, blank: str, comma: str) -> None:
    rows = [comma.join(str(tile or blank) for tile in row) for row in board.rows]
    for between in ("/", " / ", "\n", "\r\n", " /\n"):
        assert Board(between.join(rows)) == board
    assert Board(comma.join(rows), board.shape) == board


@given(board=boards(), letters=st.text("UDLR", max_size=30))
def test_playing_a_path_and_its_way_back_changes_nothing(board: Board, letters: str) -> None:
    legal, here = [], board
    for letter in letters:
        after = puzzle.move(here.state, board.shape.cols, letter)
        assert (Move.parse(letter) in here.legal_moves) == (after is not None)
        assert dict(here.neighbors()).keys() == {*here.legal_moves}
        if after is not None:
            legal.append(Move.parse(letter))
            here = here.move(letter)
            assert here.state == after
    assert board.play(legal) == here
    assert here.state == puzzle.play(board.state, board.shape.cols, [m.letter for m in legal])
    assert here.play([move.inverse for move in reversed(legal)]) == board


@given(path=paths, style=st.sampled_from(["words", "letters"]))
def test_moves_are_read_as_they_were_written(path: list[Move], style: str) -> None:
    written = format_moves(path, style)
    for text in (written, written.lower(), written.replace(" ", ""), written.replace(" ", ", ")):
        assert parse_moves(text) == tuple(path)


@given(path=paths)
def test_printed_lists_of_words_are_read(path: list[Move]) -> None:
    assert parse_moves(str([move.word for move in path])) == tuple(path)
    assert parse_moves(str([str(move) for move in path]).replace("'", '"')) == tuple(path)
