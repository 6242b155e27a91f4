"""What is plotted, five figures of each search, and how: readable in print, in grey, by everybody.

Nothing is shown by colour alone: each series has its name beside it, and a marker or a hatch.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import starmap
from typing import Any

from slidelab.solving import Result

Points = Sequence[tuple[float, float]]
Groups = Mapping[str, Sequence[float]]
Band = Sequence[tuple[float, float, float, float]]
"""A line with its spread: by x, the lower edge, the line and the upper edge."""

RANGE_FOR_LOG = 50.0
"""If the largest value exceeds the smallest by this factor, a linear axis hides small ones."""

MEASURES = {
    "cost": "Path cost (moves)",
    "seconds": "Running time (seconds)",
    "max_depth": "Maximum depth (moves)",
    "expanded": "Nodes expanded",
    "max_frontier": "Largest frontier (nodes)",
}
"""The figures by the names they have in results, each with its title."""


class Series:
    """What one search counted, board by board, by the names of the measures."""

    def __init__(self, label: str, counted: Sequence[Mapping[str, Any]]) -> None:
        self.label = label
        self.boards = len(counted)
        self.values: dict[str, list[float]] = {
            name: [row[name] for row in counted if row[name] is not None] for name in MEASURES
        }
        """By measure. Searches that found no path have no cost."""
        self.solved = len(self.values["cost"])
        """On how many boards it found a path."""

    @property
    def title(self) -> str:
        """The label, with a note where boards were left unsolved."""
        if self.solved == self.boards:
            return self.label
        if self.boards == 1:
            return f"{self.label}\n(no path found)"
        return f"{self.label}\n({self.solved:,} of {self.boards:,} solved)"


def series_of(results: Iterable[Result], labels: Sequence[str] = ()) -> list[Series]:
    """The results put together, one series for each label, in order of appearance.

    By default, a label is the algorithm with its parameters, and with the heuristic where there
    are several.

    >>> from slidelab import solve
    >>> [s.label for s in series_of([solve("125340678", algorithm=a) for a in ("bfs", "wastar")])]
    ['bfs', 'wastar weight 1.5']
    """
    found: dict[str, list[dict[str, Any]]] = {}
    everything = list(results)
    several = len({result.heuristic for result in everything if result.heuristic}) > 1

    def label_of(result: Result) -> str:
        words = [result.algorithm, *([result.heuristic] if several and result.heuristic else [])]
        words += [f"{name.replace('_', '-')} {value}" for name, value in result.parameters.items()]
        return " ".join(words)

    for result, label in zip(everything, labels or map(label_of, everything), strict=True):
        counted = {"cost": result.cost, **asdict(result.counters)}
        found.setdefault(label, []).append(counted)
    return [*starmap(Series, found.items())]


def asks_for_log(values: Sequence[float]) -> bool:
    """Whether the range of the values asks for a logarithmic axis.

    >>> asks_for_log([3, 5, 20]), asks_for_log([3, 5, 2000])
    (False, True)
    """
    positive = [value for value in values if value > 0]
    return bool(positive) and max(positive) >= RANGE_FOR_LOG * min(positive)


INK = "#333333"


def cycle(*looks: str) -> Callable[[int], str]:
    """What gives the first series the first look, and so on, beginning again after the last."""
    return lambda number: looks[number % len(looks)]


# The palette of Okabe and Ito (2008), distinguishable with every common kind of colour vision.
# Its yellow is left out: it is too pale for lines on white paper.
colour = cycle("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")


def short(value: float) -> str:
    """A value as a label: about three digits.

    >>> short(12), short(181440), short(0.00213), short(2.5), short(1234567)
    ('12', '181k', '0.00213', '2.5', '1.23M')
    """
    if value == 0:
        return "0"
    for unit, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit * (10 if suffix == "k" else 1):  # 1,234 is as short as 1.23k
            return f"{value / unit:.3g}{suffix}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.1e}"
