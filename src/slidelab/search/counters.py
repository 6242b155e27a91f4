"""What is counted while a search runs: raw counts, and the figures that programs print.

A search counts everything once (`Counts`). What a program calls "expanded" or "maximum depth" is a
figure computed from these counts afterwards, so one run can be counted in many ways.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

NODES, MOVES, SECONDS, BYTES = "nodes", "moves", "seconds", "bytes"


@dataclass(slots=True)
class Counts:
    """Everything that a search counts, before any convention."""

    expanded: int = 0  # nodes taken off the frontier to generate their children
    generated: int = 0  # nodes created: the root and every child, duplicates included
    duplicates: int = 0  # children discarded because their state had been reached before
    improved: int = 0  # children that joined the frontier as a cheaper path to a reached state
    skipped: int = 0  # copies taken off the frontier after a better copy was expanded
    frontier: int = 0  # nodes on the frontier, with one that a limit kept from being expanded
    max_frontier: int = 0  # the largest size of the frontier
    max_before_children: int = 0  # the same when a node is expanded, before its children join
    deepest_generated: int = 0  # the depth of the deepest node that joined the frontier
    deepest_expanded: int = 0  # the depth of the deepest node expanded
    last_pushed: int = 0  # the depth of the last node that joined the frontier
    cost: int | None = None  # the length of the best path found

    @property
    def found(self) -> bool:
        """Return whether the goal was found."""
        return self.cost is not None

    @property
    def deepest_taken_off(self) -> int:
        """Return the depth of the deepest node expanded, or of the goal if it lies deeper."""
        return max(self.deepest_expanded, self.cost or 0)


class Figure(NamedTuple):
    """A number that programs print, computed from the counts of a run."""

    meaning: str
    of: Callable[[Counts], Any]


FIGURES = {
    # What programs call expanded
    "expanded": Figure("nodes whose children were generated", lambda c: c.expanded),
    "expanded-plus-goal": Figure("nodes expanded, and the goal", lambda c: c.expanded + c.found),
    "expanded-plus-copies": Figure(
        "nodes expanded, and copies skipped when they left the frontier",
        lambda c: c.expanded + c.skipped,
    ),
    "popped": Figure(
        "nodes taken off the frontier: expanded nodes, skipped copies and the goal",
        lambda c: c.expanded + c.skipped + c.found,
    ),
    "states-reached": Figure(
        "states in the set of reached states, expanded or not",
        lambda c: c.generated - c.duplicates - c.improved,
    ),
    # What they call generated
    "generated": Figure("nodes created: the root and every child", lambda c: c.generated),
    "generated-without-root": Figure("children created", lambda c: c.generated - 1),
    "pushed": Figure(
        "the root and the children that were not discarded", lambda c: c.generated - c.duplicates
    ),
    "pushed-without-root": Figure(
        "children that were not discarded", lambda c: c.generated - c.duplicates - 1
    ),
    "duplicates": Figure("children discarded as reached before", lambda c: c.duplicates),
    # The frontier
    "frontier": Figure("nodes left on the frontier, or on the path", lambda c: c.frontier),
    "max-frontier": Figure("the largest size of the frontier", lambda c: c.max_frontier),
    "max-frontier-before-children": Figure(
        "the largest size of the frontier when a node is expanded, before its children join",
        lambda c: c.max_before_children,
    ),
    # Depths
    "cost": Figure("the number of moves in the path", lambda c: c.cost),
    "deepest-generated": Figure("the depth of the deepest node", lambda c: c.deepest_generated),
    "deepest-expanded": Figure(
        "the depth of the deepest node expanded, or of the goal", lambda c: c.deepest_taken_off
    ),
    "deepest-expanded-plus-one": Figure(
        "the depth of the deepest node expanded, or of the goal, plus one",
        lambda c: c.deepest_taken_off + 1,
    ),
    "last-pushed": Figure("the depth of the node that was pushed last", lambda c: c.last_pushed),
}
"""The numbers that programs print, by name; the conventions choose among them."""


def _counter(label: str, unit: str, meaning: str) -> Any:
    """Describe a field of `Counters`; its meaning may be that of a figure, by name."""
    words = FIGURES[meaning].meaning if meaning in FIGURES else meaning
    description = {"label": label, "unit": unit, "meaning": f"{words[0].upper()}{words[1:]}."}
    return field(default=0, metadata=description)


@dataclass(slots=True)
class Counters:
    """What a result shows; COUNTERS describes each field.

    `expanded` and `max_depth` are the figures that the conventions of the same names choose.
    """

    expanded: int = _counter("expanded", NODES, "expanded")
    generated: int = _counter("generated", NODES, "generated")
    duplicates: int = _counter("duplicates", NODES, "duplicates")
    frontier: int = _counter("frontier left", NODES, "frontier")
    max_frontier: int = _counter("largest frontier", NODES, "max-frontier")
    search_depth: int = _counter("search depth", MOVES, "cost")
    max_depth: int = _counter("maximum depth", MOVES, "deepest-generated")
    seconds: float = _counter("time", SECONDS, "time spent searching, without pauses")
    peak_memory_bytes: int = _counter(
        "memory added", BYTES, "most memory held while searching, beyond what was held before"
    )


class Counter(NamedTuple):
    """The description of a field of `Counters`."""

    name: str
    label: str
    unit: str
    meaning: str

    def format(self, value: float) -> str:
        """Return a value as people write it, with the unit of times and memory."""
        if self.unit == SECONDS:
            return time_words(value)
        return memory_words(int(value)) if self.unit == BYTES else f"{value:,}"


COUNTERS = {each.name: Counter(each.name, **each.metadata) for each in fields(Counters)}
"""All counters by name."""


def memory_words(size: int) -> str:
    """Return an amount of memory with its unit."""
    return f"{size / 10**6:,.1f} MB"


def time_words(seconds: float) -> str:
    """Return a time in seconds, with as many digits as are useful."""
    return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"
