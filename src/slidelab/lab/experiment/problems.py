"""Collecting everything that is wrong with a grid, each with its line in the file."""

# ruff: noqa: N818 - `raise BadGrid` reads as English.

from slidelab.lab.experiment.positions import Path
from slidelab.puzzle import PuzzleError


class BadGrid(PuzzleError):
    """A grid that cannot be run; `problems` holds one line for each thing to mend."""


class Problems:
    """What is wrong with a file, gathered before anything is refused."""

    def __init__(self, file: str, lines: dict[Path, int]) -> None:
        self._file = file
        self._lines = lines
        self._found: list[tuple[int, str]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, path: Path, error: str | ValueError) -> None:
        """Note what is wrong with the value at this path."""
        messages = error.problems if isinstance(error, PuzzleError) else [str(error)]
        self._found += [(self._line(path), message) for message in messages]

    def refuse(self) -> None:
        """Raise BadGrid if anything was found."""
        if self._found:
            in_order = dict.fromkeys(sorted(self._found, key=lambda found: found[0]))
            raise BadGrid(*(f"{self._file}:{line}: {message}" for line, message in in_order))

    def _line(self, path: Path) -> int:
        """The line of the value, or of the nearest table around it that is in the file."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)
