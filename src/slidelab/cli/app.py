"""The commands put together. Each is imported when it is asked for, so that none slows another."""

import os
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from slidelab import __version__
from slidelab.cli.command import command

PANELS = {
    "Solve": ("solve", "compare", "explain", "ask", "driver"),
    "Boards": ("play", "check", "scramble", "table"),
    "Speed": ("bench", "warmup"),
    "Your program": ("judge",),
    "Lab": ("prove", "audit", "study", "experiment", "report", "stats", "store", "train"),
    "Learn": ("list",),
    "Page": ("web", "embed"),
}
"""The commands in the order of the help. `name` is the function of that name in commands/."""

RANDOM_ORDER = "--random-order"
SHORTEST_BOARD = 9

SETTINGS = {"help_option_names": ["-h", "--help"]}


class SeedingCommand(TyperCommand):
    """A command that draws a seed where an option that takes one is given without it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What Typer does not read of the arguments."""
        return super().parse_args(ctx, _seeded(args))


def _seeded(args: list[str]) -> list[str]:
    """The arguments with a drawn number behind a seed's option that has none, which is told.

    >>> _seeded(["--random-order", "7", "125340678"])
    ['--random-order', '7', '125340678']
    """
    at = args.index(RANDOM_ORDER) + 1 if RANDOM_ORDER in args else 0
    # A number as long as this is a board.
    if not at or (at < len(args) and args[at].isdecimal() and len(args[at]) < SHORTEST_BOARD):
        return args
    from slidelab.cli.errors import tell
    from slidelab.puzzle import new_seed

    seed = str(new_seed())
    tell(f"random order, seed {seed}")
    return [*args[:at], seed, *args[at:]]


class Commands(TyperGroup):
    """The commands, each made when first asked for."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._panels = {name: panel for panel, names in PANELS.items() for name in names}
        self.commands: dict[str, Any] = dict.fromkeys(self._panels)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        if cmd_name in self._panels and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _made(cmd_name, self._panels[cmd_name])
        return self.commands.get(cmd_name)


def _made(name: str, panel: str) -> Any:
    own_name = f"{name}_" if name == "list" else name  # the builtin keeps its name
    function = getattr(import_module(f"slidelab.cli.commands.{own_name}"), own_name)
    single = typer.Typer(rich_markup_mode="rich", add_completion=False)
    single.command(
        name,
        cls=SeedingCommand,
        help=_unwrapped(function),
        rich_help_panel=panel,
        context_settings=SETTINGS,
    )(command(function))
    return get_command(single)


def _unwrapped(function: Any) -> str:
    """The docstring with each paragraph in one line, for the terminal to break where it ends."""
    paragraphs = (function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


app = typer.Typer(
    name="slidelab",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"slidelab {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """A laboratory for sliding-tile puzzles: solve them, and see how each search does it.

    A board is written row by row with 0 for the blank: [bold]slidelab solve 125340678[/bold].
    """
    if os.environ.get("NO_COLOR"):
        context.color = False
