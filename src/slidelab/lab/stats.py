"""What the trials so far say: averages for each way of searching and path cost."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from json import dumps, loads
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from slidelab.search import Status
from slidelab.solving import SearchSpec
from slidelab.solving.formats import csv_text

if TYPE_CHECKING:
    from slidelab.lab.store import Filter, TrialStore

MEASURES = ("seconds", "expanded", "max_frontier", "max_depth")
"""The counters that are averaged (see `slidelab.search.Counters` for what each means)."""

CHOSEN = ("algorithm", "heuristic", "parameters", "counted_as", "shape", "goal", "engine")
"""What was asked of the searches that are averaged; the engine, too, is the one asked for."""

_GROUP = (*CHOSEN, "cost", "status")
STORED = (
    *("algorithm", "heuristic", "parameters", "preset", "conventions"),
    *("shape", "goal", "engine_asked", "cost", "status"),
    *MEASURES,
)
"""The columns of trials that statistics are made of."""
_AVERAGES: dict[str, Callable[[Iterable[float]], float]] = {"mean": fmean, "median": median}

COLUMNS = (*_GROUP, "trials", *(f"{measure}_{name}" for measure in MEASURES for name in _AVERAGES))
"""The columns of the statistics as a table."""

Statistics = dict[str, Any]
"""The trials of one way of searching whose paths have the same cost: a value for each of the
COLUMNS. The cost is None for the trials that found no path; where boards were refused, so are the
averages, since nothing was searched."""


def statistics(store: "TrialStore", chosen: "Filter | None" = None) -> list[Statistics]:
    """The statistics of the trials chosen, by everything that was asked for and by path cost.

    Raises OSError when the trials cannot be read, and StoreError, which says what to do, when one
    of them makes no sense.
    """
    with store.explain_nonsense():
        return group_trials(store.select(STORED, *([] if chosen is None else [chosen])))


def group_trials(rows: Iterable[Sequence[Any]]) -> list[Statistics]:
    """The statistics of trials, of which each row has the columns `STORED`."""
    # Numbers without the weight of objects: a trial takes 32 bytes.
    groups: defaultdict[tuple[Any, ...], list[array[Any]]] = defaultdict(
        lambda: [array("d" if measure == "seconds" else "q") for measure in MEASURES]
    )
    for row in rows:
        algorithm, heuristic, parameters, preset, conventions, *others = row[: -len(MEASURES)]
        counted_as = _describe_conventions(preset, conventions)
        group = (algorithm, heuristic, _describe_parameters(parameters), counted_as, *others)
        if group not in groups:
            _check(group)
        columns = groups[group]
        for column, value in zip(columns, row[-len(MEASURES) :], strict=True):
            column.append(value)
    return [_average_group(group, groups[group]) for group in sorted(groups, key=_rank_group)]


def _check(group: tuple[Any, ...]) -> None:
    for name, value in zip(_GROUP, group, strict=True):
        if not isinstance(value, (int if name == "cost" else str) | None):
            raise TypeError(f"{name} is {value!r}")


@lru_cache(maxsize=1000)
def _describe_parameters(text: str) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in loads(text).items())


@lru_cache(maxsize=1000)
def _describe_conventions(preset: str, conventions: str) -> str:
    try:
        spec = SearchSpec.from_dict({"preset": preset, "conventions": loads(conventions)})
        return spec.counted_as
    except ValueError:  # of a version of slidelab that had other names for its choices
        return f"{preset}, but {conventions}"


def _rank_group(group: tuple[Any, ...]) -> tuple[Any, ...]:
    """By what was asked for, then by cost; trials without a path come after those with one."""
    *asked, cost, status = group
    return [part or "" for part in asked], cost is None, cost, status


def as_json(rows: list[Statistics]) -> str:
    """A list of objects, one for each way of searching and path cost."""
    return "[\n" + ",\n".join(f"  {dumps(row)}" for row in rows) + "\n]"


def as_csv(rows: list[Statistics]) -> str:
    """One line for each way of searching and path cost."""
    return csv_text(COLUMNS, rows)


def _average_group(group: tuple[Any, ...], columns: list["array[Any]"]) -> Statistics:
    refused = group[-1] == Status.UNSOLVABLE
    averages = (
        None if refused else average(column) for column in columns for average in _AVERAGES.values()
    )
    return dict(zip(COLUMNS, (*group, len(columns[0]), *averages), strict=True))
