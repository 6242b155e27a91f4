"""Find out which conventions a program's counts come from.

Every search here is bounded by nodes, never by seconds, so that a grade does not depend on how fast
or busy the machine is.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from slidelab.course.explain import Observation, find_matches
from slidelab.course.program import FIGURES
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.search.presets import PRESETS
from slidelab.solving import Search, SearchSpec
from slidelab.system.text import plural

PATIENCE = Limits(nodes=1_000_000)
"""Nodes that a search may expand whose counts are compared with a program's."""
COUNTS_BLANK = (
    "these come from a heuristic that does not treat the blank as claimed; if the course counts "
    "the blank, write "
    '"astar manhattan count_blank=true" under [algorithms]'
)
CountsByBoard = dict[tuple[Board, Board], dict[str, int]]
"""Counts by start and goal; none where a search expands too many nodes."""


class Explained(NamedTuple):
    """What comes nearest to the counts of an algorithm."""

    words: str
    expected: CountsByBoard
    conventions: str = ""
    """Those that lead to the expected counts."""
    mistake: str = ""
    """What makes this another search than the one that the program claims to make."""
    searched_all: bool = True
    """Whether no conventions were left out; else counts that differ are undecided."""


def explain_counts(spec: SearchSpec, printed: Sequence[Observation]) -> Explained:
    """Explain what an algorithm printed on all boards."""

    def is_claimed(candidate: SearchSpec) -> bool:
        same = candidate.conventions.count_blank == spec.conventions.count_blank
        return same or spec.heuristic is None

    def count_differing(expected: CountsByBoard) -> int:
        found = [(one.counts, expected[one.start, one.goal]) for one in printed]
        return sum(any(own.get(k, n) != n for k, n in counts.items()) for counts, own in found)

    presets = [replace(spec, preset=preset, conventions=PRESETS[preset]) for preset in PRESETS]
    tried = {
        each: {(one.start, one.goal): find_counts(each, one.start, one.goal) for one in printed}
        for each in filter(is_claimed, [spec, *presets])
    }
    nearest = min(tried, key=lambda each: count_differing(tried[each]))
    expected, name = tried[nearest], nearest.counted_as
    differing = count_differing(expected)
    if not differing:
        return Explained(f"counts as {name}", expected, name)
    found = find_matches(printed, [spec])
    if found.matches:
        match = min(found.matches, key=lambda match: not is_claimed(match.spec))
        mistake = "" if is_claimed(match.spec) else COUNTS_BLANK
        words = ": ".join(filter(None, [f"counts as {match.words}", mistake]))
        as_printed = {(one.start, one.goal): one.counts for one in printed}
        return Explained(words, as_printed, match.words, mistake)
    found_none = "no explanation was found" if found.left_out else "there is no explanation"
    where = f"{name} differs on {differing} of {plural(len(printed), 'board')}"
    words = f"has counts for which {found_none}: {where}"
    return Explained(words, expected, name, searched_all=not found.left_out)


@lru_cache(maxsize=100_000)
def find_counts(spec: SearchSpec, board: Board, goal: Board) -> dict[str, int]:
    """Count by searching; return an empty dict if that expands too many nodes."""
    result = Search(board, goal, spec).advance(PATIENCE)
    if result.cost is None:
        return {}
    return {name: getattr(result.counters, name) for name in FIGURES if name != "cost"}


@lru_cache(maxsize=10_000)
def find_distance(board: Board, goal: Board) -> int | None:
    """Find the number of moves of a shortest solution; None if that expands too many nodes."""
    spec = SearchSpec("bidirectional") if board.shape.cells <= 9 else SearchSpec("ida", "manhattan")
    result = Search(board, goal, spec).advance(PATIENCE)
    return result.cost if result.proven else None
