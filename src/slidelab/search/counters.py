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
    """Everything that a search counts, before any convention. Fields may be arrays of many runs."""

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
    cost: int | None = None  # the length of the best path found; in an array -1 if there is none

    @property
    def found(self) -> Any:
        """Return 1 if the goal was found, else 0."""
        return 0 if self.cost is None else (self.cost >= 0) * 1

    @property
    def deepest_taken_off(self) -> Any:
        """Return the depth of the deepest node expanded, or of the goal if it lies deeper."""
        deepest, cost = self.deepest_expanded, -1 if self.cost is None else self.cost
        return deepest + (cost > deepest) * (cost - deepest)


class Figure(NamedTuple):
    """A number that programs print, computed from the counts of a run."""

    meaning: str
    of: Callable[[Counts], Any]


FIGURES = {
    # What programs call expanded
    "expanded": Figure(
        "the nodes taken off the frontier to generate their children", lambda c: c.expanded
    ),
    "expanded-plus-goal": Figure(
        "the nodes expanded, and the goal if it was found", lambda c: c.expanded + c.found
    ),
    "expanded-plus-copies": Figure(
        "the nodes expanded, and the copies skipped when they were taken off the frontier",
        lambda c: c.expanded + c.skipped,
    ),
    "popped": Figure(
        "all nodes taken off the frontier: expanded nodes, skipped copies and the goal",
        lambda c: c.expanded + c.skipped + c.found,
    ),
    "states-reached": Figure(
        "the states in the set of reached states, expanded or not",
        lambda c: c.generated - c.duplicates - c.improved,
    ),
    # What they call generated
    "generated": Figure(
        "the nodes created: the root and every child, discarded duplicates included",
        lambda c: c.generated,
    ),
    "generated-without-root": Figure(
        "every child created, discarded duplicates included", lambda c: c.generated - 1
    ),
    "pushed": Figure(
        "the root and the children that were not discarded", lambda c: c.generated - c.duplicates
    ),
    "pushed-without-root": Figure(
        "the children that were not discarded", lambda c: c.generated - c.duplicates - 1
    ),
    "duplicates": Figure(
        "the children discarded because their state had been reached before",
        lambda c: c.duplicates,
    ),
    # The frontier
    "frontier": Figure(
        "the nodes left on the frontier at the end, or on the path if nothing else is kept",
        lambda c: c.frontier,
    ),
    "max-frontier": Figure("the largest size of the frontier", lambda c: c.max_frontier),
    "max-frontier-before-children": Figure(
        "the largest size of the frontier when a node is expanded, before its children join",
        lambda c: c.max_before_children,
    ),
    # Depths
    "cost": Figure("the number of moves in the path", lambda c: c.cost),
    "deepest-generated": Figure(
        "the depth of the deepest node generated", lambda c: c.deepest_generated
    ),
    "deepest-expanded": Figure(
        "the depth of the deepest node expanded, or of the goal if it lies deeper",
        lambda c: c.deepest_taken_off,
    ),
    "deepest-expanded-plus-one": Figure(
        "the depth of the deepest node expanded, or of the goal if it lies deeper, plus one",
        lambda c: c.deepest_taken_off + 1,
    ),
    "last-pushed": Figure(
        "the depth of the last node that joined the frontier", lambda c: c.last_pushed
    ),
}
"""The numbers that programs print, by name; the conventions choose among them."""


def _counter(label: str, unit: str, meaning: str) -> Any:
    return field(default=0, metadata={"label": label, "unit": unit, "meaning": meaning})


def _figure(label: str, unit: str, figure: str, otherwise: str = "") -> Any:
    meaning = FIGURES[figure].meaning
    return _counter(label, unit, f"{meaning[0].upper()}{meaning[1:]}{otherwise}.")


@dataclass(slots=True)
class Counters:
    """What a result shows, counted as its conventions say; COUNTERS describes each field."""

    expanded: int = _figure(
        "expanded", NODES, "expanded", ", or another figure that the convention `expanded` names"
    )
    generated: int = _figure("generated", NODES, "generated")
    duplicates: int = _figure("duplicates", NODES, "duplicates")
    frontier: int = _figure("frontier left", NODES, "frontier")
    max_frontier: int = _figure("largest frontier", NODES, "max-frontier")
    search_depth: int = _figure("search depth", MOVES, "cost")
    max_depth: int = _figure(
        "maximum depth",
        MOVES,
        "deepest-generated",
        ", or another figure that the convention `max_depth` names",
    )
    seconds: float = _counter("time", SECONDS, "Time spent searching, without pauses.")
    peak_memory_bytes: int = _counter(
        "memory added",
        BYTES,
        "The most memory that the process held while the search ran, beyond what it held before.",
    )


class Counter(NamedTuple):
    """The description of a field of `Counters`."""

    name: str
    label: str
    unit: str
    meaning: str

    def format(self, value: float) -> str:
        """Return a value as people write it, with its unit unless it is a number of nodes or moves.

        >>> COUNTERS["expanded"].format(20290), COUNTERS["seconds"].format(0.00123)
        ('20,290', '0.0012 s')
        """
        if self.unit == SECONDS:
            return time_words(value)
        return memory_words(int(value)) if self.unit == BYTES else f"{value:,}"


COUNTERS = {each.name: Counter(each.name, **each.metadata) for each in fields(Counters)}
"""All counters by name."""


def memory_words(size: int) -> str:
    """Return an amount of memory with its unit.

    >>> memory_words(2_500), memory_words(24_800_000), memory_words(3_200_000_000)
    ('2.5 kB', '24.8 MB', '3.2 GB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1000:.1f} kB"


def time_words(seconds: float) -> str:
    """Return a time in seconds, with as many digits as are useful.

    >>> time_words(0.00123), time_words(2.345), time_words(61.2)
    ('0.0012 s', '2.35 s', '61.2 s')
    """
    digits = 4 if seconds < 1 else 2 if seconds < 10 else 1
    return f"{seconds:.{digits}f} s"
