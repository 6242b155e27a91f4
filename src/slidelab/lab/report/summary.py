"""Summing up results: which cells belong together, their means, and how sure those are."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist, fmean, median
from typing import Any, NamedTuple

from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.results import CHOICE_COLUMNS, CellRow
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS

CONFIDENCE = 0.95
METHOD = "t·s/√n, with Student's t distribution"


class Estimate(NamedTuple):
    """What a sample says about a quantity."""

    size: int
    mean: float
    low: float | None
    """The confidence interval of the mean begins here; a single value has none."""
    high: float | None
    median: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean, its 95 % confidence interval, and the median.

    >>> [round(number, 3) for number in estimate([1, 2, 3, 4, 10])]
    [5, 4.0, -0.39, 8.39, 3]

    Raises statistics.StatisticsError for an empty sample.
    """
    size, mean, middle = len(values), fmean(values), median(values)
    if size < 2:
        return Estimate(size, mean, None, None, middle)
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / (size - 1))
    margin = t_quantile(size - 1) * deviation / sqrt(size)
    return Estimate(size, mean, mean - margin, mean + margin, middle)


@lru_cache(maxsize=1024)
def t_quantile(freedom: int) -> float:
    """The t that Student's distribution exceeds, in either direction, in 5 % of all cases.

    >>> round(t_quantile(9), 3), round(t_quantile(10**6), 3)
    (2.262, 1.96)
    """
    normal = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    if freedom > 1000:
        # Two terms of the expansion in 1/freedom (Abramowitz and Stegun 26.7.5) give ten digits.
        cube, fifth = normal**3, normal**5
        return (
            normal
            + (cube + normal) / (4 * freedom)
            + (5 * fifth + 16 * cube + 3 * normal) / (96 * freedom**2)
        )
    low, high = normal, 13.0  # t is 12.706 for one degree of freedom, and falls from there
    while high - low > 1e-12:
        middle = (low + high) / 2
        if _within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The probability of a value between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2 == 1
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


class Figure(NamedTuple):
    """Something to average over cells."""

    name: str
    title: str
    definition: str
    value: Callable[[CellRow], float | None]
    """The figure of one solved cell, or None where it has none."""


def _make_figure(name: str, title: str) -> Figure:
    return Figure(name, title, COUNTERS[name].meaning, lambda row: row[name])


_branching = lru_cache(maxsize=1 << 16)(effective_branching_factor)

FIGURES = (
    Figure("cost", "Path cost", "The number of moves of the path found.", lambda row: row["cost"]),
    Figure(
        "excess",
        "Path cost over the shortest",
        "The number of moves of the path found, divided by that of a shortest path, where that is "
        "known.",
        lambda row: row["cost"] / row["distance"] if row.get("distance") else None,
    ),
    _make_figure("expanded", "Nodes expanded"),
    _make_figure("generated", "Nodes generated"),
    Figure(
        "branching",
        "Effective branching factor",
        "The b for which a uniform tree as deep as the path found has as many nodes as were "
        "generated: N + 1 = 1 + b + b² + … + b^d, where N counts the nodes generated without the "
        "root and d is the path cost. It is taken of each cell, then averaged.",
        lambda row: _branching(row["generated"] - 1, row["cost"]),
    ),
    _make_figure("max_frontier", "Largest frontier"),
    _make_figure("max_depth", "Maximum depth"),
    Figure(
        "milliseconds",
        "Time in milliseconds",
        COUNTERS["seconds"].meaning,
        lambda row: 1000 * row["seconds"],
    ),
)
"""All figures, in the order of a report."""


Key = tuple[Any, ...]

_NOT_GROUPS = {"cell", "board", "distance", "engine", "status", "cost", "note", *COUNTERS}
"""Columns that differ from cell to cell, so that they group nothing unless asked to."""

_CHOICES = {column: CHOICES[name] for name, column in CHOICE_COLUMNS.items()}
_ASKED = ("shape", "goal", "preset", *_CHOICES, "engine")

_LAST = ("set", "shape", "goal")
"""Columns that come after what was varied, and only where they tell groups apart."""


