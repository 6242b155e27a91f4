"""Commands: functions whose annotated parameters are options, alone or in groups.

`depth: Annotated[int | None, Option("-d", "N", min=1)] = None` says the type, the flags and the
default, which `plain_arguments` and `click_parameters` read. Its help is in the docstring:
`:param depth: Depth to search to.`

Several commands share most of their options, so a command may take a *group*: a dataclass whose
fields are options. `Command` spreads the groups out and gathers them again. Groups of
commands that are to start at once have no `eq` and no `repr`: making those takes half of the time.
"""

import gc
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NoReturn, Union, get_args, get_origin

from slidelab.cli.errors import report_errors


class Option:
    """How a parameter is given on the command line.

    Of the words, those that begin with a dash are flags, and another one stands for its value in
    the help. Without a long flag, that comes from its name. With `among`, its value is one of a few
    words, which are listed in the help and in the error.
    """

    def __init__(
        self,
        *words: str,
        help: str | Callable[[], str] = "",
        panel: str = "",
        among: Sequence[str] = (),
        parser: Callable[[str], Any] | None = None,
        complete: Callable[[], Iterable[str]] | None = None,
        show_default: bool | str = True,
        min: float | None = None,
        max: float | None = None,
        folded: bool = False,
    ) -> None:
        self.flags = [word for word in words if word.startswith("-")]
        others = (word for word in words if word not in self.flags)
        self.metavar = next(others, "WORD" if among else None)
        self.help = help
        """Its help, if not in the docstring, or what writes it once somebody asks for it."""
        self.panel = panel
        self.among = among
        self.parser: Callable[[str], Any] | None = one_of(among) if among else parser
        self.complete = (lambda: among) if among else complete
        self.show_default = show_default
        self.min, self.max = min, max
        self.folded = folded
        """Whether only `--help-conventions` shows it."""


def one_of(words: Collection[str]) -> Callable[[str], str]:
    """A reader of one of the words, in any case; raises ValueError that lists them."""

    def read(text: str) -> str:
        if text.lower() in words:
            return text.lower()
        raise ValueError(f"{text!r} is not one of {', '.join(words)}.")

    read.__name__ = "word"  # the help shows it as the type of an argument
    return read


class Argument(Option):
    """The same for a parameter that is given by its place."""


class Options(dict[str, Any]):
    """Options that are made of what something else declares: the annotation of each, by name.

    A parameter `chosen: Annotated[dict[str, Any], Options(...)]` gets those that are given.
    """


class CommandParameter(NamedTuple):
    """A parameter of a command, as it is declared."""

    name: str
    default: Any
    """`inspect.Parameter.empty` if a value is required."""
    option: Option
    kind: Any
    """The type of a value."""
    many: bool
    """Whether several values may be given."""
    owner: object
    """The function or the group whose docstring has its help."""

    @property
    def flags(self) -> list[str]:
        """The flags of an option; those of a switch that is on by default are `--it/--no-it`."""
        declared = self.option.flags
        if any(flag.startswith("--") for flag in declared):
            return declared
        name = self.name.replace("_", "-")
        own = f"--{name}/--no-{name}" if self.default is True else f"--{name}"
        return [own, *declared]


class Command:
    """A command made of a function that takes groups and returns an exit status.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Size:
    ...     width: int = 3
    ...     more: Annotated[dict[str, int], Options(height=int | None)] = None
    >>> def area(unit: str, size: Size) -> int:
    ...     return size.width * size.more["height"]
    >>> [(each.name, each.kind) for each in Command(area).parameters.values()]
    [('unit', <class 'str'>), ('width', <class 'int'>), ('more_height', <class 'int'>)]
    """

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self.parameters = {each.name: each for each in _spread(function)}

    def run(self, **given: Any) -> NoReturn:
        """Call the function, and exit with its status."""
        if not gc.isenabled():  # as `slidelab.cli.main` leaves it
            gc.freeze()
            gc.enable()
        with report_errors():
            status = self.function(**_gather(self.function, given))
            if sys.stdout is not None:  # as it is where somebody closed it
                sys.stdout.flush()
        raise SystemExit(status)


def _spread(taker: Callable[..., Any]) -> Iterator[CommandParameter]:
    """All parameters of a function or fields of a group, those of groups in their place."""
    for name, parameter in inspect.signature(taker).parameters.items():
        group = parameter.annotation
        if isinstance(group, type) and is_dataclass(group):
            yield from _spread(group)
        elif (made := _find_options(parameter)) is None:
            yield _declare(name, parameter.annotation, parameter.default, taker)
        else:
            for each, annotation in made.items():
                yield _declare(f"{name}_{each}", annotation, None, taker)


def _gather(taker: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a function or a group takes, of all that are given."""
    taken: dict[str, Any] = {}
    for name, parameter in inspect.signature(taker).parameters.items():
        group = parameter.annotation
        if isinstance(group, type) and is_dataclass(group):
            taken[name] = group(**_gather(group, given))
        elif (made := _find_options(parameter)) is None:
            taken[name] = given[name]
        else:
            values = {each: given[f"{name}_{each}"] for each in made}
            taken[name] = {each: value for each, value in values.items() if value is not None}
    return taken


def _find_options(parameter: inspect.Parameter) -> Options | None:
    notes = getattr(parameter.annotation, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Options)), None)


def _declare(name: str, annotation: Any, default: Any, owner: object) -> CommandParameter:
    option = Option()
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        option = next((note for note in notes if isinstance(note, Option)), option)
    if get_origin(annotation) in (Union, UnionType):  # None stands for "not given"
        [annotation] = [each for each in get_args(annotation) if each is not NoneType]
    many = get_origin(annotation) is list
    if many:
        [annotation] = get_args(annotation)
    return CommandParameter(name, default, option, annotation, many, owner)
