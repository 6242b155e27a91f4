"""`slidelab list`, the help, the version and completion."""

import os

from slidelab import __version__, heuristics
from slidelab.search import ALGORITHMS, PRESETS
from slidelab.search.conventions import CHOICES

COMMANDS = (
    "solve", "compare", "explain", "ask", "driver", "play", "check", "draw", "scramble", "table",
    "judge", "prove", "experiment", "report", "stats", "list", "web", "site", "warmup",
)  # fmt: skip


def test_everything_is_listed_and_has_a_page(cli):
    lines = cli("list").out.splitlines()
    for name in (*ALGORITHMS, *heuristics.HEURISTICS, *PRESETS, *CHOICES):
        assert any(line.split()[:1] == [name] for line in lines), name
        page = cli("list", name, "--format", "json").json
        assert page["name"] == name
        assert page["summary"]
        assert cli("list", name).status == 0


def test_a_page_has_what_a_reader_looks_for(cli):
    assert cli("list", "AStar").out == cli("list", "astar").out
    assert "for each child of node" in cli("list", "bfs").out
    assert "DRUL" in cli("list", "rows").out
    assert any(
        "weight" in line and "1.5" in line for line in cli("list", "wastar").out.splitlines()
    ), "the parameter with its default"
    assert [
        page["name"] for page in cli("list", "presets", "--format", "json").json["presets"]
    ] == [*PRESETS]
    assert "makes a search" in " ".join(cli("list", "stack").out.split())


def test_pattern_databases_and_formulas_have_pages(cli):
    assert "11,534,880 entries" in " ".join(cli("list", "6-6-3").out.split())
    page = cli("list", "max(manhattan, misplaced)", "--format", "json").json
    assert (page["name"], page["admissible"]) == ("max(manhattan,misplaced)", True)
    page = cli("list", "rows+columns", "--format", "json").json
    assert page["admissible"] is None, "nobody has promised it"


def test_version(cli):
    assert cli("--version").out == f"slidelab {__version__}\n"


def test_every_command_has_help(cli):
    overview = cli("--help").out
    for command in COMMANDS:
        assert f" {command} " in overview
        ran = cli(command, "--help")
        assert ran.status == 0
        assert "Usage:" in ran.out


def test_the_help_of_solve_fits_two_screens(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    shown = cli("solve", "--help").out
    assert len(shown.splitlines()) <= 90
    for option in ("--algorithm", "--heuristic", "--set", "--preset", "--time-limit", "--output"):
        assert option in shown


def test_commands_options_and_values_are_completed(cli):
    def completions(*words: str, begun: str = "") -> list[str]:
        asked = {
            "_SLIDELAB_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["slidelab", *words, begun]),
            "COMP_CWORD": str(len(words) + 1),
        }
        ran = cli.process(env=os.environ | asked)
        assert ran.status == 0, ran.err
        return [line.partition(",")[2] for line in ran.out.splitlines()]

    assert completions(begun="so") == ["solve"]
    assert "--heuristic" in completions("solve", begun="--h")
    assert completions("solve", "--algorithm", begun="wa") == ["wastar"]


def test_help_and_a_small_search_import_little(cli):
    for words, unwanted in ((["--help"], "numpy"), (["solve", "125340678"], "numba")):
        shown = cli.process(*words, env=os.environ | {"PYTHONPROFILEIMPORTTIME": "1"}).err
        assert "slidelab" in shown
        assert f" {unwanted}\n" not in shown
