"""Commands for Click: functions whose annotated parameters are options, alone or in groups.

`depth: Annotated[int | None, Option("--depth", "-d", help="…", min=1)] = None` says it all: the
type, the default, the flags and the help. `read_parameter` makes of it what Click understands.

Several commands share most of their options, so a command may take a *group*: a dataclass whose
fields are options. `command` spreads the groups out for Click and gathers them again. Groups of
commands that are to start at once have no `eq` and no `repr`: making those takes half of the time.
"""

import gc
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import Field, fields, is_dataclass
from functools import wraps
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import click

from slidelab.cli.errors import report_errors


class Option:
    """How a parameter is given on the command line; without flags, they come from its name."""

    def __init__(
        self,
        *flags: str,
        help: str | Callable[[], str] = "",
        panel: str = "",
        metavar: str | None = None,
        parser: Callable[[str], Any] | None = None,
        complete: Callable[[], Iterable[str]] | None = None,
        show_default: bool | str = True,
        min: float | None = None,
        max: float | None = None,
        folded: bool = False,
    ) -> None:
        self.flags = flags
        self.help = help
        """Its help, or what writes it once somebody asks for it."""
        self.panel = panel
        self.metavar = metavar
        self.parser = parser
        self.complete = complete
        self.show_default = show_default
        self.min, self.max = min, max
        self.folded = folded
        """Whether only `--help-conventions` shows it."""


class Argument(Option):
    """The same for a parameter that is given by its place."""


class PanelOption(click.Option):
    """An option of Click that belongs to a panel of the help."""

    panel = ""
    folded = False
    write_help: Callable[[], str] | None = None

    @property
    def help(self) -> str | None:
        """The help, which may be written only now."""
        return self._help if self.write_help is None else self.write_help()

    @help.setter
    def help(self, help: str | None) -> None:
        self._help = help


class PanelArgument(click.Argument):
    """An argument of Click that has a help text."""

    panel = ""
    help = ""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self.make_metavar(ctx), self.help


def read_parameter(parameter: inspect.Parameter) -> PanelOption | PanelArgument:
    """Make what Click understands of an annotated parameter."""
    annotation, declared = parameter.annotation, Option()
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        declared = next((note for note in notes if isinstance(note, Option)), declared)
    kind = _without_none(annotation)
    many = get_origin(kind) is list
    if many:
        [kind] = get_args(kind)
    required = parameter.default is parameter.empty
    shared: dict[str, Any] = {
        "required": required,
        **({} if required else {"default": parameter.default}),
        "metavar": declared.metavar,
        "type": _click_type(kind, declared),
        "callback": _as_list(parameter.default) if many else None,
        "shell_complete": _completion(declared.complete),
    }
    made: PanelOption | PanelArgument
    if isinstance(declared, Argument):
        made = PanelArgument([parameter.name], nargs=-1 if many else 1, **shared)
        made.help = str(declared.help)
    else:
        made = PanelOption(
            [parameter.name, *(declared.flags or [_flag(parameter.name, kind)])],
            help=None if callable(declared.help) else declared.help,
            is_flag=kind is bool,
            multiple=many,
            show_default=declared.show_default,
            **shared,
        )
        made.folded = declared.folded
        made.write_help = declared.help if callable(declared.help) else None
    made.panel = declared.panel
    return made


def _without_none(annotation: Any) -> Any:
    """The type without the None that stands for "not given"."""
    if get_origin(annotation) in (Union, UnionType):
        [annotation] = [each for each in get_args(annotation) if each is not NoneType]
    return annotation


def _click_type(kind: Any, declared: Option) -> Any:
    if declared.parser is not None:
        return declared.parser
    if kind is Path:
        return click.Path(path_type=Path)
    if declared.min is not None or declared.max is not None:
        ranged: Any = click.IntRange if kind is int else click.FloatRange
        return ranged(min=declared.min, max=declared.max)
    return kind


def _flag(name: str, kind: Any) -> str:
    flag = name.replace("_", "-")
    return f"--{flag}/--no-{flag}" if kind is bool else f"--{flag}"


def _as_list(default: Any) -> Callable[..., Any]:
    """A callback that returns a list of all values, or the default if there is none."""
    return lambda context, parameter, values: list(values) if values else default


def _completion(complete: Callable[[], Iterable[str]] | None) -> Callable[..., list[str]] | None:
    if complete is None:
        return None
    return lambda context, parameter, begun: [w for w in complete() if w.startswith(begun)]


class Options(dict[str, Any]):
    """Options that are made of what something else declares: the annotation of each, by name.

    A field `chosen: Annotated[dict[str, Any], Options(...)]` of a group holds those given.
    """


def command(function: Callable[..., int]) -> Callable[..., None]:
    """Make a command for Click of a function that takes groups and returns an exit status.

    >>> from dataclasses import dataclass
    >>> from typing import Annotated
    >>> @dataclass
    ... class Size:
    ...     width: int = 3
    ...     more: Annotated[dict[str, int], Options(height=int | None)] = None
    >>> def area(unit: str, size: Size) -> int:
    ...     return size.width * size.more["height"]
    >>> str(inspect.signature(command(area)))
    '(*, unit: str, width: int = 3, more_height: int | None = None) -> None'
    """
    parameters = inspect.signature(function).parameters
    groups: dict[str, Any] = {
        name: p.annotation for name, p in parameters.items() if is_dataclass(p.annotation)
    }

    @wraps(function)
    def run(**given: Any) -> None:
        if not gc.isenabled():  # as `slidelab.cli.main` leaves it
            gc.freeze()
            gc.enable()
        with report_errors():
            for name, group in groups.items():
                given[name] = group(**{f.name: _gather(f, given) for f in fields(group)})
            status = function(**given)
            if sys.stdout is not None:  # as it is where somebody closed it
                sys.stdout.flush()
        raise click.exceptions.Exit(status)

    spread: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        spread += _spread(groups[name]) if name in groups else [parameter]
    # Keyword-only, so that one without a default may follow one that has it.
    spread = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in spread]
    run.__signature__ = inspect.Signature(spread, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in spread}
    return run


def _spread(group: Any) -> Iterator[inspect.Parameter]:
    parameters = inspect.signature(group).parameters
    for field in fields(group):
        made = _options(field)
        if made is None:
            yield parameters[field.name]
        else:
            for name, annotation in made.items():
                yield inspect.Parameter(
                    f"{field.name}_{name}",
                    inspect.Parameter.KEYWORD_ONLY,
                    default=None,
                    annotation=annotation,
                )


def _gather(field: Field[Any], given: dict[str, Any]) -> Any:
    made = _options(field)
    if made is None:
        return given.pop(field.name)
    values = {name: given.pop(f"{field.name}_{name}") for name in made}
    return {name: value for name, value in values.items() if value is not None}


def _options(field: Field[Any]) -> Options | None:
    notes = getattr(field.type, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Options)), None)
