"""The conventions to try for a search, those nearest to the textbook first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

from slidelab.search import CHOICES, PRESETS, Conventions, Counts, SearchSpec
from slidelab.search.conventions import ORDERS, TEXTBOOK
from slidelab.search.counters import FIGURES

FIGURES_OF = {
    "expanded": (*CHOICES["expanded"].values,),
    "generated": ("generated", "generated-without-root", "pushed", "pushed-without-root"),
    "duplicates": ("duplicates",),
    "frontier": ("frontier",),
    "max_frontier": ("max-frontier", "max-frontier-before-children"),
    "search_depth": ("cost",),
    "max_depth": (*CHOICES["max_depth"].values,),
    "cost": ("cost",),
}
"""What a program may mean by each number that it prints; the usual meaning comes first."""

COUNTING = ("expanded", "max_depth")
"""The choices that name a figure; the others change the search itself."""

MOST_SEARCHED = 3
"""Changes of the search itself that are tried: with more, something fits any numbers."""

_READ_BY = {
    "queue": ("order", "goal_test", "marked", "duplicates"),
    "stack": ("order", "goal_test", "marked", "duplicates", "dfs_push"),
    "priority": ("order", "goal_test", "duplicates", "ties"),
    "path": ("order", "goal_test"),
    "two-queues": ("order",),
    "layers": ("order", "goal_test", "duplicates", "ties"),
    "single": ("order",),
}
"""The choices that a search reads, by the kind of its frontier."""


@dataclass(frozen=True)
class Candidates:
    """What can be tried for one search."""

    spec: SearchSpec

    @cached_property
    def values(self) -> dict[str, tuple[Any, ...]]:
        """Return the values to try besides the textbook's, for each choice that is read."""
        name, frontier = self.spec.algorithm, self.spec.method.frontier
        read = [*_READ_BY[frontier]]
        if name in ("dls", "ids"):
            read += ["duplicates", "deepening"]
        if name == "rbfs":
            read = ["order"]
        found: dict[str, tuple[Any, ...]] = {}
        for choice in read:
            values: Any = ORDERS if choice == "order" else CHOICES[choice].values
            found[choice] = tuple(value for value in values if value != CHOICES[choice].default)
        found.pop("goal_test", None)
        if "goal_test" in read:
            found["goal_test"] = ("generate",)
        if "duplicates" in read and frontier != "priority":
            forgetful = ("tree",) if frontier in ("path", "layers") else ("parent", "tree")
            found["duplicates"] = forgetful
        elif name == "greedy":  # its first path to a state is the only one anyway
            found["duplicates"] = ("closed", "parent", "tree")
        if (estimate := self.spec.estimate) is not None and estimate.counts_blank:
            found["count_blank"] = (True,)
        return found

    def variants(self, changes: int) -> Iterator[Conventions]:
        """Yield the conventions that differ from the textbook in this number of choices."""
        for names in combinations(self.values, changes):
            for values in product(*(self.values[name] for name in names)):
                yield replace(TEXTBOOK, **dict(zip(names, values, strict=True)))

    def relevant(self, conventions: Conventions) -> Conventions:
        """Return the conventions with the textbook's values where the search reads none."""
        kept = {name: getattr(conventions, name) for name in (*self.values, *COUNTING)}
        if kept.get("goal_test") == "blind-generate":
            early = conventions.tests_when_generated(blind=self._is_blind)
            kept["goal_test"] = "generate" if early else "expand"
        for name, value in kept.items():
            if name not in (*COUNTING, "goal_test") and value not in self.values[name]:
                kept[name] = CHOICES[name].default
        return replace(TEXTBOOK, **kept)

    def differences(self, conventions: Conventions, preset: str = "textbook") -> dict[str, Any]:
        """Return the relevant choices that differ from a preset's."""
        mine, usual = self.relevant(conventions), self.relevant(PRESETS[preset])
        return {
            name: getattr(mine, name)
            for name in (*self.values, *COUNTING)
            if getattr(mine, name) != getattr(usual, name)
        }

    @property
    def _is_blind(self) -> bool:
        return not self.spec.method.informed and self.spec.method.frontier != "priority"


def find_figures(counter: str, counts: list[Counts], printed: list[int | None]) -> list[str]:
    """Return the figures of a counter that are as printed on every board."""
    return [
        name
        for name in FIGURES_OF[counter]
        if all(
            number is None or figure_of(name, each) == number
            for each, number in zip(counts, printed, strict=True)
        )
    ]


def figure_of(name: str, counts: Counts) -> int | None:
    """Return a figure, or a count that is no figure by itself."""
    found: int | None = counts.duplicates if name == "duplicates" else FIGURES[name].of(counts)
    return found
