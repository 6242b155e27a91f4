"""`slidelab compare`: many searches on one board, or on many."""

import csv

import pytest

from slidelab.search import ALGORITHMS
from tests.support.boards import EASY, PUBLISHED


@pytest.fixture
def results_of(cli):
    """Compare searches and return the results as JSON has them."""
    return lambda *words: cli("compare", *words, "--format", "json").json["results"]


def test_every_algorithm_runs_within_the_limits(cli):
    ran = cli("compare", PUBLISHED, "--node-limit", "3000")
    assert ran.status == 0
    for name in ALGORITHMS:
        assert f"\n{name} " in ran.out
    assert "node limit" in ran.out


def test_a_path_longer_than_the_shortest_says_by_how_much(cli):
    ran = cli("compare", PUBLISHED, "-a", "astar", "-a", "greedy")
    rows = {line.split()[0]: line.split() for line in ran.out.splitlines() if line}
    assert rows["astar"][1:4] == ["20", "0", "711"]
    assert rows["greedy"][1:4] == ["46", "+26", "466"]


def test_a_heuristic_is_for_the_searches_that_name_none(cli):
    algorithms = ["-a", "bfs", "-a", "astar manhattan", "-a", "astar Manhattan", "-a", "astar"]
    ran = cli("compare", PUBLISHED, *algorithms, "-H", "misplaced", "--format", "csv")
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [(row["algorithm"], row["heuristic"]) for row in rows] == [
        ("bfs", ""),
        ("astar", "manhattan"),
        ("astar", "misplaced"),
    ]
    assert {row["cost"] for row in rows} == {"20"}


def test_rows_are_free(results_of):
    rows = ("astar manhattan", "astar misplaced", "wastar weight=2", "bfs driver", "bfs order=RLDU")
    results = results_of(EASY, *(word for row in rows for word in ("-a", row)))
    assert [result["heuristic"] for result in results[:2]] == ["manhattan", "misplaced"]
    assert results[2]["parameters"] == {"weight": 2}
    assert results[3]["preset"] == "driver"
    assert results[4]["conventions"]["order"] == "RLDU"


def test_a_random_order_is_drawn_several_times(cli, results_of):
    board = "1 2 6 3 / 4 5 0 7"
    drawn = [each["expanded"] for each in results_of(board, "-a", "dfs random")]
    assert len(drawn) == 5
    assert len(set(drawn)) > 1
    shown = cli("compare", board, "-a", "dfs random").out
    assert "±" in next(line for line in shown.splitlines() if line.startswith("dfs random"))
    assert len(results_of(board, "--random", "-a", "bfs", "-a", "dfs")) == 2 + 2 * 5


def test_the_shortest_path_where_a_search_proves_it(results_of):
    results = results_of(PUBLISHED, "-a", "dfs", "-a", "astar")
    assert [result["shortest"] for result in results] == [20, 20]
    (result,) = results_of(PUBLISHED, "-a", "greedy")
    assert result["shortest"] is None


@pytest.mark.parametrize(
    ("algorithms", "engine"),
    [(("bfs", "astar"), "compiled"), (("bfs", "astar", "rbfs"), "textbook")],
)
def test_all_searches_run_on_one_engine(results_of, algorithms, engine):
    chosen = [word for name in algorithms for word in ("-a", name)]
    assert {row["engine"] for row in results_of(EASY, *chosen)} == {engine}


def test_many_random_boards(cli):
    many = ("compare", "--boards", "5", "-a", "astar", "-a", "bfs")
    ran = cli(*many)
    assert ran.status == 0
    assert "5 random boards" in ran.out
    assert "±" in ran.out
    first, again = (
        list(csv.DictReader(cli(*many, "--format", "csv").out.splitlines())) for _ in range(2)
    )
    assert len(first) == 10
    counted = ("board", "algorithm", "cost", "expanded", "generated", "max_frontier")
    for one, other in zip(first, again, strict=True):
        assert [one[name] for name in counted] == [other[name] for name in counted]
