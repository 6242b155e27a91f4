"""Searches on many boards: medians and ranges instead of single figures."""

from collections.abc import Sequence
from statistics import median

from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.layout import columns
from slidelab.lab.plots import Series, series_of
from slidelab.puzzle import goal_name
from slidelab.puzzle.wording import counted
from slidelab.search.counters import time_words
from slidelab.solving import Result, formats

HEADINGS = ("search", "solved", "cost", "expanded", "frontier", "depth", "time")
NUMBERS = (1, 2, 3, 4, 5, 6)
LEGEND = "Each figure is a median over the boards; cost over those that were solved."


def as_text(results: Sequence[Result], boards: int) -> str:
    """A table of medians."""
    rows = [_cells(series) for series in series_of(results)]
    header, *body = columns([list(HEADINGS), *rows], right=NUMBERS)
    rule = "─" * max(map(len, (header, *body)))
    first = results[0]
    head = (
        f"{counted(boards, 'random board')} of {first.start.shape}; goal "
        f"{goal_name(first.goal)}; counted as {first.preset}"
    )
    return "\n".join([head, "", header, rule, *body, "", LEGEND])


def as_json(results: Sequence[Result], boards: int) -> str:
    """Every result, as `solve` writes it."""
    return json_object({"boards": boards, "results": [result.to_dict() for result in results]})


def as_csv(results: Sequence[Result], boards: int) -> str:
    """One line for each search on each board."""
    return formats.as_csv(results, with_start=True)


def _cells(series: Series) -> list[str]:
    cost = f"{median(series.values['cost']):,g}" if series.solved else ""
    counts = [
        f"{median(series.values[key]):,.0f}" for key in ("expanded", "max_frontier", "max_depth")
    ]
    seconds = time_words(median(series.values["seconds"]))
    return [series.label, f"{series.solved} of {series.boards}", cost, *counts, seconds]
