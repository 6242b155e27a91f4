"""Trying conventions until they give the numbers that were printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, islice
from math import log
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import Candidates, unchecked
from slidelab.course.explain.match import Differences, Match, Near
from slidelab.course.explain.observation import Observation, observations_of
from slidelab.course.explain.running import CountedRun, Stopped, other_counts, search, search_each
from slidelab.search import ALGORITHMS, Conventions, Limits, Status
from slidelab.search.conventions import PRESETS
from slidelab.solving import SearchSpec
from slidelab.solving.spec import canonical_heuristic
from slidelab.system.cores import available_cores
from slidelab.system.memory import resident_bytes

ANY = "any"
"""The name for: I do not know the algorithm."""

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")
_USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
_LARGEST_TREE = 5_000
_LARGEST_TREES = {"path": 30_000}
"""Nodes of a tree search that is tried; searches that keep a path alone have few variants."""
_MOST_NEAREST = 3
_RUNS_A_CORE = 8
_MOST_NODES = 1_000_000
"""Nodes that are expanded where no number says how many there were."""
_MEMORY_A_SEARCH = 1 << 30
"""Bytes beyond which a search is given up; what is asked about is seldom larger."""

Progress = Callable[[int, int], None]


class Planned(NamedTuple):
    """A search to run."""

    number: int
    """Its place among all, the nearest first."""
    rank: int
    candidates: Candidates
    key: Conventions
    """What it is run with."""
    same: list[Conventions]
    """The simplest choices that lead to it."""
    alike: Conventions
    """What expands the same boards."""

    @property
    def run(self) -> tuple[Candidates, Conventions]:
        """What those share that one run may tell of (see `search_each`)."""
        return self.candidates, unchecked(vars(self.key) | {"goal_test": "expand", "reopen": True})


class Inquiry:
    """A question after the conventions of a program; `matches` answers it.

    Raises ValueError for an algorithm, a heuristic or an observation that makes no sense.
    """

    def __init__(
        self,
        observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
        *,
        algorithm: str,
        heuristic: str | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        # The smallest search rules out most candidates, so it comes first.
        self.observations = observations_of(observations)
        self._places = sorted(
            range(len(self.observations)), key=lambda at: self.observations[at].node_limit or 1e9
        )
        observed = {name for each in self.observations for name in each.counts}
        self.asked = [
            Candidates(spec, observed, algorithm != ANY and self._may_be_tree(spec))
            for spec in _specs(algorithm, heuristic, parameters or {})
        ]
        self.nearest: list[Near] = []
        """What came nearest without matching, the nearest first."""
        self.misread: dict[str, str] = {}
        """Where a number printed is another counter's, in a sentence each."""
        self._cancelled: Callable[[], bool] = lambda: False
        self._expanded: dict[tuple[Candidates, Conventions], list[CountedRun]] = {}
        """What came of searches that stand for others which expand the same boards."""

    def _may_be_tree(self, spec: SearchSpec) -> bool:
        limits = [each.node_limit for each in self.observations]
        most = _LARGEST_TREES.get(spec.method.frontier, _LARGEST_TREE)
        return all(limit and limit < most for limit in limits)

    def matches(
        self,
        progress: Progress = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[Match]:
        """What gives all the numbers, as it is found: the fewest differences come first.

        `progress` is told how many searches of how many were tried.
        """
        self._cancelled = cancelled
        plan = self._plan()
        held: list[tuple[int, int, int, Match]] = []
        found = count()
        possible = self._possible(plan)
        with ThreadPoolExecutor(available_cores()) as pool:
            # Kernels let other threads run, so threads keep all cores busy.
            while batch := [*islice(possible, _RUNS_A_CORE * available_cores())]:
                tries = [pool.submit(self._try, group) for _, group in batch]
                for (_, group), tried in zip(batch, tries, strict=True):
                    while held and held[0][:2] <= (group[0].rank, group[0].number):
                        yield heappop(held)[-1]
                    for each, outcomes in zip(group, tried.result(), strict=True):
                        if each.key == each.alike and not _is_cut_short(outcomes):
                            self._expanded[each.candidates, each.key] = outcomes
                        for rank, match in self._judge(each, outcomes):
                            heappush(held, (rank, each.number, next(found), match))
                progress(batch[-1][0], len(plan))
                if cancelled():
                    break
        while held:
            yield heappop(held)[-1]

    def _plan(self) -> list[Planned]:
        """The searches to run, each with the simplest choices that lead to it, nearest first."""
        plan: dict[tuple[int, Conventions], list[Conventions]] = {}
        for number, candidates in enumerate(self.asked):
            for conventions in candidates.searches():
                same = plan.setdefault((number, candidates.search_of(conventions)), [])
                if not same or _as_simple(candidates, conventions, same[0]):
                    same.append(conventions)
        planned = []
        for (number, key), same in plan.items():
            candidates = self.asked[number]
            rank, is_no_preset = candidates.place(key, same[0])
            alike = candidates.expands_as(key)
            # What stands for others comes before them, and may rule them out.
            place = rank, is_no_preset, key != alike
            planned.append((place, (rank, candidates, key, same, alike)))
        planned.sort(key=lambda each: each[0])
        return [Planned(number, *each) for number, (_, each) in enumerate(planned)]

    def _possible(self, plan: list[Planned]) -> Iterator[tuple[int, list[Planned]]]:
        """Those that are not ruled out when their turn comes, together where a run may tell both.

        With each how many of the plan are then dealt with.
        """
        runs: dict[tuple[Candidates, Conventions], list[Planned]] = {}
        for each in plan:
            runs.setdefault(each.run, []).append(each)
        done = 0
        for group in runs.values():
            done += len(group)
            if possible := [each for each in group if not self._is_ruled_out(each)]:
                yield done, possible

    def _is_ruled_out(self, planned: Planned) -> bool:
        """Whether it cannot be it, as another that expands the same boards or the layers show."""
        return self._is_ruled_out_by_layers(planned) or self._is_ruled_out_by_another(planned)

    def _is_ruled_out_by_layers(self, planned: Planned) -> bool:
        """Breadth first, all closer boards are expanded when the goal is taken off, and none but
        those when it is generated.
        """
        candidates, chosen = planned.candidates, planned.key
        if candidates.spec.algorithm not in ("bfs", "ucs") or not chosen.graph:
            return False
        if chosen.checked == "expanded-again":
            return not all(self._reached_again)
        early, copies = candidates.tests_early(chosen), self._counts_copies(planned)
        for asked, layers in zip(self.observations, self._layers, strict=True):
            if layers is None or "expanded" not in asked.counts:
                continue
            printed, closer = asked.counts["expanded"], sum(layers)
            if printed < closer if not early else printed > closer and not copies:
                return True
        return False

    @cached_property
    def _layers(self) -> list[list[int] | None]:
        return [each.layers for each in self.observations]

    @cached_property
    def _reached_again(self) -> list[bool]:
        """Whether the goal may be reached, breadth first, where every copy is expanded.

        Each way to a board of a layer makes a copy of it in the next, in any order, so all such
        searches come to a layer after equally many nodes.
        """
        return [
            layers is None or self._reaches_again(asked, len(layers))
            for asked, layers in zip(self.observations, self._layers, strict=True)
        ]

    def _reaches_again(self, asked: Observation, distance: int) -> bool:
        every_copy = Conventions(checked="expanded-again")
        limits, stopped = self._bounds(asked)
        outcome = search(asked.start, asked.goal, SearchSpec("bfs"), every_copy, limits, stopped)
        return outcome.account.tally.deepest_expanded + 1 >= distance

    def _counts_copies(self, planned: Planned) -> bool:
        return any(map(planned.candidates.counts_copies, planned.same))

    def _is_ruled_out_by_another(self, planned: Planned) -> bool:
        known = self._expanded.get((planned.candidates, planned.alike), ())
        copies = self._counts_copies(planned)
        return any(
            self.observations[place].rules_out(outcome.account.tally.expanded, outcome.cost, copies)
            for place, outcome in zip(self._places, known, strict=False)
        )

    def _try(self, group: list[Planned]) -> list[list[CountedRun]]:
        """What comes of each on the boards, the smallest first, up to one that cannot be it."""
        candidates = group[0].candidates
        outcomes: dict[Conventions, list[CountedRun]] = {each.key: [] for each in group}
        possible = [*outcomes]
        for place in self._places:
            if self._cancelled():
                break
            asked = self.observations[place]
            bounds = self._bounds(asked)
            found = search_each(asked.start, asked.goal, candidates.spec, possible, *bounds)
            for key, outcome in found.items():
                outcomes[key].append(outcome)
            possible = [
                key
                for key, outcome in found.items()
                if not all(
                    asked.differences(outcome.counters(each), outcome.moves)
                    for each in candidates.countings(key)
                )
            ]
            if not possible:
                break
        return [outcomes[each.key] for each in group]

    def _bounds(self, asked: Observation) -> tuple[Limits, Stopped]:
        """How far to search a board: as far as the numbers allow, and until somebody stops it."""
        nodes = asked.node_limit or _MOST_NODES
        limits = Limits(nodes=nodes, memory=resident_bytes() + _MEMORY_A_SEARCH)
        return limits, lambda tally: self._cancelled() or asked.is_beyond(tally)

    def _judge(self, planned: Planned, outcomes: list[CountedRun]) -> Iterator[tuple[int, Match]]:
        """The matches among choices that lead to the same search, each with its rank."""
        if _is_cut_short(outcomes):
            return
        candidates, named = planned.candidates, set()
        for conventions in planned.same:
            for chosen in candidates.countings(conventions):
                differences = self._differences(candidates, chosen, outcomes)
                if any(differences):
                    if conventions is planned.same[0]:
                        self._keep_nearest(candidates, chosen, outcomes, differences)
                    continue
                if chosen.count_copies and not any(each.account.copies for each in outcomes):
                    continue  # without any, not to count them is the same and simpler
                presets = candidates.presets_of(chosen)
                for preset in presets:
                    if preset not in named:
                        named.add(preset)
                        match = self._match(candidates, PRESETS[preset], preset, outcomes)
                        yield int(preset != "textbook"), match
                if not presets:
                    rank = len(candidates.differences(chosen, "textbook"))
                    yield rank, self._match(candidates, chosen, None, outcomes)

    def _differences(
        self, candidates: Candidates, chosen: Conventions, outcomes: list[CountedRun]
    ) -> list[Differences]:
        counting = candidates.standing_for(chosen)
        return [
            self.observations[place].differences(outcome.counters(counting), outcome.moves)
            for place, outcome in zip(self._places, outcomes, strict=False)
        ]

    def _match(
        self,
        candidates: Candidates,
        chosen: Conventions,
        preset: str | None,
        outcomes: list[CountedRun],
    ) -> Match:
        """A match that is a preset, or is told by its differences from the nearest one."""
        counting = candidates.standing_for(chosen)
        if preset is None:
            preset = min(PRESETS, key=lambda name: len(candidates.differences(chosen, name)))
            deviations = candidates.differences(chosen, preset)
            # What cannot matter is as in the preset, so that the two differ in nothing else.
            chosen = replace(PRESETS[preset], **deviations)
        by_place = dict(zip(self._places, outcomes, strict=False))
        return Match(
            replace(candidates.spec, preset=preset, conventions=chosen),
            tuple(by_place[place].counters(counting) for place in sorted(by_place)),
        )

    def _keep_nearest(
        self,
        candidates: Candidates,
        chosen: Conventions,
        outcomes: list[CountedRun],
        differences: list[Differences],
    ) -> None:
        if outcomes[-1].status.can_continue:
            return
        self._look_for_misreading(candidates, chosen, outcomes)
        # A board that was not tried is farther than any other.
        distance = 100.0 * (len(self.observations) - len(outcomes)) + sum(
            _far(name, *pair) for each in differences for name, pair in each.items()
        )
        place = sum(known.distance <= distance for known in self.nearest)
        if place < _MOST_NEAREST:
            match = self._match(candidates, chosen, None, outcomes)
            tried = dict(zip(self._places, differences, strict=False))
            self.nearest.insert(place, Near(match, tried, distance))
            del self.nearest[_MOST_NEAREST:]

    def _look_for_misreading(
        self, candidates: Candidates, chosen: Conventions, outcomes: list[CountedRun]
    ) -> None:
        """Whether what was printed as expanded is another count, on every board."""
        first, *rest = self._places
        printed = self.observations[first].counts.get("expanded")
        for what, number in other_counts(candidates.spec, outcomes[0]).items():
            if number != printed or what in self.misread:
                continue
            if all(self._is_misread(candidates, chosen, place, what) for place in rest):
                match = self._match(candidates, chosen, None, outcomes[:1])
                self.misread[what] = f"{number:,} are {what}, not those expanded, under {match}."

    def _is_misread(
        self, candidates: Candidates, chosen: Conventions, place: int, what: str
    ) -> bool:
        asked, key = self.observations[place], candidates.search_of(chosen)
        outcome = search(asked.start, asked.goal, candidates.spec, key, *self._bounds(asked))
        counts = other_counts(candidates.spec, outcome)
        return counts[what] == asked.counts.get("expanded")


def explain(
    observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
    *,
    algorithm: str,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Match]:
    """The conventions that lead to all the numbers, as they are found.

    `observations` are triples of a board, a goal and the numbers printed for it, by the names of
    the counters, or `cost`, or `path`. The algorithm may be `any`. The fewest differences from the
    preset `textbook` come first.

    Raises ValueError for an algorithm, a heuristic or an observation that makes no sense.

    >>> [match.words for match in explain(
    ...     [("125340678", "blank-first", {"expanded": 12})], algorithm="bfs")][:2]
    ['rows', 'textbook, but order DULR']
    """
    inquiry = Inquiry(observations, algorithm=algorithm, heuristic=heuristic, parameters=parameters)
    return inquiry.matches(progress, cancelled)


def _as_simple(candidates: Candidates, one: Conventions, other: Conventions) -> bool:
    """Whether the one differs from the textbook in as little as the other."""
    return len(candidates.differences(one, "textbook")) <= len(
        candidates.differences(other, "textbook")
    )


def _specs(
    algorithm: str, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    names = _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,)
    estimates = (
        [heuristic] if heuristic else [*_USUAL_HEURISTICS][: None if algorithm == ANY else 1]
    )
    found = []
    for name in names:
        method = ALGORITHMS.get(name)
        for estimate in estimates if method.informed else [None]:
            spec = SearchSpec(
                method.name,
                None if estimate is None else canonical_heuristic(estimate),
                parameters={n: v for n, v in parameters.items() if n in method.parameters},
            )
            if spec.uses_own_code:
                raise ValueError(
                    f"{spec.algorithm} is your own: slidelab can explain what it knows"
                )
            found.append(spec)
    return found


def _is_cut_short(outcomes: list[CountedRun]) -> bool:
    """Whether searches were stopped, or never begun, before they could tell anything."""
    stopped = (Status.CANCELLED, Status.MEMORY_LIMIT)
    return not outcomes or any(outcome.status in stopped for outcome in outcomes)


def _far(name: str, printed: Any, came_out: Any) -> float:
    """How far apart two numbers are, in proportion; a path is right or wrong."""
    if name == "path" or came_out is None:
        return 1.0
    return abs(log((printed + 1) / (came_out + 1)))
