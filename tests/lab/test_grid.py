"""Grids: what they ask for, and everything that can be wrong with them."""

from collections import Counter
from types import SimpleNamespace

import pytest

from slidelab.lab.experiment import BadFile, read_grid
from slidelab.lab.toml.problems import line_finder
from slidelab.puzzle.instances import instance_set
from tests.cli.running import invoke
from tests.oracles.distance_table import BLANK_LAST, COUNTS_3X3_CORNER, distances


@pytest.fixture
def grid_of(tmp_path):
    def read(text):
        file = tmp_path / "grid.toml"
        file.write_text(text)
        return read_grid(file)

    return read


@pytest.fixture
def problems_of(grid_of):
    def problems(text):
        with pytest.raises(BadFile) as caught:
            grid_of(text)
        return caught.value.problems

    return problems


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


def test_every_board_with_its_distance(grid_of):
    (boards,) = grid_of('[[boards]]\nevery = "3x3"\ngoal = "blank-last"\n' + SEARCHES).boards
    table = distances(BLANK_LAST, 3, 3)
    assert dict(zip(boards.states, boards.distances, strict=True)) == table
    assert len(boards.states) == len(table)


@pytest.mark.slow
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


def test_the_boards_past_the_farthest_distance_are_not_looked_at(grid_of, problems_of, monkeypatch):
    up_to_3 = sum(COUNTS_3X3_CORNER[:4])
    monkeypatch.setattr("slidelab.lab.experiment.boards.MOST_STATES", up_to_3)
    (boards,) = grid_of("[[boards]]\ndistances = 3\n" + SEARCHES).boards
    assert len(boards.states) == COUNTS_3X3_CORNER[3]
    (problem,) = problems_of("[[boards]]\ndistances = [3,\n4]\n" + SEARCHES)
    assert "more than 15 boards would have to be looked at" in problem


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


