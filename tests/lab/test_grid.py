"""Grids: what they ask for."""

from collections import Counter

import pytest

from slidelab.lab.experiment import read_grid
from slidelab.lab.experiment.board_tables import BoardsByDistance
from slidelab.puzzle.instances import instance_set
from tests.oracles.puzzle import BLANK_LAST, COUNTS_3X3_CORNER, distances
from tests.support.cli import invoke

BOARDS = "[[boards]]\nrandom = 2\n"
SEARCHES = '[[searches]]\nalgorithm = "bfs"\n'


def test_every_combination_comes_once(grid_of):
    grid = grid_of(
        BOARDS
        + """
        [[searches]]
        algorithm = ["bfs", "A*", "wastar"]
        heuristic = ["manhattan", "misplaced"]
        weight = [1.5, 3]

        [[searches]]
        algorithm = "astar"
        heuristic = "misplaced"

        [[searches]]
        algorithm = "dfs"
        preset = ["rows", "tabs"]
        conventions = { order = ["UDLR", "LRUD"], graph = false }
        """
    )
    found = [(s.algorithm, s.heuristic, s.values, s.preset, s.deviations()) for s in grid.searches]
    plain = ("textbook", {})
    assert found == [
        ("bfs", None, {}, *plain),
        ("astar", "manhattan", {}, *plain),
        ("astar", "misplaced", {}, *plain),
        ("wastar", "manhattan", {"weight": 1.5}, *plain),
        ("wastar", "manhattan", {"weight": 3.0}, *plain),
        ("wastar", "misplaced", {"weight": 1.5}, *plain),
        ("wastar", "misplaced", {"weight": 3.0}, *plain),
        ("dfs", None, {}, "rows", {"order": "UDLR", "graph": False}),
        ("dfs", None, {}, "rows", {"order": "LRUD", "graph": False}),
        ("dfs", None, {}, "tabs", {"graph": False}),
        ("dfs", None, {}, "tabs", {"order": "LRUD", "graph": False}),
    ]
    assert grid.cells == 22
    assert grid.searches[-1].conventions.count_goal
    assert grid.searches[-1].conventions.order == "LRUD"


@pytest.mark.nightly
def test_every_board_with_its_distance(grid_of):
    (boards,) = grid_of('[[boards]]\nevery = "3x3"\ngoal = "blank-last"\n' + SEARCHES).boards
    table = distances(BLANK_LAST, 3, 3)
    assert dict(zip(boards.states, boards.distances, strict=True)) == table
    assert len(boards.states) == len(table)


@pytest.mark.nightly
def test_boards_at_distances(grid_of):
    (boards,) = grid_of("[[boards]]\ndistances = [0, 7, 31]\n" + SEARCHES).boards
    counts = {distance: COUNTS_3X3_CORNER[distance] for distance in (0, 7, 31)}
    assert Counter(boards.distances) == counts
    sampled = "[[boards]]\ndistances = [5, 20, 31]\nsample = 3\nseed = {}\n" + SEARCHES
    (boards,) = grid_of(sampled.format(1)).boards
    assert Counter(boards.distances) == {5: 3, 20: 3, 31: 2}
    assert len(set(boards.states)) == 8
    (again,) = grid_of(sampled.format(1)).boards
    (other,) = grid_of(sampled.format(2)).boards
    assert again == boards
    assert other != boards


def test_the_boards_past_the_farthest_distance_are_not_looked_at(tmp_path):
    up_to_3 = sum(COUNTS_3X3_CORNER[:4])
    (boards,) = BoardsByDistance(distances=[3]).sets("blank-first", tmp_path, up_to_3)
    assert len(boards.states) == COUNTS_3X3_CORNER[3]
    with pytest.raises(ValueError, match="more than 15 boards would have to be looked at"):
        BoardsByDistance(distances=[3, 4]).sets("blank-first", tmp_path, up_to_3)


