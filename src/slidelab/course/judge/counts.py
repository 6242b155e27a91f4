"""Which conventions a program's counts come from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from time import process_time
from typing import NamedTuple

from slidelab.course.explain import Inquiry
from slidelab.course.judge.program_file import COUNTED
from slidelab.puzzle import Board
from slidelab.puzzle.wording import plural
from slidelab.search import Limits
from slidelab.search.presets import PRESETS
from slidelab.solving import Search, SearchSpec

_CPU_SECONDS_TO_EXPLAIN = 60.0  # seldom more than 5, but code may have to be compiled first

COUNTS_BLANK = (
    "its heuristic does not treat the blank as claimed; if the course counts the blank, say so "
    'under [algorithms]: "astar manhattan count_blank=true"'
)

PATIENCE = Limits(seconds=20.0, memory=2 * 1024**3)
"""What a search may use whose counts are compared with a program's."""


class PrintedCounts(NamedTuple):
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
    exhaustive: bool = True
    """Whether all conventions were tried."""
    mistake: str = ""
    """What makes this another search than the one that the program claims to make."""

    @property
    def complete(self) -> bool:
        """Whether they explain every count, and are those of the search that is claimed."""
        return not self.differences and not self.mistake

    @property
    def words(self) -> str:
        """The conventions in words, and what they leave unexplained."""
        if self.mistake:
            return f"counts as {self.spec.counted_as}: {self.mistake}"
        if self.complete:
            return f"counts as {self.spec.counted_as}"
        differing = "; ".join(self._describe_difference(*one) for one in self.differences)
        found = "no conventions explain its counts"
        if not self.exhaustive:
            found = "no conventions that explain its counts were found in time"
        return f"{found}; next to {self.spec.counted_as}, {differing}"

    def _describe_difference(self, name: str, by: tuple[int, ...]) -> str:
        off = [each for each in by if each]
        where = f"on {len(off)} of {plural(self.boards, 'board')}"
        if len(set(off)) == 1:
            return f"{name} is {abs(off[0]):,} {'more' if off[0] > 0 else 'less'} {where}"
        return f"{name} differs {where}"


def explain_counts(
    spec: SearchSpec, observations: Sequence[PrintedCounts], most_changes: float = inf
) -> Explanation | None:
    """Find what explains all observations, or comes nearest; None if there are none.

    Conventions that differ from the textbook in more than `most_changes` are not tried, besides
    presets. Conventions under which h is another function than the one that `spec` claims come
    last, and are called a mistake.
    """
    best: tuple[int, Explanation] | None = None
    presets = [
        SearchSpec(spec.algorithm, spec.heuristic, parameters=spec.parameters, preset=name)
        for name in PRESETS
    ]
    for candidate in (spec, *presets) if observations else ():
        if not _has_claimed_heuristic(candidate, spec):
            continue
        differences = _find_differences(candidate, observations)
        found = Explanation(candidate, len(observations), differences)
        wrong = sum(bool(off) for _, by in found.differences for off in by)
        if best is None or wrong < best[0]:
            best = wrong, found
        if found.complete:
            return found
    if best is None:
        return None
    match, exhaustive = _find_conventions(spec, (*observations,), most_changes)
    if match is not None:
        mistake = "" if _has_claimed_heuristic(match, spec) else COUNTS_BLANK
        return Explanation(match, len(observations), (), mistake=mistake)
    return replace(best[1], exhaustive=exhaustive)


def _has_claimed_heuristic(candidate: SearchSpec, claimed: SearchSpec) -> bool:
    if claimed.heuristic is None:
        return True
    return candidate.conventions.count_blank == claimed.conventions.count_blank


@lru_cache(maxsize=1000)
def _find_conventions(
    spec: SearchSpec, observations: tuple[PrintedCounts, ...], most_changes: float
) -> tuple[SearchSpec | None, bool]:
    """Find the simplest conventions that explain all observations, and whether all were tried.

    Only where none has the heuristic that is claimed, one with another heuristic is taken.
    """
    end = process_time() + _CPU_SECONDS_TO_EXPLAIN  # the simplest, which come first, take a moment
    inquiry = Inquiry(
        [(one.board, one.goal, dict(one.counts)) for one in observations],
        algorithm=spec.method.name,
        heuristic=spec.heuristic,
        parameters=spec.values,
        most_changes=most_changes,
    )
    mistaken: SearchSpec | None = None
    for match in inquiry.matches(cancelled=lambda: process_time() > end):
        if _has_claimed_heuristic(match.spec, spec):
            return match.spec, True
        mistaken = mistaken or match.spec
    return mistaken, process_time() <= end and not inquiry.left_out


def _find_differences(
    spec: SearchSpec, observations: Sequence[PrintedCounts]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    by_name: dict[str, list[int]] = {}
    for one in observations:
        expected = find_counts(spec, one.board, one.goal)
        for name, number in one.counts if expected else ():
            by_name.setdefault(name, []).append(number - expected[name])
    return tuple((name, tuple(by)) for name, by in by_name.items() if any(by))


@lru_cache(maxsize=100_000)
def find_counts(spec: SearchSpec, board: Board, goal: Board) -> dict[str, int]:
    """Count by searching; returns the counts by name, or nothing if it takes too long."""
    result = Search(board, goal, spec).advance(PATIENCE)
    if result.cost is None:
        return {}
    told = {name: getattr(result.counters, name) for name in COUNTED if name != "cost"}
    return {"cost": result.cost, **told}


@lru_cache(maxsize=10_000)
def find_distance(board: Board, goal: Board, patience: Limits) -> int | None:
    """Find the number of moves of a shortest solution; None if it takes too long."""
    result = Search(board, goal, SearchSpec(optimal=True)).advance(patience)
    return result.cost if result.proven else None
