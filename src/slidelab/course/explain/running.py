"""Run searches under many conventions, with a budget of nodes for all of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.small import KINDS, SmallSearches
from slidelab.engines.sizes import SMALL
from slidelab.puzzle import Board, is_solvable
from slidelab.search import Conventions, Counts, Limits, SearchSpec
from slidelab.solving import Search
from slidelab.system.progress import Cancelled

NODES, NODES_OF_HINTS = 60_000_000, 10_000_000
"""Nodes that kernels may expand for one explanation, and for a hint."""
TEXTBOOK_NODE = 200
"""Nodes that kernels expand while the textbook engine expands one."""
NODES_AT_ONCE = 4_000_000
"""Nodes that kernels expand before they check whether to stop."""
MOST_NODES = 2_000_000
"""Nodes of a search by kernels, which keep all of them."""

_OPTIONS = ("weight", "depth_limit")


class Runner:
    """Runs searches until they have expanded a number of nodes in all.

    The bound is in nodes, not in seconds, so that answers are the same on every machine.
    """

    def __init__(self, nodes: int, cancelled: Cancelled) -> None:
        self.nodes_left = nodes
        self.cancelled = cancelled
        self._kernels: dict[Board, SmallSearches] = {}  # not shared: other threads write to theirs

    def run_each(
        self,
        spec: SearchSpec,
        start: Board,
        goal: Board,
        variants: Sequence[Conventions],
        limit: int,
    ) -> dict[Conventions, Counts]:
        """Search under each of the conventions; those that were not tried are missing."""
        found: dict[Conventions, Counts] = {}
        small = is_small(spec, start, goal)
        limit = min(limit, MOST_NODES) if small else limit
        size = min(500, 1 + NODES_AT_ONCE // limit) if small else 1
        for at in range(0, len(variants), size):
            if self.nodes_left <= 0 or self.cancelled():
                break
            chunk = variants[at : at + size]
            if small:
                found |= zip(chunk, self._run_kernels(spec, start, goal, chunk, limit), strict=True)
                self.nodes_left -= sum(found[each].expanded for each in chunk)
                continue
            most = min(limit, self.nodes_left // TEXTBOOK_NODE)
            counts = self._run_textbook(spec, start, goal, chunk[0], most)
            self.nodes_left -= TEXTBOOK_NODE * (counts.expanded + 20)
            if counts.cost is None and counts.expanded == most < limit:
                break
            found[chunk[0]] = counts
        return found

    def _run_kernels(
        self,
        spec: SearchSpec,
        start: Board,
        goal: Board,
        variants: Sequence[Conventions],
        limit: int,
    ) -> list[Counts]:
        if goal not in self._kernels:
            self._kernels[goal] = SmallSearches(goal)
        options: Any = {name: value for name, value in spec.parameters.items() if name in _OPTIONS}
        arrays = self._kernels[goal].run_each(
            spec.method.name, start, variants, heuristic=spec.estimate, limit=limit, **options
        )
        columns = {name: getattr(arrays, name).tolist() for name in Counts.__slots__}
        columns["cost"] = [None if cost < 0 else cost for cost in columns["cost"]]
        rows = zip(*columns.values(), strict=True)
        return [Counts(**dict(zip(columns, row, strict=True))) for row in rows]

    def _run_textbook(
        self, spec: SearchSpec, start: Board, goal: Board, conventions: Conventions, limit: int
    ) -> Counts:
        spec = replace(spec, conventions=conventions, engine="textbook")
        search = Search(start, goal, spec, force=True)
        search.advance(Limits(nodes=limit), cancelled=self.cancelled)
        assert search.run is not None
        return search.run.counts


def is_small(spec: SearchSpec, start: Board, goal: Board) -> bool:
    """Return whether the kernels for small boards know such a search."""
    known = spec.method.name in KINDS and not spec.method.is_own
    parameters = all(name in _OPTIONS for name, value in spec.parameters.items() if value)
    fits = start.shape.cells <= SMALL and is_solvable(start, goal)
    return is_available() and known and parameters and fits
