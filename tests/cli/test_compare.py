"""`slidelab compare`: many searches on one board."""

import csv
import json
import signal
import statistics
import sys

import pytest

from slidelab.search import ALGORITHMS
from tests.support.boards import PUBLISHED
from tests.support.cli import Terminal, invoke, run

EASY = "1,2,5,3,4,0,6,7,8"
QUICK = ("--node-limit", "3000")
JSON = ("--format", "json")


def test_every_algorithm_runs_within_the_limits():
    ran = invoke("compare", PUBLISHED, *QUICK)
    assert ran.exit_code == 0
    for name in ALGORITHMS.names():
        assert f"\n{name} " in ran.stdout
    assert "node limit" in ran.stdout
    assert "Each search within 10 s and 3,000 nodes and 2.1 GB" in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_every_search_can_be_added_in_random_order():
    ran = invoke("compare", EASY, "--random", "-a", "bfs", "--row", "dfs tree", *QUICK, *JSON)
    seeds = [result["conventions"]["seed"] for result in json.loads(ran.stdout)["results"]]
    assert seeds == [None, None, *(2 * [1, 2, 3, 4, 5])]


def test_the_best_are_marked():
    ran = invoke("compare", PUBLISHED, "-a", "astar", "-a", "bidirectional", "-a", "greedy")
    rows = {line.split()[0]: line.split() for line in ran.stdout.splitlines() if line}
    assert rows["astar"][1:4] == ["20*", "0", "711"]
    assert rows["bidirectional"][1:3] == ["20*", "0"]
    assert rows["greedy"][1:4] == ["46", "+26", "466*"]


def test_informed_searches_run_once_with_each_heuristic():
    algorithms = ["-a", "bfs", "-a", "astar", "-a", "astar"]
    heuristics = ["-H", "manhattan", "-H", "misplaced", "-H", "md"]
    ran = invoke("compare", PUBLISHED, *algorithms, *heuristics, "--format", "csv")
    rows = list(csv.DictReader(ran.stdout.splitlines()))
    assert [(row["algorithm"], row["heuristic"]) for row in rows] == [
        ("bfs", ""),
        ("astar", "manhattan"),
        ("astar", "misplaced"),
    ]
    assert {row["cost"] for row in rows} == {"20"}


def test_json_holds_every_result():
    ran = invoke("compare", PUBLISHED, "-a", "astar", "-a", "ida", "--format", "json")
    comparison = json.loads(ran.stdout)
    assert [result["status"] for result in comparison["results"]] == ["solved", "solved"]
    assert comparison["limits"]["seconds"] == 10


def test_a_parameter_goes_only_to_the_algorithms_that_take_it():
    both = ("-a", "astar", "-a", "wastar", "--weight", "9")
    ran = invoke("compare", PUBLISHED, *both, "--format", "json")
    plain, weighted = json.loads(ran.stdout)["results"]
    assert plain["parameters"] == {}
    assert weighted["parameters"] == {"weight": 9}
    ran = invoke("compare", PUBLISHED, "-a", "bfs", "--weight", "9")
    assert ran.exit_code == 2
    assert "'weight'" in ran.stderr


def test_an_unsolvable_board():
    ran = invoke("compare", "0,1,2,3,4,5,6,8,7")
    assert ran.exit_code == 3
    assert "swap tiles 7 and 8" in ran.stdout


def test_no_search_solves_it():
    assert invoke("compare", PUBLISHED, "-a", "bfs", "--node-limit", "1").exit_code == 4


def test_on_a_terminal_the_table_is_live():
    slow = ["--engine", "textbook"]  # long enough to be seen
    terminal = Terminal("compare", PUBLISHED, "-a", "ids", "-a", "astar", *slow)
    terminal.wait_for("searching")
    terminal.wait_for("fewest expanded")
    assert terminal.end() == 0


def test_ctrl_c_keeps_the_rows_so_far():
    arguments = ["compare", PUBLISHED, "-a", "astar", "-a", "ida", "-H", "zero", "-a", "bfs"]
    terminal = Terminal(*arguments)
    terminal.wait_for("searching")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("fewest expanded")
    assert "interrupted" in terminal.shown
    assert terminal.end() == 130


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_it_ends_while_a_heuristic_is_prepared(number, status):
    wide = ",".join(map(str, [*range(98, 0, -1), 99, 0]))  # for which that takes very long
    terminal = Terminal("compare", wide, "-a", "ida", "-H", "walking-distance")
    terminal.wait_for("searching")
    terminal.process.send_signal(number)
    assert terminal.end() == status


