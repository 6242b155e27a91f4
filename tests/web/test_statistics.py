"""Statistics and proofs over the API."""

import csv
import io

import pytest

from slidelab.heuristics import get
from slidelab.lab.store import TrialStore
from slidelab.puzzle import Board
from slidelab.web.formulas import COMBINATIONS, Formula, Part
from slidelab.web.stats import rows
from tests.lab.trials import a_trial
from tests.web.serving import EASY, eventually, serving


@pytest.mark.slow
def test_every_finished_search_counts(tmp_path):
    with serving(tmp_path, workers=1) as server:
        assert server.client.get("/api/stats").json()["rows"] == []
        for algorithm in ("bfs", "astar", "astar"):
            server.result({"cells": EASY, "algorithm": algorithm})
        found = eventually(
            lambda: (s := server.client.get("/api/stats").json())["trials"] == 3 and s
        )
        assert [(r["algorithm"], r["cost"], r["trials"]) for r in found["rows"]] == [
            ("astar", 3, 2),
            ("bfs", 3, 1),
        ]
        only = server.client.get("/api/stats", params={"algorithm": "bfs", "shape": "3x3"}).json()
        assert [row["algorithm"] for row in only["rows"]] == ["bfs"]
        assert only["rows"][0]["expanded_mean"] == 10
        table = list(csv.DictReader(io.StringIO(server.client.get("/api/stats.csv").text)))
        assert [row["trials"] for row in table] == ["2", "1"]
        assert server.client.get("/api/stats.json").json() == found["rows"]


@pytest.mark.slow
def test_searches_of_the_network_are_not_recorded(tmp_path):
    with serving(tmp_path, workers=1, host="0.0.0.0") as server:
        server.result({"cells": EASY})
        found = server.client.get("/api/stats").json()
        assert (found["recording"], found["trials"]) == (False, 0)
    assert not (tmp_path / "trials.db").exists() or TrialStore(tmp_path / "trials.db").count() == 0


def test_averages_are_worked_out_once_a_second(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path))
    now = 100.0
    monkeypatch.setattr("slidelab.web.stats.monotonic", lambda: now)
    assert rows() == []
    with TrialStore() as store:
        store.add([a_trial(), a_trial()])
    assert rows() == []
    assert [row["trials"] for row in rows(shape="3x3")] == [2]
    now += 1
    assert [row["trials"] for row in rows()] == [2]


@pytest.mark.slow
def test_a_proof(server):
    body = {"heuristic": "misplaced-manhattan", "shape": "2x3"}
    found = server.result(body, "/api/proofs")
    assert found["complete"]
    assert found["boards"] == 360
    assert not found["admissible"]
    assert found["overestimate"]["distance"] == 1
    assert found["errors"][0]["mean_error"] == 0


@pytest.mark.parametrize(
    ("parts", "admissible"),
    [
        ([{"heuristic": "manhattan"}], True),
        ([{"heuristic": "manhattan", "weight": 1.5}], False),
        ([{"tile_cost": "rows"}, {"tile_cost": "columns"}], True),
        ([{"tile_cost": "steps", "tiles": [1, 2]}], True),
        ([{"heuristic": "manhattan"}, {"tile_cost": "steps", "tiles": [1]}], False),
    ],
)
def test_a_formula_of_one_s_own(server, parts, admissible):
    body = {"formula": {"combine": "sum", "parts": parts}, "shape": "2x3", "boards": 1}
    assert server.result(body, "/api/proofs")["admissible"] is admissible


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"heuristic": "no-such"},
        {"heuristic": "own.py:h"},
        {"formula": {"parts": []}},
        {"formula": {"parts": [{"heuristic": "__import__('os')"}]}},
        {"formula": {"parts": [{"tile_cost": "no-such"}]}},
        {"formula": {"parts": [{"heuristic": "zero", "tile_cost": "steps"}]}},
        {"formula": {"combine": "eval", "parts": [{"heuristic": "zero"}]}},
        {"heuristic": "zero", "formula": {"parts": [{"heuristic": "zero"}]}},
    ],
)
def test_what_cannot_be_proved(server, body):
    assert server.post("/api/proofs", body).status_code == 422


@pytest.mark.parametrize("combine", COMBINATIONS)
def test_formulas_are_worked_out_as_written(combine):
    goal, state = Board.parse("1 2 3 / 4 5 6 / 7 8 0"), bytes([8, 1, 3, 4, 0, 2, 7, 6, 5])
    formula = Formula(combine, (Part(2.0, heuristic="manhattan"), Part(1.0, tile_cost="misplaced")))
    values = [
        2 * get("manhattan").bind(goal)(state),
        get("misplaced").bind(goal)(state),
    ]
    assert formula.heuristic().bind(goal)(state) == COMBINATIONS[combine](values)


@pytest.mark.parametrize(("cost", "name"), [("steps", "manhattan"), ("misplaced", "misplaced")])
def test_tile_costs_count_the_blank_where_heuristics_do(cost, name):
    goal, state = Board.parse("1 2 3 / 4 5 6 / 7 8 0"), bytes([8, 1, 3, 4, 0, 2, 7, 6, 5])
    own = Formula("sum", (Part(1.0, tile_cost=cost),)).heuristic()
    for count_blank in (False, True):
        expected = get(name).bind(goal, count_blank)(state)
        assert own.bind(goal, count_blank)(state) == expected
    assert get(name).bind(goal, True)(state) > get(name).bind(goal, False)(state)
