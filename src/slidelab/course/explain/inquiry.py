"""Trying conventions until they give the numbers that were printed."""

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf
from operator import attrgetter
from typing import Any

from slidelab.course.explain.candidates import (
    COUNTING,
    FIGURES_OF,
    MOST_SEARCHED,
    Candidates,
    figure_of,
    find_figures,
)
from slidelab.course.explain.match import Match, Near, measure_gap
from slidelab.course.explain.observation import Observation, read_observations
from slidelab.course.explain.running import Budget, CountedRun, is_compiled, search
from slidelab.errors import SlidelabError
from slidelab.puzzle import BoardLike
from slidelab.search import (
    ALGORITHMS,
    FIGURES,
    PRESETS,
    Conventions,
    Counters,
    Counts,
    Limits,
    SearchSpec,
)
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.spec import find_heuristic
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled, CancelledError, Progress, stopping_when

ANY = "any"
"""The name for: I do not know the algorithm."""

USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")
_MOST_NEAREST = 3
_MOST_NODES = 1_000_000
"""Nodes that are expanded if no number says how many there were."""
_MEMORY_A_SEARCH = 1 << 30
"""Bytes beyond which a search is given up; what is asked about is seldom larger."""


class Inquiry:
    """A question after the conventions of a program; `matches` answers it.

    `observations` are triples of a board, a goal and the numbers printed for it, by the names of
    the counters, or `cost`, or `path`. The algorithm may be `any`, or a search with its heuristic.
    Conventions that differ from the textbook in more than `most_changes` choices are left out,
    unless they are a preset's. So is what is left to try when the `budget` is spent.

    Raises ValueError for an algorithm, a heuristic or an observation that makes no sense.

    >>> inquiry = Inquiry([("125340678", "blank-first", {"expanded": 12})], algorithm="bfs")
    >>> [match.words for match in inquiry.matches()][:2]
    ['rows', 'textbook, except order=DULR']
    """

    def __init__(
        self,
        observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
        *,
        algorithm: str | SearchSpec,
        heuristic: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        most_changes: float = inf,
        most_searched: int = MOST_SEARCHED,
        budget: Budget | None = None,
    ) -> None:
        self.observations = read_observations(observations)
        # The smallest search rules out most candidates, so it comes first.
        self._places = sorted(
            range(len(self.observations)), key=lambda at: self.observations[at].node_limit or 1e9
        )
        specs = (
            [algorithm]
            if isinstance(algorithm, SearchSpec)
            else list_specs(algorithm, heuristic, parameters or {})
        )
        self.asked = [Candidates(spec) for spec in specs]
        self._most_changes = most_changes
        self._most_searched = most_searched
        self.nearest: list[Near] = []
        """What came nearest without matching, the nearest first."""
        self.misread: dict[str, str] = {}
        """Sentences for printed numbers that are another counter's."""
        self.tried = 0
        """How many searches were tried."""
        self.left_out = 0
        """How many searches were not tried because the budget was spent."""
        self._budget = budget or Budget()
        self._most_memory = resident_bytes() + _MEMORY_A_SEARCH

    def matches(
        self,
        progress: Progress = lambda doing, fraction: None,
        cancelled: Cancelled = lambda: False,
    ) -> Iterator[Match]:
        """Yield what gives all the numbers: the fewest differences come first.

        The search stops one difference after the first match.
        """
        found: list[tuple[int, Match]] = []
        tried: dict[tuple[int, Conventions], Sequence[CountedRun]] = {}
        most = min(self._most_searched, self._most_changes)
        changes, first = 0, inf
        named: set[str] = set()
        while changes <= min(most, first + 1):
            todo = [
                (at, candidates, conventions)
                for at, candidates in enumerate(self.asked)
                for conventions in self._list_variants(candidates, changes)
            ]
            for number, (at, candidates, conventions) in enumerate(todo):
                if cancelled():
                    break
                progress("trying conventions", number / len(todo))
                key = at, candidates.relevant(replace(conventions, **_USUAL_COUNTING))
                if key not in tried:
                    tried[key] = self._run(candidates, conventions, cancelled)
                found += self._judge(candidates, conventions, tried[key])
            changes += 1
            found.sort(key=lambda each: each[0])
            while found and found[0][0] < changes:
                rank, match = found.pop(0)
                first = min(first, rank)
                if (words := str(match)) not in named:
                    named.add(words)
                    yield match
            if cancelled():
                break
        for rank, match in found:
            if rank <= self._most_changes and (words := str(match)) not in named:
                named.add(words)
                yield match

    def _list_variants(self, candidates: Candidates, changes: int) -> Iterator[Conventions]:
        if changes == 1:
            yield from PRESETS.values()
        yield from candidates.variants(changes)

    def _run(
        self, candidates: Candidates, conventions: Conventions, cancelled: Cancelled
    ) -> list[CountedRun]:
        """Search each board, the smallest first, up to one where nothing can match."""
        outcomes: list[CountedRun] = []
        conventions = replace(conventions, **_USUAL_COUNTING)
        self.tried += 1
        try:
            with stopping_when(cancelled):  # also while compiling
                for place in self._places:
                    asked = self.observations[place]
                    compiled = is_compiled(candidates.spec, conventions, asked.start)
                    if not self._budget.allows(compiled):
                        self.left_out += 1
                        return []
                    limits = Limits(nodes=asked.node_limit or _MOST_NODES, memory=self._most_memory)
                    outcome = search(
                        asked.start,
                        asked.goal,
                        candidates.spec,
                        conventions,
                        limits,
                        partial(_is_over, asked, cancelled),
                    )
                    self._budget.spend(compiled, outcome.counts.expanded)
                    outcomes.append(outcome)
                    if cancelled() or not self._suits([place], [outcome]):
                        break
        except CancelledError:
            return []
        return outcomes

    def _suits(self, places: Sequence[int], outcomes: Sequence[CountedRun]) -> bool:
        """Return whether the numbers of some boards are figures of these searches."""
        counts = [outcome.counts for outcome in outcomes]
        for place, outcome in zip(places, outcomes, strict=True):
            path = self.observations[place].path
            if path is not None and (outcome.moves is None or (*outcome.moves,) != path):
                return False
        return all(
            find_figures(name, counts, [self.observations[at].counts.get(name) for at in places])
            for name in FIGURES_OF
        )

    def _judge(
        self, candidates: Candidates, conventions: Conventions, outcomes: Sequence[CountedRun]
    ) -> Iterator[tuple[int, Match]]:
        """Yield the matches among the ways of counting a search, with their numbers of changes."""
        places = self._places[: len(outcomes)]
        if len(outcomes) < len(self._places) or not self._suits(places, outcomes):
            if outcomes:
                self._look_for_misreading(candidates, conventions, places, outcomes)
                self._keep_nearest(candidates, conventions, places, outcomes)
            return
        counts = [outcome.counts for outcome in outcomes]
        observed = {name for asked in self.observations for name in asked.counts}
        figures = {
            name: find_figures(
                name, counts, [self.observations[at].counts.get(name) for at in places]
            )
            for name in FIGURES_OF
            if name in observed
        }
        is_preset = conventions != TEXTBOOK and conventions in PRESETS.values()
        for chosen in product(*figures.values()):
            named = dict(zip(figures, chosen, strict=True))
            others = {
                name: figure
                for name, figure in named.items()
                if name not in COUNTING and figure != FIGURES_OF[name][0]
            }
            counting = replace(
                conventions, **{name: named.get(name, getattr(TEXTBOOK, name)) for name in COUNTING}
            )
            if is_preset and any(
                getattr(counting, name) != getattr(conventions, name)
                for name in COUNTING
                if name in observed
            ):
                continue
            changes = len(candidates.differences(counting)) + len(others)
            for preset in PRESETS:
                if candidates.differences(counting, preset):
                    continue
                if is_preset == (PRESETS[preset] == conventions and preset != "textbook"):
                    rank = len(others) + (preset != "textbook")
                    yield rank, self._make_match(candidates, counting, preset, outcomes, others)
            is_named = any(not candidates.differences(counting, name) for name in PRESETS)
            if not is_preset and not is_named:
                yield changes, self._make_match(candidates, counting, None, outcomes, others)

    def _make_match(
        self,
        candidates: Candidates,
        conventions: Conventions,
        preset: str | None,
        outcomes: Sequence[CountedRun],
        figures: Mapping[str, str],
    ) -> Match:
        """Return a match of a preset, or of the differences from the nearest one."""
        if preset is None:
            preset = min(PRESETS, key=lambda name: len(candidates.differences(conventions, name)))
        # What cannot matter is as in the preset, so that the two differ in nothing else.
        deviations = candidates.differences(conventions, preset)
        chosen = replace(PRESETS[preset], **deviations)
        by_place = dict(zip(self._places, outcomes, strict=False))
        spec = replace(candidates.spec, preset=preset, conventions=chosen)
        counters = []
        for place in sorted(by_place):
            counts = by_place[place].counts
            printed: dict[str, Any] = {
                name: figure_of(figure, counts) for name, figure in figures.items()
            }
            counters.append(replace(Counters.of(counts, conventions), **printed))
        return Match(spec, tuple(counters), figures=tuple(figures.items()))

    def _keep_nearest(
        self,
        candidates: Candidates,
        conventions: Conventions,
        places: Sequence[int],
        outcomes: Sequence[CountedRun],
    ) -> None:
        """Remember a search, counted in the way that comes nearest, if few come nearer."""
        if outcomes[-1].status.can_continue:
            return

        def distance_of(counter: str, figure: str) -> float:
            return sum(
                measure_gap(printed, figure_of(figure, outcome.counts))
                for place, outcome in zip(places, outcomes, strict=True)
                if (printed := self.observations[place].counts.get(counter)) is not None
            )

        nearest = {
            counter: min(figures, key=lambda figure, counter=counter: distance_of(counter, figure))  # type: ignore[misc]
            for counter, figures in FIGURES_OF.items()
        }
        # A board that was not tried is farther than any other.
        distance = 100.0 * (len(self.observations) - len(outcomes))
        distance += sum(distance_of(*pair) for pair in nearest.items())
        if sum(known.distance <= distance for known in self.nearest) >= _MOST_NEAREST:
            return
        counting = replace(conventions, **{name: nearest[name] for name in COUNTING})
        others = {
            name: figure
            for name, figure in nearest.items()
            if name not in COUNTING and figure != FIGURES_OF[name][0]
        }
        differences = {}
        for place, outcome in zip(places, outcomes, strict=True):
            asked = self.observations[place]
            numbers = {n: figure_of(nearest[n], outcome.counts) for n in asked.counts}
            differences[place] = asked.find_differences(numbers, outcome.moves)
        distance += sum("path" in each for each in differences.values())
        match = self._make_match(candidates, counting, None, outcomes, others)
        if str(match) in {str(known.match) for known in self.nearest}:
            return
        insort(self.nearest, Near(match, differences, distance), key=attrgetter("distance"))
        del self.nearest[_MOST_NEAREST:]

    def _look_for_misreading(
        self,
        candidates: Candidates,
        conventions: Conventions,
        places: Sequence[int],
        outcomes: Sequence[CountedRun],
    ) -> None:
        """Note if what was printed as expanded is another figure, on every board."""
        if len(outcomes) < len(self._places) and len(self._places) > 1:
            return
        printed = [self.observations[place].counts.get("expanded") for place in places]
        for name in ("generated", "generated-without-root", "pushed", "pushed-without-root"):
            figures = [figure_of(name, outcome.counts) for outcome in outcomes]
            if figures == printed and name not in self.misread:
                match = self._make_match(candidates, conventions, None, outcomes, {})
                self.misread[name] = (
                    f"{figures[0]:,} are {FIGURES[name].meaning}, not the nodes expanded, under "
                    f"{match}."
                )


