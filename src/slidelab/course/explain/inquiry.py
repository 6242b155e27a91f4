"""Trying conventions until they give the numbers that were printed."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from itertools import count, islice, starmap
from math import inf
from operator import attrgetter
from typing import Any

from slidelab.course.explain.candidates import Candidates, make_unchecked
from slidelab.course.explain.choices import COUNTED
from slidelab.course.explain.match import Match, Near, measure_gap
from slidelab.course.explain.observation import OBSERVABLE, Observation, read_observations
from slidelab.course.explain.plan import ANY, Group, Planned, RulingOut, list_specs, plan
from slidelab.course.explain.running import (
    Budget,
    CountedRun,
    Stopped,
    counts_something,
    is_cut_short,
    list_other_counts,
    search,
    search_each,
)
from slidelab.engines.compiled import is_available
from slidelab.puzzle import BoardLike
from slidelab.search import Conventions, Limits
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.presets import PRESETS
from slidelab.solving import SearchSpec
from slidelab.system.cores import available_cores
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled, CancelledError, Progress, stopping_when

_SMALL_TREE, _LARGEST_TREE, _LARGEST_PATH_TREE = 500, 5_000, 30_000
"""Nodes of a tree search that is tried; searches that keep a path alone have few variants."""
_MOST_NEAREST = 3
_MOST_SEARCHED = 4
"""Differences that change the search itself: with more, something fits any numbers."""
_RUNS_A_CORE = 8
_MOST_NODES = 1_000_000
"""Nodes that are expanded where no number says how many there were."""
_MOST_EXPANSIONS_A_STATE = 3
"""How often a state is expanded on average, at most, where it is counted once."""
_COUNTED_IN_ONE_WAY = frozenset(OBSERVABLE).difference(COUNTED.values())
_MANY_NODES = 10_000
"""Nodes from which on a search is worth a thread."""
_MEMORY_A_SEARCH = 1 << 30
"""Bytes beyond which a search is given up; what is asked about is seldom larger."""


class Inquiry:
    """A question after the conventions of a program; `matches` answers it.

    `observations` are triples of a board, a goal and the numbers printed for it, by the names of
    the counters, or `cost`, or `path`. The algorithm may be `any`, or a search with its
    heuristic. Conventions that differ from the textbook in more than `most_changes` choices, or
    in more than `most_searched` that change the search itself, are left out, unless they are a
    preset's. So is what is left to try when the `budget` is spent.

    Raises ValueError for an algorithm, a heuristic or an observation that makes no sense.

    >>> inquiry = Inquiry([("125340678", "blank-first", {"expanded": 12})], algorithm="bfs")
    >>> [match.words for match in inquiry.matches()][:2]
    ['rows', 'textbook, except: moves tried D U L R']
    """

    def __init__(
        self,
        observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
        *,
        algorithm: str | SearchSpec,
        heuristic: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        most_changes: float = inf,
        most_searched: float = _MOST_SEARCHED,
        budget: Budget | None = None,
    ) -> None:
        self.observations = read_observations(observations)
        # The smallest search rules out most candidates, so it comes first.
        self._places = sorted(
            range(len(self.observations)), key=lambda at: self.observations[at].node_limit or 1e9
        )
        observed = frozenset(name for each in self.observations for name in each.counts)
        self._observed = observed
        self._plans = [
            plan(
                spec,
                observed.intersection(COUNTED.values()),
                0 if algorithm == ANY else self._choose_slow_changes(spec),
                min(most_changes, most_searched),
                any(each.start == each.goal for each in self.observations),
            )
            for spec in (
                [algorithm]
                if isinstance(algorithm, SearchSpec)
                else list_specs(algorithm, heuristic, parameters or {})
            )
        ]
        self.asked = [groups[0][0].candidates for groups in self._plans]
        self._most_changes = most_changes
        self.nearest: list[Near] = []
        """What came nearest without matching, the nearest first."""
        self.misread: dict[str, str] = {}
        """Where a number printed is another counter's, in a sentence each."""
        self.left_out = 0
        """How many searches were not tried because the budget was spent."""
        # Where kernels do most of it, the textbook engine is left with what is seldom met.
        has_kernels = any(each.is_compiled(TEXTBOOK) for each in self.asked)
        self._budget = budget or Budget(textbook=10_000 if has_kernels else 60_000)
        self._cancelled: Cancelled = lambda: False
        self._most_memory = resident_bytes() + _MEMORY_A_SEARCH
        in_turn = [self.observations[at] for at in self._places]
        self._ruling_out = RulingOut(in_turn, self._find_bounds)

    @property
    def tried(self) -> int:
        """How many searches there are to try."""
        return sum(len(group) for groups in self._plans for group in groups)

    @property
    def _largest(self) -> int:
        """The nodes of the largest search."""
        return max(each.node_limit or _MOST_NODES for each in self.observations)

    def _choose_slow_changes(self, spec: SearchSpec) -> int:
        """With how many differences to try searches without a compiled version."""
        if self._largest < _LARGEST_TREE:
            return 3 if self._largest < _SMALL_TREE or spec.method.frontier == "path" else 2
        return 2 if spec.method.frontier == "path" and self._largest < _LARGEST_PATH_TREE else 0

    def matches(
        self,
        progress: Progress = lambda doing, fraction: None,
        cancelled: Cancelled = lambda: False,
    ) -> Iterator[Match]:
        """Yield what gives all the numbers, as it is found: the fewest differences come first."""
        self._cancelled = cancelled
        held: list[tuple[int, tuple[int, ...], int, Match]] = []
        found = count()
        total = sum(map(len, self._plans))
        possible = self._list_possible()
        # The first matches are often among the first few, and to give up waits for a whole batch.
        runs = available_cores()
        with ThreadPoolExecutor(available_cores()) as pool:
            # Kernels let other threads run; where searches are small, threads wait for each other.
            run_all = pool.map if self._largest > _MANY_NODES and is_available() else map
            while batch := [*islice(possible, runs)]:
                runs = min(2 * runs, _RUNS_A_CORE * available_cores())
                tries = run_all(self._try, [group for _, group in batch])
                for (_, group), tried in zip(batch, tries, strict=True):
                    place = group[0].place
                    while held and held[0][:2] <= (place[0], place):
                        yield heappop(held)[-1]
                    for each, outcomes in zip(group, tried, strict=True):
                        if is_cut_short(outcomes):
                            continue
                        self._ruling_out.note(each, outcomes)
                        for rank, match in self._judge(each, outcomes):
                            if rank <= self._most_changes:
                                heappush(held, (rank, each.place, next(found), match))
                progress("trying conventions", batch[-1][0] / total)
                if cancelled():
                    break
        while held:
            yield heappop(held)[-1]

    def _list_possible(self) -> Iterator[tuple[int, Group]]:
        """List the searches not ruled out when their turn comes, with how many are done."""
        groups = [group for groups in self._plans for group in groups]
        groups.sort(key=lambda group: group[0].place)
        for done, group in enumerate(groups, start=1):
            if group[0].place[0] > self._most_changes:
                break
            if possible := self._ruling_out.keep_possible(group):
                yield done, possible

    def _try(self, group: Group) -> list[list[CountedRun]]:
        """Run each on the boards, the smallest first, up to one where it cannot match."""
        outcomes: dict[Conventions, list[CountedRun]] = {each.key: [] for each in group}
        candidates, compiled = group[0].candidates, group[0].compiled
        simplest = {each.key: each.same[0] for each in group}
        possible = [*outcomes]
        with suppress(CancelledError), stopping_when(self._cancelled):  # also while compiling
            for place in self._places:
                if self._cancelled():
                    break
                if not self._budget.allows(compiled):
                    self.left_out += len(possible)
                    for key in possible:
                        outcomes[key].clear()
                    break
                asked = self.observations[place]
                limits, stopped = self._find_bounds(asked)
                if any(each.again for each in group) and limits.nodes is not None:
                    limits = replace(limits, nodes=limits.nodes * _MOST_EXPANSIONS_A_STATE)
                found = search_each(
                    asked.start,
                    asked.goal,
                    candidates.spec,
                    possible,
                    limits,
                    stopped,
                    asked.needs_end,
                )
                # Most of them come from one run.
                most = max(outcome.account.tally.expanded for outcome in found.values())
                self._budget.spend(compiled, most)
                for key, outcome in found.items():
                    outcomes[key].append(outcome)
                possible = [
                    key
                    for key, outcome in found.items()
                    if any(self._find_countings(candidates, simplest[key], {place: outcome}))
                ]
                if not possible:
                    break
        return [outcomes[each.key] for each in group]

    def _find_bounds(self, asked: Observation) -> tuple[Limits, Stopped]:
        """Limit the search of a board: as far as the numbers allow, and until somebody stops it."""
        limits = Limits(nodes=asked.node_limit or _MOST_NODES, memory=self._most_memory)
        return limits, lambda tally: self._cancelled() or asked.is_beyond(tally)

    def _find_countings(
        self, candidates: Candidates, conventions: Conventions, by_place: dict[int, CountedRun]
    ) -> Iterator[Conventions]:
        """Find the ways of counting under which a search gives what was printed on these boards."""
        asked = [(self.observations[place], outcome) for place, outcome in by_place.items()]
        if not all(outcome.fits(each, _COUNTED_IN_ONE_WAY) for each, outcome in asked):
            return

        def suits(counter: str, counting: Conventions) -> bool:
            return all(
                counter not in each.counts
                or outcome.number(counter, counting) == each.counts[counter]
                for each, outcome in asked
            )

        yield from candidates.list_countings(conventions, suits)

    def _judge(self, planned: Planned, outcomes: list[CountedRun]) -> Iterator[tuple[int, Match]]:
        """Find the matches among choices that lead to the same search, each with its rank."""
        candidates, named = planned.candidates, set()
        by_place = dict(zip(self._places, outcomes, strict=False))
        is_match = False
        # Of a search that is not near on a board, those that follow were not tried.
        all_tried = len(outcomes) == len(self._places)
        for conventions in planned.same if all_tried else ():
            for counting in self._find_countings(candidates, conventions, by_place):
                is_match = True
                chosen = candidates.with_counting(conventions, counting)
                if not counts_something(chosen, outcomes):
                    continue
                presets = candidates.find_presets(chosen)
                for preset in presets:
                    if preset not in named:
                        named.add(preset)
                        match = self._make_match(candidates, PRESETS[preset], preset, by_place)
                        yield int(preset != "textbook"), match
                if not presets:
                    rank = len(candidates.find_differences(chosen, "textbook"))
                    yield rank, self._make_match(candidates, chosen, None, by_place)
        if not is_match:
            self._keep_nearest(candidates, planned.same[0], by_place)

    def _make_match(
        self,
        candidates: Candidates,
        chosen: Conventions,
        preset: str | None,
        by_place: dict[int, CountedRun],
    ) -> Match:
        """Make a match of a preset, or of the differences from the nearest one."""
        counting = candidates.canonicalise(chosen)
        if preset is None:
            preset = min(PRESETS, key=lambda name: len(candidates.find_differences(chosen, name)))
            deviations = candidates.find_differences(chosen, preset)
            # What cannot matter is as in the preset, so that the two differ in nothing else.
            chosen = make_unchecked(vars(PRESETS[preset]) | deviations)
        return Match(
            replace(candidates.spec, preset=preset, conventions=chosen),
            tuple(by_place[place].account.counters(counting) for place in sorted(by_place)),
        )

    def _keep_nearest(
        self, candidates: Candidates, conventions: Conventions, by_place: dict[int, CountedRun]
    ) -> None:
        """Remember a search, counted in the way that comes nearest, if few come nearer."""
        *_, last = by_place.values()
        if last.status.can_continue:
            return

        def distance_of(counter: str, counting: Conventions) -> float:
            return sum(
                measure_gap(printed, outcome.number(counter, counting))
                for place, outcome in by_place.items()
                if (printed := self.observations[place].counts.get(counter)) is not None
            )

        self._look_for_misreading(candidates, conventions, by_place)
        nearest = {
            counter: min(those, key=partial(distance_of, counter))
            for counter, those in candidates.list_ways(conventions).items()
        }
        # A board that was not tried is farther than any other.
        distance = 100.0 * (len(self.observations) - len(by_place)) + sum(
            starmap(distance_of, nearest.items())
        )
        for name in _COUNTED_IN_ONE_WAY & self._observed:
            distance += distance_of(name, TEXTBOOK)
        if sum(known.distance <= distance for known in self.nearest) >= _MOST_NEAREST:
            return
        [counting] = candidates.list_countings(
            conventions, lambda name, each: each is nearest[name]
        )
        chosen = candidates.with_counting(conventions, counting)
        differences = {
            place: self.observations[place].find_differences(
                outcome.account.counters(counting), outcome.moves
            )
            for place, outcome in by_place.items()
        }
        distance += sum("path" in each for each in differences.values())
        match = self._make_match(candidates, chosen, None, by_place)
        insort(self.nearest, Near(match, differences, distance), key=attrgetter("distance"))
        del self.nearest[_MOST_NEAREST:]

    def _look_for_misreading(
        self, candidates: Candidates, conventions: Conventions, by_place: dict[int, CountedRun]
    ) -> None:
        """Whether what was printed as expanded is another count, on every board."""
        first, *rest = self._places
        printed = self.observations[first].counts.get("expanded")
        for what, number in list_other_counts(candidates.spec, by_place[first]).items():
            if number != printed or what in self.misread:
                continue
            chosen = candidates.with_counting(conventions, TEXTBOOK)
            if all(self._is_misread(candidates, chosen, place, what) for place in rest):
                match = self._make_match(candidates, chosen, None, {first: by_place[first]})
                self.misread[what] = f"{number:,} are {what}, not those expanded, under {match}."

    def _is_misread(
        self, candidates: Candidates, chosen: Conventions, place: int, what: str
    ) -> bool:
        asked, key = self.observations[place], candidates.canonicalise_search(chosen)
        outcome = search(asked.start, asked.goal, candidates.spec, key, *self._find_bounds(asked))
        counts = list_other_counts(candidates.spec, outcome)
        return counts[what] == asked.counts.get("expanded")


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
