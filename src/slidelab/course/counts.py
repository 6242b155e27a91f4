"""Find out which conventions a program's counts come from.

Every search here is bounded by nodes, never by seconds, so that a grade does not depend on how fast
or busy the machine is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from slidelab.course.explain import Observation, find_matches
from slidelab.course.program import FIGURES
from slidelab.puzzle import Board
from slidelab.search import FIGURES as OTHER_FIGURES
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


@dataclass(frozen=True)
class Explained:
    """The conventions that come nearest to the counts of an algorithm."""

    spec: SearchSpec
    words: str
    figures: tuple[tuple[str, str], ...] = ()
    """What the program means by a count, where that is unusual."""
    mistake: str = ""
    """What makes this another search than the one that the program claims to make."""
    searched_all: bool = True
    """Whether no conventions were left out; else counts that differ are undecided."""


def explain_counts(spec: SearchSpec, printed: Sequence[Observation]) -> Explained:
    """Explain what an algorithm printed on all boards."""

    def is_claimed(candidate: SearchSpec) -> bool:
        same = candidate.conventions.count_blank == spec.conventions.count_blank
        return same or spec.heuristic is None

    def count_differing(candidate: SearchSpec) -> int:
        found = [(one, find_counts(candidate, one.start, one.goal)) for one in printed]
        return sum(any(own.get(k, n) != n for k, n in one.counts.items()) for one, own in found)

    presets = [replace(spec, preset=preset, conventions=PRESETS[preset]) for preset in PRESETS]
    nearest = min(filter(is_claimed, [spec, *presets]), key=count_differing)
    differing = count_differing(nearest)
    if not differing:
        return Explained(nearest, f"counts as {nearest.counted_as}")
    found = find_matches(printed, [spec])
    for match in sorted(found.matches, key=lambda match: not is_claimed(match.spec)):
        mistake = "" if is_claimed(match.spec) else COUNTS_BLANK
        words = ": ".join(filter(None, [f"counts as {match.words}", mistake]))
        return Explained(match.spec, words, (*match.figures.items(),), mistake)
    where = f"on {differing} of {plural(len(printed), 'board')}"
    found_none = (
        "no explanation of its counts was found"
        if found.left_out
        else "no conventions explain its counts"
    )
    words = f"{found_none}: {nearest.counted_as} differs {where}"
    return Explained(nearest, words, searched_all=not found.left_out)


@lru_cache(maxsize=100_000)
def find_counts(
    spec: SearchSpec, board: Board, goal: Board, figures: tuple[tuple[str, str], ...] = ()
) -> dict[str, int]:
    """Count by searching; return an empty dict if that expands too many nodes."""
    search = Search(board, goal, spec)
    result = search.advance(PATIENCE)
    if result.cost is None:
        return {}
    found = {name: getattr(result.counters, name) for name in FIGURES if name != "cost"}
    raw = search.run.counts if search.run else None
    return found | {name: OTHER_FIGURES[figure].of(raw) for name, figure in figures if raw}


@lru_cache(maxsize=10_000)
def find_distance(board: Board, goal: Board) -> int | None:
    """Find the number of moves of a shortest solution; None if that expands too many nodes."""
    spec = SearchSpec("bidirectional") if board.shape.cells <= 9 else SearchSpec("ida", "manhattan")
    result = Search(board, goal, spec).advance(PATIENCE)
    return result.cost if result.proven else None
