"""What is wrong with a grid file: all of it at once, each problem with its line and its place."""

# ruff: noqa: N818 - `raise BadGrid` reads as English.

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import ValidationError

from slidelab.lab.experiment.positions import Path, line_numbers
from slidelab.lab.experiment.tables import Table, TableError, words_of
from slidelab.puzzle import PuzzleError

T = TypeVar("T", bound=Table)


class BadGrid(PuzzleError):
    """A grid that cannot be run; `problems` holds one line for each thing to mend."""


class Problems:
    """What is wrong with a file, gathered before anything is refused."""

    def __init__(self, file: str, text: str, values: dict[str, Any]) -> None:
        self._file = file
        self._lines = line_numbers(text)
        self._values = values
        self._found: list[tuple[int, str]] = []

    @contextmanager
    def at(self, *table: str | int, model: type[Table] = Table) -> Iterator[None]:
        """Note what goes wrong while a table, described by `model`, is read."""
        try:
            yield
        except ValidationError as error:
            for each in error.errors():
                self._add((*table, *each["loc"]), words_of(each, model))
        except ExceptionGroup as group:
            for one in group.exceptions:
                with self.at(*table):
                    raise one from None
        except TableError as error:
            self._add((*table, *error.path), str(error))
        except ValueError as error:
            self._add(table, str(error))

    def read(self, model: type[T], values: Any, *table: str | int) -> T | None:
        """The table that `model` describes, or None when something is wrong with it."""
        with self.at(*table, model=model):
            return model.model_validate(values)
        return None

    def refuse(self) -> None:
        """Raise BadGrid if anything was found."""
        if self._found:
            in_order = sorted(self._found, key=lambda found: found[0])
            raise BadGrid(*dict.fromkeys(problem for _, problem in in_order))

    def _add(self, path: Path, message: str) -> None:
        """Note what is wrong with the value at this path, or with what should be there."""
        path = self._existing(path)
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        while path and path not in self._lines:
            path = path[:-1]
        line = self._lines.get(path, 1)
        where = f"{self._file}:{line}: " + (f"{place[1:]}: " if place else "")
        self._found += [(line, where + problem) for problem in message.splitlines()]

    def _existing(self, path: Path) -> Path:
        """The parts of the path that lead to something in the file.

        A single value stands for a list of one, and a key that is missing leads nowhere.
        """
        found: Path = ()
        value: Any = self._values
        for part in path:
            if isinstance(value, list):
                value = dict(enumerate(value))
            if isinstance(value, dict) and part in value:
                value, found = value[part], (*found, part)
        return found
