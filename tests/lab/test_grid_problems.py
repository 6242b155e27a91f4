"""Everything that can be wrong with a grid."""

from types import SimpleNamespace

import pytest

from slidelab.lab.toml import line_finder
from tests.support.cli import invoke

BOARDS = "[[boards]]\nrandom = 2\n"
SEARCHES = '[[searches]]\nalgorithm = "bfs"\n'

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
    "weight for bfs": (
        BOARDS + SEARCHES + "weight = 2",
        5,
        "bfs: no option 'weight' (wastar has it)",
    ),
    "heuristic for bfs": (BOARDS + SEARCHES + 'heuristic = "zero"', 5, "no heuristic is used"),
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
