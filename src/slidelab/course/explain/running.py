"""Run searches under many conventions, with a budget of nodes for all of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slidelab.engines.sizes import SMALL
from slidelab.puzzle import Board, is_solvable
from slidelab.search import Conventions, Counts, Limits, SearchSpec
from slidelab.solving import Search
from slidelab.system.progress import report_progress

if TYPE_CHECKING:
    from slidelab.engines.compiled.small import SmallSearches

NODES, NODES_OF_HINTS = 60_000_000, 10_000_000
"""Nodes that kernels may expand for one explanation, and for a hint."""
TEXTBOOK_NODE = 200
"""Nodes that kernels expand while the textbook engine expands one."""
NODES_AT_ONCE = 4_000_000
"""Nodes that kernels expand before they report progress."""
MOST_NODES = 2_000_000
"""Nodes of a search by kernels, which keep all of them."""

_OPTIONS = ("weight", "depth_limit")


class Runner:
    """Runs searches until they have expanded a number of nodes in all.

    The bound is in nodes, not in seconds, so that answers are the same on every machine.
    """

    def __init__(self, nodes: int) -> None:
        self._nodes_left = nodes
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
        is_small = has_kernel(spec, start, goal)
        limit = min(limit, MOST_NODES)
        price, size = (1, min(500, 1 + NODES_AT_ONCE // limit)) if is_small else (TEXTBOOK_NODE, 1)
        found: dict[Conventions, Counts] = {}
        for at in range(0, len(variants), size):
            some, most = variants[at : at + size], min(limit, self._nodes_left // price)
            if most <= 0:
                break
            if is_small:
                counts = self._run_kernels(spec, start, goal, some, most)
            else:
                counts = [_run_textbook(replace(spec, conventions=some[0]), start, goal, most)]
            self._nodes_left -= price * sum(each.expanded + 20 for each in counts)
            for conventions, each in zip(some, counts, strict=True):
                if most == limit or each.cost is not None or each.expanded < most:
                    found[conventions] = each
            report_progress("trying conventions")
        return found

    def _run_kernels(
        self,
        spec: SearchSpec,
        start: Board,
        goal: Board,
        variants: Sequence[Conventions],
        limit: int,
    ) -> list[Counts]:
        from slidelab.engines.compiled.small import SmallSearches

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


def _run_textbook(spec: SearchSpec, start: Board, goal: Board, limit: int) -> Counts:
    search = Search(start, goal, replace(spec, engine="textbook"), force=True)
    search.advance(Limits(nodes=limit), progress=lambda _: report_progress("trying conventions"))
    assert search.run is not None
    return search.run.counts


def has_kernel(spec: SearchSpec, start: Board, goal: Board) -> bool:
    """Return whether the kernels for small boards know such a search."""
    from slidelab.engines.compiled.small import KINDS

    known = spec.method.name in KINDS and not spec.method.is_own
    parameters = all(name in _OPTIONS for name, value in spec.parameters.items() if value)
    return known and parameters and start.shape.cells <= SMALL and is_solvable(start, goal)
