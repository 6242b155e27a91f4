"""Several searches side by side, of one board or of many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

from slidelab.puzzle import Board, BoardLike, goal_name
from slidelab.puzzle.board import ShapeLike
from slidelab.search import ALGORITHMS, Conventions, Counters, Limits, Status
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, Search, SearchSpec, frame
from slidelab.solving.anytime import TEN_SECONDS
from slidelab.solving.row_syntax import Row, SearchLike, read_searches, rows_on_one_engine
from slidelab.solving.search import join_limits
from slidelab.solving.text_layout import table

ENOUGH_SECONDS = 0.1
MOST_RUNS = 25

HEADINGS = ("search", "cost ", "over", "expanded ", "generated", "frontier", "time")
"""The best figures are marked: the mark hangs over to the right of headings and figures alike."""
NUMBERS = range(1, 7)
"""The columns that hold figures."""
SHOWN = ("expanded", "generated", "max_frontier", "seconds")
"""The counters that tell searches apart."""
BEST = "*"


@dataclass(repr=False)
class Comparison:
    """The searches to make on each of the boards, and, one after another, what came of them.

    In a notebook it shows itself as a table, with the path of any search to leaf through.
    """

    starts: Sequence[Board]
    goal: Board
    rows: Sequence[Row]
    limits: Limits
    many: bool = False
    """Whether it is about many boards, and medians tell more than single figures."""
    done: list[tuple[Row, Result]] = field(default_factory=list)
    shortest: dict[tuple[Board, str], int] = field(default_factory=dict)
    """The length of a shortest path in a metric, for the boards for which it could be found."""
    progress: Counters | None = None
    """How the search that is under way does."""

    def __len__(self) -> int:
        return len(self.done)

    def __iter__(self) -> Iterator[Result]:
        return (result for _, result in self.done)

    def __getitem__(self, place: int | str) -> Result:
        """The result of a search by its number, or of the row with this label."""
        if isinstance(place, str):
            labels = [row.label for row, _ in self.done]
            if place not in labels:
                raise KeyError(f"there is no row {place!r}; the rows are {', '.join(labels)}")
            place = labels.index(place)
        return self.done[place][1]

    def __str__(self) -> str:
        """A table for people."""
        return table(HEADINGS, self.lines(), right=NUMBERS, rule=True)

    def __repr__(self) -> str:
        searches = ", ".join(row.label for row in self.rows)
        return f"<Comparison of {searches} on {self.starts[0].to_text('rows')}>"

    def to_frame(self, library: str = "pandas") -> Any:
        """A data frame with one row for each search; see `slidelab.frame`."""
        return frame(self, library)

    def plot(self, file: str | Path, measures: Sequence[str] = ()) -> None:
        """Plot what the searches did to a file that ends in .png, .svg, .pdf or .html.

        `measures` are the counters to plot (default: all that matter, on one sheet). Raises
        ValueError for another ending, and ImportError that says what to install.
        """
        from slidelab.lab.plots import check_plot_name, plot_comparison, series_of

        check_plot_name(file)
        plot_comparison(
            series_of(list(self), [row.label for row, _ in self.done]),
            Path(file),
            measures=measures,
            title="Searches compared",
            note=self.note,
        )

    @property
    def note(self) -> str:
        """What was compared and how, in a sentence."""
        which = (
            f"{len(self.starts):,} random boards of {self.goal.shape}"
            if self.many
            else f"Start {self.starts[0].to_text('rows')}"
        )
        used = ", ".join(sorted(self.heuristics()))
        return f"{which}; {self.method}" + (f"; heuristic {used}." if used else ".")

    def searches(self) -> list[tuple[Row, SearchSpec]]:
        """All searches to make on a board, with the rows that they belong to."""
        return [(row, spec) for row in self.rows for spec in row.specs]

    @property
    def specs(self) -> list[SearchSpec]:
        """All ways of searching."""
        return [spec for _, spec in self.searches()]

    @property
    def counted_as(self) -> str:
        """The conventions that the searches count by, in words."""
        found = {spec.counted_as for spec in self.specs}
        if len(found) == 1:
            return found.pop()
        presets = dict.fromkeys(spec.preset for spec in self.specs)
        shared = [
            CHOICES[name].words(value)
            for name, value in self.specs[0].deviations().items()
            if all(spec.deviations().get(name) == value for spec in self.specs)
        ]
        return f"{' and '.join(presets)}, except: {', '.join([*shared, 'as each row says'])}"

    @property
    def engines(self) -> str:
        """The engine of all searches, or the engines."""
        return " and ".join(dict.fromkeys(spec.engine for spec in self.specs))

    @property
    def method(self) -> str:
        """What all searches share: the goal, the conventions and the engine, in words."""
        goal = goal_name(self.goal)
        return f"goal {goal}; counted as {self.counted_as}; engine {self.engines}"

    def heuristics(self) -> list[str]:
        return list(dict.fromkeys(spec.heuristic for spec in self.specs if spec.heuristic))

    def over_shortest(self, result: Result) -> int | None:
        """How many moves the path found has over a shortest one, where that is known."""
        shortest = self.shortest.get((result.start, result.conventions.metric))
        return None if shortest is None or result.cost is None else result.cost - shortest

    @property
    def metrics(self) -> list[str]:
        """What the searches count as a move."""
        return list(dict.fromkeys(spec.conventions.metric for spec in self.specs))

    def find_shortest(self, search: Callable[[Board, SearchSpec], Result]) -> None:
        """Learn how long the shortest paths are, from the searches made or by one more."""
        solved, lengths = set(), {}
        for result in self:
            if result.solved:
                asked = result.start, result.conventions.metric
                solved.add(asked)
                if result.proven:
                    lengths[asked] = result.cost
        for start, metric in solved - lengths.keys():
            result = search(start, SearchSpec(conventions=Conventions(metric=metric)))
            lengths[start, metric] = result.cost if result.proven else None
        self.shortest = {asked: cost for asked, cost in lengths.items() if cost is not None}

    def lines(self) -> list[list[str]]:
        """A line for each row that is done."""
        complete = [
            (row, found)
            for row in self.rows
            if len(found := [result for made, result in self.done if made is row]) == len(row.specs)
            or (found and found[-1].status is Status.CANCELLED)
        ]
        solved = [found for _, found in complete if all(result.solved for result in found)]
        cheapest = []
        if len(self.metrics) == 1:
            cheapest = _find_best(solved, lambda found: fmean(each.cost or 0 for each in found))
        # Every search generates its root; a program that tells no counts is not the best.
        telling = [
            found
            for found in solved
            if any(each.counters.expanded or each.counters.generated for each in found)
        ]
        leanest = _find_best(telling, lambda found: fmean(each.counters.expanded for each in found))
        lines = []
        for row, found in complete:
            cost, over = _describe_outcome(found), ""
            if found in solved:
                marked = BEST if found in cheapest else " "
                cost = f"{_describe_spread([result.cost or 0 for result in found])}{marked}"
                beyond = [self.over_shortest(result) for result in found]
                known = [number for number in beyond if number is not None]
                over = _describe_spread(known, sign="+") if known else ""
            expanded, *others = _describe_counters(found)
            nodes = BEST if found in leanest else " "
            lines.append([row.label, cost, over, f"{expanded}{nodes}", *others])
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

    Each is written as a row of `slidelab compare`: an algorithm, and in any order what is special
    about it: `astar misplaced`, `wastar weight=2`, `bfs tree`. `bfs random` makes five searches.
    Or it is a function, a pair of an algorithm and a heuristic, each named or a function, or a
    SearchSpec.

    Raises ValueError for a word that means nothing, and when there is nothing to compare.

    >>> compared = compare("125340678", ["bfs", "astar manhattan"])
    >>> [(result.algorithm, result.cost, result.counters.expanded) for result in compared]
    [('bfs', 3, 10), ('astar', 3, 3)]
    """
    limits = join_limits(limits, time_limit, node_limit, memory_limit)
    usual, board = SearchSpec(preset=preset), Search(start, goal, shape=shape)
    size = board.start.shape
    asked = read_searches(ALGORITHMS if searches is None else searches, usual, size)
    rows = rows_on_one_engine(asked, size)
    if not rows:
        raise ValueError('name the searches to compare, such as ["bfs", "astar manhattan"]')
    comparison = Comparison([board.start], board.goal, rows, limits)
    for row, spec in comparison.searches():
        comparison.done.append((row, Search(board.start, board.goal, spec).advance(limits)))
    comparison.find_shortest(lambda start, spec: Search(start, board.goal, spec).advance(limits))
    return comparison