@pytest.mark.parametrize(
    ("algorithms", "engine"),
    [(("bfs", "astar"), "compiled"), (("bfs", "astar", "rbfs"), "textbook")],
)
def test_all_searches_run_on_one_engine_and_it_is_named(algorithms, engine):
    chosen = [word for name in algorithms for word in ("-a", name)]
    ran = invoke("compare", EASY, *chosen, "--format", "json")
    assert {row["engine"] for row in json.loads(ran.stdout)["results"]} == {engine}
    assert f"engine {engine}" in invoke("compare", EASY, *chosen).stdout


def test_deviations_from_the_preset_are_told():
    changes = ("--ties", "last-in", "--tree", "--random-order", "7")
    said = "counted as textbook, except: random order with seed 7, ties last-in, tree search"
    assert said in invoke("solve", EASY, *changes).stdout
    assert said in invoke("compare", EASY, "-a", "astar", *changes).stdout
    result = json.loads(invoke("solve", EASY, *changes, "--format", "json").stdout)
    assert result["deviations"] == {"seed": 7, "ties": "last-in", "graph": False}
    assert f"counted as {result['counted_as']}" == said


def test_what_all_rows_deviate_in_is_told_of_all():
    rows = ("--row", "astar", "--row", "bfs random=7", "--ties", "last-in")
    assert "counted as textbook, except: ties last-in, as each row says" in (
        invoke("compare", EASY, *rows).stdout
    )


def results_of(*arguments):
    return json.loads(invoke("compare", *arguments, "--format", "json").stdout)["results"]


def test_rows_are_free():
    rows = ("astar manhattan", "astar misplaced tree", "wastar weight=2", "bfs driver", "bfs tree")
    results = results_of(EASY, *(word for row in rows for word in ("--row", row)))
    assert [result["row"] for result in results] == list(rows)
    assert [result["heuristic"] for result in results[:2]] == ["manhattan", "misplaced"]
    assert [result["conventions"]["graph"] for result in results[:3]] == [True, False, True]
    assert results[2]["parameters"] == {"weight": 2}
    assert results[3]["preset"] == "driver"


def test_a_random_order_is_drawn_several_times():
    board = "1 2 6 3 / 4 5 0 7"
    results = results_of(board, "--row", "dfs", "--row", "dfs random", "--row", "dfs random=9")
    assert [result["conventions"]["seed"] for result in results] == [None, 1, 2, 3, 4, 5, 9]
    drawn = [result["expanded"] for result in results[1:6]]
    assert len(set(drawn)) > 1
    shown = invoke("compare", board, "--row", "dfs", "--row", "dfs random").stdout
    (line,) = [line for line in shown.splitlines() if line.startswith("dfs random")]
    mean, deviation = statistics.fmean(drawn), statistics.stdev(drawn)
    assert f"{mean:,.1f}".removesuffix(".0") in line
    assert f"± {deviation:,.1f}".removesuffix(".0") in line


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("bfs manhattan", "bfs: unrecognised word 'manhattan'"),
        ("astar nosuch", "nosuch"),
        ("astar weight=2", "unrecognised word 'weight=2'"),
        ("nosuch", "nosuch"),
        ("wastar weight=x", "weight is 'x'"),
        ("astar ties=never", "it must be one of"),
    ],
)
def test_a_row_that_means_nothing_is_explained(row, told):
    ran = invoke("compare", EASY, "--row", row)
    assert ran.exit_code == 2
    assert told in ran.stderr


@pytest.mark.parametrize("search", ["greedy", "dfs"])
def test_the_shortest_is_found_where_no_row_promises_it(search):
    (result,) = results_of(PUBLISHED, "-a", search)
    assert result["over_shortest"] == result["cost"] - 20


def test_a_path_that_may_not_be_the_shortest_is_not_compared_with():
    (result,) = results_of("korf24:1", "-a", "greedy", "--node-limit", "100000")
    assert result["cost"] > 100
    assert result["over_shortest"] is None


def test_over_the_shortest_means_in_the_same_metric():
    board = ("867254301", "--goal", "blank-last")
    ran = invoke("compare", *board, "--row", "greedy", "--row", "greedy metric=multi", *JSON)
    told = json.loads(ran.stdout)
    lengths = [(row["cost"], row["cost"] - row["over_shortest"]) for row in told["results"]]
    assert lengths == [(47, 31), (29, 20)]
    assert told["shortest"] is None


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each row starts a process")
def test_the_memory_of_a_row_does_not_depend_on_the_rows_before():
    board = ("867254301", "--goal", "blank-last", "--engine", "textbook")
    within = ("--node-limit", "40000", *JSON)
    memory = []
    for before in ((), ("-a", "bfs")):
        ran = run("compare", *board, *within, *before, "-a", "dfs")
        memory.append(json.loads(ran.stdout)["results"][-1]["peak_memory_bytes"])
    assert memory[0] > 5_000_000
    assert memory[1] == pytest.approx(memory[0], rel=0.1)
