"""The API answers and counts as the library does, and refuses what makes no sense with a reason."""

import csv
import io
from itertools import islice

import pytest

from slidelab import solve
from slidelab.puzzle import (
    Board,
    Shape,
    format_moves,
    goal_board,
    parse_moves,
    random_board,
)
from slidelab.search import preset
from tests.support.boards import EASY_CELLS as EASY
from tests.support.boards import HARD_CELLS as HARD
from tests.support.boards import PUBLISHED
from tests.support.server import DOCS, serving


def test_the_catalogue_names_everything(server):
    found = server.client.get("/api/catalogue").json()
    astar = next(a for a in found["algorithms"] if a["name"] == "astar")
    assert astar["frontier"] == "priority"
    assert ["goal"] in [line["events"] for line in astar["pseudocode"]]
    manhattan = next(h for h in found["heuristics"] if h["name"] == "manhattan")
    assert manhattan["admissible"]
    assert found["docs"] == DOCS
    assert server.client.get("/api/openapi.json").json()["paths"]["/api/jobs/search"]["post"]


def test_a_board_is_read_in_any_notation(server):
    for text in ("1 2 5 / 3 4 _ / 6 7 8", "125340678"):
        found = server.post("/api/check", {"text": text}).json()
        assert found["cells"] == EASY
        assert found["shape"] == "3x3"
    response = server.post("/api/check", {"text": " ".join(map(str, range(17 * 17)))})
    assert response.status_code == 422
    assert "256" in response.text


def test_a_board_is_drawn_at_an_exact_distance_where_that_is_quick(server):
    drawn = server.post("/api/scramble", {"distance": 12, "goal": "blank-last"}).json()
    assert solve(drawn["cells"], "blank-last").cost == 12
    for body, named in (({"distance": 32}, "31"), ({"shape": "5x5", "distance": 60}, "9 cells")):
        response = server.post("/api/scramble", body)
        assert response.status_code == 422
        assert named in response.text


@pytest.mark.parametrize(
    ("algorithm", "name"),
    [("bfs", "textbook"), ("dfs", "rows"), ("astar", "driver"), ("ida", "korf")],
)
def test_searches_count_as_the_library_does(server, algorithm, name):
    body = {"cells": EASY, "algorithm": algorithm, "preset": name, "engine": "textbook"}
    found = server.result(body)
    expected = solve(
        "125340678", algorithm=algorithm, preset=name, conventions=preset(name), engine="textbook"
    )
    assert found["moves"] == format_moves(expected.moves, style="letters")
    for counter in ("expanded", "generated", "max_frontier", "max_depth"):
        assert found[counter] == getattr(expected.counters, counter)


def test_goals_conventions_parameters_and_formulas_are_used(server):
    goal = Board("1 2 3 / 8 0 4 / 7 6 5")
    board = random_board(goal.shape, goal, seed=3)
    found = server.result({"cells": list(board.state), "goal": list(goal.state)})
    assert found["cost"] == solve(board, goal).cost
    body = {"cells": [int(tile) for tile in PUBLISHED.split(",")], "algorithm": "wastar"}
    chosen = {"conventions": {"order": "RLDU", "ties": "last-in"}, "parameters": {"weight": 3}}
    found = server.result({**body, **chosen, "heuristic": "misplaced+manhattan"})
    assert found["parameters"] == {"weight": 3}
    assert (found["conventions"]["order"], found["conventions"]["ties"]) == ("RLDU", "last-in")
    named = server.result({**body, **chosen, "heuristic": "misplaced-manhattan"})
    assert found["expanded"] == named["expanded"]


def test_an_unsolvable_board_is_searched_only_by_force(server):
    unsolvable = {"cells": [0, 2, 1, 3], "algorithm": "bfs"}
    assert server.result(unsolvable)["status"] == "unsolvable"
    forced = server.result({**unsolvable, "force": True})
    assert (forced["status"], forced["expanded"]) == ("exhausted", 12)


def test_large_boards_get_better_paths_until_the_time_is_up(server):
    board = random_board(Shape(7, 7), "blank-last", seed=1)
    goal = goal_board("blank-last", board.shape)
    body = {"cells": list(board.state), "goal": "blank-last"}
    events = server.events(body)
    better = (event["best"] for event in events if event["event"] == "improved")
    first, second = islice(better, 2)
    events.close()
    assert second["cost"] < first["cost"]
    last = server.result({**body, "seconds": 1})
    assert last["status"] == "time-limit"
    for found in (first, second, last):
        assert board.play(parse_moves(found["moves"])) == goal
        assert 0 < found["lower_bound"] <= found["cost"]


def test_a_film_and_a_trace_show_the_search(server):
    body = {"cells": EASY, "algorithm": "astar"}
    assert server.result(body, "film")["result"]["cost"] == 3
    assert server.result(body, "trace")["cost"] == 3
    short = server.result({"cells": HARD, "algorithm": "bfs"}, "film")
    assert (short["truncated"], short["status"]) == (True, "event-limit")


