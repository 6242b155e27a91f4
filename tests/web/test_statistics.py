"""Statistics and proofs over the API."""

import csv
import io

import pytest

from slidelab import solve
from slidelab.lab.trials import TrialStore, trial_of
from slidelab.web.routes import compute_averages
from tests.support.boards import EASY_CELLS as EASY
from tests.support.processes import eventually
from tests.support.server import serving


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


@pytest.mark.nightly
def test_searches_of_the_network_are_not_recorded(tmp_path):
    with serving(tmp_path, workers=1, host="0.0.0.0") as server:
        server.result({"cells": EASY})
        found = server.client.get("/api/stats").json()
        assert (found["recording"], found["trials"]) == (False, 0)
    assert TrialStore(tmp_path / "trials.sqlite").count() == 0


def test_averages_are_worked_out_once_a_second(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path))
    trial = trial_of(solve("125340678"), "page")
    assert compute_averages((), second=100) == []
    with TrialStore() as store:
        store.add([trial, trial])
    assert compute_averages((), second=100) == []
    chosen = (("shape", "3x3"),)
    assert [row["trials"] for row in compute_averages(chosen, second=100)] == [2]
    assert [row["trials"] for row in compute_averages((), second=101)] == [2]


def test_a_proof(server):
    body = {"heuristic": "misplaced-manhattan", "shape": "2x3"}
    found = server.result(body, "/api/proofs")
    assert found["complete"]
    assert found["boards"] == 360
    assert not found["admissible"]
    assert found["overestimate"]["distance"] == 1
    assert found["errors"][0]["mean_error"] == 0


@pytest.mark.parametrize(
    ("formula", "admissible"),
    [
        ("1*manhattan", True),
        ("1.5*manhattan", False),
        ("rows+columns", True),
        ("steps[1,2]", True),
        ("manhattan+steps[1]", False),
        ("max(manhattan,misplaced)", True),
    ],
)
def test_a_formula_of_one_s_own(server, formula, admissible):
    body = {"heuristic": formula, "shape": "2x3", "boards": 1}
    assert server.result(body, "/api/proofs")["admissible"] is admissible


def test_a_search_with_a_formula_is_the_search_with_what_it_equals(server):
    board = {"cells": [6, 1, 8, 4, 0, 2, 7, 3, 5]}
    formula = server.result(board | {"heuristic": "misplaced+manhattan"})
    named = server.result(board | {"heuristic": "misplaced-manhattan"})
    assert formula["heuristic"] == "misplaced+manhattan"
    assert formula["expanded"] == named["expanded"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"heuristic": "no-such"},
        {"heuristic": "own.py:h"},
        {"heuristic": "max("},
        {"heuristic": "max(own.py:h,manhattan)"},
        {"heuristic": "__import__('os')"},
        {"heuristic": "no-such+manhattan"},
        {"heuristic": "eval(zero,manhattan)"},
        {"heuristic": "6-6-3+zero"},
        {"heuristic": "gradient+zero"},
        {"heuristic": "(" * 500 + "zero" + ")" * 496},
    ],
)
def test_what_cannot_be_proved(server, body):
    assert server.post("/api/proofs", body).status_code == 422
