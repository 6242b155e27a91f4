"""`slidelab driver`: the classic form, with the figures published for it."""

import csv
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import pytest

from tests.support.boards import PUBLISHED

ORACLE = Path(__file__).parent.parent / "oracles" / "published_numbers.csv"
METHODS = {
    ("bfs", ""): ("bfs", "BFS"),
    ("dfs", ""): ("dfs", "DFS"),
    ("astar", "manhattan"): ("ast", "A* Manhattan"),
    ("astar", "euclidean"): ("ast_euc", "A* Euclidean"),
}
ROWS = [row for row in csv.DictReader(ORACLE.open()) if row["preset"] == "driver"]
LETTERS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['algorithm']}-{row['start']}")
def test_the_published_lines_come_out(cli, row):
    method, name = METHODS[row["algorithm"], row["heuristic"]]
    ran = cli("driver", method, row["start"])
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[:5] == [
        f"Algorithm: {name}",
        f"Cost of path: {row['cost']}",
        f"Nodes expanded: {row['expanded']}",
        f"Search depth: {row['search_depth']}",
        f"Max search depth: {row['max_depth']}",
    ]
    assert lines[5].startswith("Running time: ")
    assert lines[5].endswith(" seconds")
    assert lines[6].startswith("Max RAM usage: ")
    assert lines[6].endswith(" MB")
    if "..." not in row["path"]:
        assert lines[7] == f"Path to goal: {[LETTERS[letter] for letter in row['path']]}"
    assert Path("output.txt").read_text().splitlines()[:5] == lines[:5]


def test_a_long_path_is_shortened_on_the_screen_and_whole_in_the_file(cli):
    lines = cli("driver", "dfs", PUBLISHED).out.splitlines()
    assert lines[7] == "Path to goal: ['Up', 'Left', 'Down', 'Down', ..., 'Left', 'Up', 'Left']"
    assert Path("output.txt").read_text().count("'") == 2 * 46_142


def test_the_form_of_columbias_course_counts_by_its_preset(cli):
    """Names and order as the assignment has them; the memory is that of the whole process."""
    ran = cli("driver", "ast", PUBLISHED, "--format", "columbia")
    assert "nodes_expanded: 696\n" in ran.out
    lines = dict(line.split(": ", 1) for line in ran.out.splitlines())
    assert list(lines) == [
        *("path_to_goal", "cost_of_path", "nodes_expanded", "search_depth", "max_search_depth"),
        *("running_time", "max_ram_usage"),
    ]
    most = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    assert 1 < float(lines["max_ram_usage"]) <= most


def test_the_file_can_be_named(cli):
    assert cli("driver", "ast", PUBLISHED, "--output", "mine.txt").status == 0
    assert Path("mine.txt").exists()
    assert cli("driver", "ast", PUBLISHED, "-o", "-").out.count("Cost of path") == 1
    assert not Path("output.txt").exists()


def test_a_board_without_a_solution(cli):
    ran = cli("driver", "bfs", "0,1,2,3,4,5,6,8,7")
    assert ran.status == 3
    assert "Path to goal: none; The board has 1 inversion" in ran.out


def test_a_limit_is_told(cli):
    ran = cli("driver", "bfs", PUBLISHED, "--node-limit", "10")
    assert ran.status == 4
    assert "Path to goal: none; the search ended with: node limit" in ran.out
