"""The group of all commands; each is imported when it is called."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import rich_click as click

from slidelab import __version__
from slidelab.cli.console import exit_status_of

PANELS = {
    "Solve": {
        "solve": "Solve a board and count what the search did.",
        "compare": "Solve a board with every algorithm, or the given ones, and compare them.",
        "explain": "Find the conventions behind the numbers that another program prints.",
        "ask": "Enter a board row by row, choose an algorithm, and see every board of the path.",
        "driver": "Solve a board as driver.py does, and write the classic lines to output.txt.",
    },
    "Boards": {
        "play": "Play a board in the terminal, with arrow keys, hints and a solution on demand.",
        "check": "Show whether a board can be solved, and why, or whether given moves solve it.",
        "draw": "Draw a board, the path of a search or its tree, or write a page that shows it.",
        "scramble": "Print a random solvable board; all are equally likely.",
        "table": "Count the boards at each distance from the goal, and show the hardest.",
    },
    "Your program": {
        "judge": "Run your program, in any language, on many boards and check its answers."
    },
    "Lab": {
        "prove": "Check a heuristic on every 3x3 board: admissible? consistent? how good?",
        "experiment": "Run the searches of a TOML file on many boards, and write a table.",
        "report": "Summarise the results of an experiment.",
        "stats": "Summarise the recorded trials: averages per search and path cost.",
    },
    "Learn": {
        "list": "List algorithms, heuristics, presets, conventions and terms, or explain one."
    },
    "Page": {
        "web": "Serve the page: play, solve, watch searches think, compare, learn.",
        "site": "Write the page as a folder that any web server can serve.",
        "warmup": "Compile all searches in advance; takes half a minute, once.",
    },
}
"""The commands with their summaries, so that the help does not have to import them."""
SUMMARIES = {name: summary for panel in PANELS.values() for name, summary in panel.items()}

click.rich_click.TEXT_MARKUP = "rich"
click.rich_click.TEXT_PARAGRAPH_LINEBREAKS = "\n\n"
click.rich_click.RANGE_STRING = ""
click.rich_click.DEFAULT_STRING = "(default: {})"
click.rich_click.MAX_WIDTH = 100
click.rich_click.STYLE_OPTIONS_PANEL_BORDER = "dim"
click.rich_click.STYLE_COMMANDS_PANEL_BORDER = "dim"


class LazyGroup(click.RichGroup):
    """A group of stubs, which have a summary; a command itself is imported when it is called."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command itself, to run it or to complete its options."""
        name, stub, rest = super().resolve_command(ctx, args)
        if name is None or stub is None:
            return name, stub, rest
        command: click.RichCommand = import_module(f"slidelab.cli.commands.{name}").command
        command.panels = [click.RichOptionPanel("Arguments")]  # above those of its options
        return name, command, rest


STUBS = [click.RichCommand(name=name, help=summary) for name, summary in SUMMARIES.items()]
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=LazyGroup, commands=STUBS, context_settings=SETTINGS)
@click.version_option(__version__, prog_name="slidelab", message="%(prog)s %(version)s")
def app() -> None:
    """A laboratory for sliding-tile puzzles: solve them, and see how each search does it.

    A board is written row by row with 0 for the blank: [bold]slidelab solve 125340678[/bold].
    """


for _title, _summaries in PANELS.items():
    app.add_panel(click.RichCommandPanel(_title, commands=[*_summaries]))


def run_command(arguments: list[str]) -> int:
    """Run the command line and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show × or a stray byte of a file name shows ? instead.
            stream.reconfigure(errors="replace")
    # NumPy's linear algebra is not used, but its threads would spin while they wait.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    color = False if os.environ.get("NO_COLOR") else None
    return exit_status_of(
        lambda: app.main(arguments, prog_name="slidelab", standalone_mode=False, color=color)
    )
