"""IDA* with gradient databases on the CPU: optimal, countable, interruptible, resumable."""

import random
import signal
import subprocess
import sys
import time

import pytest

from slidelab import solve
from slidelab.engines.automaton.automaton import no_undo, open_automaton
from slidelab.engines.gradient.database import open_database
from slidelab.engines.gradient.driver_adapter import CheckpointError, restore, save
from slidelab.engines.gradient.kernel import GradientProblem
from slidelab.engines.gradient.search import GradientSearch, PieceSizes
from slidelab.puzzle import Shape
from tests.engines.gradient.worlds import boards_of, distances, solves

pytestmark = pytest.mark.xdist_group("gradient")

SMALL = PieceSizes(record_nodes=20, beam_share=1 << 60)
"""Many records, and no beam."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


def problem_of(board, rows, cols, folder, longest=8, blank=0):
    automaton = open_automaton(longest, Shape(rows, cols), folder) if longest else no_undo()
    database = open_database(Shape(rows, cols), blank, folder=folder)
    goal = [tile + (tile < blank) for tile in range(rows * cols)]
    goal[blank] = 0
    named = [goal[tile] for tile in board]
    return GradientProblem.of(tuple(named), tuple(goal), database, automaton)


def scrambled(rows, cols, moves, seed):
    rng, board, hole = random.Random(seed), list(range(rows * cols)), 0
    for _ in range(moves):
        row, col = divmod(hole, cols)
        steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        row, col = rng.choice([(r, c) for r, c in steps if 0 <= r < rows and 0 <= c < cols])
        target = row * cols + col
        board[hole], board[target] = board[target], board[hole]
        hole = target
    return tuple(board)


def load(path, problem, **options):
    search = GradientSearch(problem, **options)
    restore(search, path)
    return search


@pytest.mark.parametrize(("rows", "cols", "blank"), [(3, 3, 0), (2, 4, 0), (3, 3, 4), (2, 3, 5)])
@pytest.mark.parametrize("options", [{"plain": True}, {"workers": 2}])
def test_solutions_are_shortest(rows, cols, blank, options, folder):
    truth = distances(rows, cols, blank)
    for board in random.Random(1).sample(boards_of(rows, cols, blank), 40):
        search = GradientSearch(problem_of(board, rows, cols, folder, blank=blank), **options)
        assert search.advance()
        assert len(search.moves) == truth[board]
        assert solves(board, search.moves, cols, blank)


def test_both_engines_expand_the_same_nodes(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    for seed in range(5):
        board = " ".join(map(str, scrambled(3, 4, 60, seed)))
        results = [
            solve(
                board,
                shape=Shape(3, 4),
                algorithm="ida",
                heuristic="gradient",
                preset="korf",
                engine=engine,
            )
            for engine in ("textbook", "compiled")
        ]
        assert results[0].counters.expanded == results[1].counters.expanded
        assert results[0].moves == results[1].moves


@pytest.mark.nightly
def test_any_number_of_workers_gives_the_same_path_and_counts(folder):
    for seed in range(3):
        problem = problem_of(scrambled(3, 4, 200, seed), 3, 4, folder)
        searches = [GradientSearch(problem, workers=workers, sizes=SMALL) for workers in (1, 2, 5)]
        for search in searches:
            search.advance()
        assert len({(search.moves, search.expanded) for search in searches}) == 1


def test_a_beam_finds_what_the_last_iteration_would(folder):
    beams = 0
    for seed in range(4):
        board = scrambled(3, 4, 200, seed)
        plain = GradientSearch(problem_of(board, 3, 4, folder), plain=True)
        plain.advance()
        sizes = PieceSizes(beam_share=1, least_beam=1)
        search = GradientSearch(problem_of(board, 3, 4, folder), sizes=sizes)
        search.advance()
        assert len(search.moves) == len(plain.moves)
        assert solves(board, search.moves, 4)
        beams += search.beam_expanded > 0
    assert beams


def test_stopping_and_going_on_changes_nothing(folder):
    problem = problem_of(scrambled(3, 4, 300, 7), 3, 4, folder)
    whole, bits = GradientSearch(problem, plain=True), GradientSearch(problem, plain=True)
    whole.advance()
    while not bits.advance(nodes=171):
        assert bits.bound <= len(whole.moves)
    assert (bits.moves, bits.expanded) == (whole.moves, whole.expanded)


def test_a_checkpoint_goes_on_with_the_same_totals(folder, tmp_path):
    problem = problem_of(scrambled(3, 4, 300, 3), 3, 4, folder)
    whole = GradientSearch(problem, sizes=SMALL)
    whole.advance()
    path = tmp_path / "search.json"
    search, times = GradientSearch(problem, sizes=SMALL), 0
    # A record that was not finished begins anew, so each try needs more nodes than a record has.
    while not search.advance(nodes=100 * (times + 1)):
        save(search, path)
        search = load(path, problem, sizes=SMALL)
        times += 1
    assert times > 1
    assert search.moves == whole.moves
    assert [each.expanded for each in search.searched] == [each.expanded for each in whole.searched]


def test_what_was_done_before_a_kill_does_not_make_it_faster(folder, tmp_path):
    problem = problem_of(scrambled(3, 4, 300, 3), 3, 4, folder)
    search = GradientSearch(problem, sizes=SMALL)
    while not (search.state()[0]["finished"] and search.outlook().rate):
        assert not search.advance(nodes=10)
    save(search, tmp_path / "search.json")
    again = load(tmp_path / "search.json", problem, sizes=SMALL).outlook()
    assert again.expanded > 0
    assert again.rate == 0.0
    assert again.seconds_left is None


def test_a_checkpoint_of_another_board_is_refused(folder, tmp_path):
    one, other = (problem_of(scrambled(3, 4, 50, seed), 3, 4, folder) for seed in (1, 2))
    save(GradientSearch(one), tmp_path / "search.json")
    with pytest.raises(CheckpointError, match="another board"):
        load(tmp_path / "search.json", other)
    (tmp_path / "search.json").write_text("{")
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        load(tmp_path / "search.json", one)


KILLED = """
import sys
from pathlib import Path
from slidelab.engines.gradient import search
from slidelab.engines.gradient.driver_adapter import save
from tests.engines.gradient.test_search import SMALL, load, problem_of, scrambled
folder, path = map(Path, sys.argv[1:])
problem = problem_of(scrambled(3, 4, 300, 3), 3, 4, folder)
if path.exists():
    running = load(path, problem, sizes=SMALL)
