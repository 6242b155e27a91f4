"""What the trials so far say: averages for each algorithm and path cost."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import fmean, median
from typing import Any

from slidelab.lab.store import Filter, TrialStore
from slidelab.lab.store.store import EVERY
from slidelab.solving.formats import csv_text

MEASURES = ("seconds", "expanded", "max_frontier", "max_depth")
"""The counters that are averaged (see `slidelab.search.Counters` for what each means)."""

_GROUP = ("algorithm", "heuristic", "cost")
_AVERAGES: dict[str, Callable[[Iterable[float]], float]] = {"mean": fmean, "median": median}

COLUMNS = (*_GROUP, "trials", *(f"{measure}_{name}" for measure in MEASURES for name in _AVERAGES))
"""The columns of the statistics as a table."""

Statistics = dict[str, Any]
"""The trials of one algorithm, with one heuristic, whose paths have the same cost: a value for each
of the COLUMNS. The cost is None for the trials that found no path."""


def statistics(store: TrialStore, chosen: Filter = EVERY) -> list[Statistics]:
    """The statistics of the trials chosen, by algorithm, heuristic and cost.

    Raises OSError when the trials cannot be read.
    """
    groups: defaultdict[tuple[Any, ...], list[array[Any]]] = defaultdict(_no_columns)
    for row in store.select([*_GROUP, *MEASURES], chosen):
        for column, value in zip(groups[row[:3]], row[3:], strict=True):
            column.append(value)
    # Trials without a path come after those with one.
    in_order = sorted(groups, key=lambda key: (key[0], key[1] or "", key[2] is None, key[2]))
    return [_statistics(key, groups[key]) for key in in_order]


def as_json(rows: list[Statistics]) -> str:
    """A list of objects, one for each algorithm and path cost."""
    from json import dumps

    return "[\n" + ",\n".join(f"  {dumps(row)}" for row in rows) + "\n]"


def as_csv(rows: list[Statistics]) -> str:
    """One line for each algorithm and path cost."""
    return csv_text(COLUMNS, rows)


def _no_columns() -> list["array[Any]"]:
    """Numbers without the weight of objects: a trial takes 32 bytes."""
    return [array("d" if measure == "seconds" else "q") for measure in MEASURES]


def _statistics(group: tuple[Any, ...], columns: list["array[Any]"]) -> Statistics:
    averages = (average(column) for column in columns for average in _AVERAGES.values())
    return dict(zip(COLUMNS, (*group, len(columns[0]), *averages), strict=True))
