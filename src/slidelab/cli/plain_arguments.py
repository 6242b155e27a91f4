"""Arguments without mistakes, read at once.

Everything else is Click's: help, completion, and saying what is wrong. To import it takes a fifth
of the time of a short command.
"""

import inspect
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from slidelab.cli.command import Argument, Command, CommandParameter
from slidelab.cli.commands import PANELS, load_command

COMPLETION = "_SLIDELAB_COMPLETE"
"""The variable by which a shell asks for completions."""
RANDOM_ORDER = "--random-order"
"""The option whose number may be left out, which Click reads."""
YES, NO = "yes", "no"
READERS: dict[Any, Callable[[str], Any]] = {str: str, int: int, float: float, Path: Path}


def read_call(arguments: list[str]) -> Callable[[], NoReturn] | None:
    """The call of a command that the arguments ask for, or None where Click is to read them."""
    name, *words = arguments or [""]
    if not any(name in names for names in PANELS.values()) or COMPLETION in os.environ:
        return None
    command = Command(load_command(name))
    values = read_values(command.parameters, words)
    return None if values is None else partial(command.run, **values)


def read_values(
    parameters: Mapping[str, CommandParameter], words: list[str]
) -> dict[str, Any] | None:
    """The values of a command's parameters, or None where Click is to read the words."""
    values = {name: parameter.default for name, parameter in parameters.items()}
    try:
        for name, texts in _sort_words(parameters, words).items():
            values[name] = _read(parameters[name], texts)
    except (KeyError, ValueError):
        return None
    return None if inspect.Parameter.empty in values.values() else values


def _sort_words(
    parameters: Mapping[str, CommandParameter], words: list[str]
) -> dict[str, list[str]]:
    """What is given for each parameter; raises KeyError or ValueError for what is not plain."""
    by_flag: dict[str, tuple[str, str]] = {}
    places: dict[str, bool] = {}  # whether an argument takes all that is left
    for name, parameter in parameters.items():
        if isinstance(parameter.option, Argument):
            places[name] = parameter.many
            continue
        for flag in parameter.flags:
            yes, _, no = flag.partition("/")
            by_flag[yes] = name, YES if parameter.kind is bool else ""
            if no:
                by_flag[no] = name, NO
    by_flag.pop(RANDOM_ORDER, None)
    given: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            name = next((each for each in places if places[each] or each not in given), "")
            given.setdefault(name, []).append(word)
            continue
        flag, equals, text = word.partition("=")
        name, switch = by_flag[flag]
        if not equals:
            text = switch or next(rest, "")
        if not text or (equals and (switch or not flag.startswith("--"))):
            raise ValueError(word)
        given.setdefault(name, []).append(text)
    return given


def _read(parameter: CommandParameter, texts: list[str]) -> Any:
    """The value that the texts stand for; raises KeyError or ValueError where Click is needed."""
    if parameter.kind is bool:
        return texts[-1] == YES
    option = parameter.option
    read = option.parser or READERS[parameter.kind]
    values = [read(text) for text in texts]
    for value in values:
        if (option.min is not None and value < option.min) or (
            option.max is not None and value > option.max
        ):
            raise ValueError(value)
    return values if parameter.many else values[-1]