def take_median_time(
    first: Result,
    again: Callable[[], Result],
    enough_seconds: float = ENOUGH_SECONDS,
    most_runs: int = MOST_RUNS,
) -> Result:
    """Return the result with the median time of further runs; a long one as it is.

    The first run fills caches, and any run may be interrupted. So a short search is run `again`
    until the runs together are long enough to be measured. A run that ends otherwise, because it
    was stopped, ends the measuring.
    """
    times: list[float] = []
    while first.counters.seconds + sum(times) < enough_seconds and len(times) < most_runs:
        result = again()
        if result.status is not first.status:
            break
        times.append(result.counters.seconds)
    if not times:
        return first
    return replace(first, counters=replace(first.counters, seconds=median(times)))


def describe_status(result: Result) -> str:
    """How a search ended, in a word or two."""
    if result.reason and not result.status.can_continue:
        return "no solution"
    words = {Status.EXHAUSTED: "gave up", Status.CANCELLED: "interrupted"}
    return words.get(result.status, result.status.replace("-", " "))


def _find_best(
    rows: list[list[Result]], mean: Callable[[list[Result]], float]
) -> list[list[Result]]:
    """The rows with the lowest mean."""
    lowest = min(map(mean, rows), default=None)
    return [found for found in rows if mean(found) == lowest]


def _describe_outcome(found: Sequence[Result]) -> str:
    """How searches ended that did not all find a path."""
    if len(found) == 1:
        return describe_status(found[0])
    return f"{sum(result.solved for result in found)} of {len(found)} solved"


def _describe_counters(found: Sequence[Result]) -> list[str]:
    """The counters shown, as means with their spread where there are several searches."""
    cells = []
    for name in SHOWN:
        values = [getattr(result.counters, name) for result in found]
        if name == "seconds":
            time = COUNTERS[name].format(fmean(values))
            cells.append(time if len(values) == 1 else f"{time} ± {stdev(values):.1g}")
        else:
            cells.append(_describe_spread(values))
    return cells


def _describe_spread(values: Sequence[int], sign: str = "") -> str:
    """A value, or the mean of several and their standard deviation.

    >>> _describe_spread([1234]), _describe_spread([10, 20, 60]), _describe_spread([4, 4], sign="+")
    ('1,234', '30 ± 26.5', '+4 ± 0')
    """
    sign = sign if any(values) else ""
    if len(values) == 1:
        return f"{values[0]:{sign},}"
    mean, spread = f"{fmean(values):{sign},.1f}", f"{stdev(values):,.1f}"
    return f"{mean.removesuffix('.0')} ± {spread.removesuffix('.0')}"