@dataclass(frozen=True)
class Report:
    """What an experiment says. The figures are taken over the cells that were solved."""

    columns: tuple[str, ...]
    """What tells the groups apart."""
    groups: dict[Key, list[CellRow]]
    """The cells that have the same values in these columns."""
    figures: list[tuple[Figure, dict[Key, Estimate]]]
    common: dict[str, Any]
    """What all cells have in common, of what was asked for."""

    @property
    def in_common(self) -> str:
        """That in words."""
        named = ("shape", "goal", "preset", "engine")
        return "; ".join(
            f"{name} {said}" if name in named else said
            for name, value in self.common.items()
            if (said := describe_value(name, value))
        )


def describe_value(name: str, value: Any) -> str:
    """Say what a column says of a cell; numbers may come as text, from a file.

    >>> [describe_value(*pair) for pair in (("graph", False), ("weight", "2.0"), ("set", "easy"))]
    ['tree search', 'weight 2', 'easy']
    """
    if value is None or value == "":
        return ""
    if name in _CHOICES:
        return _CHOICES[name].words(_parse_value(value))
    typed = _parse_value(value)
    return f"{name} {typed:g}" if isinstance(typed, int | float) else str(value)


def _parse_value(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    for number in (int, float):
        with suppress(ValueError):
            return number(value)
    return value


def summarise(
    rows: Sequence[CellRow], by: Sequence[str] = (), only: Sequence[tuple[str, str]] = ()
) -> Report:
    """Sum up the rows of a results file, or those that have these values in these columns.

    Cells are grouped by whatever was chosen differently for the searches and sets of boards, and by
    the columns in `by`. Raises ValueError for a column that the results do not have, and when no
    row is left.
    """
    for name in (*by, *(name for name, _ in only)):
        if name not in rows[0]:
            raise ValueError(f"the results have no column {name!r}: {', '.join(rows[0])}")
    rows = [row for row in rows if all(str(row[name]) == value for name, value in only)]
    if not rows:
        raise ValueError("no cell has these values")
    columns = _choose_columns(rows, by)
    groups: dict[Key, list[CellRow]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in columns), []).append(row)
    if by:
        groups = {key: groups[key] for key in sorted(groups, key=_sort_key)}
    found = [(figure, _estimate_groups(figure, groups)) for figure in FIGURES]
    common = {
        name: rows[0][name]
        for name in _ASKED
        if name in rows[0] and _count_groups(rows, [name]) == 1
    }
    return Report(columns, groups, [(figure, each) for figure, each in found if each], common)


def _choose_columns(rows: Sequence[CellRow], by: Sequence[str]) -> tuple[str, ...]:
    columns = ["algorithm"]
    for name in sorted(set(rows[0]) - _NOT_GROUPS, key=list(rows[0]).index):
        if name not in _LAST and _count_groups(rows, [name]) > 1:
            columns.append(name)
    for name in _LAST:
        if name in rows[0] and _count_groups(rows, [*columns, name]) > _count_groups(rows, columns):
            columns.append(name)
    # Where no board was searched by two engines, the engine was not chosen: it came out.
    a_board = [*columns, "board"]
    if {"board", "engine"} <= set(rows[0]) and (
        _count_groups(rows, [*a_board, "engine"]) > _count_groups(rows, a_board)
    ):
        columns.append("engine")
    return tuple(dict.fromkeys([*columns, *by]))


def _count_groups(rows: Sequence[CellRow], columns: list[str]) -> int:
    return len({tuple(row[name] for name in columns) for row in rows})


def _estimate_groups(figure: Figure, groups: dict[Key, list[CellRow]]) -> dict[Key, Estimate]:
    found = {}
    for key, rows in groups.items():
        solved = (figure.value(row) for row in rows if row["cost"] is not None)
        if values := [value for value in solved if value is not None]:
            found[key] = estimate(values)
    return found


def _sort_key(key: Key) -> list[tuple[bool, bool, Any]]:
    """An order for keys that hold texts, numbers and None."""
    return [(part is not None, isinstance(part, str), part or 0) for part in key]