else:
    running = search.GradientSearch(problem, sizes=SMALL)
while not running.advance(nodes=15):
    save(running, path)
save(running, path)
print(running.moves, [each.expanded for each in running.searched])
"""


@pytest.mark.nightly
def test_a_search_survives_kill_9(folder, tmp_path):
    problem = problem_of(scrambled(3, 4, 300, 3), 3, 4, folder)
    whole = GradientSearch(problem, sizes=SMALL)
    whole.advance()
    path = tmp_path / "search.json"
    command = [sys.executable, "-c", KILLED, str(folder), str(path)]
    process = subprocess.Popen(command)
    while not path.exists() and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert path.exists()
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output.strip() == f"{whole.moves} {[each.expanded for each in whole.searched]}"


def test_a_proof_says_what_was_shown(folder):
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


def test_progress_tells_the_bound_and_what_is_left(folder):
    search = GradientSearch(problem_of(scrambled(3, 4, 300, 3), 3, 4, folder), plain=True)
    assert search.outlook().expected is None
    bounds = []
    while not search.advance(nodes=10):
        estimate = search.outlook()
        bounds.append(estimate.bound)
        assert estimate.seconds_left is None or estimate.seconds_left >= 0
    assert bounds == sorted(bounds)
    assert bounds[-1] <= len(search.moves)