def test_random_boards_follow_their_seed(grid_of):
    text = '[[boards]]\nrandom = 20\nshape = "2x3"\nseed = {}\n' + SEARCHES
    (boards,) = grid_of(text.format(1)).boards
    (again,) = grid_of(text.format(1)).boards
    (other,) = grid_of(text.format(2)).boards
    assert len(boards.states) == 20
    assert again.states == boards.states
    assert other.states != boards.states
    assert set(boards.states) <= set(distances(bytes(range(6)), 2, 3))
    (near,) = grid_of("[[boards]]\nrandom = 9\nmoves = 2\n" + SEARCHES).boards
    assert {distances(bytes(range(9)), 3, 3)[state] for state in near.states} == {2}


def test_published_instances(grid_of):
    (boards,) = grid_of('[[boards]]\ninstances = "korf100"\nfirst = 3\n' + SEARCHES).boards
    assert boards.distances == [57, 55, 59]
    assert boards.states == [one.board.state for one in instance_set("korf100")[:3]]


def test_boards_of_a_file_and_a_list(grid_of, tmp_path):
    (tmp_path / "boards.txt").write_text("# mine\n125340678 # near\n\n1 0 / 2 3\n korf:1\n")
    grid = grid_of('[[boards]]\nfile = "boards.txt"\n[[boards]]\nlist = ["125340678"]\n' + SEARCHES)
    assert [(str(group.shape), len(group.states)) for group in grid.boards] == [
        ("3x3", 1),
        ("2x2", 1),
        ("4x4", 1),
        ("3x3", 1),
    ]
    assert [group.name for group in grid.boards] == ["boards", "boards", "boards", "list"]
    assert grid.cells == 4


OWN = """
from typing import Annotated

from slidelab.search import algorithm
from slidelab.search.parameters import Parameter

@algorithm(title="Timid", summary="goes no deeper", optimal="never", pseudocode="")
def timid(problem, *, depth_bound: Annotated[int, Parameter("how deep", least=1)] = 2):
    yield from ()
"""


def test_parameters_of_an_own_algorithm(grid_of, problems_of, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    text = BOARDS + '[[searches]]\nalgorithm = ["own.py:timid", "bfs"]\ndepth_bound = {}\n'
    assert [(s.algorithm, s.values) for s in grid_of(text.format("[1, 5]")).searches] == [
        ("own.py:timid", {"depth_bound": 1}),
        ("own.py:timid", {"depth_bound": 5}),
        ("bfs", {}),
    ]
    (problem,) = problems_of(text.format(0))
    assert "searches[0].depth_bound: depth_bound is 0; it must be a whole number, 1 or" in problem
    (problem,) = problems_of(text.format(3).replace("depth_bound", "depth_bond"))
    assert "did you mean depth_bound?" in problem


@pytest.mark.parametrize(
    ("asked", "engines"),
    [
        ("", {"bfs": "compiled", "astar": "compiled", "rbfs": "textbook"}),
        ('engine = "textbook"\n', dict.fromkeys(("bfs", "astar", "rbfs"), "textbook")),
    ],
)
def test_each_search_has_an_engine_of_its_own(tmp_path, asked, engines):
    grid = tmp_path / "grid.toml"
    grid.write_text(f'{BOARDS}[[searches]]\nalgorithm = ["bfs", "astar", "rbfs"]\n{asked}')
    assert {spec.algorithm: spec.engine for spec in read_grid(grid).searches} == engines
    told = invoke("experiment", str(grid), "--check").stderr
    assert "textbook: " in told
    assert "rbfs with manhattan has no compiled version" in told
    assert ("compiled: bfs, astar with manhattan" in told) == (not asked)


def test_a_grid_may_ask_for_a_graphics_processor(grid_of):
    searches = '[[searches]]\nalgorithm = "ida"\nengine = ["gpu", "compiled"]\n'
    grid = grid_of('[[boards]]\ninstances = "korf24"\nfirst = 1\n' + searches)
    assert {(spec.engine, spec.heuristic) for spec in grid.searches} == {
        ("gpu", "gradient"),
        ("compiled", "manhattan"),
    }
