"""Commands whose options come in groups.

Typer wants each option as a parameter of the command. Several commands share most of theirs, so a
command may take a *group* instead: a dataclass whose fields are options. `command` spreads the
groups out for Typer and gathers them again for the command.
"""

import inspect
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any

import typer

from slidelab.cli.errors import told_errors


def command(function: Callable[..., int]) -> Callable[..., None]:
    """Make a command for Typer of a function that takes groups and returns an exit status.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Size:
    ...     width: int = 3
    ...     height: int = 2
    >>> def area(unit: str, size: Size) -> int:
    ...     return size.width * size.height
    >>> str(inspect.signature(command(area)))
    '(*, unit: str, width: int = 3, height: int = 2) -> None'
    """
    parameters = inspect.signature(function).parameters
    groups: dict[str, Any] = {
        name: p.annotation for name, p in parameters.items() if is_dataclass(p.annotation)
    }

    @wraps(function)
    def run(**given: Any) -> None:
        with told_errors():
            for name, group in groups.items():
                given[name] = group(**{f.name: given.pop(f.name) for f in fields(group)})
            status = function(**given)
            sys.stdout.flush()
        raise typer.Exit(status)

    spread: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        if name in groups:
            spread += inspect.signature(groups[name]).parameters.values()
        else:
            spread.append(parameter)
    # Keyword-only, so that one without a default may follow one that has it.
    spread = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in spread]
    run.__signature__ = inspect.Signature(spread, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in spread}
    return run
