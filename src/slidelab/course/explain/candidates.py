"""The conventions to try for a search, those nearest to the textbook first."""

from dataclasses import replace
from functools import lru_cache
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


def _list_others(choice: str) -> tuple[Any, ...]:
    """List the values of a choice besides the textbook's."""
    return tuple(value for value in CHOICES[choice].values if value != CHOICES[choice].default)


_ANY = {"order": tuple(order for order in ORDERS if order != TEXTBOOK.order)}
_PATH = _ANY | {"goal_test": ("generate",)}
_QUEUE = _PATH | {"marked": _list_others("marked"), "duplicates": ("parent", "tree")}
_BEST_FIRST = _PATH | {name: _list_others(name) for name in ("duplicates", "ties")}
_DEEPENING = _PATH | {"duplicates": ("tree",), "deepening": _list_others("deepening")}
_READ_BY: dict[str, dict[str, tuple[Any, ...]]] = {
    "queue": _QUEUE,
    "stack": _QUEUE | {"dfs_push": _list_others("dfs_push")},
    "priority": _BEST_FIRST,
    "path": _PATH,
    # The first path to a state is the only one anyway.
    "greedy": _BEST_FIRST | {"duplicates": ("closed", "parent", "tree")},
    "dls": _DEEPENING,
    "ids": _DEEPENING,
    # Known programs, of `quirks.py`.
    "astar-of-pairs": _PATH | {"ties": _list_others("ties")},
    "ucs-of-pairs": _PATH | {"ties": _list_others("ties")},
    "bfs-of-all-children": _PATH,
    "dfs-of-all-children": _PATH | {"dfs_push": _list_others("dfs_push")},
    "ida-with-stack": _ANY,
}
"""The choices that searches read, by their name or the kind of their frontier, with the values to
try besides the textbook's."""


@lru_cache(maxsize=100)
def list_values(search: SearchSpec) -> dict[str, tuple[Any, ...]]:
    """Return the values to try besides the textbook's, for each choice that a search reads."""
    method = search.method
    found = _READ_BY.get(method.name, _READ_BY.get(method.frontier, _ANY))
    is_blank_open = search.estimate is not None and search.estimate.counts_blank
    return found | ({"count_blank": (True,)} if is_blank_open else {})


def list_variants(search: SearchSpec, changes: int) -> list[Conventions]:
    """List the conventions that differ from the textbook in this number of choices."""
    choices = list_values(search)
    found = [keep_read(search, each) for each in PRESETS.values()] if changes == 1 else []
    for names in combinations(choices, changes):
        for values in product(*(choices[name] for name in names)):
            found.append(replace(TEXTBOOK, **dict(zip(names, values, strict=True))))
    return [*dict.fromkeys(found)]


def keep_read(search: SearchSpec, conventions: Conventions) -> Conventions:
    """Return the conventions, with the textbook's values for choices that a search ignores."""
    choices = list_values(search)
    kept = {name: getattr(conventions, name) for name in choices}
    if kept.get("goal_test") == "blind-generate":
        uninformed = not search.method.informed and search.method.frontier != "priority"
        kept["goal_test"] = "generate" if uninformed else "expand"
    return replace(TEXTBOOK, **{name: kept[name] for name in kept if kept[name] in choices[name]})
