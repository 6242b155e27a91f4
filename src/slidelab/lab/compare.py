"""Several searches of one board, or of many, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError
from slidelab.lab.rows import import_pandas, row_of, without_seed
from slidelab.puzzle import Board, BoardLike, goal_board, goal_name
from slidelab.puzzle.shape import ShapeLike
from slidelab.search import ALGORITHMS, Limits, Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, Search, SearchSpec
from slidelab.solving.rows import Row, SearchLike, read_row, rows_on_one_engine
from slidelab.solving.text_layout import table
from slidelab.system.progress import report_progress

if TYPE_CHECKING:
    from pandas import DataFrame

HEADINGS = ("search", "cost", "over", "expanded", "generated", "frontier", "time")


@dataclass(repr=False)
class Comparison:
    """Searches of the same boards, and their results so far.

    In a notebook it shows itself as a table.
    """

    starts: Sequence[Board]
    goal: Board
    rows: Sequence[Row]
    limits: Limits
    done: list[tuple[Row, Result]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.done)

    def __iter__(self) -> Iterator[Result]:
        return (result for _, result in self.done)

    def __str__(self) -> str:
        groups = [(row.label, [r for of, r in self.done if of is row]) for row in self.rows]
        lines = [[label, *self._figures(results)] for label, results in groups if results]
        return table(HEADINGS, lines, range(1, len(HEADINGS)))

    def __repr__(self) -> str:
        searches = ", ".join(row.label for row in self.rows)
        return f"<Comparison of {searches} on {self.starts[0].to_text('rows')}>"

    def _repr_html_(self) -> str:
        from slidelab.notebook import to_html

        return to_html(self)

    @property
    def searches(self) -> list[tuple[Row, SearchSpec]]:
        """All searches to make on a board, each with its row."""
        return [(row, spec) for row in self.rows for spec in row.specs]

    @property
    def method(self) -> str:
        """What all searches share: the goal, the conventions and the engine, in words."""
        counted = " and ".join(dict.fromkeys(without_seed(s.counted_as) for _, s in self.searches))
        engines = " and ".join(dict.fromkeys(spec.engine for _, spec in self.searches))
        return f"goal {goal_name(self.goal)}; counted as {counted}; engine {engines}"

    @property
    def shortest(self) -> dict[Board, int]:
        """The moves of a shortest path, for the boards for which a search has proved one."""
        return {r.start: r.cost for r in self if r.proven and r.cost is not None}

    def run(self, search: Callable[[Board, SearchSpec], Result]) -> None:
        """Make all searches; a cancelled one ends them."""
        total = len(self.starts) * len(self.searches)
        for start in self.starts:
            for row, spec in self.searches:
                report_progress(f"searching ({row.label}): {len(self):,} of {total:,}")
                result = search(start, spec)
                self.done.append((row, result))
                if result.status is Status.CANCELLED:
                    return

    def list_rows(self) -> list[dict[str, Any]]:
        """Return a row for each result; see `slidelab.lab.rows`."""
        shortest = self.shortest
        return [row_of(result, row.label, shortest.get(result.start)) for row, result in self.done]

    def to_frame(self) -> DataFrame:
        """Return a data frame with a row for each result; see `slidelab.lab.rows`."""
        df: DataFrame = import_pandas().DataFrame(self.list_rows())
        return df

    def plot(self, file: str | Path) -> None:
        """Plot the figures of the searches on a sheet; see `slidelab.lab.plots`."""
        from slidelab.lab.plots import plot_boxes

        starts = self.starts
        title = starts[0].to_text("rows") if len(starts) == 1 else f"{len(starts):,} boards"
        plot_boxes(self.to_frame(), file, title=title, note=f"{self.method}.")

    def _figures(self, results: list[Result]) -> list[str]:
        """Return the figures of a row as the table shows them."""
        cost, over = f"{sum(map(bool, results))} of {len(results)} solved", ""
        if len(results) == 1:
            cost = results[0].status.replace("-", " ")
        if all(results):
            shortest = self.shortest
            cost = write_mean([len(result) for result in results])
            known = [len(r) - shortest[r.start] for r in results if r.start in shortest]
            over = write_mean(known, "+") if known else ""
        names = ("expanded", "generated", "max_frontier")
        counts = [write_mean([getattr(r.counters, name) for r in results]) for name in names]
        seconds = [result.counters.seconds for result in results]
        spread = f" ± {stdev(seconds):.1g}" if len(seconds) > 1 else ""
        return [cost, over, *counts, COUNTERS["seconds"].format(fmean(seconds)) + spread]


def compare(
    start: BoardLike,
    searches: Iterable[SearchLike] | None = None,
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
    preset: str = "textbook",
    time_limit: float | None = 10.0,
    node_limit: int | None = None,
    memory_limit: int | None = None,
) -> Comparison:
    """Make several searches of one board, all on one engine; every algorithm by default.

    A search is a text such as `astar misplaced`, `wastar weight=2` or `bfs tree`, as in the rows of
    `slidelab compare`; `bfs random` makes five searches. Or it is a function, a pair of an
    algorithm and a heuristic, or a SearchSpec. Each search is timed once, after its tables and code
    are ready.

    Raises ValueError for an unknown word, and when there is nothing to compare.

    >>> compared = compare("125340678", ["bfs", "astar manhattan"])
    >>> [(result.algorithm, result.cost, result.counters.expanded) for result in compared]
    [('bfs', 3, 10), ('astar', 3, 3)]
    """
    limits = Limits(time_limit, node_limit, memory_limit)
    board = Board(start, shape)
    home = goal_board(goal, board.shape)
    if isinstance(searches, str):
        raise TypeError(f"searches is {searches!r}; it must be a list, such as ['bfs', 'astar']")
    given, usual = ALGORITHMS if searches is None else searches, SearchSpec(preset=preset)
    rows = rows_on_one_engine([read_row(each, usual, board.shape) for each in given], board.shape)
    if not rows:
        raise SlidelabError('name the searches to compare, such as ["bfs", "astar manhattan"]')
    comparison = Comparison([board], home, rows, limits)
    comparison.run(lambda start, spec: Search(start, home, spec).advance(limits))
    return comparison


def write_mean(values: Sequence[int], sign: str = "") -> str:
    """Write a value, or the mean of several and their standard deviation.

    >>> write_mean([1234]), write_mean([10, 20, 60]), write_mean([4, 4], sign="+")
    ('1,234', '30 ± 26.5', '+4 ± 0')
    """
    sign = sign if any(values) else ""
    if len(values) == 1:
        return f"{values[0]:{sign},}"
    mean, spread = f"{fmean(values):{sign},.1f}", f"{stdev(values):,.1f}"
    return f"{mean.removesuffix('.0')} ± {spread.removesuffix('.0')}"
