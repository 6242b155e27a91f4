"""Reading the tables of a grid: each value of the right kind, or a problem noted."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import inf, isfinite
from typing import Any

from slidelab.lab.experiment.positions import Path
from slidelab.lab.experiment.problems import Problems


class Table:
    """A table of the file. Reading a value that is missing gives the default.

    A value of the wrong kind is noted as a problem, and the default is given in its place.
    """

    def __init__(self, values: Any, path: Path, problems: Problems) -> None:
        self.path = path
        self.problems = problems
        if not isinstance(values, dict):
            problems.add(path, f"{path[-1]} must be a table")
            values = {}
        self._values: dict[str, Any] = values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def keys(self) -> list[str]:
        """The keys in the table."""
        return list(self._values)

    def problem(self, key: str, error: str | ValueError) -> None:
        """Note what is wrong with a value."""
        self.problems.add((*self.path, key), error)

    def check_keys(self, allowed: Sequence[str], where: str) -> None:
        """Note every key that has no meaning here."""
        for key in self._values:
            if key not in allowed:
                near = get_close_matches(key, allowed, n=1)
                hint = f"; did you mean {near[0]}?" if near else f": write {', '.join(allowed)}"
                self.problem(key, f"{key} means nothing in {where}{hint}")

    def text(self, key: str, default: str) -> str:
        """A string."""
        value = self._values.get(key, default)
        if isinstance(value, str) and value.strip():
            return value
        if value != default:
            self.problem(key, f'{key} must be a text in quotes, such as "{default or "3x3"}"')
        return default

    def whole(self, key: str, default: int, least: int = 0) -> int:
        """A whole number, not below `least`."""
        value = self._values.get(key, default)
        if type(value) is int and value >= least:
            return value
        self.problem(key, f"{key} is {value!r}: it must be a whole number, {least} or more")
        return default

    def number(self, key: str) -> float | None:
        """A number, 0 or more, or None when it is missing."""
        value = self._values.get(key)
        if value is None or (is_number(value) and 0 <= value < inf):
            return value
        self.problem(key, f"{key} is {value!r}: it must be a number, 0 or more")
        return None

    def table(self, key: str) -> "Table":
        """A table within this one; empty when it is missing."""
        return Table(self._values.get(key, {}), (*self.path, key), self.problems)

    def tables(self, key: str) -> "Iterator[Table]":
        """The tables of a list of tables."""
        values = self._values.get(key, [])
        if isinstance(values, dict) or not isinstance(values, list):
            self.problem(key, f"{key} must be a list of tables: write [[{key}]]")
            return
        for number, value in enumerate(values):
            yield Table(value, (*self.path, key, number), self.problems)

    def options(self, key: str) -> list[tuple[Path, Any]]:
        """Each of the values to try, with its path: one value, or a list of them."""
        if key not in self._values:
            return []
        value, path = self._values[key], (*self.path, key)
        if not isinstance(value, list):
            return [(path, value)]
        if not value:
            self.problem(key, f"{key} is an empty list")
        return [((*path, number), one) for number, one in enumerate(value)]


def is_number(value: object) -> bool:
    """Whether this is a finite number, and not True or False."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
