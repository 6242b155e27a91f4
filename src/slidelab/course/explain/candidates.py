"""The conventions worth trying: those that can matter to an algorithm, each once.

Many sets of choices lead to the same search: a stack filled in one order from one end is a stack
filled in the reversed order from the other. `Candidates.canonicalise_search` maps each to one that
stands for all of them, so that it is run once.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import combinations, product
from operator import attrgetter
from typing import Any

from slidelab.course.explain.choices import (
    COUNTED,
    KEEP_NODES,
    NEVER_READ,
    OF_WAITING_NODES,
    OTHERS,
    READ_BY,
    READ_BY_GRAPH_SEARCH,
    VISITED_SET,
)
from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.compiled.engine import SEARCHES, supports
from slidelab.search.conventions import CHOICES, GOAL_TESTS, TEXTBOOK, Conventions
from slidelab.search.frontier import tie_breakers
from slidelab.search.presets import PRESETS
from slidelab.solving import SearchSpec

_MOST_CHANGES_OF_COPIES = 4
"""Maximum number of differences with which counting copies or reached states is tried, less one
where the goal is recognised early: else few searches could be left out because they expand too few
nodes, and too many numbers could be explained."""


class Candidates:
    """The conventions that can matter to one search, given which counts are known."""

    def __init__(
        self,
        spec: SearchSpec,
        observed: Collection[str],
        slow_changes: int,
        solved_start: bool,
    ) -> None:
        """Searches without a compiled version, such as those that remember no states, are tried
        with up to `slow_changes` differences from the textbook.

        Whether the start is tested matters with a `solved_start` alone.
        """
        self.spec = spec
        self._method = method = spec.method
        self._weight = float(spec.values.get("weight", 1))
        self._heuristic = find_heuristic(spec.heuristic) if spec.heuristic else None
        read = [*READ_BY[method.frontier]]
        if self._heuristic is not None and self._heuristic.counts_blank:
            read.append("count_blank")
        skipped = NEVER_READ.get(method.name, ())
        self._slow_changes = slow_changes
        self._solved_start = solved_start
        self.searched = [
            name for name in read if name not in skipped and (name != "graph" or slow_changes)
        ]
        """The choices that change the search itself."""
        self.counted = [
            name
            for name, counter in COUNTED.items()
            if counter in observed
            and (name not in OF_WAITING_NODES or method.frontier in KEEP_NODES)
        ]
        """The choices that change how it is counted."""
        self._ways = {case: self._make_ways(*case) for case in product((False, True), repeat=4)}
        self._possible: dict[str, Callable[[Conventions], bool]] = {
            "count_copies": self._skips,
            "count_again": self._expands_again,
            "count_reached": attrgetter("remembers"),
        }
        # Asked thousands of times.
        self._early = {
            test: Conventions(goal_test=test).tests_when_generated(method.blind)
            for test in GOAL_TESTS
        }
        self._differing_little: dict[Conventions, bool] = {}
        self._mattering = [name for name in CHOICES if name in (*self.searched, *self.counted)]
        self._presets = {name: self.canonicalise(each) for name, each in PRESETS.items()}
        self._preset_searches = {self.canonicalise_search(each) for each in PRESETS.values()}

    def list_searches(self, most_changes: float) -> Iterator[Conventions]:
        """List every set of choices for the search, the fewest differences from `textbook` first.

        Of those with more than `most_changes` differences, the presets alone. To ignore duplicates
        and never to reopen a state is one: programs that keep a set of visited states do both.
        """
        for changes in range(len(self.searched) + 1):
            for names in reversed([*combinations(self.searched, changes)]):
                if "graph" in names and not READ_BY_GRAPH_SEARCH.isdisjoint(names):
                    continue
                beyond = changes > most_changes
                if beyond and (changes - 1 > most_changes or not VISITED_SET.issubset(names)):
                    continue
                for values in product(*(self._list_others(name, names) for name in names)):
                    chosen = make_unchecked(dict(zip(names, values, strict=True)))
                    if beyond and chosen.duplicates != "ignore":
                        continue
                    if changes <= self._slow_changes or not self._is_slow(chosen):
                        yield chosen
        for preset in PRESETS.values():
            yield make_unchecked({name: getattr(preset, name) for name in self.searched})

    def _list_others(self, name: str, names: Collection[str]) -> tuple[Any, ...]:
        """List the values of a choice to try besides the textbook's, where `names` are changed.

        What becomes of waiting copies is no choice where nobody looks for them, and a set from
        which the start is missing has no g to compare.
        """
        if name == "goal_test" and not self._solved_start:
            return ("generate",)
        if name == "deepening" and self._method.name == "ida":
            return ("stack",)
        if "checked" in names and "duplicates" in names:
            return {"checked": ("unmarked-start",), "duplicates": ("ignore",)}.get(
                name, OTHERS[name]
            )
        if name == "checked" and self._method.frontier == "priority":
            skipped = ["unmarked-start"] + ["parent", "f-and-state"] * ("reopen" in names)
            return tuple(each for each in OTHERS[name] if each not in skipped)
        return OTHERS[name]

    def is_compiled(self, conventions: Conventions) -> bool:
        """Whether a search has a compiled version."""
        return supports(self._method.name, self._heuristic, conventions)

    def _is_slow(self, conventions: Conventions) -> bool:
        """Whether the textbook engine must do what the compiled one does in other cases.

        Or whether states are not remembered and the counts are large: trees are larger still.
        """
        if not (conventions.remembers or self._slow_changes):
            return True
        return self._method.name in SEARCHES and not self.is_compiled(conventions)

    def list_countings(
        self,
        conventions: Conventions,
        suits: Callable[[str, Conventions], bool] = lambda counter, counting: True,
    ) -> Iterator[Conventions]:
        """List the ways of counting that can matter to a search; all else is the textbook's.

        Each choice changes one counter, so `suits` is asked of each counter by itself.
        """
        ways = self.list_ways(conventions)
        fitting = []
        for counter, those in ways.items():
            fitting.append([each for each in those if suits(counter, each)])
            if not fitting[-1]:
                return
        for chosen in product(*fitting):
            yield make_unchecked(
                {
                    name: getattr(each, name)
                    for counter, each in zip(ways, chosen, strict=True)
                    for name in self._list_choices(counter)
                }
            )

    def list_ways(self, conventions: Conventions) -> dict[str, list[Conventions]]:
        """List the ways of counting that can matter to a search, by the counter they change."""
        tried = (self.tries(name, conventions) for name in self._possible)
        return self._ways[self.tests_early(conventions), *tried]

    def _list_choices(self, counter: str) -> list[str]:
        """List the choices that change this counter."""
        return [name for name in self.counted if COUNTED[name] == counter]

    def _make_ways(
        self, early: bool, copies: bool, again: bool, reached: bool
    ) -> dict[str, list[Conventions]]:
        reached_alone = make_unchecked({"count_reached": True})

        # A goal that is recognised early is never taken off, and what waits then is not looked up.
        def is_possible(each: Conventions) -> bool:
            return (
                not (early and (each.count_goal or each.depth == "waiting"))
                and (copies or not each.count_copies)
                and (again or each.count_again)
                and not (each.count_reached and (each != reached_alone or not reached))
                and (self._method.frontier in KEEP_NODES or not each.reads_depth_at_end)
            )

        ways = {}
        for counter in dict.fromkeys(COUNTED[name] for name in self.counted):
            names = self._list_choices(counter)
            every = product(*((getattr(TEXTBOOK, name), *OTHERS[name]) for name in names))
            chosen = (make_unchecked(dict(zip(names, values, strict=True))) for values in every)
            ways[counter] = [each for each in chosen if is_possible(each)]
        return ways

    def with_counting(self, conventions: Conventions, counting: Conventions) -> Conventions:
        """Combine the choices of a search with a way of counting."""
        searched = {name: getattr(conventions, name) for name in self.searched}
        return make_unchecked(vars(counting) | searched)

    def tries(self, name: str, conventions: Conventions) -> bool:
        """Whether there can be nodes that a choice counts in another way, and it is worth a try."""
        return (
            name in self.counted
            and self._possible[name](conventions)
            and self._differs_little(conventions)
        )

    def _differs_little(self, conventions: Conventions) -> bool:
        known = self._differing_little.get(conventions)
        if known is None:
            most = _MOST_CHANGES_OF_COPIES - self.tests_early(conventions)
            known = len(self.find_differences(conventions, "textbook")) < most
            self._differing_little[conventions] = known
        return known

    def canonicalise_search(self, conventions: Conventions) -> Conventions:
        """Find the conventions that stand for all that lead to the same search."""
        kept = {name: getattr(conventions, name) for name in self.searched}
        if "goal_test" in kept and not (self._solved_start and conventions.spares_start):
            kept["goal_test"] = "generate" if self.tests_early(conventions) else "expand"
        if kept.get("dfs_push") == "ordered":
            kept |= {"dfs_push": "reversed", "order": kept["order"][::-1]}
        if not conventions.remembers:
            unread = ["duplicates", "reopen"] + ["checked"] * (not kept.get("graph", True))
            return make_unchecked({n: v for n, v in kept.items() if n not in unread})
        if self._method.frontier == "priority":
            kept |= self._reduce_best_first(kept)
        return make_unchecked(kept)

    def canonicalise_expansion(self, conventions: Conventions) -> Conventions:
        """Find a search that expands the same boards one after another, and finds as long a path.

        It may keep other copies in its frontier, and so count these differently.
        """
        kept = {name: getattr(conventions, name) for name in self.searched}
        if not conventions.remembers:
            return conventions
        checked = kept.get("checked", "reached")
        if self._method.frontier == "queue" and checked in ("expanded", "popped"):
            kept["checked"] = "reached"  # of several copies the first was put there first
        elif self._method.frontier == "stack" and checked == "popped":
            kept["checked"] = "expanded"  # what was expanded is skipped in any case
        elif self._method.frontier == "priority":
            kept |= self._reduce_best_first_expansion(kept)
        return self.canonicalise_search(make_unchecked(kept))

    def canonicalise(self, conventions: Conventions) -> Conventions:
        """Find the conventions that stand for all that lead to the same search, counted alike."""
        counted = {name: getattr(conventions, name) for name in self.counted}
        if self.tests_early(conventions):
            counted.pop("count_goal", None)
        search = self.canonicalise_search(conventions)
        if not self._skips(search):
            counted.pop("count_copies", None)
        if not self._expands_again(search):
            counted.pop("count_again", None)
        return make_unchecked({name: getattr(search, name) for name in self.searched} | counted)

    def place(self, search: Conventions, conventions: Conventions) -> tuple[int, bool]:
        """Place a search: how near it is at best, in any counting, and whether no preset has it.

        `conventions` are the simplest that lead to it.
        """
        if search not in self._preset_searches:
            return len(self.find_differences(conventions, "textbook")), True
        ways = self.list_countings(conventions)
        countings = [self.with_counting(conventions, each) for each in ways]
        return min(map(self.rank, countings)), not any(map(self.find_presets, countings))

    def rank(self, conventions: Conventions) -> int:
        """Count the differences from `textbook`; a preset is one step away."""
        differences = len(self.find_differences(conventions, "textbook"))
        return min(differences, 1) if self.find_presets(conventions) else differences

    def find_presets(self, conventions: Conventions) -> list[str]:
        """Find the presets that lead to the same numbers."""
        asked = self.canonicalise(conventions)
        return [name for name, standing in self._presets.items() if standing == asked]

    def find_differences(self, conventions: Conventions, preset: str) -> dict[str, Any]:
        """Find the choices that can matter and differ from those of a preset."""
        usual = PRESETS[preset]
        mine, theirs = vars(conventions), vars(usual)
        found = {name: mine[name] for name in self._mattering if mine[name] != theirs[name]}
        if self.tests_early(conventions) == self.tests_early(usual):
            found.pop("goal_test", None)
        if conventions.pushes_copies:
            found.pop("duplicates", None)
        return found

    def _skips(self, conventions: Conventions) -> bool:
        """Whether copies of expanded nodes may be taken off the frontier and skipped."""
        if not conventions.pushes_copies and self._method.frontier == "priority":
            return conventions.graph and conventions.duplicates not in ("ignore", "in-place")
        return conventions.graph and conventions.checked in ("expanded", "popped")

    def _expands_again(self, conventions: Conventions) -> bool:
        """Whether a state may be expanded again, other than by reopening it."""
        again = ("expanded-again", "parent", "f-and-state")
        return not conventions.graph or conventions.checked in again

    def tests_early(self, conventions: Conventions) -> bool:
        """Whether the goal is recognised when it is generated."""
        return self._early[conventions.goal_test]

    def _reduce_best_first(self, kept: dict[str, Any]) -> dict[str, Any]:
        """Find what stands for the choices of a best-first search."""
        name = self._method.name
        chosen: dict[str, Any] = {}
        if kept["checked"] == "expanded":
            chosen |= {"checked": "reached", "duplicates": "always"}
        elif kept["checked"] not in ("reached", "unmarked-start"):
            chosen["duplicates"] = TEXTBOOK.duplicates
        duplicates = chosen.get("duplicates", kept["duplicates"])
        second, third = tie_breakers(kept["ties"])
        if second != "move" and (name == "ucs" or (name == "greedy" and second == "lower-h")):
            chosen["ties"] = third  # among equal f that one is always equal too
        if kept["checked"] == "f-and-state":
            chosen["reopen"] = TEXTBOOK.reopen
        if name == "ucs" and duplicates in ("lower-g", "in-place"):
            chosen["duplicates"] = "ignore"  # layer by layer, the first path is a shortest one
        if third == "state" and second != "move" and kept["goal_test"] == "expand":
            chosen["order"] = TEXTBOOK.order  # boards alone decide what comes next
        revises = duplicates not in ("ignore", "in-place")
        if revises and self._is_consistent(kept):
            chosen["reopen"] = TEXTBOOK.reopen
        return chosen

    def _reduce_best_first_expansion(self, kept: dict[str, Any]) -> dict[str, Any]:
        """Find what may stand for these choices where only what the search expands counts.

        Heaps are left alone, where a node more among the others changes their order, and so are
        moves, because the copy that comes first need not be the one that was pushed first.
        """
        second, third = tie_breakers(kept["ties"])
        if second == "move" or third not in ("first-in", "last-in", "state"):
            return {}
        chosen: dict[str, Any] = {}
        if kept["checked"] == "popped":  # what was expanded is skipped in any case
            chosen |= {"checked": "reached", "duplicates": "always"}
        if third == "state":
            chosen["order"] = TEXTBOOK.order
        duplicates = chosen.get("duplicates", kept["duplicates"])
        if kept["checked"] in ("expanded-again", "f-and-state") or third == "last-in":
            return chosen
        if duplicates == "in-place":  # the paths to waiting nodes change
            return chosen
        # Of several copies the best comes first; of those as good, the first that was pushed.
        if self._method.name == "greedy":
            if second != "lower-g":
                chosen["duplicates"] = "ignore"
        elif duplicates == "always" and self._is_consistent(kept):
            chosen["duplicates"] = "lower-g"
        return chosen

    def _is_consistent(self, kept: dict[str, Any]) -> bool:
        return self._weight <= 1 and (
            self._heuristic is None or self._heuristic.is_consistent(kept.get("count_blank", False))
        )


def make_unchecked(chosen: dict[str, Any]) -> Conventions:
    """Conventions of values that are known to be sound, without the checks: there are thousands."""
    made = object.__new__(Conventions)
    vars(made).update(vars(TEXTBOOK))
    vars(made).update(chosen)
    return made
