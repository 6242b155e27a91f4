"""Several searches of one board, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from slidelab.puzzle import Board, BoardLike, Shape
from slidelab.search import Limits
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, SearchSpec, Task, frame
from slidelab.solving.layout import table
from slidelab.solving.rows import read_row, rows_on_one_engine

TEN_SECONDS = Limits(seconds=10.0)
SHOWN = ("expanded", "generated", "max_frontier", "seconds")
"""The counters that tell searches apart."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """What came of each search, by the words that it was asked for in.

    In a notebook it shows itself as a table, with the path of any search to leaf through.
    """

    rows: list[tuple[str, Result]]

    @property
    def start(self) -> Board:
        """The board that was searched."""
        return self.rows[0][1].start

    @property
    def goal(self) -> Board:
        """What it was to be solved to."""
        return self.rows[0][1].goal

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Result]:
        return (result for _, result in self.rows)

    def to_frame(self, library: str = "pandas") -> Any:
        """A data frame with one row for each search; see `slidelab.frame`."""
        return frame(self, library)

    def __str__(self) -> str:
        """A table for people."""
        lines = [
            [label, _outcome(result), *(_written(result, name) for name in SHOWN)]
            for label, result in self.rows
        ]
        headings = ("search", "cost", *(COUNTERS[name].label for name in SHOWN))
        return table(headings, lines, right=range(1, len(headings)), rule=True)

    def __repr__(self) -> str:
        searches = ", ".join(label for label, _ in self.rows)
        return f"<Comparison of {searches} on {self.start.to_text('rows')}>"


def compare(
    start: BoardLike,
    searches: Iterable[str],
    goal: BoardLike = "blank-first",
    *,
    shape: Shape | None = None,
    preset: str = "textbook",
    limits: Limits = TEN_SECONDS,
) -> Comparison:
    """Make several searches of one board, all on one engine.

    Each is written as a row of `slidelab compare`: an algorithm, and in any order what is special
    about it: `astar misplaced`, `wastar weight=2`, `bfs tree`. `bfs random` makes five searches.

    Raises ValueError for a word that means nothing, and when there is nothing to compare.

    >>> compared = compare("125340678", ["bfs", "astar manhattan"])
    >>> [(result.algorithm, result.cost, result.counters.expanded) for result in compared]
    [('bfs', 3, 10), ('astar', 3, 3)]
    """
    usual, board = SearchSpec(preset=preset), Task(start, goal, shape=shape)
    size = board.start.shape
    rows = rows_on_one_engine([read_row(text, usual, size) for text in searches], size)
    if not rows:
        raise ValueError('name the searches to compare, such as ["bfs", "astar manhattan"]')
    return Comparison(
        [
            (label, Task(board.start, board.goal, spec).advance(limits))
            for label, specs in rows
            for spec in specs
        ]
    )


def _outcome(result: Result) -> str:
    return str(result.status) if result.cost is None else f"{result.cost:,}"


def _written(result: Result, name: str) -> str:
    return COUNTERS[name].written(getattr(result.counters, name))
