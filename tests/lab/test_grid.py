"""Grids: which cells they ask for, and what is wrong with them."""

from collections import Counter

import pytest

from slidelab.errors import SlidelabError
from slidelab.lab.grid import read_grid
from slidelab.puzzle.instances import instance_set
from tests.oracles.puzzle import BLANK_LAST, COUNTS_3X3_CORNER, distances

BOARDS = "[[boards]]\nrandom = 2\n"
SEARCHES = 'searches = ["bfs"]\n'


@pytest.fixture
def grid_of(tmp_path):
    def read(text):
        file = tmp_path / "grid.toml"
        file.write_text(text)
        return read_grid(file)

    return read


def test_every_search_meets_every_board(grid_of):
    searches = (
        'searches = ["bfs", "wastar weight=3 misplaced", "greedy random"]\npreset = "driver"\n'
    )
    grid = grid_of(searches + BOARDS + '[[boards]]\nlist = ["312045678", "1 0 / 2 3"]\n')
    assert grid.size == 7 * 4
    assert grid.limits.seconds == 10, "unless the grid names limits"
    assert {segment.spec.preset for segment in grid.segments} == {"driver"}
    assert [cell.number for cell in grid.cells()] == list(range(28))
    assert grid.segments[3].search == "wastar weight=3 misplaced"
    assert grid.segments[3].spec.engine == "compiled"
    assert grid_of(searches + BOARDS + "[limits]\nnodes = 5\n").limits.seconds is None


@pytest.mark.nightly
def test_all_boards_with_their_distances(grid_of):
    text = f"[[boards]]\ndistances = {[*range(32)]}\ngoal = 'blank-last'\n"
    (boards,) = grid_of(SEARCHES + text).boards
    assert dict(zip(boards.states, boards.distances, strict=True)) == distances(BLANK_LAST, 3, 3)


def test_boards_at_distances_are_the_same_sample_each_time(grid_of):
    text = SEARCHES + "[[boards]]\ndistances = [5, 20, 31]\nsample = 3\nseed = {}\n"
    (boards,) = grid_of(text.format(1)).boards
    assert Counter(boards.distances) == {5: 3, 20: 3, 31: 2}
    (again,) = grid_of(text.format(1)).boards
    (other,) = grid_of(text.format(2)).boards
    assert again == boards != other
    (all_at_7,) = grid_of(SEARCHES + "[[boards]]\ndistances = 7\n").boards
    assert len(all_at_7) == COUNTS_3X3_CORNER[7]


def test_random_boards_follow_their_seed(grid_of):
    text = SEARCHES + '[[boards]]\nrandom = 20\nshape = "2x3"\nseed = {}\n'
    (boards,) = grid_of(text.format(1)).boards
    assert grid_of(text.format(1)).boards[0].states == boards.states
    assert grid_of(text.format(2)).boards[0].states != boards.states
    assert set(boards.states) <= set(distances(bytes(range(6)), 2, 3))


def test_published_boards_and_those_of_a_file(grid_of, tmp_path):
    (boards,) = grid_of(SEARCHES + '[[boards]]\nlist = "korf:1-3"\n').boards
    assert boards.distances == [57, 55, 59]
    assert boards.states == [one.board.state for one in instance_set("korf100")[:3]]
    (tmp_path / "boards.txt").write_text("# mine\n125340678 # near\n\n1 0 / 2 3\n korf:1\n")
    grid = grid_of(SEARCHES + '[[boards]]\nfile = "boards.txt"\n')
    assert [str(each.goal.shape) for each in grid.boards] == ["3x3", "2x2", "4x4"]


BAD = {
    "unknown algorithm": ('searches = ["bfs", "asta"]\n' + BOARDS, "searches.1: ", "astar"),
    "unknown word": ('searches = ["bfs sideways"]\n' + BOARDS, "searches.0: ", "sideways"),
    "a bad weight": (
        'searches = ["wastar weight=-2"]\n' + BOARDS,
        "searches.0: ",
        "must be a number",
    ),
    "another shape": ('searches = ["ida 6-6-3"]\n' + BOARDS, "searches.0: ", "6-6-3"),
    "no compiled version": (
        'searches = ["rbfs"]\nengine = "compiled"\n' + BOARDS,
        "searches.0: ",
        "compiled",
    ),
    "a bad preset": (SEARCHES + 'preset = "old"\n' + BOARDS, "", "old"),
    "not a table": (SEARCHES + "boards = [1]\n", "boards.0 must be a table", ""),
    "no searches": (BOARDS, "searches is missing", ""),
    "no boards": (SEARCHES, "boards is missing", ""),
    "two sources": (SEARCHES + BOARDS + "distances = 3\n", "boards.0: ", "one of random"),
    "a wrong option": (SEARCHES + BOARDS + "sample = 3\n", "boards.0: ", "go with 'random'"),
    "unknown key": (SEARCHES + BOARDS + "sed = 3\n", "unknown key 'boards.0.sed'", "'seed'?"),
    "too far": (SEARCHES + "[[boards]]\ndistances = 32\n", "boards.0: ", "31"),
    "not a number": (SEARCHES + '[[boards]]\nrandom = "many"\n', "boards.0.random = 'many'", ""),
    "a bad goal": (SEARCHES + BOARDS + 'goal = "up"\n', "boards.0: ", "up"),
    "no such file": (SEARCHES + '[[boards]]\nfile = "no.txt"\n', "boards.0: ", "no.txt"),
    "not a board": (SEARCHES + '[[boards]]\nlist = ["korf:999"]\n', "boards.0: board 1: ", "999"),
    "a bad limit": (SEARCHES + BOARDS + "[limits]\nseconds = -1\n", "limits.seconds = -1: ", "0"),
    "not TOML": ("searches = [bfs]\n" + BOARDS, "", "line 1"),
}


def test_a_bad_grid_is_refused_with_its_key(grid_of):
    for name, (text, place, words) in BAD.items():
        with pytest.raises(SlidelabError) as caught:
            pytest.fail(f"{name}: {grid_of(text).segments}")
        (problem,) = caught.value.problems
        assert problem.removeprefix("grid.toml: ").startswith(place), (name, problem)
        assert words in problem, name


def test_the_command_names_the_problem_and_runs_nothing(cli, tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text('searches = ["asta"]\n' + BOARDS)
    ran = cli("experiment", str(file))
    assert ran.status == 2
    assert "searches.0" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["grid.toml"]
