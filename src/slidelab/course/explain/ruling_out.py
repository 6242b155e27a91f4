"""Searches that need not be run: what is known of others shows that they can't match."""

from collections.abc import Callable, Sequence
from functools import cached_property

from slidelab.course.explain.candidates import Candidates
from slidelab.course.explain.observation import Observation
from slidelab.course.explain.plan import Group, Planned
from slidelab.course.explain.running import CountedRun, Stopped, search
from slidelab.search import Conventions, Limits
from slidelab.solving import SearchSpec

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

    def possible(self, group: Group) -> Group:
        """Those that are not ruled out by layers, or by others that expand the same boards."""
        return tuple(
            each for each in group if not (self._by_layers(each) or self._by_another(each))
        )

    def _by_layers(self, planned: Planned) -> bool:
        """Breadth first, all closer boards are expanded when the goal is taken off."""
        candidates, chosen = planned.candidates, planned.key
        if candidates.spec.algorithm not in ("bfs", "ucs") or not chosen.remembers:
            return False
        if planned.again or chosen.spares_start:
            return False
        if chosen.checked in ("f-and-state", "unmarked-start"):
            return False
        if chosen.checked == "expanded-again":
            return not all(self._reached_again)
        if candidates.tests_early(chosen):
            return False
        for asked, layers in zip(self._observations, self._layers, strict=True):
            if layers is None or "expanded" not in asked.counts:
                continue
            if asked.counts["expanded"] < sum(layers):
                return True
        return False

    @cached_property
    def _layers(self) -> list[list[int] | None]:
        return [each.layers for each in self._observations]

    @cached_property
    def _reached_again(self) -> list[bool]:
        """Whether the goal may be reached, breadth first, where every copy is expanded.

        Each way to a board of a layer makes a copy of it in the next, in any order, so all such
        searches come to a layer after equally many nodes.
        """
        return [
            layers is None or self._reaches_again(asked, len(layers))
            for asked, layers in zip(self._observations, self._layers, strict=True)
        ]

    def _reaches_again(self, asked: Observation, distance: int) -> bool:
        every_copy = Conventions(checked="expanded-again")
        spec = SearchSpec("bfs")
        outcome = search(asked.start, asked.goal, spec, every_copy, *self._bounds(asked))
        return outcome.account.tally.deepest_expanded + 1 >= distance

    def _by_another(self, planned: Planned) -> bool:
        if planned.again:
            return False
        known = self._expanded.get((planned.candidates, planned.alike), ())
        return any(
            asked.rules_out(outcome.account.tally, outcome.cost, planned.copies)
            for asked, outcome in zip(self._observations, known, strict=False)
        )
