"""`slidelab list`, the help and the version."""

import json

import pytest

from slidelab import __version__, heuristics
from slidelab.search import ALGORITHMS, PRESETS
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS
from tests.support.cli import invoke

NAMES = [*ALGORITHMS.names(), *heuristics.names(), *PRESETS, *CHOICES, *COUNTERS]


def test_everything_is_listed():
    lines = invoke("list").stdout.splitlines()
    for name in NAMES:
        assert any(line.startswith(f"  {name} ") for line in lines), name
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_everything_has_a_page(name):
    ran = invoke("list", name)
    assert ran.exit_code == 0
    page = json.loads(invoke("list", name, "--format", "json").stdout)
    assert page["name"] == name
    assert page["summary"]


@pytest.mark.parametrize("name", ["stack", "queue", "heap", "explored set"])
def test_data_structures_are_explained_with_the_search_that_they_make(name):
    page = " ".join(invoke("list", name).stdout.split())
    assert ("makes a search" in page) != (name == "explored set")


def test_a_page_is_found_by_another_name():
    assert invoke("list", "A*").stdout == invoke("list", "astar").stdout


def test_pattern_databases_and_formulas_have_pages():
    page = invoke("list", "6-6-3").stdout
    assert "The 15 tiles are divided into 3 patterns" in " ".join(page.split())
    assert "On 4x4 they have 11,534,880 entries" in " ".join(page.split())
    page = json.loads(invoke("list", "max(md, misplaced)", "--format", "json").stdout)
    assert (page["name"], page["admissible"]) == ("max(manhattan,misplaced)", True)
    page = json.loads(invoke("list", "rows+columns", "--format", "json").stdout)
    assert page["admissible"] is None, "nobody has promised it"


def test_one_section():
    ran = json.loads(invoke("list", "presets", "--format", "json").stdout)
    assert [page["name"] for page in ran["presets"]] == list(PRESETS)


def test_a_page_tells_pseudocode_and_choices():
    assert "for each child of node" in invoke("list", "bfs").stdout
    weight = next(
        line for line in invoke("list", "wastar").stdout.split("\n") if "--weight" in line
    )
    assert "above 0" in weight
    assert "default: 1.5" in weight
    assert "DRUL" in invoke("list", "rows").stdout


def test_a_mistyped_name_is_guessed():
    ran = invoke("list", "manhatan")
    assert ran.exit_code == 2
    assert "did you mean manhattan?" in ran.stderr


def test_version():
    ran = invoke("--version")
    assert ran.exit_code == 0
    assert ran.stdout == f"slidelab {__version__}\n"


@pytest.mark.parametrize(
    "command", ["solve", "compare", "check", "scramble", "list", "driver", "ask"]
)
def test_every_command_has_help(command):
    assert command in invoke("--help").stdout
    ran = invoke(command, "--help")
    assert ran.exit_code == 0
    assert f"Usage: slidelab {command}" in ran.stdout or f"Usage: root {command}" in ran.stdout


def test_what_few_people_need_comes_last():
    shown = invoke("--help").stdout
    for name in ("audit", "bench", "store", "warmup"):
        assert shown.index("Maintenance") < shown.index(f" {name} ")
    assert max(shown.index(f" {name} ") for name in ("web", "judge")) < shown.index("Maintenance")


def test_the_help_of_solve_lists_the_choices():
    shown = invoke("solve", "--help").stdout
    assert len(shown.splitlines()) < 90, "two screens"
    words = " ".join(shown.replace("│", " ").split())
    assert "--help-conventions" in words
    assert "--ties" not in words
    assert "Beam search: nodes kept per layer" in words
    assert "textbook, driver, columbia, rows, tabs, forms or korf" in words


def test_the_conventions_have_a_help_of_their_own():
    ran = invoke("solve", "--help-conventions")
    assert ran.exit_code == 0
    words = " ".join(ran.stdout.replace("│", " ").split())
    assert "first-in: the one pushed first; last-in: the one pushed last; state:" in words
    assert "Beam search" not in words
