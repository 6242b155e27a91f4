"""The searches to run for one algorithm, those nearest to the textbook first.

Of some that come later, what is known of others shows that they can't match.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import Candidates, make_unchecked
from slidelab.course.explain.observation import Observation
from slidelab.course.explain.running import CountedRun, Stopped, search
from slidelab.search import ALGORITHMS, Conventions, Limits
from slidelab.solving import SearchSpec
from slidelab.solving.spec import canonical_heuristic

ANY = "any"
"""The name for: I do not know the algorithm."""

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")
USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")


class Planned(NamedTuple):
    """A search to run."""

    place: tuple[int, bool, bool, int]
    """Its rank, and what comes first among those of the same rank: presets, then what stands for
    others and may rule them out."""
    candidates: Candidates
    key: Conventions
    """What it is run with."""
    same: tuple[Conventions, ...]
    """The simplest choices that lead to it."""
    alike: Conventions
    """What expands the same boards."""
    copies: bool
    """Whether counting copies is tried."""
    again: bool
    """Whether counting states once that are expanded again is tried."""
    compiled: bool
    """Whether it has a compiled version."""


Group = tuple[Planned, ...]
"""Searches that one run may tell of: they differ in the goal test and in reopening alone."""


@lru_cache(maxsize=16)
def plan(
    spec: SearchSpec,
    observed: frozenset[str],
    slow_changes: int,
    most_changes: float,
    solved_start: bool,
) -> tuple[Group, ...]:
    """List the searches to run, each once. Inquiries about the same algorithm share the list."""
    candidates = Candidates(spec, observed, slow_changes, solved_start)
    ways: dict[Conventions, tuple[int, list[Conventions]]] = {}
    for conventions in candidates.list_searches(most_changes):
        far = len(candidates.find_differences(conventions, "textbook"))
        nearest, same = ways.setdefault(candidates.canonicalise_search(conventions), (far, []))
        if far <= nearest:
            same.append(conventions)
    found = []
    for number, (key, (_, same)) in enumerate(ways.items()):
        alike = candidates.canonicalise_expansion(key)
        copies = any(candidates.tries("count_copies", each) for each in same)
        again = any(candidates.tries("count_again", each) for each in same)
        place = (*candidates.place(key, same[0]), key != alike, number)
        compiled = candidates.is_compiled(key)
        found.append(Planned(place, candidates, key, tuple(same), alike, copies, again, compiled))
    found.sort(key=lambda each: each.place)
    groups: dict[Conventions, list[Planned]] = {}
    for each in found:
        shared = make_unchecked(vars(each.key) | {"goal_test": "expand", "reopen": True})
        groups.setdefault(shared, []).append(each)
    return tuple(map(tuple, groups.values()))


def list_specs(
    algorithm: str, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    """List the searches that are asked about."""
    names = _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,)
    estimates = [heuristic] if heuristic else [*USUAL_HEURISTICS][: None if algorithm == ANY else 1]
    found = []
    for name in names:
        method = ALGORITHMS[name]
        for estimate in estimates if method.informed else [None]:
            spec = SearchSpec(
                method.name,
                None if estimate is None else canonical_heuristic(estimate),
                parameters={n: v for n, v in parameters.items() if n in method.parameters},
            )
            if method.is_own:
                raise ValueError(
                    f"{spec.algorithm} is your own algorithm: slidelab explains those it knows"
                )
            found.append(spec)
    return found


Bounds = Callable[[Observation], tuple[Limits, Stopped]]
"""How far to search a board: as far as its numbers allow, and until somebody stops it."""


class RulingOut:
    """What is known of the boards asked about, and of the searches that were run."""

    def __init__(self, observations: Sequence[Observation], bounds: Bounds) -> None:
        """The observations come in the order in which they are tried."""
        self._observations = observations
        self._bounds = bounds
        self._expanded: dict[tuple[Candidates, Conventions], Sequence[CountedRun]] = {}
        """What came of searches that stand for others which expand the same boards."""

    def note(self, planned: Planned, outcomes: Sequence[CountedRun]) -> None:
        """Remember what came of a search on the first of the boards."""
        if planned.key == planned.alike:
            self._expanded[planned.candidates, planned.key] = outcomes

    def keep_possible(self, group: Group) -> Group:
        """Drop searches ruled out by layers, or by others that expand the same boards."""
        return tuple(
            each
            for each in group
            if not (self._rules_out_by_layers(each) or self._rules_out_by_another(each))
        )

    def _rules_out_by_layers(self, planned: Planned) -> bool:
        """Breadth first, all closer boards are expanded when the goal is taken off."""
        candidates, chosen = planned.candidates, planned.key
        if candidates.spec.algorithm not in ("bfs", "ucs") or not chosen.remembers:
            return False
        unbounded = chosen.checked in ("f-and-state", "unmarked-start")
        if planned.again or chosen.spares_start or unbounded:
            return False
        if chosen.checked == "expanded-again":
            return not all(self._reached_again)
        if candidates.tests_early(chosen):
            return False
        return any(
            layers is not None and asked.counts.get("expanded", inf) < sum(layers)
            for asked, layers in zip(self._observations, self._layers, strict=True)
        )

    @cached_property
    def _layers(self) -> list[list[int] | None]:
        return [each.layers for each in self._observations]

    @cached_property
    def _reached_again(self) -> list[bool]:
        """Whether the goal may be reached, breadth first, where every copy is expanded.

        Each way to a board of a layer makes a copy of it in the next, in any order, so all such
        searches come to a layer after equally many nodes.
        """
        bfs, every_copy = SearchSpec("bfs"), Conventions(checked="expanded-again")
        reached = []
        for asked, layers in zip(self._observations, self._layers, strict=True):
            if layers is not None:
                found = search(asked.start, asked.goal, bfs, every_copy, *self._bounds(asked))
                reached.append(found.account.tally.deepest_expanded + 1 >= len(layers))
        return reached

    def _rules_out_by_another(self, planned: Planned) -> bool:
        if planned.again:
            return False
        known = self._expanded.get((planned.candidates, planned.alike), ())
        return any(
            asked.rules_out(outcome.account.tally, outcome.cost, planned.copies)
            for asked, outcome in zip(self._observations, known, strict=False)
        )
