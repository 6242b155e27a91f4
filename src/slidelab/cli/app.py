"""The commands put together. Each is imported when it is asked for, so that none slows another."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import click

from slidelab import __version__
from slidelab.cli import help
from slidelab.cli.click_parameters import PanelOption, read_docstring, read_parameter
from slidelab.cli.command import Command
from slidelab.cli.commands import PANELS, load_command
from slidelab.cli.plain_arguments import RANDOM_ORDER

SHORTEST_BOARD = 9

SETTINGS = {"help_option_names": ["-h", "--help"]}


class PanelCommand(click.Command):
    """A command with its help in panels, which draws a seed where an option lacks one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What Click does not read of the arguments."""
        return super().parse_args(ctx, _add_seed(args))

    def get_help(self, ctx: click.Context) -> str:
        return help.write_command_help(self, ctx)


def _add_seed(args: list[str]) -> list[str]:
    """The arguments with a drawn number behind a seed's option that has none, which is told.

    >>> _add_seed(["--random-order", "7", "125340678"])
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


class Commands(click.Group):
    """The commands, each made when first asked for."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # Click looks for similar names among these.
        names = [name for names in PANELS.values() for name in names]
        self.commands: dict[str, Any] = dict.fromkeys(names)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _make_command(cmd_name)
        return self.commands.get(cmd_name)

    def get_help(self, ctx: click.Context) -> str:
        return help.write_group_help(self, ctx, PANELS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What Click does not read of the arguments; without any, the help is shown."""
        if not args and not ctx.resilient_parsing:
            click.echo(self.get_help(ctx), color=ctx.color)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def main(self, args: Sequence[str] | None = None, **settings: Any) -> NoReturn:  # type: ignore[override]
        """Run the command that the arguments name, and exit with its status."""
        color = False if os.environ.get("NO_COLOR") else None
        settings |= {"prog_name": self.name, "standalone_mode": False, "color": color}
        try:
            status = super().main(args, **settings)
        except click.UsageError as error:
            click.echo(help.write_usage_error(error), err=True, color=color)
            status = error.exit_code
        except click.Abort:
            click.echo("Aborted.", err=True)
            status = 1
        sys.exit(status)


def _make_command(name: str) -> click.Command:
    command = Command(load_command(name))
    about, _ = read_docstring(command.function)
    params: list[click.Parameter] = [*map(read_parameter, command.parameters.values())]
    if folded := [each for each in params if isinstance(each, PanelOption) and each.folded]:
        unfold = _eager(
            "--help-conventions",
            _show_conventions,
            f"Show {len(folded)} options that override single conventions of the preset.",
        )
        unfold.panel = folded[0].panel
        params.insert(params.index(folded[0]), unfold)
    return PanelCommand(
        name, callback=command.run, params=params, help=about, context_settings=SETTINGS
    )


def _show_conventions(context: click.Context) -> None:
    click.echo(help.write_command_help(context.command, context, folded=True), color=context.color)


def _complete(name: str, context: click.Context) -> None:
    from slidelab.cli import completion  # which few ask for

    getattr(completion, name)(context)


def _eager(flag: str, act: Callable[[click.Context], object], help: str) -> PanelOption:
    """An option that does something else instead of running a command."""

    def callback(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
        if wanted:
            act(context)
            context.exit()

    return PanelOption(
        [flag], is_flag=True, is_eager=True, expose_value=False, callback=callback, help=help
    )


app = Commands(
    name="slidelab",
    params=[
        _eager("--version", lambda _: click.echo(f"slidelab {__version__}"), "Show the version."),
        _eager(
            "--install-completion",
            partial(_complete, "install_completion"),
            "Install completion for the current shell.",
        ),
        _eager(
            "--show-completion",
            partial(_complete, "show_completion"),
            "Show completion for the current shell, to copy it or customize the installation.",
        ),
    ],
    help="A laboratory for sliding-tile puzzles: solve them, and see how each search does it.\n\n"
    "A board is written row by row with 0 for the blank: [bold]slidelab solve 125340678[/bold].",
    context_settings=SETTINGS,
)