BAD = {
    "unknown algorithm": (BOARDS + '[[searches]]\nalgorithm = [\n"bfs",\n"asta"]', 6, "astar?"),
    "unknown heuristic": (
        BOARDS + '[[searches]]\nalgorithm = "astar"\nheuristic = "manhatten"',
        5,
        "did you mean manhattan?",
    ),
    "unknown preset": (BOARDS + SEARCHES + 'preset = "old"', 5, "the presets are textbook,"),
    "unknown engine": (BOARDS + SEARCHES + 'engine = "steam"', 5, "the engines are"),
    "unknown convention": (BOARDS + SEARCHES + "conventions.tie = 1", 5, "did you mean ties?"),
    "unknown value": (BOARDS + SEARCHES + 'conventions.ties = "up"', 5, "must be one of first-in"),
    "unknown key": (BOARDS + "sed = 3\n" + SEARCHES, 3, "did you mean seed?"),
    "unknown table": (BOARDS + SEARCHES + "[limit]\nnodes = 3", 5, "did you mean limits?"),
    "unknown instances": ('[[boards]]\ninstances = "k"\n' + SEARCHES, 2, "the sets are korf100"),
    "no algorithm": (BOARDS + "[[searches]]\nweight = 2", 3, "algorithm is missing"),
    "no boards": (SEARCHES, 1, "boards is missing"),
    "no searches": (BOARDS, 1, "searches is missing"),
    "a table that is none": ("boards = 3\n" + SEARCHES, 1, "write [[boards]]"),
    "weight for bfs": (BOARDS + SEARCHES + "weight = 2", 5, "bfs cannot use weight: wastar can"),
    "heuristic for bfs": (BOARDS + SEARCHES + 'heuristic = "zero"', 5, "cannot use a heuristic"),
    "a bad weight": (
        BOARDS + '[[searches]]\nalgorithm = "wastar"\nweight = [1, -2]',
        5,
        "weight is -2; it must be a number, above 0",
    ),
    "a bad width": (
        BOARDS + '[[searches]]\nalgorithm = "beam"\nwidth = 0',
        5,
        "it must be a whole number, 1 or more",
    ),
    "auto": (
        BOARDS + '[[searches]]\nalgorithm = "astar"\nheuristic = "auto"',
        5,
        "name the one that is meant",
    ),
    "patterns of another shape": (
        BOARDS + '[[searches]]\nalgorithm = "ida"\nheuristic = "6-6-3"',
        5,
        "6-6-3 does not add up to the 8 tiles of 3x3",
    ),
    "a heuristic of another shape": (
        '[[boards]]\nrandom = 2\nshape = "4x4"\n[[searches]]\nalgorithm = "astar"\n'
        'heuristic = "perfect"',
        6,
        "works up to 9 cells",
    ),
    "no compiled version": (
        BOARDS + '[[searches]]\nalgorithm = ["bfs", "rbfs"]\nengine = "compiled"',
        5,
        "rbfs with manhattan has no compiled version",
    ),
    "bfs in parallel": (
        BOARDS + SEARCHES + 'engine = "parallel"',
        5,
        "bfs has no parallel version; ida and anytime have",
    ),
    "cycles in the textbook": (
        BOARDS + '[[searches]]\nalgorithm = "ida"\ncycles = 12\nengine = "textbook"',
        6,
        "only the compiled engine can use cycles",
    ),
    "order and seed": (
        BOARDS + SEARCHES + 'conventions = { seed = 1, order = "UDLR" }',
        5,
        "order is not used when the order is random",
    ),
    "a seed that is none": (BOARDS + SEARCHES + "conventions.seed = true", 5, "a whole number"),
    "neither yes nor no": (BOARDS + SEARCHES + 'conventions.graph = "no"', 5, "true or false"),
    "an empty list": (BOARDS + "[[searches]]\nalgorithm = []", 4, "algorithm is an empty list"),
    "two sources": ('[[boards]]\nrandom = 1\nevery = "3x3"\n' + SEARCHES, 1, "given together"),
    "a seed for all": ("[[boards]]\ndistances = 3\nseed = 1\n" + SEARCHES, 3, "for a sample"),
    "too far": ("[[boards]]\ndistances = [3,\n32]\n" + SEARCHES, 3, "the farthest are 31"),
    "a bad distance": ('[[boards]]\ndistances = "far"\n' + SEARCHES, 2, "a valid integer"),
    "too many": (
        "[[boards]]\nrandom = 99999999999\n" + SEARCHES,
        2,
        "less than or equal to 10000000",
    ),
    "every board of 4x4": ('[[boards]]\nevery = "4x4"\n' + SEARCHES, 2, "too many 4x4 boards"),
    "a bad shape": ('[[boards]]\nrandom = 1\nshape = "3by3"\n' + SEARCHES, 3, "is not a shape"),
    "a bad goal": (BOARDS + 'goal = "up"\n' + SEARCHES, 3, "is not a goal"),
    "a bad goal for all": ('[experiment]\ngoal = "up"\n' + BOARDS + SEARCHES, 2, "is not a goal"),
    "another goal for korf100": (
        '[[boards]]\ninstances = "korf100"\ngoal = "blank-last"\n' + SEARCHES,
        3,
        "korf100 has the goal blank-first",
    ),
    "a missing file": ('[[boards]]\nfile = "no.txt"\n' + SEARCHES, 2, "No such file"),
    "a file that is a folder": ('[[boards]]\nfile = "."\n' + SEARCHES, 2, "Is a directory"),
    "a file of bytes": ('[[boards]]\nfile = "bytes.bin"\n' + SEARCHES, 2, "not a text file"),
    "a file of bad boards": (
        '[[boards]]\nfile = "bad.txt"\n' + SEARCHES,
        2,
        "bad.txt:2: tile 1 appears twice",
    ),
    "a file without boards": ('[[boards]]\nfile = "empty.txt"\n' + SEARCHES, 2, "no boards"),
    "an unsolvable board": (
        '[[boards]]\nlist = ["0 1 2 3 4 5 6 7 8",\n"0 2 1 3 4 5 6 7 8"]\n' + SEARCHES,
        3,
        "cannot be brought to the goal blank-first",
    ),
    "a bad limit": (
        BOARDS + SEARCHES + "[limits]\nseconds = -1",
        6,
        "limits.seconds: -1 should be",
    ),
    "half a node": (
        BOARDS + SEARCHES + "[limits]\nnodes = 2.5",
        6,
        "2.5 should be a valid integer",
    ),
    "results of another kind": (
        '[experiment]\nresults = "a.xls"\n' + BOARDS + SEARCHES,
        2,
        "must end in",
    ),
    "no such folder": (
        '[experiment]\nresults = "no/a.csv"\n' + BOARDS + SEARCHES,
        2,
        "there is no folder",
    ),
    "not TOML": (BOARDS + "[[searches]]\nalgorithm = bfs", 4, "Invalid value (column 13)"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "line", "message"), BAD.values(), ids=BAD.keys())