def _is_over(asked: Observation, cancelled: Cancelled, counts: Counts) -> bool:
    return cancelled() or asked.is_beyond(counts)


_USUAL_COUNTING = {name: getattr(TEXTBOOK, name) for name in COUNTING}


def list_specs(
    algorithm: str, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    """Return the searches that are asked about."""
    names = _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,)
    estimates = [heuristic] if heuristic else [*USUAL_HEURISTICS][: None if algorithm == ANY else 1]
    found = []
    for name in names:
        method = ALGORITHMS[name]
        for estimate in estimates if method.informed else [None]:
            spec = SearchSpec(
                name,
                None if estimate is None else find_heuristic(estimate).name,
                parameters={n: v for n, v in parameters.items() if n in method.parameters},
            )
            if method.is_own:
                raise SlidelabError(
                    f"{spec.algorithm} is your own algorithm: slidelab explains those it knows"
                )
            found.append(spec)
    return found


def explain(
    board: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    algorithm: str,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    more: Iterable[tuple[BoardLike, BoardLike, Mapping[str, Any]]] = (),
    **counts: Any,
) -> list[Match]:
    """Find the conventions under which a search counts what a program printed for a board.

    `counts` are numbers by the names of the counters, `cost` and `path`; `more` are further boards,
    each with its goal and numbers. The algorithm may be `any`. The fewest differences from the
    preset `textbook` come first.

    Raises ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("125340678", algorithm="bfs", expanded=10, max_depth=4)[0])
    bfs; counted as textbook
    """
    observations = [(board, goal, counts), *more]
    inquiry = Inquiry(observations, algorithm=algorithm, heuristic=heuristic, parameters=parameters)
    return [*inquiry.matches()]
