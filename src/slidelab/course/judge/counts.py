"""Which conventions a program's counts come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from time import monotonic

from slidelab.course.explain import explain
from slidelab.puzzle import Board
from slidelab.puzzle.wording import counted
from slidelab.search import Counters, Limits
from slidelab.search.conventions import PRESETS
from slidelab.search.counters import COUNTERS, MOVES, NODES
from slidelab.solving import SearchSpec, solve

COMPARED = ("cost", *(n for n, c in COUNTERS.items() if c.unit in (NODES, MOVES)))

_TELLING, _MOST_ASKED, _MOST_MATCHES = 20, 8, 50
_SECONDS_TO_EXPLAIN = 15.0

PATIENCE = Limits(seconds=20.0, memory=2 * 1024**3)
"""What a search may use whose counts are compared with a program's."""


@dataclass(frozen=True)
class PrintedCounts:
    """What a program counted on a board."""

    board: Board
    goal: Board
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Explanation:
    """The conventions that come nearest to a program's counts."""

    spec: SearchSpec
    boards: int
    differences: tuple[tuple[str, tuple[int, ...]], ...]
    """Which counts differ, and by how much on each board."""

    @property
    def complete(self) -> bool:
        """Whether they explain every count."""
        return not self.differences

    @property
    def words(self) -> str:
        """The conventions in words, and what they leave unexplained."""
        if self.complete:
            return f"counts as {self.spec.counted_as}"
        differing = "; ".join(self._difference(*one) for one in self.differences)
        return f"no conventions explain its counts; next to {self.spec.counted_as}, {differing}"

    def _difference(self, name: str, by: tuple[int, ...]) -> str:
        off = [each for each in by if each]
        where = f"on {len(off)} of {counted(self.boards, 'board')}"
        if len(set(off)) == 1:
            return f"{name} is {abs(off[0]):,} {'more' if off[0] > 0 else 'less'} {where}"
        return f"{name} differs {where}"


def explanation(spec: SearchSpec, observations: Sequence[PrintedCounts]) -> Explanation | None:
    """What explains all observations, or comes nearest; None where there are none."""
    best: tuple[int, Explanation] | None = None
    for name in PRESETS if observations else ():
        candidate = _under(spec, name)
        found = Explanation(candidate, len(observations), _differences(candidate, observations))
        wrong = sum(bool(off) for _, by in found.differences for off in by)
        if best is None or wrong < best[0]:
            best = wrong, found
        if found.complete:
            return found
    return best and (_by_conventions(spec, (*observations,)) or best[1])


@lru_cache(maxsize=1000)
def _by_conventions(
    spec: SearchSpec, observations: tuple[PrintedCounts, ...]
) -> Explanation | None:
    """The simplest conventions that explain all observations, if there are any."""
    # The smallest searches that tell something rule out most, and the others are looked at after.
    telling = [one for one in observations if dict(one.counts).get("expanded", 0) >= _TELLING]
    smallest = sorted(telling or observations, key=lambda one: dict(one.counts).get("expanded", 0))
    asked = [(one.board, one.goal, dict(one.counts)) for one in smallest[:_MOST_ASKED]]
    end = monotonic() + _SECONDS_TO_EXPLAIN  # the simplest, which come first, take a moment
    matches = explain(
        asked,
        algorithm=spec.method.name,
        heuristic=spec.heuristic,
        parameters=spec.values,
        cancelled=lambda: monotonic() > end,
    )
    for match in islice(matches, _MOST_MATCHES):
        if not _differences(match.spec, observations):
            return Explanation(match.spec, len(observations), ())
    return None


def _differences(
    spec: SearchSpec, observations: Sequence[PrintedCounts]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    by_name: dict[str, list[int]] = {}
    for one in observations:
        expected = expected_counts(spec, one.board, one.goal)
        for name, number in one.counts if expected else ():
            by_name.setdefault(name, []).append(number - expected[name])
    return tuple((name, tuple(by)) for name, by in by_name.items() if any(by))


def fit(spec: SearchSpec, observation: PrintedCounts) -> bool:
    """Whether a search counts just so."""
    expected = expected_counts(spec, observation.board, observation.goal)
    return all(expected.get(name) == number for name, number in observation.counts)


@lru_cache(maxsize=100_000)
def expected_counts(spec: SearchSpec, board: Board, goal: Board) -> dict[str, int]:
    """The counts of a search by name; empty where it takes too long."""
    result = solve(
        board,
        goal=goal,
        algorithm=spec.algorithm,
        heuristic=spec.heuristic,
        parameters=spec.values,
        preset=spec.preset,
        conventions=spec.conventions,
        limits=PATIENCE,
    )
    if result.cost is None:
        return {}
    counters: Counters = result.counters
    told = {name: getattr(counters, name) for name in COMPARED if name != "cost"}
    return {"cost": result.cost, **told}


def _under(spec: SearchSpec, preset: str) -> SearchSpec:
    return SearchSpec(spec.algorithm, spec.heuristic, parameters=spec.parameters, preset=preset)
