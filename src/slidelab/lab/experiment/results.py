"""The results of an experiment: a tidy table, one row a cell, in the order of the cells."""

import csv
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from slidelab.lab.experiment.batch import Outcome
from slidelab.lab.experiment.grid import Grid, Segment
from slidelab.lab.tables import write_table
from slidelab.puzzle import goal_name
from slidelab.puzzle.states import joined

BEFORE = ("cell", "set", "board", "shape", "goal", "distance", "algorithm", "heuristic")


class Columns:
    """The columns of a grid's results, and the rows of its cells.

    Parameters and conventions have a column each where the grid says something about them.
    """

    def __init__(self, grid: Grid) -> None:
        configurations = grid.configurations
        self._parameters = _names(c.parameters for c in configurations)
        self._changes = _names(c.changes for c in configurations)
        self.names = (
            *BEFORE,
            *self._parameters,
            "preset",
            *self._changes,
            *Outcome._fields,
        )

    def rows(
        self, segment: Segment, first: int, outcomes: Iterable[Outcome]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of the cells from `first` on."""
        boards, configuration = segment.boards, segment.configuration
        shape, goal = str(boards.shape), goal_name(boards.goal)
        parameters, changes = dict(configuration.parameters), dict(configuration.changes)
        same = (
            configuration.algorithm,
            configuration.heuristic,
            *(parameters.get(name) for name in self._parameters),
            configuration.preset,
            *(_plain(changes.get(name)) for name in self._changes),
        )
        for cell, outcome in enumerate(outcomes, start=first):
            at = cell - segment.first
            board = joined(boards.states[at], " ")
            distance = boards.distances[at]
            yield (cell, boards.name, board, shape, goal, distance, *same, *outcome)


class CsvResults:
    """The results as a CSV file that grows with the run, always in the order of the cells.

    A batch that comes before its turn is left where it is, in the journal, until then.
    """

    def __init__(self, path: Path, grid: Grid, read: Callable[[int], list[Outcome]]) -> None:
        self._columns = Columns(grid)
        self._grid = grid
        self._read = read
        self._next = 0
        self._waiting: dict[int, int] = {}
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(self._columns.names)

    def add(self, first: int, outcomes: Sequence[Outcome], at: int) -> None:
        """Add the cells from `first` on, whose entry in the journal is at `at`."""
        if first != self._next:
            self._waiting[first] = at
            return
        self._write(first, outcomes)
        while (place := self._waiting.pop(self._next, None)) is not None:
            self._write(self._next, self._read(place))
        self._file.flush()

    def _write(self, first: int, outcomes: Sequence[Outcome]) -> None:
        segment = self._grid.segment_of(first)
        self._writer.writerows(self._columns.rows(segment, first, outcomes))
        self._next += len(outcomes)

    def close(self) -> None:
        """End the file; what was added is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


class ParquetResults:
    """The results as a Parquet file, written when all are there."""

    def __init__(self, path: Path, grid: Grid, read: Callable[[int], list[Outcome]]) -> None:
        self._path = path
        self._grid = grid
        self._read = read
        self._waiting: dict[int, int] = {}
        self._missing = grid.cells

    def add(self, first: int, outcomes: Sequence[Outcome], at: int) -> None:
        """Remember where the cells from `first` on are in the journal."""
        self._waiting[first] = at
        self._missing -= len(outcomes)

    def close(self) -> None:
        """Write the file if no cell is missing."""
        if self._missing:
            return
        columns = Columns(self._grid)
        rows = (
            dict(zip(columns.names, row, strict=True))
            for segment, first, outcomes in self._blocks()
            for row in columns.rows(segment, first, outcomes)
        )
        write_table(self._path, columns.names, rows)

    def _blocks(self) -> Iterator[tuple[Segment, int, list[Outcome]]]:
        for segment in self._grid.segments:
            first = segment.first
            while first in segment.cells and first in self._waiting:
                outcomes = self._read(self._waiting[first])
                yield segment, first, outcomes
                first += len(outcomes)


Results = CsvResults | ParquetResults


def open_results(grid: Grid, read: Callable[[int], list[Outcome]]) -> Results:
    """The file of the results, empty; `read` gives the outcomes at a place in the journal."""
    is_parquet = grid.results.suffix.lower() == ".parquet"
    return (ParquetResults if is_parquet else CsvResults)(grid.results, grid, read)


def _names(choices: Iterable[Iterable[tuple[str, Any]]]) -> list[str]:
    return list(dict.fromkeys(name for one in choices for name, _ in one))


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
