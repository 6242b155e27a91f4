"""Starting is quick because little is imported. (benchmarks/startup.py measures the time.)"""

import subprocess
import sys

import click
import pytest

from slidelab.cli.app import PANELS, app

HEAVY = {"asyncio", "numba", "numpy", "pydantic", "rich", "sqlite3"}


def test_a_plain_solve_imports_nothing_heavy():
    program = (
        "import sys\n"
        "from slidelab.cli import main\n"
        "sys.argv = ['slidelab', 'solve', '1,2,5,3,4,0,6,7,8']\n"
        "try:\n    main()\n"
        "except SystemExit as exit:\n    assert exit.code == 0\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert {name.partition(".")[0] for name in ran.stderr.split()} & HEAVY == set()
    assert "slidelab.cli.commands.solve" in ran.stderr
    assert "slidelab.cli.commands.compare" not in ran.stderr


@pytest.mark.parametrize("name", app.commands)
def test_the_help_of_all_commands_says_what_each_says(name):
    command = app.get_command(click.Context(app), name)
    [summary] = [summaries[name] for summaries in PANELS.values() if name in summaries]
    assert summary == command.help.partition("\n")[0]


def test_the_help_imports_no_command():
    program = (
        "import sys\n"
        "from slidelab.cli import main\n"
        "sys.argv = ['slidelab', '--help']\n"
        "try:\n    main()\n"
        "except SystemExit as exit:\n    assert exit.code == 0\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert "solve" in ran.stdout
    assert "slidelab.cli.commands" not in ran.stderr
    assert "numpy" not in ran.stderr
