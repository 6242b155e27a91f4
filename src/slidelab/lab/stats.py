"""What the trials so far say: averages for each algorithm and path cost."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from slidelab.lab.store import Filter, TrialStore
from slidelab.lab.store.store import EVERY
from slidelab.lab.tables import write_csv

MEASURES = ("seconds", "expanded", "max_frontier", "max_depth")
"""The counters that are averaged (see `slidelab.search.Counters` for what each means)."""

COLUMNS = (
    *("algorithm", "heuristic", "cost", "trials"),
    *(f"{measure}_{average}" for measure in MEASURES for average in ("mean", "median")),
)
"""The columns of the statistics as a table."""

Columns = tuple["array[Any]", ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The trials of one algorithm, with one heuristic, whose paths have the same cost."""

    algorithm: str
    heuristic: str | None
    cost: int | None
    """None for the trials that found no path."""
    trials: int
    means: dict[str, float]
    medians: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """The statistics as one flat row: `seconds_mean`, `seconds_median` and so on."""
        row = asdict(self)
        del row["means"], row["medians"]
        for measure in MEASURES:
            row[f"{measure}_mean"] = self.means[measure]
            row[f"{measure}_median"] = self.medians[measure]
        return row


def statistics(store: TrialStore, chosen: Filter = EVERY) -> list[Statistics]:
    """The statistics of the trials chosen, by algorithm, heuristic and cost.

    Raises OSError when the trials cannot be read.
    """
    groups: defaultdict[tuple[Any, ...], Columns] = defaultdict(_no_columns)
    for row in store.select(["algorithm", "heuristic", "cost", *MEASURES], chosen):
        for column, value in zip(groups[row[:3]], row[3:], strict=True):
            column.append(value)
    # Trials without a path come after those with one.
    in_order = sorted(groups, key=lambda key: (key[0], key[1] or "", key[2] is None, key[2]))
    return [_statistics(key, groups[key]) for key in in_order]


def as_json(rows: Sequence[Statistics]) -> str:
    """A list of objects, one for each algorithm and path cost."""
    from json import dumps

    return "[\n" + ",\n".join(f"  {dumps(row.to_dict())}" for row in rows) + "\n]"


def as_csv(rows: Sequence[Statistics]) -> str:
    """One line for each algorithm and path cost."""
    from io import StringIO

    text = StringIO()
    write_csv(text, COLUMNS, [row.to_dict() for row in rows])
    return text.getvalue().rstrip("\n")


def _no_columns() -> Columns:
    """Numbers without the weight of objects: a trial takes 32 bytes."""
    return tuple(array("d" if measure == "seconds" else "q") for measure in MEASURES)


def _statistics(key: tuple[Any, ...], measured: Columns) -> Statistics:
    algorithm, heuristic, cost = key
    columns = dict(zip(MEASURES, measured, strict=True))
    return Statistics(
        algorithm,
        heuristic,
        cost,
        trials=len(measured[0]),
        means={measure: fmean(values) for measure, values in columns.items()},
        medians={measure: median(values) for measure, values in columns.items()},
    )
