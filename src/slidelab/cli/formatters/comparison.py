"""Several searches, on one board or on many, as text, JSON and CSV."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, median, stdev
from typing import Any

import typer

from slidelab.lab.plots import series_of
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import counted
from slidelab.search import Counters, Limits, Status
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS, memory_words
from slidelab.solving import Result, SearchSpec, formats
from slidelab.solving.layout import side_by_side, table
from slidelab.solving.rows import SEEDS, Row

HEADINGS = ("search", "cost ", "over", "expanded ", "generated", "frontier", "time")
"""The best figures are marked: the mark hangs over to the right of headings and figures alike."""
NUMBERS = range(1, 7)
"""The columns that hold figures."""
SHOWN = ("expanded", "generated", "max_frontier", "seconds")
BEST = "*"
OVER = "over: moves over the shortest path, where its length can be found."
LEGEND = (
    f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting.\n{OVER}"
)
LEGEND_OF_SEEDS = f"±: mean and standard deviation over {len(SEEDS)} seeds."

HEADINGS_OF_MANY = ("search", "solved", "cost", "over", "expanded", "frontier", "depth", "time")
LEGEND_OF_MANY = (
    f"Each figure is a median over the boards; cost over those that were solved.\n{OVER}"
)


@dataclass
class Comparison:
    """The searches to make on each of the boards, and, one after another, what came of them."""

    starts: Sequence[Board]
    goal: Board
    rows: Sequence[Row]
    limits: Limits
    many: bool = False
    """Whether it is about many boards, and medians tell more than single figures."""
    done: list[tuple[Row, Result]] = field(default_factory=list)
    shortest: dict[Board, int] = field(default_factory=dict)
    """The length of a shortest path, for the boards for which it could be found."""
    progress: Counters | None = None
    """How the search that is under way does."""

    def searches(self) -> list[tuple[Row, SearchSpec]]:
        """All searches to make on a board, with the rows that they belong to."""
        return [(row, spec) for row in self.rows for spec in row.specs]

    @property
    def specs(self) -> list[SearchSpec]:
        """All ways of searching."""
        return [spec for _, spec in self.searches()]

    @property
    def results(self) -> list[Result]:
        """What came of the searches so far."""
        return [result for _, result in self.done]

    @property
    def counted_as(self) -> str:
        """The conventions that the searches count by, in words."""
        told = {spec.counted_as for spec in self.specs}
        if len(told) == 1:
            return told.pop()
        presets = dict.fromkeys(spec.preset for spec in self.specs)
        shared = [
            CHOICES[name].words(value)
            for name, value in self.specs[0].deviations().items()
            if all(spec.deviations().get(name) == value for spec in self.specs)
        ]
        return f"{' and '.join(presets)}, but {', '.join([*shared, 'as each row says'])}"

    @property
    def engines(self) -> str:
        """The engine of all searches, or the engines."""
        return " and ".join(dict.fromkeys(spec.engine for spec in self.specs))

    def heuristics(self) -> list[str]:
        """The heuristics that are compared."""
        return list(dict.fromkeys(spec.heuristic for spec in self.specs if spec.heuristic))

    def over_shortest(self, result: Result) -> int | None:
        """How many moves the path found has over a shortest one, where that is known."""
        shortest = self.shortest.get(result.start)
        return None if shortest is None or result.cost is None else result.cost - shortest

    def description(self) -> str:
        """What is compared on one board, in a few lines."""
        bounds = []
        if self.limits.seconds is not None:
            bounds.append(f"{self.limits.seconds:g} s")
        if self.limits.nodes is not None:
            bounds.append(counted(self.limits.nodes, "node"))
        if self.limits.memory is not None:
            bounds.append(memory_words(self.limits.memory))
        words = [
            f"Goal {goal_name(self.goal)}",
            f"counted as {self.counted_as}",
            f"engine {self.engines}",
        ]
        if len(self.heuristics()) == 1:
            words.append(f"heuristic {self.heuristics()[0]}")
        return (
            f"{side_by_side(self.starts[0], self.goal)}\n\n"
            f"{'; '.join(words)}\nEach search within {' and '.join(bounds)}"
        )

    def live_table(self) -> str:
        """The searches that are done, the one under way and those to come, in colours."""
        rows = self._lines()
        if len(rows) < len(self.rows) and self.progress is not None:
            under_way = [self.rows[len(rows)].label, "searching …", "", *_counts(self.progress)]
            rows.append([typer.style(cell, fg="yellow") for cell in under_way])
        for row in self.rows[len(rows) :]:
            rows.append([typer.style(row.label, dim=True), *[""] * len(NUMBERS)])
        coloured = [
            [typer.style(c, fg="green", bold=True) if c.endswith(BEST) else c for c in row]
            for row in rows
        ]
        return table(HEADINGS, coloured, right=NUMBERS, rule=True)

    def table(self) -> str:
        """The searches that are done."""
        return table(HEADINGS, self._lines(), right=NUMBERS, rule=True)

    def legend(self) -> str:
        """What the marks in the table mean."""
        seeds = any(len(row.specs) > 1 for row in self.rows)
        return f"{LEGEND}\n{LEGEND_OF_SEEDS}" if seeds else LEGEND

    def _lines(self) -> list[list[str]]:
        """A line for each row that is done."""
        complete = [
            (row, found)
            for row in self.rows
            if len(found := [result for made, result in self.done if made is row]) == len(row.specs)
            or (found and found[-1].status is Status.CANCELLED)
        ]
        solved = [found for _, found in complete if all(result.solved for result in found)]
        best_cost = min((_mean_cost(found) for found in solved), default=None)
        # Every search generates its root; a program that tells no counts is not the best.
        telling = [found for found in solved if any(_told(result.counters) for result in found)]
        best_expanded = min((_mean_expanded(found) for found in telling), default=None)
        lines = []
        for row, found in complete:
            cost, over, nodes = _outcome(found), "", " "
            if found in solved:
                marked = BEST if _mean_cost(found) == best_cost else " "
                cost = f"{_spread([result.cost or 0 for result in found])}{marked}"
                beyond = [self.over_shortest(result) for result in found]
                known = [number for number in beyond if number is not None]
                over = _spread(known, sign="+") if known else ""
                is_best = found in telling and _mean_expanded(found) == best_expanded
                nodes = BEST if is_best else " "
            expanded, *others = _spreads(found)
            lines.append([row.label, cost, over, f"{expanded}{nodes}", *others])
        return lines


def as_text(comparison: Comparison) -> str:
    """A table: what each search did on the one board, or the medians over many."""
    if not comparison.many:
        return f"{comparison.description()}\n\n{comparison.table()}\n\n{comparison.legend()}"
    rows = []
    for series in series_of(comparison.results, [row.label for row, _ in comparison.done]):
        middle = {key: median(values) for key, values in series.values.items() if values}
        beyond = [
            over
            for row, result in comparison.done
            if row.label == series.label and (over := comparison.over_shortest(result)) is not None
        ]
        rows.append(
            [
                series.label,
                f"{series.solved} of {series.boards}",
                f"{middle['cost']:,g}" if series.solved else "",
                f"{median(beyond):+,g}" if beyond else "",
                *(f"{middle[key]:,.0f}" for key in ("expanded", "max_frontier", "max_depth")),
                COUNTERS["seconds"].written(middle["seconds"]),
            ]
        )
    head = (
        f"{counted(len(comparison.starts), 'random board')} of {comparison.goal.shape}; goal "
        f"{goal_name(comparison.goal)}; counted as {comparison.counted_as}; "
        f"engine {comparison.engines}"
    )
    figures = table(HEADINGS_OF_MANY, rows, right=range(1, 8), rule=True)
    return f"{head}\n\n{figures}\n\n{LEGEND_OF_MANY}"


def _further(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {"row": row.label, "over_shortest": comparison.over_shortest(result)}
        for row, result in comparison.done
    ]


def as_json(comparison: Comparison) -> str:
    """One JSON object, with each result as `solve` writes it."""
    told = zip(comparison.results, _further(comparison), strict=True)
    results = [more | result.to_dict() for result, more in told]
    if comparison.many:
        return formats.json_object({"boards": len(comparison.starts), "results": results})
    start = comparison.starts[0]
    return formats.json_object(
        {
            "start": list(start.state),
            "goal": list(comparison.goal.state),
            "shape": str(start.shape),
            "counted_as": comparison.counted_as,
            "engine": comparison.engines,
            "shortest": comparison.shortest.get(start),
            "limits": asdict(comparison.limits),
            "results": results,
        }
    )


def as_csv(comparison: Comparison) -> str:
    """Comma-separated values, one line a search."""
    return formats.as_csv(comparison.results, comparison.many, _further(comparison))


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv}


def outcome_words(result: Result) -> str:
    """How a search ended, in a word or two."""
    if result.status is Status.EXHAUSTED:
        return "no solution" if result.reason else "gave up"
    if result.status is Status.UNSOLVABLE:
        return "no solution"
    if result.status is Status.CANCELLED:
        return "interrupted"
    return result.status.replace("-", " ")


def _counts(counters: Counters) -> list[str]:
    expanded, *others = (COUNTERS[name].written(getattr(counters, name)) for name in SHOWN)
    return [f"{expanded} ", *others]


def _told(counters: Counters) -> bool:
    return bool(counters.expanded or counters.generated)


def _mean_cost(found: Sequence[Result]) -> float:
    return fmean(result.cost or 0 for result in found)


def _mean_expanded(found: Sequence[Result]) -> float:
    return fmean(result.counters.expanded for result in found)


def _outcome(found: Sequence[Result]) -> str:
    """How searches ended that did not all find a path."""
    if len(found) == 1:
        return outcome_words(found[0])
    return f"{sum(result.solved for result in found)} of {len(found)} solved"


def _spreads(found: Sequence[Result]) -> list[str]:
    """The counters shown, as means with their spread where there are several searches."""
    cells = []
    for name in SHOWN:
        values = [getattr(result.counters, name) for result in found]
        if name == "seconds":
            time = COUNTERS[name].written(fmean(values))
            cells.append(time if len(values) == 1 else f"{time} ± {stdev(values):.1g}")
        else:
            cells.append(_spread(values))
    return cells


def _spread(values: Sequence[int], sign: str = "") -> str:
    """A value, or the mean of several and their standard deviation.

    >>> _spread([1234]), _spread([10, 20, 60]), _spread([4, 4], sign="+")
    ('1,234', '30 ± 26.5', '+4 ± 0')
    """
    sign = sign if any(values) else ""
    if len(values) == 1:
        return f"{values[0]:{sign},}"
    mean, spread = f"{fmean(values):{sign},.1f}", f"{stdev(values):,.1f}"
    return f"{mean.removesuffix('.0')} ± {spread.removesuffix('.0')}"
