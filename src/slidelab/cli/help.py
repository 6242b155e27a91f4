"""The help and the usage errors in Rich panels. Rich is imported only when one is shown."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from slidelab.cli.terminal import text_width

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_ARGUMENTS = "Arguments"
_OPTIONS = "Options"

Row = tuple[str, ...]
"""The columns of a panel; the last one is a text that may take several lines."""

_STYLES = ("bold cyan", "bold green", "bold yellow")


def write_command_help(command: click.Command, context: click.Context, folded: bool = False) -> str:
    """The help of a command: its usage, what it does, and its options in panels.

    The options that are folded away there are shown with `folded`, and no others.
    """
    panels: dict[str, list[Row]] = {_ARGUMENTS: [], _OPTIONS: []}
    for parameter in command.get_params(context):
        if getattr(parameter, "folded", False) != folded:
            continue
        usual = _ARGUMENTS if isinstance(parameter, click.Argument) else _OPTIONS
        title = getattr(parameter, "panel", "") or usual
        panels.setdefault(title, []).append(_describe_parameter(parameter, context))
    return _write_page(command, context, panels)


def write_group_help(
    group: click.Group, context: click.Context, commands: Mapping[str, Mapping[str, str]]
) -> str:
    """The help of a group: its usage, what it is, its options, and its commands in panels."""
    panels: dict[str, list[Row]] = {
        _OPTIONS: [_describe_parameter(each, context) for each in group.get_params(context)]
    }
    panels |= {title: list(summaries.items()) for title, summaries in commands.items()}
    return _write_page(group, context, panels)


def write_usage_error(error: click.UsageError) -> str:
    """What is wrong with the arguments, and how to get help."""
    from rich.panel import Panel
    from rich.text import Text

    message = Text(error.format_message())
    box = _render(Panel(message, title="Error", title_align="left", border_style="red"))
    if error.ctx is None:
        return box
    return f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} -h' for help.\n{box}"


def _describe_parameter(parameter: click.Parameter, context: click.Context) -> Row:
    """The long flags, the short ones, the value and the help of a parameter."""
    _, meaning = parameter.get_help_record(context) or ("", "")
    if isinstance(parameter, click.Argument):
        return parameter.make_metavar(context), "", "", meaning
    long = [flag for flag in parameter.opts if flag.startswith("--")]
    short = [flag for flag in parameter.opts if not flag.startswith("--")]
    has_value = isinstance(parameter, click.Option) and not parameter.is_flag
    value = parameter.make_metavar(context) if has_value else ""
    return "/".join(long + parameter.secondary_opts), " ".join(short), value, meaning


def _write_page(
    command: click.Command, context: click.Context, panels: Mapping[str, list[Row]]
) -> str:
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    first, *more = (command.help or "").split("\n\n")
    about = [Text.from_markup(first), *(Text.from_markup(text, style="dim") for text in more)]
    parts: list[RenderableType] = [
        Padding(text, (1, 1, 0, 1)) for text in (Text(context.get_usage(), "bold"), *about)
    ]
    parts.append("")
    parts += [
        Panel(_make_table(rows), title=title, title_align="left", border_style="dim")
        for title, rows in panels.items()
        if rows
    ]
    return _render(*parts)


def _make_table(rows: list[Row]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    *used, last = (at for at, column in enumerate(zip(*rows, strict=True)) if any(column))
    for _ in used:
        table.add_column(no_wrap=True)
    for row in rows:
        table.add_row(*(Text(row[at], _STYLES[at]) for at in used), Text(row[last]))
    return table


def _render(*parts: "RenderableType") -> str:
    """The parts as text with colours, which `click.echo` drops where they are not wanted."""
    from rich.console import Console

    console = Console(width=text_width(), force_terminal=True, color_system="standard")
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    return captured.get().rstrip("\n")
