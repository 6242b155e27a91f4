"""The parameters of a command as Click understands them."""

import inspect
import re
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import click

from slidelab.cli.command import Argument, CommandParameter, Option
from slidelab.puzzle.wording import phrase


class PanelOption(click.Option):
    """An option of Click that belongs to a panel of the help."""

    panel = ""
    folded = False


class PanelArgument(click.Argument):
    """An argument of Click that has a help text."""

    panel = ""
    help = ""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self.make_metavar(ctx), self.help


@cache
def read_docstring(owner: object) -> tuple[str, dict[str, str]]:
    """What a docstring says, each paragraph in one line, and its help for each parameter."""
    text, *described = re.split(r"\s*:param (\w+): ", owner.__doc__ or "")
    about = "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    helps = (" ".join(help.split()) for help in described[1::2])
    return about, dict(zip(described[::2], helps, strict=True))


def read_parameter(parameter: CommandParameter) -> PanelOption | PanelArgument:
    """Make what Click understands of a parameter."""
    declared, many = parameter.option, parameter.many
    help = declared.help() if callable(declared.help) else declared.help
    if not help:
        help = read_docstring(parameter.owner)[1][parameter.name]
    if declared.among:
        help = f"{help}: {phrase(declared.among, last='or')}."
    required = parameter.default is inspect.Parameter.empty
    shared: dict[str, Any] = {
        "required": required,
        **({} if required else {"default": parameter.default}),
        "metavar": declared.metavar,
        "type": _choose_type(parameter.kind, declared),
        "callback": _as_list(parameter.default) if many else None,
        "shell_complete": _complete_from(declared.complete),
    }
    made: PanelOption | PanelArgument
    if isinstance(declared, Argument):
        made = PanelArgument([parameter.name], nargs=-1 if many else 1, **shared)
        made.help = help
    else:
        made = PanelOption(
            [parameter.name, *parameter.flags],
            help=help,
            is_flag=parameter.kind is bool,
            multiple=many,
            show_default=declared.show_default,
            **shared,
        )
        made.folded = declared.folded
    made.panel = declared.panel
    return made


def _report_mistakes(parser: Callable[[str], Any]) -> Callable[[str], Any]:
    """The parser of a value, whose ValueError says what is wrong."""

    @wraps(parser)  # the help shows its name
    def read(text: str) -> Any:
        try:
            return parser(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read


def _choose_type(kind: Any, declared: Option) -> Any:
    if declared.parser is not None:
        return _report_mistakes(declared.parser)
    if kind is Path:
        return click.Path(path_type=Path)
    if declared.min is not None or declared.max is not None:
        ranged: Any = click.IntRange if kind is int else click.FloatRange
        return ranged(min=declared.min, max=declared.max)
    return kind


def _as_list(default: Any) -> Callable[..., Any]:
    """A callback that returns a list of all values, or the default if there is none."""
    return lambda context, parameter, values: list(values) if values else default


def _complete_from(complete: Callable[[], Iterable[str]] | None) -> Callable[..., list[str]] | None:
    if complete is None:
        return None
    return lambda context, parameter, begun: [w for w in complete() if w.startswith(begun)]
