"""What is plotted: five figures of each search, on one board or on many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from slidelab.solving import Result

RANGE_FOR_LOG = 50.0
"""When the largest value is so many times the smallest, a linear axis hides the small ones."""


class Measure(NamedTuple):
    """One figure of a search."""

    key: str
    label: str


MEASURES = (
    Measure("cost", "Path cost (moves)"),
    Measure("seconds", "Running time (seconds)"),
    Measure("max_depth", "Maximum depth (moves)"),
    Measure("expanded", "Nodes expanded"),
    Measure("max_frontier", "Largest frontier (nodes)"),
)


@dataclass
class Series:
    """What one search counted, board by board."""

    label: str
    boards: int = 0
    values: dict[str, list[float]] = field(
        default_factory=lambda: {measure.key: [] for measure in MEASURES}
    )
    """By measure. Searches that found no path have no cost."""

    @property
    def solved(self) -> int:
        """On how many boards it found a path."""
        return len(self.values["cost"])

    @property
    def title(self) -> str:
        """The label, with a note where boards were left unsolved."""
        if self.solved == self.boards:
            return self.label
        if self.boards == 1:
            return f"{self.label}\n(no path found)"
        return f"{self.label}\n({self.solved:,} of {self.boards:,} solved)"


def series_of(results: Iterable[Result]) -> list[Series]:
    """The results put together, one series for each way of searching, in order of appearance.

    The heuristic is part of the label where there are several.

    >>> from slidelab import solve
    >>> [s.label for s in series_of([solve("125340678", algorithm=a) for a in ("bfs", "wastar")])]
    ['bfs', 'wastar weight 1.5']
    """
    found: dict[str, Series] = {}
    everything = list(results)
    several = len({result.heuristic for result in everything if result.heuristic}) > 1
    for result in everything:
        label = label_of(result, with_heuristic=several)
        series = found.setdefault(label, Series(label))
        series.boards += 1
        for key, value in _figures(result).items():
            series.values[key].append(value)
    return list(found.values())


def label_of(result: Result, with_heuristic: bool) -> str:
    """What tells one way of searching from another."""
    words = [result.algorithm, *([result.heuristic] if with_heuristic and result.heuristic else [])]
    words += [f"{name.replace('_', '-')} {value}" for name, value in result.parameters.items()]
    return " ".join(words)


def asks_for_log(values: Sequence[float]) -> bool:
    """Whether the range of the values asks for a logarithmic axis.

    >>> asks_for_log([3, 5, 20]), asks_for_log([3, 5, 2000])
    (False, True)
    """
    positive = [value for value in values if value > 0]
    return bool(positive) and max(positive) >= RANGE_FOR_LOG * min(positive)


def _figures(result: Result) -> dict[str, float]:
    counters = result.counters
    figures = {
        "seconds": counters.seconds,
        "max_depth": counters.max_depth,
        "expanded": counters.expanded,
        "max_frontier": counters.max_frontier,
    }
    return figures if result.cost is None else {"cost": result.cost, **figures}
