"""`bench`, `table` and `warmup`: the commands of the compiled engine."""

import json

import pytest

from tests.support.cli import invoke


def test_bench_sets_counts_beside_the_published_ones():
    ran = invoke("bench", "korf100", "--only", "12,79", "--heuristic", "manhattan")
    assert ran.exit_code == 0
    assert ran.stdout.count("540,860") == ran.stdout.count("546,344") == 2
    assert "2 of 2 solved at the published length." in ran.stdout


def test_bench_as_csv_and_stopped_by_a_limit():
    ran = invoke("bench", "korf24", "--only", "1", "-H", "manhattan", "--node-limit", "50000",
                 "--format", "csv")  # fmt: skip
    assert ran.exit_code == 4
    assert "korf24:1,node-limit,,95," in ran.stdout


@pytest.mark.parametrize("only", ["5-2", "0", "101", "x", "1-"])
def test_bench_refuses_numbers_that_make_no_sense(only):
    ran = invoke("bench", "korf100", "--only", only)
    assert ran.exit_code == 2
    assert "Traceback" not in ran.stderr


def test_table_counts_every_board():
    ran = invoke("table", "--shape", "2x3", "--format", "json")
    facts = json.loads(ran.stdout)
    assert (facts["boards"], facts["greatest_distance"]) == (360, 21)
    assert sum(facts["counts"]) == 360


def test_table_tells_about_a_board():
    ran = invoke("table", "867254301", "--goal", "blank-last", "--format", "json")
    told = json.loads(ran.stdout)["board"]
    assert (told["distance"], told["optimal_solutions"]) == (31, 40)
    assert len(told["solution"]) == 31


def test_table_refuses_a_board_without_a_solution():
    ran = invoke("table", "012345687")
    assert ran.exit_code == 3
    assert "inversion" in ran.stderr


def test_warmup_says_what_browsers_need(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = invoke("warmup", "--wasm", str(tmp_path / "kernels"))
    assert ran.exit_code == 2
    assert "lld" in ran.stderr
    assert not (tmp_path / "kernels").exists()