def test_a_bad_grid_is_refused_with_its_line(problems_of, tmp_path, text, line, message):
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bad.txt").write_text("125340678\n1,1,0,2\n")
    (tmp_path / "empty.txt").write_text("# nothing\n")
    (problem,) = problems_of(text)
    assert problem.startswith(f"grid.toml:{line}: ")
    assert message in problem


def test_all_problems_come_at_once_each_with_its_line_and_place(problems_of):
    problems = problems_of(
        """
        [experiment]
        results = "no/results.csv"
        [[boards]]
        random = 100
        sed = 1
        [[boards]]
        file = "missing.txt"
        [[searches]]
        algorithm = "bfs"
        [[searches]]
        algorithm = ["bfs", "asta"]
        preset = "new"
        wieght = 3
        conventions = { ties = [
          "heap",
          "up" ], graph = 1 }
        [limits]
        nodes = "many"
        """
    )
    assert [problem.split(": ")[:2] for problem in problems] == [
        ["grid.toml:3", "experiment.results"],
        ["grid.toml:6", "boards[0].sed"],
        ["grid.toml:8", "boards[1].file"],
        ["grid.toml:12", "searches[1].algorithm[1]"],
        ["grid.toml:13", "searches[1].preset"],
        ["grid.toml:14", "searches[1].wieght"],
        ["grid.toml:17", "searches[1].conventions.ties[1]"],
        ["grid.toml:17", "searches[1].conventions.graph"],
        ["grid.toml:19", "limits.nodes"],
    ]


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


def test_no_disk_space(problems_of, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=50_000_000))
    (problem,) = problems_of('[[boards]]\nevery = "3x3"\n' + SEARCHES)
    assert "181,440 cells need about 163 MB, and only 50 MB are free" in problem


def test_the_command_refuses_before_anything_runs(tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(BOARDS + '[[searches]]\nalgorithm = "asta"\npreset = "new"\n')
    told = invoke("experiment", str(file))
    assert told.exit_code == 2
    assert "there are 2 problems" in told.stderr
    assert "grid.toml:4: searches[0].algorithm: there is no algorithm 'asta'" in told.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["grid.toml"]


def test_the_command_only_checks(tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(BOARDS + SEARCHES)
    told = invoke("experiment", str(file), "--check")
    assert told.exit_code == 0
    assert "2 boards × 1 configuration = 2 cells" in told.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["grid.toml"]


DIFFICULT = '''# a comment with [brackets] = "and more"
title = "a [string] # not a comment, with \\"quotes\\""
"quoted key".inner = 1
text = """
[[boards]]
fake = 1 \\"""
"""
raw = \'\'\'
x = "
\'\'\'
when = 1979-05-27T07:32:00Z
[[boards]]
list = [ # why
  "one]", \'two"\',
  [3, 4],
  { five = 5, six = [6,
    7] },
]
[boards.more]
deep.er = {}
[[boards]]
[ searches . "conventions" ]
ties = "heap"
'''


def test_lines_of_difficult_toml():
    line_of = line_finder(DIFFICULT)
    expected = {
        ("title",): 2,
        ("quoted key", "inner"): 3,
        ("text",): 4,
        ("raw",): 8,
        ("when",): 11,
        ("boards", 0): 12,
        ("boards", 0, "list"): 13,
        ("boards", 0, "list", 0): 14,
        ("boards", 0, "list", 1): 14,
        ("boards", 0, "list", 2, 1): 15,
        ("boards", 0, "list", 3, "six", 1): 17,
        ("boards", 0, "more", "deep", "er"): 20,
        ("boards", 1): 21,
        ("searches", "conventions", "ties"): 23,
    }
    assert {path: line_of(path) for path in expected} == expected


@pytest.mark.parametrize(
    ("algorithms", "engine"),
    [('["bfs", "astar"]', "compiled"), ('["bfs", "astar", "rbfs"]', "textbook")],
)
def test_all_searches_run_on_one_engine(tmp_path, algorithms, engine):
    grid = tmp_path / "grid.toml"
    grid.write_text(f"{BOARDS}[[searches]]\nalgorithm = {algorithms}\n")
    assert {spec.engine for spec in read_grid(grid).searches} == {engine}


def test_a_grid_may_ask_for_a_graphics_processor(grid_of):
    searches = '[[searches]]\nalgorithm = "ida"\nengine = ["gpu", "compiled"]\n'
    grid = grid_of('[[boards]]\ninstances = "korf24"\nfirst = 1\n' + searches)
    assert {(spec.engine, spec.heuristic) for spec in grid.searches} == {
        ("gpu", "gradient"),
        ("compiled", "manhattan"),
    }
