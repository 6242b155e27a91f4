"""Several searches on one board, and the table made of them."""

from dataclasses import asdict, dataclass, field

from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.layout import columns, side_by_side
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import counted
from slidelab.search import Algorithm, Conventions, Counters, Limits, Status
from slidelab.search.counters import memory_words, time_words
from slidelab.solving import Result, formats

HEADINGS = ("search", "outcome", "cost", "expanded", "generated", "frontier", "time")
NUMBERS = (2, 3, 4, 5, 6)
"""The columns that hold figures."""
COST, EXPANDED = 2, 3
BEST = "*"
LEGEND = f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting."


@dataclass(frozen=True)
class Plan:
    """One search to make."""

    algorithm: Algorithm
    heuristic: str | None
    """Its name, for an informed algorithm."""


@dataclass
class Comparison:
    """The searches to make and, one after another, what came of them."""

    start: Board
    goal: Board
    preset: str
    conventions: Conventions
    limits: Limits
    plans: list[Plan]
    results: list[Result] = field(default_factory=list)
    progress: Counters | None = None
    """How the search that is under way does."""

    def description(self) -> str:
        """What is compared, in a few lines."""
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
            f"{side_by_side(self.start, self.goal)}\n\n"
            f"{'; '.join(words)}\nEach search within {' and '.join(bounds)}"
        )

    def heuristics(self) -> list[str]:
        """The heuristics that are compared."""
        return list(dict.fromkeys(plan.heuristic for plan in self.plans if plan.heuristic))

    def label(self, plan: Plan) -> str:
        """What tells a search from the others: the algorithm, and which of several heuristics."""
        if plan.heuristic is None or len(self.heuristics()) == 1:
            return plan.algorithm.name
        return f"{plan.algorithm.name} {plan.heuristic}"

    def rows(self) -> list[list[str]]:
        """The cells of the table, for every plan."""
        best_cost = min((r.cost for r in self.results if r.cost is not None), default=None)
        best_expanded = min((r.counters.expanded for r in self.results if r.solved), default=None)
        rows = []
        for at, plan in enumerate(self.plans):
            if at < len(self.results):
                rows.append([self.label(plan), *_cells(self.results[at], best_cost, best_expanded)])
            elif at == len(self.results) and self.progress is not None:
                rows.append([self.label(plan), "searching …", "", *_counts(self.progress)])
            else:
                rows.append([self.label(plan), *[""] * (len(HEADINGS) - 1)])
        return rows


def as_text(comparison: Comparison) -> str:
    """The comparison as a table of plain text."""
    rows = comparison.rows()[: len(comparison.results)]
    # The star hangs over to the right of its column, in heading and figures alike.
    heading = [f"{h} " if at in (COST, EXPANDED) else h for at, h in enumerate(HEADINGS)]
    header, *body = columns([heading, *rows], right=NUMBERS)
    rule = "─" * max(map(len, (header, *body)))
    return "\n".join([comparison.description(), "", header, rule, *body, "", LEGEND])


def as_json(comparison: Comparison) -> str:
    """The comparison as one JSON object, with each result as `solve` writes it."""
    return json_object(
        {
            "start": list(comparison.start.state),
            "goal": list(comparison.goal.state),
            "shape": str(comparison.start.shape),
            "preset": comparison.preset,
            "conventions": asdict(comparison.conventions),
            "limits": asdict(comparison.limits),
            "results": [result.to_dict() for result in comparison.results],
        }
    )


def as_csv(comparison: Comparison) -> str:
    """The comparison as comma-separated values, one line a search."""
    return formats.as_csv(comparison.results)


def outcome_words(result: Result) -> str:
    """How a search ended, in a word or two."""
    if result.status is Status.EXHAUSTED:
        return "no solution" if result.reason else "gave up"
    if result.status is Status.UNSOLVABLE:
        return "no solution"
    if result.status is Status.CANCELLED:
        return "interrupted"
    return result.status.replace("-", " ")


def _cells(result: Result, best_cost: int | None, best_expanded: int | None) -> list[str]:
    cost = "" if result.cost is None else _marked(result.cost, best_cost)
    expanded = _marked(result.counters.expanded, best_expanded if result.solved else None)
    return [outcome_words(result), cost, expanded, *_counts(result.counters)[1:]]


def _counts(counters: Counters) -> list[str]:
    return [
        f"{counters.expanded:,} ",
        f"{counters.generated:,}",
        f"{counters.max_frontier:,}",
        time_words(counters.seconds),
    ]


def _marked(number: int, best: int | None) -> str:
    return f"{number:,}{BEST if number == best else ' '}"
