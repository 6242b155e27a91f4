"""Run searches under many conventions, with a budget of nodes for all of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slidelab.engines.sizes import SMALL
from slidelab.puzzle import Board, is_solvable
from slidelab.search import Conventions, Counts, Limits, SearchSpec, Status
from slidelab.solving import Search
from slidelab.system.progress import CancelledError, report_progress

if TYPE_CHECKING:
    from slidelab.engines.compiled.small import SmallSearches

TEXTBOOK_NODE = 200
"""Nodes that kernels expand while the textbook engine expands one."""
NODES_AT_ONCE = 4_000_000
"""Nodes that kernels expand before they report progress."""
MOST_NODES = 2_000_000
"""Nodes of a search by kernels, which keep all of them."""

DOING = "trying conventions"

Task = tuple[SearchSpec, Board, Board]
"""A search under any conventions, a board and its goal."""


class Runner:
    """Runs searches until they have expanded a number of nodes in all.

    The bound is in nodes, not in seconds, so that answers are the same on every machine.
    """

    def __init__(self, nodes: int) -> None:
        self._nodes_left = nodes
        self._kernels: dict[Board, SmallSearches] = {}  # not shared: other threads write to theirs

    def run_each(
        self, task: Task, variants: Sequence[Conventions], most: int
    ) -> dict[Conventions, Counts]:
        """Search under each of the conventions; those that were not tried are missing."""
        from slidelab.engines.compiled.small import KINDS

        spec, start, goal = task
        limit = min(most, MOST_NODES)
        run, price, size = _run_textbook, TEXTBOOK_NODE, 1
        is_known = spec.method.name in KINDS and not spec.method.is_own
        if is_known and start.shape.cells <= SMALL and is_solvable(start, goal):
            run, price, size = self._run_kernels, 1, min(500, 1 + NODES_AT_ONCE // limit)
        found: dict[Conventions, Counts] = {}
        for at in range(0, len(variants), size):
            some, most = variants[at : at + size], min(limit, self._nodes_left // price)
            if most <= 0:
                break
            counts = run(task, some, most)
            self._nodes_left -= price * sum(each.expanded + 20 for each in counts)
            for conventions, each in zip(some, counts, strict=True):
                if most == limit or each.cost is not None or each.expanded < most:
                    found[conventions] = each
            report_progress(DOING)
        return found

    def _run_kernels(self, task: Task, variants: Sequence[Conventions], most: int) -> list[Counts]:
        from slidelab.engines.compiled.small import SmallSearches

        spec, start, goal = task
        if goal not in self._kernels:
            self._kernels[goal] = SmallSearches(goal)
        options: Any = spec.parameters
        return self._kernels[goal].run_each(
            spec.method.name, start, variants, heuristic=spec.estimate, limit=most, **options
        )


def _run_textbook(task: Task, variants: Sequence[Conventions], most: int) -> list[Counts]:
    spec, start, goal = task
    found = []
    for conventions in variants:
        textbook = replace(spec, conventions=conventions, engine="textbook")
        search = Search(start, goal, textbook, force=True)
        result = search.advance(Limits(nodes=most), progress=lambda _: report_progress(DOING))
        if result.status is Status.CANCELLED:
            raise CancelledError
        assert search.run is not None
        found.append(search.run.counts)
    return found
