"""Several searches, on one board or on many, as text, JSON and CSV."""

from dataclasses import asdict
from statistics import median
from typing import Any

import click

from slidelab.lab.comparison import BEST, HEADINGS, NUMBERS, SHOWN, Comparison
from slidelab.lab.plots import series_of
from slidelab.puzzle.wording import counted
from slidelab.search.counters import COUNTERS, memory_words
from slidelab.solving import formats
from slidelab.solving.row_syntax import SEEDS
from slidelab.solving.text_layout import side_by_side, table

OVER = "over: moves more than the shortest path, if known."
LEGEND = (
    f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting.\n{OVER}"
)
LEGEND_OF_SEEDS = f"±: mean and standard deviation over {len(SEEDS)} seeds."

HEADINGS_OF_MANY = ("search", "solved", "cost", "over", "expanded", "frontier", "depth", "time")
LEGEND_OF_MANY = (
    f"Each figure is a median over the boards; cost over those that were solved.\n{OVER}"
)


def description(comparison: Comparison) -> str:
    """What is compared on one board, in a few lines."""
    bounds = []
    if comparison.limits.seconds is not None:
        bounds.append(f"{comparison.limits.seconds:g} s")
    if comparison.limits.nodes is not None:
        bounds.append(counted(comparison.limits.nodes, "node"))
    if comparison.limits.memory is not None:
        bounds.append(memory_words(comparison.limits.memory))
    method = comparison.method
    if len(comparison.heuristics()) == 1:
        method += f"; heuristic {comparison.heuristics()[0]}"
    return (
        f"{side_by_side(comparison.starts[0], comparison.goal)}\n\n"
        f"{method[0].upper()}{method[1:]}\nEach search within {' and '.join(bounds)}"
    )


def live_table(comparison: Comparison) -> str:
    """The searches that are done, the one under way and those to come, in colours."""
    rows, lines = comparison.rows, comparison.lines()
    if len(lines) < len(rows) and comparison.progress is not None:
        counters = comparison.progress
        expanded, *others = (COUNTERS[name].written(getattr(counters, name)) for name in SHOWN)
        under_way = [rows[len(lines)].label, "searching …", "", f"{expanded} ", *others]
        lines.append([click.style(cell, fg="yellow") for cell in under_way])
    for row in rows[len(lines) :]:
        lines.append([click.style(row.label, dim=True), *[""] * len(NUMBERS)])
    coloured = [
        [click.style(c, fg="green", bold=True) if c.endswith(BEST) else c for c in line]
        for line in lines
    ]
    return table(HEADINGS, coloured, right=NUMBERS, rule=True)


def legend(comparison: Comparison) -> str:
    """What the marks in the table mean."""
    seeds = any(len(row.specs) > 1 for row in comparison.rows)
    return f"{LEGEND}\n{LEGEND_OF_SEEDS}" if seeds else LEGEND


def as_text(comparison: Comparison) -> str:
    """A table: what each search did on the one board, or the medians over many."""
    if not comparison.many:
        return f"{description(comparison)}\n\n{comparison}\n\n{legend(comparison)}"
    rows = []
    for series in series_of(list(comparison), [row.label for row, _ in comparison.done]):
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
    boards = f"{counted(len(comparison.starts), 'random board')} of {comparison.goal.shape}"
    figures = table(HEADINGS_OF_MANY, rows, right=range(1, 8), rule=True)
    return f"{boards}; {comparison.method}\n\n{figures}\n\n{LEGEND_OF_MANY}"


def _further(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {"row": row.label, "over_shortest": comparison.over_shortest(result)}
        for row, result in comparison.done
    ]


def as_json(comparison: Comparison) -> str:
    """One JSON object, with each result as `solve` writes it."""
    told = zip(list(comparison), _further(comparison), strict=True)
    results = [more | result.to_dict() for result, more in told]
    if comparison.many:
        return formats.json_object({"boards": len(comparison.starts), "results": results})
    start, (metric, *others) = comparison.starts[0], comparison.metrics
    return formats.json_object(
        {
            "start": list(start.state),
            "goal": list(comparison.goal.state),
            "shape": str(start.shape),
            "counted_as": comparison.counted_as,
            "engine": comparison.engines,
            "shortest": None if others else comparison.shortest.get((start, metric)),
            "limits": asdict(comparison.limits),
            "results": results,
        }
    )


def as_csv(comparison: Comparison) -> str:
    """Comma-separated values, one line a search."""
    return formats.as_csv(list(comparison), comparison.many, _further(comparison))


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv}
