"""Summing up results: which cells belong together, and what they say."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from slidelab.lab.report.figures import FIGURES, Figure
from slidelab.lab.report.intervals import Estimate, estimate
from slidelab.lab.report.results import Row
from slidelab.search import Counters, Status

Key = tuple[Any, ...]

_NOT_GROUPS = {"cell", "board", "distance", "status", "cost", "note", *Counters.__slots__}
"""Columns that differ from cell to cell, so that they group nothing unless asked to."""

_LAST = ("set", "shape", "goal", "engine")
"""Columns that come after what was varied, and only where they tell groups apart."""


@dataclass(frozen=True)
class Group:
    """Cells that have the same values in the columns of the report."""

    key: Key
    statuses: Counter[str]

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.statuses.total()

    @property
    def solved(self) -> int:
        """How many were solved."""
        return self.statuses[Status.SOLVED]


@dataclass(frozen=True)
class Report:
    """What an experiment says. The figures are taken over the cells that were solved."""

    columns: tuple[str, ...]
    """What tells the groups apart."""
    groups: list[Group]
    figures: list[tuple[Figure, dict[Key, Estimate]]]


def summarise(rows: Sequence[Row], by: Iterable[str] = ()) -> Report:
    """Sum up the rows of a results file.

    Cells are grouped by whatever differs among the searches and sets of boards, and by the
    columns in `by`. Raises ValueError for a column that the results do not have.
    """
    columns = _columns(rows, list(by))
    groups: dict[Key, list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in columns), []).append(row)
    keys = sorted(groups, key=_sort_key) if by else list(groups)
    solved = {key: [row for row in groups[key] if row["cost"] is not None] for key in keys}
    return Report(
        columns=columns,
        groups=[Group(key, Counter(row["status"] for row in groups[key])) for key in keys],
        figures=[
            (figure, estimates) for figure in FIGURES if (estimates := _estimates(figure, solved))
        ],
    )


def _columns(rows: Sequence[Row], by: list[str]) -> tuple[str, ...]:
    for name in by:
        if name not in rows[0]:
            raise ValueError(f"the results have no column {name!r}: {', '.join(rows[0])}")
    columns = ["algorithm"]
    for name in sorted(set(rows[0]) - _NOT_GROUPS, key=list(rows[0]).index):
        if name not in _LAST and _groups(rows, [name]) > 1:
            columns.append(name)
    for name in _LAST:
        if name in rows[0] and _groups(rows, [*columns, name]) > _groups(rows, columns):
            columns.append(name)
    return tuple(dict.fromkeys([*columns, *by]))


def _groups(rows: Sequence[Row], columns: list[str]) -> int:
    return len({tuple(row[name] for name in columns) for row in rows})


def _estimates(figure: Figure, groups: dict[Key, list[Row]]) -> dict[Key, Estimate]:
    found = {}
    for key, rows in groups.items():
        values = [value for row in rows if (value := figure.value(row)) is not None]
        if values:
            found[key] = estimate(values)
    return found


def _sort_key(key: Key) -> list[tuple[bool, bool, Any]]:
    """An order for keys that hold texts, numbers and None."""
    return [(part is not None, isinstance(part, str), part or 0) for part in key]
