"""Several searches, on one board or on many, as text, JSON and CSV."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median

import typer

from slidelab.lab.plots import series_of
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import counted
from slidelab.search import Counters, Limits, Status
from slidelab.search.counters import COUNTERS, memory_words
from slidelab.solving import Result, SearchSpec, formats
from slidelab.solving.layout import side_by_side, table

HEADINGS = ("search", "outcome", "cost ", "expanded ", "generated", "frontier", "time")
"""The best figures are marked: the mark hangs over to the right of headings and figures alike."""
NUMBERS = range(2, 7)
"""The columns that hold figures."""
SHOWN = ("expanded", "generated", "max_frontier", "seconds")
BEST = "*"
LEGEND = f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting."

HEADINGS_OF_MANY = ("search", "solved", "cost", "expanded", "frontier", "depth", "time")
LEGEND_OF_MANY = "Each figure is a median over the boards; cost over those that were solved."


@dataclass
class Comparison:
    """The searches to make on each of the boards, and, one after another, what came of them."""

    starts: Sequence[Board]
    goal: Board
    specs: Sequence[SearchSpec]
    limits: Limits
    many: bool = False
    """Whether it is about many boards, and medians tell more than single figures."""
    results: list[Result] = field(default_factory=list)
    progress: Counters | None = None
    """How the search that is under way does."""

    @property
    def preset(self) -> str:
        """The conventions that the searches count by."""
        return self.specs[0].preset

    def heuristics(self) -> list[str]:
        """The heuristics that are compared."""
        return list(dict.fromkeys(spec.heuristic for spec in self.specs if spec.heuristic))

    def description(self) -> str:
        """What is compared on one board, in a few lines."""
        bounds = []
        if self.limits.seconds is not None:
            bounds.append(f"{self.limits.seconds:g} s")
        if self.limits.nodes is not None:
            bounds.append(counted(self.limits.nodes, "node"))
        if self.limits.memory is not None:
            bounds.append(memory_words(self.limits.memory))
        words = [f"Goal {goal_name(self.goal)}", f"counted as {self.preset}"]
        if len(self.heuristics()) == 1:
            words.append(f"heuristic {self.heuristics()[0]}")
        return (
            f"{side_by_side(self.starts[0], self.goal)}\n\n"
            f"{'; '.join(words)}\nEach search within {' and '.join(bounds)}"
        )

    def live_table(self) -> str:
        """The searches that are done, the one under way and those to come, in colours."""
        rows = self._rows()
        if len(rows) < len(self.specs) and self.progress is not None:
            under_way = [self._label(len(rows)), "searching …", "", *_counts(self.progress)]
            rows.append([typer.style(cell, fg="yellow") for cell in under_way])
        for at in range(len(rows), len(self.specs)):
            rows.append([typer.style(self._label(at), dim=True), *[""] * len(NUMBERS), ""])
        coloured = [
            [typer.style(c, fg="green", bold=True) if c.endswith(BEST) else c for c in row]
            for row in rows
        ]
        return table(HEADINGS, coloured, right=NUMBERS, rule=True)

    def table(self) -> str:
        """The searches that are done."""
        return table(HEADINGS, self._rows(), right=NUMBERS, rule=True)

    def _label(self, at: int) -> str:
        """What tells a search from the others: the algorithm, and which of several heuristics."""
        spec = self.specs[at]
        if spec.heuristic is None or len(self.heuristics()) == 1:
            return spec.method.name
        return f"{spec.method.name} {spec.heuristic}"

    def _rows(self) -> list[list[str]]:
        best_cost = min((r.cost for r in self.results if r.cost is not None), default=None)
        best_expanded = min((r.counters.expanded for r in self.results if r.solved), default=None)
        rows = []
        for at, result in enumerate(self.results):
            expanded = result.counters.expanded
            rows.append(
                [
                    self._label(at),
                    outcome_words(result),
                    "" if result.cost is None else _marked(result.cost, best_cost),
                    _marked(expanded, best_expanded if result.solved else None),
                    *_counts(result.counters)[1:],
                ]
            )
        return rows


def as_text(comparison: Comparison) -> str:
    """A table: what each search did on the one board, or the medians over many."""
    if not comparison.many:
        return f"{comparison.description()}\n\n{comparison.table()}\n\n{LEGEND}"
    rows = []
    for series in series_of(comparison.results):
        middle = {key: median(values) for key, values in series.values.items() if values}
        rows.append(
            [
                series.label,
                f"{series.solved} of {series.boards}",
                f"{middle['cost']:,g}" if series.solved else "",
                *(f"{middle[key]:,.0f}" for key in ("expanded", "max_frontier", "max_depth")),
                COUNTERS["seconds"].written(middle["seconds"]),
            ]
        )
    head = (
        f"{counted(len(comparison.starts), 'random board')} of {comparison.goal.shape}; goal "
        f"{goal_name(comparison.goal)}; counted as {comparison.preset}"
    )
    figures = table(HEADINGS_OF_MANY, rows, right=range(1, 7), rule=True)
    return f"{head}\n\n{figures}\n\n{LEGEND_OF_MANY}"


def as_json(comparison: Comparison) -> str:
    """One JSON object, with each result as `solve` writes it."""
    results = [result.to_dict() for result in comparison.results]
    if comparison.many:
        return formats.json_object({"boards": len(comparison.starts), "results": results})
    start = comparison.starts[0]
    return formats.json_object(
        {
            "start": list(start.state),
            "goal": list(comparison.goal.state),
            "shape": str(start.shape),
            "preset": comparison.preset,
            "conventions": asdict(comparison.specs[0].conventions),
            "limits": asdict(comparison.limits),
            "results": results,
        }
    )


def as_csv(comparison: Comparison) -> str:
    """Comma-separated values, one line a search."""
    return formats.as_csv(comparison.results, with_start=comparison.many)


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


def _marked(number: int, best: int | None) -> str:
    return f"{number:,}{BEST if number == best else ' '}"
