"""The conventions to try for a search, those nearest to the textbook first."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

from slidelab.search import CHOICES, PRESETS, Conventions, SearchSpec
from slidelab.search.conventions import ORDERS, TEXTBOOK

FIGURES_OF: dict[str, tuple[str, ...]] = {
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

_READ_BY = {
    "queue": ("order", "goal_test", "marked", "duplicates"),
    "stack": ("order", "goal_test", "marked", "duplicates", "dfs_push"),
    "priority": ("order", "goal_test", "duplicates", "ties"),
    "path": ("order", "goal_test"),
}
"""The choices that a search reads, by the kind of its frontier; others read the order alone."""


@dataclass(frozen=True)
class Candidates:
    """The conventions to try for one search."""

    spec: SearchSpec
    ignored: tuple[str, ...] = ()
    """Choices that the search does not read, other than its frontier suggests."""

    @cached_property
    def values(self) -> dict[str, tuple[Any, ...]]:
        """Return the values to try besides the textbook's, for each choice that is read."""
        name, frontier = self.spec.method.name, self.spec.method.frontier
        read = [*_READ_BY.get(frontier, ["order"])]
        read += ["duplicates", "deepening"] if name in ("dls", "ids") else []
        found: dict[str, tuple[Any, ...]] = {}
        for choice in read:
            values: Any = ORDERS if choice == "order" else CHOICES[choice].values
            found[choice] = tuple(value for value in values if value != CHOICES[choice].default)
        if "goal_test" in read:
            found["goal_test"] = ("generate",)
        if "duplicates" in read and frontier != "priority":
            found["duplicates"] = ("tree",) if frontier == "path" else ("parent", "tree")
        elif name == "greedy":  # the first path to a state is the only one anyway
            found["duplicates"] = ("closed", "parent", "tree")
        if (estimate := self.spec.estimate) is not None and estimate.counts_blank:
            found["count_blank"] = (True,)
        return {name: those for name, those in found.items() if name not in self.ignored}

    def list_variants(self, changes: int) -> list[Conventions]:
        """List the conventions that differ from the textbook in this number of choices."""
        found = [*map(self.searched, PRESETS.values())] if changes == 1 else []
        for names in combinations(self.values, changes):
            for values in product(*(self.values[name] for name in names)):
                found.append(replace(TEXTBOOK, **dict(zip(names, values, strict=True))))
        return [*dict.fromkeys(found)]

    def searched(self, conventions: Conventions) -> Conventions:
        """Return the conventions with the textbook's values wherever the search reads none."""
        kept = {name: getattr(conventions, name) for name in self.values}
        if kept.get("goal_test") == "blind-generate":
            uninformed = not self.spec.method.informed and self.spec.method.frontier != "priority"
            kept["goal_test"] = "generate" if uninformed else "expand"
        known = {name: value for name, value in kept.items() if value in self.values[name]}
        return replace(TEXTBOOK, **known)
