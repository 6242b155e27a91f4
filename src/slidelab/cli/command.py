"""Commands whose options come in groups.

Click wants each option as a parameter of the command. Several commands share most of theirs, so a
command may take a *group* instead: a dataclass whose fields are options. `command` spreads the
groups out for Click and gathers them again for the command.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import Field, fields, is_dataclass
from functools import wraps
from typing import Any

import click

from slidelab.cli.errors import report_errors


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
        with report_errors():
            for name, group in groups.items():
                given[name] = group(**{f.name: _gathered(f, given) for f in fields(group)})
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


def _gathered(field: Field[Any], given: dict[str, Any]) -> Any:
    made = _options(field)
    if made is None:
        return given.pop(field.name)
    values = {name: given.pop(f"{field.name}_{name}") for name in made}
    return {name: value for name, value in values.items() if value is not None}


def _options(field: Field[Any]) -> Options | None:
    notes = getattr(field.type, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Options)), None)
