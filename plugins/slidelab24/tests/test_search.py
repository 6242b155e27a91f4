"""IDA* with gradient databases on the CPU: optimal, countable, interruptible, resumable."""

import subprocess
import sys
import time
from itertools import count

import pytest

from slidelab.errors import SlidelabError
from slidelab.search import Status
from slidelab24.run import CheckpointError
from slidelab24.search import PieceSizes
from support24.boards import advance, finished, is_solved_by, sample, scrambled, search_of

SMALL = PieceSizes(record_nodes=20, beam_share=1 << 60)
"""Many records, and no beam."""


def totals(search):
    return search.progress.moves, search.progress.searched, search.counts.expanded


@pytest.mark.parametrize(("rows", "cols", "blank"), [(3, 3, 0), (2, 4, 0), (3, 3, 4), (2, 3, 5)])
@pytest.mark.parametrize("options", [{"plain": True}, {"workers": 2}])
def test_solutions_are_shortest(rows, cols, blank, options, folder):
    for board, distance in sample(rows, cols, 40, blank):
        moves = finished(search_of(board, folder, blank=blank, **options)).progress.moves
        assert len(moves) == distance
        assert is_solved_by(board, moves, blank)


def test_any_number_of_workers_gives_the_same_path_and_counts(folder):
    for seed in range(3):
        board = scrambled(3, 4, 200, seed)
        searches = [search_of(board, folder, workers=n, sizes=SMALL) for n in (1, 2, 5)]
        first, *others = (totals(finished(search)) for search in searches)
        assert all(other == first for other in others)


def test_a_beam_finds_what_the_last_iteration_would(folder):
    beams = 0
    for seed in range(4):
        board = scrambled(3, 4, 200, seed)
        sizes = PieceSizes(beam_share=20, least_beam=1)
        progress = finished(search_of(board, folder, sizes=sizes)).progress
        plain = finished(search_of(board, folder, plain=True)).progress
        assert len(progress.moves) == len(plain.moves)
        assert is_solved_by(board, progress.moves)
        beams += progress.beam_expanded > 0
    assert beams


def test_the_automaton_saves_nodes_and_no_move(folder):
    board = scrambled(3, 4, 5000, 0)
    short, long = (
        finished(search_of(board, folder, longest, plain=True)).progress for longest in (2, 14)
    )
    assert len(short.moves) == len(long.moves)
    assert long.expanded < short.expanded


def test_stopping_and_going_on_changes_nothing(folder):
    board = scrambled(3, 4, 5000, 0)
    whole, search = (search_of(board, folder, plain=True) for _ in range(2))
    bounds = []
    for nodes in count(71, 71):
        if advance(search, nodes) is Status.SOLVED:
            break
        outlook = search.outlook
        assert outlook.seconds_left is None or outlook.seconds_left >= 0
        bounds.append(outlook.bound)
        assert search.counts.expanded <= nodes
    assert bounds == sorted(bounds)
    assert len(bounds) > 1
    assert totals(search) == totals(finished(whole))


def test_a_checkpoint_goes_on_with_the_same_totals(folder, tmp_path):
    board, path = scrambled(3, 4, 5000, 3), tmp_path / "search.kept"
    whole = finished(search_of(board, folder, sizes=SMALL))
    for times in count():
        search = search_of(board, folder, sizes=SMALL)
        search.resume(path)
        # A record that was not finished starts again, so each try needs more nodes than that.
        if advance(search, search.counts.expanded + 100 * (times + 1)) is Status.SOLVED:
            break
        search.save()
    assert times > 1
    assert totals(search) == totals(whole)


def test_a_checkpoint_of_another_board_or_a_damaged_one_is_refused(folder, tmp_path):
    one, other = (search_of(scrambled(3, 4, 50, seed), folder) for seed in (1, 2))
    path = tmp_path / "search.kept"
    one.resume(path)
    one.save()
    with pytest.raises(CheckpointError, match="another board"):
        other.resume(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        one.resume(path)


KILLED = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from slidelab24.search import PieceSizes
from support24.boards import advance, scrambled, search_of
folder, path = map(Path, sys.argv[1:3])
sizes = PieceSizes(record_nodes=20, beam_share=1 << 60)
search = search_of(scrambled(3, 4, 5000, 3), folder, sizes=sizes)
search.resume(path)
while not search.path():
    advance(search, search.counts.expanded + 15)
    search.save()
print(search.progress.moves, search.progress.searched)
"""


@pytest.mark.nightly
def test_a_search_survives_kill_9(folder, tmp_path):
    whole = finished(search_of(scrambled(3, 4, 5000, 3), folder, sizes=SMALL)).progress
    path = tmp_path / "search.kept"
    command = [sys.executable, "-c", KILLED, str(folder), str(path), *sys.path]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not path.exists() and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert path.exists()
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output.strip() == f"{whole.moves} {whole.searched}"


def test_a_proof_states_what_was_shown(folder):
    search = search_of(scrambled(3, 4, 200, 2), folder)
    assert search.proof is None
    proof = finished(search).proof
    assert proof.length == len(proof.moves) == proof.no_solution_within + 1
    assert sum(bound.nodes for bound in proof.bounds) == search.counts.expanded
    assert proof.automaton_moves == 8
    assert len(proof.tables) == 2
    search.progress.moves = search.progress.moves[:-1]
    with pytest.raises(SlidelabError, match="does not solve"):
        search.proof  # noqa: B018
