"""Starting is quick because little is imported. (benchmarks/startup.py measures the time.)"""

import subprocess
import sys

import click
import pytest

from slidelab.cli.app import app
from slidelab.cli.commands import PANELS
from slidelab.cli.search_options import PARAMETERS
from slidelab.search import ALGORITHMS

HEAVY = {"asyncio", "click", "email", "numba", "numpy", "pydantic", "rich", "sqlite3"}
LIST_MODULES = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"


def _run_and_list_modules(*arguments):
    """Run the command; afterwards standard error has the names of all imported modules."""
    program = f"{LIST_MODULES} from slidelab.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True
    )


def test_the_library_imports_nothing_heavy_for_a_small_search():
    program = f"{LIST_MODULES} import slidelab; print(slidelab.solve('125340678').cost)"
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert ran.stdout == "3\n"
    assert {name.partition(".")[0] for name in ran.stderr.split()} & HEAVY == set()


def test_the_options_of_algorithms_are_what_they_declare():
    declared = {name for algorithm in ALGORITHMS.built_in() for name in algorithm.parameters}
    assert sorted(PARAMETERS) == sorted(declared)


def test_a_plain_solve_imports_nothing_heavy():
    ran = _run_and_list_modules("solve", "1,2,5,3,4,0,6,7,8")
    assert {name.partition(".")[0] for name in ran.stderr.split()} & HEAVY == set()
    assert "slidelab.cli.commands.solve" in ran.stderr
    assert "slidelab.cli.commands.compare" not in ran.stderr


@pytest.mark.parametrize("name", app.commands)
def test_the_help_of_all_commands_says_what_each_says(name):
    command = app.get_command(click.Context(app), name)
    [summary] = [summaries[name] for summaries in PANELS.values() if name in summaries]
    assert summary == command.help.partition("\n")[0]


def test_the_help_imports_no_command():
    ran = _run_and_list_modules("--help")
    assert "solve" in ran.stdout
    assert "slidelab.cli.commands." not in ran.stderr
    assert "numpy" not in ran.stderr
