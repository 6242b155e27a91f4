"""Try conventions until they give the numbers that were printed."""

from collections.abc import Sequence
from dataclasses import replace
from heapq import nsmallest
from math import inf

from slidelab.course.explain.candidates import list_variants
from slidelab.course.explain.match import Match
from slidelab.course.explain.observation import Observation
from slidelab.course.explain.quirks import QUIRKS
from slidelab.course.explain.running import Runner
from slidelab.puzzle import is_solvable
from slidelab.search import Limits, SearchSpec
from slidelab.solving import Search

MOST_CHANGES = 3
"""Choices of the search itself that may differ from the textbook: with more, anything fits."""
NODES, NODES_OF_HINTS = 60_000_000, 10_000_000
"""Nodes that kernels may expand for one explanation, and for a hint."""
USUAL_NODES = 200_000
"""Nodes of a search if no number says how many there were."""
MOST_NEAREST = 3


def find_matches(
    observations: Sequence[Observation],
    searches: Sequence[SearchSpec],
    most_changes: int = MOST_CHANGES,
) -> "Inquiry":
    """Find what leads to the numbers: conventions of these searches, and known programs.

    Known programs that are called the same have no more than one difference from the textbook, and
    none if conventions were found.
    """
    found = Inquiry(observations)
    found.find(searches, most_changes)
    # The known programs are slow, so that a number has to say how far to search.
    if most_changes and all(each.node_limit is not None for each in observations):
        quirks = [
            SearchSpec(QUIRKS[search.method.name], search.heuristic)
            for search in searches
            if search.method.name in QUIRKS
        ]
        if found.fitting:
            found.find(quirks, 0, NODES_OF_HINTS)
        else:
            found.find(quirks, 1)
    return found


class Inquiry:
    """What was printed, what leads to it or comes nearest, and how many searches were tried."""

    def __init__(self, observations: Sequence[Observation]) -> None:
        self.observations = tuple(observations)
        self.fitting: list[Match] = []
        self.near: list[Match] = []
        self.tried = self.left_out = 0

    @property
    def matches(self) -> list[Match]:
        """Return the matches, those with the fewest differences from the textbook first."""
        found = {str(match): match for each in self.fitting for match in each.follow_presets()}
        return sorted(found.values(), key=lambda match: match.rank)

    @property
    def nearest(self) -> list[Match]:
        """Return what comes nearest."""
        found = {str(match): match for each in self.near for match in each.follow_presets()[:1]}
        return [*found.values()][:MOST_NEAREST]

    def find(self, searches: Sequence[SearchSpec], most_changes: int, nodes: int = NODES) -> None:
        """Try conventions of searches, with the fewest differences from the textbook first.

        None are tried that differ in two choices more than the first that fits. Up to `nodes` nodes
        are expanded in all.
        """
        runner = Runner(nodes)
        # The smallest search rules out most conventions, so it comes first.
        limits = [each.node_limit or inf for each in self.observations]
        places = sorted(range(len(limits)), key=limits.__getitem__)
        for changes in range(most_changes + 1):
            if self.fitting and changes > self.matches[0].rank + 1:
                break
            for search in searches:
                variants = list_variants(search, changes)
                self.tried += len(variants)
                fitting = [Match(search, one, self.observations) for one in variants]
                for place in places:
                    searched = self._search(runner, search, fitting, place)
                    self.near = nsmallest(
                        2 * MOST_NEAREST,
                        [*self.near, *searched],
                        key=lambda match: (-len(match.runs), match.gap),
                    )
                    fitting = [match for match in searched if match.gap == 0]
                self.fitting += filter(self._has_paths, fitting)

    def _search(
        self, runner: Runner, search: SearchSpec, matches: Sequence[Match], place: int
    ) -> list[Match]:
        """Search another board; drop what is not tried, or misses a goal in reach."""
        asked = self.observations[place]
        variants = [match.conventions for match in matches]
        if asked.node_limit is None:  # a tree has no end, and no number says how far to search
            variants = [each for each in variants if each.remembers]
        limit = asked.node_limit or USUAL_NODES
        counts = runner.run_each((search, asked.start, asked.goal), variants, limit)
        self.left_out += len(matches) - len(counts)
        is_hopeless = not is_solvable(asked.start, asked.goal)
        return [
            replace(match, runs=match.runs | {place: run})
            for match in matches
            if (run := counts.get(match.conventions)) and (is_hopeless or run.cost is not None)
        ]

    def _has_paths(self, match: Match) -> bool:
        """Return whether a search finds the paths that were printed."""
        for asked in self.observations:
            if asked.path is not None:
                limits = Limits(nodes=asked.node_limit or USUAL_NODES)
                moves = Search(asked.start, asked.goal, match.spec).advance(limits).moves
                if moves is None or tuple(moves) != asked.path:
                    return False
        return True
