"""What is wrong with a grid file: all of it at once, each problem with its line and its place."""

# ruff: noqa: N818 - `raise BadGrid` reads as English.

import re
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any

from pydantic import ValidationError

from slidelab.lab.experiment.positions import Place, line_numbers
from slidelab.puzzle import PuzzleError


class BadGrid(PuzzleError):
    """A grid that cannot be run; `problems` holds one line for each thing to mend."""


def bad_toml(file: Path, error: TOMLDecodeError) -> BadGrid:
    """The parser's message with the line in front, as all problems have it."""
    found = re.fullmatch(r"(.*) \(at line (\d+), (column \d+)\)", str(error))
    if found is None:
        return BadGrid(f"{file.name}: {error}")
    message, line, column = found.groups()
    return BadGrid(f"{file.name}:{line}: {message} ({column})")


def bad_values(file: Path, text: str, values: dict[str, Any], error: ValidationError) -> BadGrid:
    """What is wrong with the values of the file, in the order of its lines."""
    lines = line_numbers(text)
    found: list[tuple[int, str]] = []
    for each in error.errors():
        path = _existing(each["loc"], values)
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        while path and path not in lines:
            path = path[:-1]
        line = lines.get(path, 1)
        where = f"{file.name}:{line}: " + (f"{place[1:]}: " if place else "")
        found += [(line, where + problem) for problem in each["msg"].splitlines()]
    found.sort(key=lambda one: one[0])
    return BadGrid(*dict.fromkeys(problem for _, problem in found))


def _existing(path: Place, values: Any) -> Place:
    """The parts of the path that lead to something in the file.

    A single value stands for a list of one, and a key that is missing leads nowhere.
    """
    found: Place = ()
    for part in path:
        if isinstance(values, list):
            values = dict(enumerate(values))
        if isinstance(values, dict) and part in values:
            values, found = values[part], (*found, part)
    return found
