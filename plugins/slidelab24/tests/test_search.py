"""IDA* with gradient databases on the CPU: optimal, countable, interruptible, resumable."""

from itertools import count

import pytest

from slidelab import Board, solve
from slidelab.errors import SlidelabError
from slidelab.search import Limits, Status
from slidelab24 import search as module
from support24.boards import finished, is_solved_by, scrambled, search_of

BLANK_LAST = Board.goal("5x5", "blank-last")


@pytest.fixture
def many_pieces(monkeypatch):
    """Cut iterations into many pieces."""
    monkeypatch.setattr(module, "NODES_A_PIECE", 1000)


def totals(search):
    return search.progress.moves, search.progress.searched, search.counts.expanded


def advance(search, nodes):
    """Expand up to some nodes in all; return the status."""
    return search.advance(Limits(nodes=nodes))


def test_any_number_of_workers_gives_the_same_counts(many_pieces):
    for seed in range(3):
        board = scrambled(150, seed)
        first, *others = (finished(search_of(board, workers=n)).progress for n in (1, 2, 5))
        for other in others:
            assert len(other.moves) == len(first.moves)
            assert other.searched[:-1] == first.searched[:-1]


@pytest.mark.parametrize("goal", [Board.goal("5x5"), BLANK_LAST])
def test_paths_are_shortest(goal):
    for seed in range(5):
        board = scrambled(60, seed, goal)
        search = finished(search_of(board, goal=goal))
        assert is_solved_by(board, "".join(move.letter for move in search.path()), goal)
        shortest = solve(board, goal, "ida", heuristic="manhattan", engine="compiled").cost
        assert len(search.path()) == search.proof.length == shortest


def test_stopping_and_going_on_changes_nothing():
    whole, search = (search_of(scrambled(150, 1)) for _ in range(2))
    bounds = []
    for nodes in count(7001, 7001):
        if advance(search, nodes) is Status.SOLVED:
            break
        bounds.append(search.lower_bound)
        assert search.counts.expanded <= nodes
    assert bounds == sorted(bounds)
    assert len(bounds) > 1
    assert totals(search) == totals(finished(whole))


def test_a_checkpoint_goes_on_with_the_same_totals(many_pieces, tmp_path):
    board, path = scrambled(150, 1), tmp_path / "search.kept"
    whole = finished(search_of(board))
    for times in count():
        search = search_of(board)
        search.resume(path)
        # A piece that was not finished starts again, so each try needs more nodes than that.
        if advance(search, search.counts.expanded + 20_000 * (times + 1)) is Status.SOLVED:
            break
        search.save()
    assert times > 1
    assert totals(search) == totals(whole)


def test_a_checkpoint_of_another_board_or_a_damaged_one_is_refused(tmp_path):
    one, other = (search_of(scrambled(50, seed)) for seed in (1, 2))
    path = tmp_path / "search.kept"
    one.resume(path)
    one.save()
    with pytest.raises(SlidelabError, match="another board"):
        other.resume(path)
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(SlidelabError, match="not a readable checkpoint"):
        one.resume(path)


def test_a_proof_states_what_was_shown():
    search = search_of(scrambled(60, 2))
    assert search.proof is None
    proof = finished(search).proof
    assert proof.length == len(search.path())
    assert sum(bound.nodes for bound in proof.bounds) == search.counts.expanded
    assert proof.automaton_moves == 8
    search.progress.moves = search.progress.moves[:-1]
    with pytest.raises(SlidelabError, match="does not solve"):
        search.proof  # noqa: B018
