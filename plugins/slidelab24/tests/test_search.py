"""IDA* with gradient databases on the CPU: optimal, countable, interruptible, resumable."""

import subprocess
import sys
import time

import pytest

from slidelab24.checkpoint import CheckpointError, restore, save
from slidelab24.search import GradientSearch, PieceSizes
from support24.boards import is_solved_by, problem_of, sample, scrambled

SMALL = PieceSizes(record_nodes=20, beam_share=1 << 60)
"""Many records, and no beam."""


def run(problem, **options):
    search = GradientSearch(problem, **options)
    assert search.advance()
    return search


@pytest.mark.parametrize(("rows", "cols", "blank"), [(3, 3, 0), (2, 4, 0), (3, 3, 4), (2, 3, 5)])
@pytest.mark.parametrize("options", [{"plain": True}, {"workers": 2}])
def test_solutions_are_shortest(rows, cols, blank, options, folder):
    for board, distance in sample(rows, cols, 40, blank):
        search = run(problem_of(board, rows, cols, folder, blank=blank), **options)
        assert len(search.moves) == distance
        assert is_solved_by(board, search.moves, cols, blank)


def test_any_number_of_workers_gives_the_same_path_and_counts(folder):
    for seed in range(3):
        problem = problem_of(scrambled(3, 4, 200, seed), 3, 4, folder)
        searches = [run(problem, workers=workers, sizes=SMALL) for workers in (1, 2, 5)]
        assert len({(search.moves, search.expanded) for search in searches}) == 1


def test_a_beam_finds_what_the_last_iteration_would(folder):
    beams = 0
    for seed in range(4):
        board = scrambled(3, 4, 200, seed)
        problem = problem_of(board, 3, 4, folder)
        search = run(problem, sizes=PieceSizes(beam_share=20, least_beam=1))
        assert len(search.moves) == len(run(problem, plain=True).moves)
        assert is_solved_by(board, search.moves, 4)
        beams += search.beam_expanded > 0
    assert beams


def test_the_automaton_saves_nodes_and_no_move(folder):
    board = scrambled(3, 4, 5000, 0)
    short, long = (run(problem_of(board, 3, 4, folder, n), plain=True) for n in (2, 14))
    assert len(short.moves) == len(long.moves)
    assert long.expanded < short.expanded


def test_stopping_and_going_on_changes_nothing(folder):
    problem = problem_of(scrambled(3, 4, 5000, 0), 3, 4, folder)
    whole, bits, bounds = run(problem, plain=True), GradientSearch(problem, plain=True), []
    while not bits.advance(nodes=71):
        outlook = bits.outlook()
        assert outlook.seconds_left is None or outlook.seconds_left >= 0
        bounds.append(outlook.bound)
    assert bounds == sorted(bounds)
    assert len(bounds) > 1
    assert (bits.moves, bits.expanded) == (whole.moves, whole.expanded)


def test_a_checkpoint_goes_on_with_the_same_totals(folder, tmp_path):
    problem = problem_of(scrambled(3, 4, 5000, 3), 3, 4, folder)
    whole, path = run(problem, sizes=SMALL), tmp_path / "search.kept"
    search, times = GradientSearch(problem, sizes=SMALL), 0
    # A record that was not finished starts again, so each try needs more nodes than a record has.
    while not search.advance(nodes=100 * (times + 1)):
        save(search, path)
        search = GradientSearch(problem, sizes=SMALL)
        restore(search, path)
        times += 1
    assert times > 1
    assert (search.moves, search.searched) == (whole.moves, whole.searched)


def test_a_checkpoint_of_another_board_or_a_damaged_one_is_refused(folder, tmp_path):
    one, other = (problem_of(scrambled(3, 4, 50, seed), 3, 4, folder) for seed in (1, 2))
    path = tmp_path / "search.kept"
    save(GradientSearch(one), path)
    with pytest.raises(CheckpointError, match="another board"):
        restore(GradientSearch(other), path)
    path.write_text("{")
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        restore(GradientSearch(one), path)


KILLED = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from slidelab24.checkpoint import restore, save
from slidelab24.search import GradientSearch, PieceSizes
from support24.boards import problem_of, scrambled
folder, path = map(Path, sys.argv[1:3])
problem = problem_of(scrambled(3, 4, 5000, 3), 3, 4, folder)
running = GradientSearch(problem, sizes=PieceSizes(record_nodes=20, beam_share=1 << 60))
if path.exists():
    restore(running, path)
while not running.advance(nodes=15):
    save(running, path)
save(running, path)
print(running.moves, running.searched)
"""


@pytest.mark.nightly
def test_a_search_survives_kill_9(folder, tmp_path):
    whole = run(problem_of(scrambled(3, 4, 5000, 3), 3, 4, folder), sizes=SMALL)
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
    board = scrambled(3, 4, 200, 2)
    search = GradientSearch(problem_of(board, 3, 4, folder))
    with pytest.raises(ValueError, match="not found"):
        search.proof()
    search.advance()
    proof = search.proof()
    assert proof.length == len(proof.moves) == proof.no_solution_within + 1
    assert sum(nodes for _, nodes, _ in proof.bounds) == search.expanded
    assert proof.automaton_moves == 8
    assert len(proof.tables) == 2
    search.moves = search.moves[:-1]
    with pytest.raises(ValueError, match="does not solve"):
        search.proof()
