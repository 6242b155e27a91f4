"""Several searches of one board, or of many, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError
from slidelab.lab.rows import make_frame, row_of
from slidelab.puzzle import Board, BoardLike, goal_board, goal_name
from slidelab.puzzle.shape import ShapeLike
from slidelab.search import ALGORITHMS, Limits, Status
from slidelab.search.counters import COUNTERS
from slidelab.search.limits import join_limits
from slidelab.solving import Result, Search, SearchSpec
from slidelab.solving.anytime import TEN_SECONDS
from slidelab.solving.rows import Row, SearchLike, read_searches, rows_on_one_engine
from slidelab.solving.text_layout import table
from slidelab.system.progress import report_progress

if TYPE_CHECKING:
    from pandas import DataFrame

HEADINGS = ("search", "cost", "over", "expanded", "generated", "frontier", "time")
COUNTS = ("expanded", "generated", "max_frontier", "seconds")
BEST = "*"
"""Stands before the lowest figures, so that the figures below each other stay aligned."""
PROVABLE_CELLS = 16
"""On larger boards, a shortest path takes hours."""


@dataclass(repr=False)
class Comparison:
    """Searches of the same boards, and their results so far.

    In a notebook it shows itself as a table, with the path of any search to step through.
    """

    starts: Sequence[Board]
    goal: Board
    rows: Sequence[Row]
    limits: Limits
    done: list[tuple[Row, Result]] = field(default_factory=list)
    shortest: dict[Board, int] = field(default_factory=dict)
    """The number of moves of a shortest path, for the boards for which it is known."""

    def __len__(self) -> int:
        return len(self.done)

    def __iter__(self) -> Iterator[Result]:
        return (result for _, result in self.done)

    def __getitem__(self, place: int | str) -> Result:
        """Return a result by its number, or the first one of the row with this label."""
        if isinstance(place, str):
            labels = [row.label for row, _ in self.done]
            if place not in labels:
                raise KeyError(f"there is no row {place!r}; the rows are {', '.join(labels)}")
            place = labels.index(place)
        return self.done[place][1]

    def __str__(self) -> str:
        right = range(1, len(HEADINGS))
        return table(HEADINGS, self._lines(), right, rule=True)

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
        counted = " and ".join(dict.fromkeys(spec.counted_as for _, spec in self.searches))
        engines = " and ".join(dict.fromkeys(spec.engine for _, spec in self.searches))
        return f"goal {goal_name(self.goal)}; counted as {counted}; engine {engines}"

    def run(self, search: Callable[[Board, SearchSpec], Result]) -> None:
        """Make all searches; a cancelled one ends them.

        If none of them proves what they found for a board to be shortest, one more does.
        """

        def find(start: Board, spec: SearchSpec) -> Result:
            result = search(start, spec)
            if result.proven and result.cost is not None:
                self.shortest[start] = result.cost
            return result

        total = len(self.starts) * len(self.searches)
        for start in self.starts:
            for row, spec in self.searches:
                report_progress(f"searching ({row.label}): {len(self):,} of {total:,}")
                self.done.append((row, find(start, spec)))
                if self.done[-1][1].status is Status.CANCELLED:
                    return
        for start in dict.fromkeys(result.start for result in self if result.solved):
            if start not in self.shortest and start.shape.cells <= PROVABLE_CELLS:
                find(start, SearchSpec(optimal=True))

    def over(self, result: Result) -> int | None:
        """Return how many moves longer than a shortest path the path is, if that is known."""
        shortest = self.shortest.get(result.start)
        return None if shortest is None or result.cost is None else result.cost - shortest

    def list_rows(self) -> list[dict[str, Any]]:
        """Return a row for each result; see `slidelab.lab.rows`."""
        return [
            row_of(result, row.label, self.shortest.get(result.start)) for row, result in self.done
        ]

    def to_frame(self) -> DataFrame:
        """Return a data frame with a row for each result; see `slidelab.lab.rows`."""
        return make_frame(self.list_rows())

    def plot(self, file: str | Path) -> None:
        """Plot the figures of the searches on a sheet; see `slidelab.lab.plots`."""
        from slidelab.lab.plots import plot_boxes

        starts = self.starts
        title = starts[0].to_text("rows") if len(starts) == 1 else f"{len(starts):,} boards"
        plot_boxes(self.to_frame(), file, title=title, note=f"{self.method}.")

    def _lines(self) -> list[list[str]]:
        """Return the cells of the table, a line for each row."""
        groups = [(row.label, [r for of, r in self.done if of is row]) for row in self.rows]
        groups = [(label, results) for label, results in groups if results]
        solved = [results for _, results in groups if all(results)]
        least_cost = min((fmean(map(len, results)) for results in solved), default=None)
        least_expanded = min((_mean(results, "expanded") for results in solved), default=None)
        lines = []
        for label, results in groups:
            cost, over = _describe_outcome(results), ""
            expanded, *others = (_write_counter(name, results) for name in COUNTS)
            if all(results):
                costs = [len(result) for result in results]
                known = [moves for result in results if (moves := self.over(result)) is not None]
                cost = (BEST if fmean(costs) == least_cost else "") + _spread(costs)
                over = _spread(known, "+") if known else ""
                expanded = (BEST if _mean(results, "expanded") == least_expanded else "") + expanded
            lines.append([label, cost, over, expanded, *others])
        return lines


def compare(
    start: BoardLike,
    searches: Iterable[SearchLike] | None = None,
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
    preset: str = "textbook",
    limits: Limits = TEN_SECONDS,
    time_limit: float | None = None,
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
    most = join_limits(limits, time_limit, node_limit, memory_limit)
    board = Board(start, shape)
    home = goal_board(goal, board.shape)
    asked = ALGORITHMS if searches is None else searches
    read = read_searches(asked, SearchSpec(preset=preset), board.shape)
    rows = rows_on_one_engine(read, board.shape)
    if not rows:
        raise SlidelabError('name the searches to compare, such as ["bfs", "astar manhattan"]')
    comparison = Comparison([board], home, rows, most)
    comparison.run(lambda start, spec: Search(start, home, spec).advance(most))
    return comparison


def _mean(results: Sequence[Result], counter: str) -> float:
    return fmean(getattr(result.counters, counter) for result in results)


def _describe_outcome(results: Sequence[Result]) -> str:
    """Say how a search ended, in a word or two, or how many of several were solved."""
    if len(results) > 1:
        return f"{sum(map(bool, results))} of {len(results)} solved"
    (result,) = results
    if result.reason and not result.status.can_continue:
        return "no solution"
    words = {Status.EXHAUSTED: "gave up", Status.CANCELLED: "interrupted"}
    return words.get(result.status, result.status.replace("-", " "))


def _write_counter(name: str, results: Sequence[Result]) -> str:
    values = [getattr(result.counters, name) for result in results]
    if name != "seconds":
        return _spread(values)
    time = COUNTERS[name].format(fmean(values))
    return time if len(values) == 1 else f"{time} ± {stdev(values):.1g}"


def _spread(values: Sequence[int], sign: str = "") -> str:
    """Write a value, or the mean of several and their standard deviation.

    >>> _spread([1234]), _spread([10, 20, 60]), _spread([4, 4], sign="+")
    ('1,234', '30 ± 26.5', '+4 ± 0')
    """
    sign = sign if any(values) else ""
    if len(values) == 1:
        return f"{values[0]:{sign},}"
    mean, spread = f"{fmean(values):{sign},.1f}", f"{stdev(values):,.1f}"
    return f"{mean.removesuffix('.0')} ± {spread.removesuffix('.0')}"