def test_files_are_those_of_the_command_line(server, cli):
    found = server.result({"cells": EASY, "algorithm": "bfs", "preset": "driver"})["files"]
    (row,) = csv.DictReader(io.StringIO(found["result.csv"]))
    ran = cli("compare", "125340678", "-a", "bfs", "--preset", "driver", "--format", "csv")
    (expected,) = csv.DictReader(io.StringIO(ran.out))
    assert row["expanded"] == expected["expanded"]
    assert "Path to goal: ['Up', 'Left', 'Left']" in found["output.txt"]


def test_a_heuristic_is_proved_or_refuted(server):
    found = server.result({"heuristic": "misplaced-manhattan", "shape": "2x3"}, "prove")
    assert (found["complete"], found["boards"], found["admissible"]) == (True, 360, False)
    assert found["overestimate"]["distance"] == 1
    for formula, admissible in (("1*manhattan", True), ("1.5*manhattan", False)):
        proof = server.result({"heuristic": formula, "shape": "2x2"}, "prove")
        assert proof["admissible"] is admissible


def test_numbers_are_explained(server):
    boards = [{"cells": EASY, "counts": {"expanded": server.result({"cells": EASY})["expanded"]}}]
    found = server.result({"boards": boards, "algorithm": "astar"}, "explain")
    assert found["matches"]


def test_rows_are_read_as_on_the_command_line(server):
    body = {"rows": ["bfs random", "wastar tree weight=3"], "shape": "3x3", "preset": "driver"}
    drawn, own = server.post("/api/rows", body).json()["rows"]
    assert len(drawn["searches"]) == 5
    assert own["searches"][0]["parameters"] == {"weight": 3.0}
    assert "tree" in own["counted_as"]
    assert not own["promises_shortest"]


BAD_SEARCHES = [
    ({"algorithm": "no-such"}, "no algorithm"),
    ({"heuristic": "no-such"}, "no heuristic"),
    ({"heuristic": "/tmp/own.py:h"}, "no heuristic"),
    ({"heuristic": "max(own.py:h,zero)"}, "own"),
    ({"algorithm": "own.py"}, "no algorithm"),
    ({"preset": "no-such"}, "no-such"),
    ({"engine": "steam"}, "no engine"),
    ({"engine": "parallel"}, "no engine"),
    ({"conventions": {"order": "UUUU"}}, "order"),
    ({"conventions": {"no-such": 1}}, "no-such"),
    ({"parameters": {"weight": 2}}, "weight"),
    ({"algorithm": "dls", "parameters": {"depth_limit": 2.5}}, "whole number"),
    ({"goal": [0, 1, 2, 3]}, "goal"),
    ({"goal": "nowhere"}, "nowhere"),
    ({"cells": [1, 1, 2, 3]}, "appears 2 times"),
    ({"unheard_of": 1}, "unheard_of"),
]
BAD_ROWS = [
    ("no-such", "no algorithm"),
    ("own.py:search", "no algorithm"),
    ("astar own.py:h", "no heuristic"),
    ("astar max(zero", "formula"),
    ("astar weight=2", "wastar has"),
    (" ", "no algorithm"),
]
BAD_PROOFS = ["no-such", "own.py:h", "max(", "__import__('os')", "gradient+zero"]


def test_what_makes_no_sense_is_refused_with_a_reason(server):
    for change, named in BAD_SEARCHES:
        assert named in server.problem({"cells": EASY, **change}), change
    for row, named in BAD_ROWS:
        response = server.post("/api/rows", {"rows": [row]})
        assert response.status_code == 422, row
        assert named in response.text, row
    for formula in BAD_PROOFS:
        assert server.problem({"heuristic": formula}, "prove")
    boards = [{"cells": EASY, "counts": {"visited": 3}}]
    assert "visited" in server.problem({"boards": boards}, "explain")


def test_finished_searches_are_recorded_unless_the_server_is_public(tmp_path):
    with serving(tmp_path / "own", workers=1) as server:
        for algorithm in ("bfs", "astar", "astar"):
            server.result({"cells": EASY, "algorithm": algorithm})
        server.result({"cells": EASY, "algorithm": "bfs"}, "trace")
        found = server.post("/api/stats", {}).json()
        assert [(r["algorithm"], r["trials"]) for r in found["rows"]] == [("astar", 2), ("bfs", 1)]
        only = server.post("/api/stats", {"algorithm": "bfs", "shape": "3x3"}).json()
        assert [row["expanded_mean"] for row in only["rows"]] == [10]
        assert "version" in server.post("/api/stats", {"version": "tree"}).text
        table = list(csv.DictReader(io.StringIO(found["csv"])))
        assert [row["trials"] for row in table] == ["2", "1"]
    with serving(tmp_path / "public", workers=1, public=True) as server:
        server.result({"cells": EASY})
        found = server.post("/api/stats", {}).json()
        assert (found["recording"], found["trials"]) == (False, 0)


@pytest.mark.nightly
def test_the_compiled_engine_builds_its_databases(tmp_path):
    cells = [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 8, 11]
    body = {"cells": cells, "shape": "4x3", "goal": "blank-last", "algorithm": "ida"}
    with serving(tmp_path, cache=tmp_path, workers=1) as fresh:
        events = [*fresh.events({**body, "heuristic": "auto"})]
    found = events[-1]["result"]
    assert (found["status"], found["engine"], found["cost"]) == ("solved", "compiled", 2)
    assert any("databases" in event.get("doing", "") for event in events)
