"""The searches to run for one algorithm, those nearest to the textbook first."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import Candidates, unchecked
from slidelab.search import ALGORITHMS
from slidelab.search.conventions import Conventions
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
    """The searches to run, each once. Inquiries about the same algorithm share it."""
    candidates = Candidates(spec, observed, slow_changes, solved_start)
    ways: dict[Conventions, tuple[int, list[Conventions]]] = {}
    for conventions in candidates.searches(most_changes):
        far = len(candidates.differences(conventions, "textbook"))
        nearest, same = ways.setdefault(candidates.search_of(conventions), (far, []))
        if far <= nearest:
            same.append(conventions)
    found = []
    for number, (key, (_, same)) in enumerate(ways.items()):
        alike = candidates.expands_as(key)
        copies = any(map(candidates.counts_copies, same))
        again = any(map(candidates.counts_again, same))
        place = (*candidates.place(key, same[0]), key != alike, number)
        compiled = candidates.is_compiled(key)
        found.append(Planned(place, candidates, key, tuple(same), alike, copies, again, compiled))
    found.sort(key=lambda each: each.place)
    groups: dict[Conventions, list[Planned]] = {}
    for each in found:
        shared = unchecked(vars(each.key) | {"goal_test": "expand", "reopen": True})
        groups.setdefault(shared, []).append(each)
    return tuple(map(tuple, groups.values()))


def specs_of(
    algorithm: str, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    """The searches that are asked about."""
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
