"""What is counted while a search runs: raw counts, and the figures that programs print.

A search counts everything once (`Counts`). What a program calls "expanded" or "maximum depth" is a
figure computed from these counts afterwards, so one run can be counted in many ways.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from slidelab.search.conventions import Conventions

NODES, MOVES, SECONDS, BYTES = "nodes", "moves", "seconds", "bytes"


@dataclass(slots=True)
class Counts:
    """Everything that a search counts, before any convention. Fields may be arrays of many runs."""

    expanded: int = 0
    """Nodes taken off the frontier to generate their children."""
    generated: int = 0
    """Nodes created: the root and every child, discarded duplicates included."""
    duplicates: int = 0
    """Children discarded because their state had been reached before."""
    improved: int = 0
    """Children that joined the frontier as a cheaper path to a reached state."""
    skipped: int = 0
    """Copies taken off the frontier after a better copy of their state was expanded."""
    frontier: int = 0
    """Nodes on the frontier, with one that a limit kept from being expanded."""
    max_frontier: int = 0
    """The largest size of the frontier."""
    max_before_children: int = 0
    """The largest size of the frontier when a node was expanded, before its children joined."""
    deepest_generated: int = 0
    """The depth of the deepest node that joined the frontier."""
    deepest_expanded: int = 0
    """The depth of the deepest node expanded."""
    last_pushed: int = 0
    """The depth of the last node that joined the frontier."""
    cost: int | None = None
    """The length of the best path found; in an array -1 if there is none."""

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

    name: str
    meaning: str
    of: Callable[[Counts], Any]


_FIGURES = [
    # What is called expanded
    Figure(
        "expanded",
        "the nodes taken off the frontier to generate their children",
        lambda c: c.expanded,
    ),
    Figure(
        "expanded-plus-goal",
        "the nodes expanded, and the goal if it was found",
        lambda c: c.expanded + c.found,
    ),
    Figure(
        "expanded-plus-copies",
        "the nodes expanded, and the copies skipped when they were taken off the frontier",
        lambda c: c.expanded + c.skipped,
    ),
    Figure(
        "popped",
        "all nodes taken off the frontier: expanded nodes, skipped copies and the goal",
        lambda c: c.expanded + c.skipped + c.found,
    ),
    Figure(
        "states-reached",
        "the states in the set of reached states, expanded or not",
        lambda c: c.generated - c.duplicates - c.improved,
    ),
    # What is called generated
    Figure(
        "generated",
        "the nodes created: the root and every child, discarded duplicates included",
        lambda c: c.generated,
    ),
    Figure(
        "generated-without-root",
        "every child created, discarded duplicates included",
        lambda c: c.generated - 1,
    ),
    Figure(
        "pushed",
        "the root and the children that were not discarded",
        lambda c: c.generated - c.duplicates,
    ),
    Figure(
        "pushed-without-root",
        "the children that were not discarded",
        lambda c: c.generated - c.duplicates - 1,
    ),
    # The frontier
    Figure("frontier", "the nodes left on the frontier at the end", lambda c: c.frontier),
    Figure("max-frontier", "the largest size of the frontier", lambda c: c.max_frontier),
    Figure(
        "max-frontier-before-children",
        "the largest size of the frontier when a node is expanded, before its children join",
        lambda c: c.max_before_children,
    ),
    # Depths
    Figure("cost", "the number of moves in the path", lambda c: c.cost),
    Figure(
        "deepest-generated",
        "the depth of the deepest node generated",
        lambda c: c.deepest_generated,
    ),
    Figure(
        "deepest-expanded",
        "the depth of the deepest node expanded, or of the goal if it lies deeper",
        lambda c: c.deepest_taken_off,
    ),
    Figure(
        "deepest-expanded-plus-one",
        "the depth of the deepest node expanded, or of the goal if it lies deeper, plus one",
        lambda c: c.deepest_taken_off + 1,
    ),
    Figure(
        "last-pushed",
        "the depth of the last node that joined the frontier",
        lambda c: c.last_pushed,
    ),
]

FIGURES = {figure.name: figure for figure in _FIGURES}
"""All figures by name."""


def _counter(label: str, unit: str, meaning: str) -> Any:
    zero = 0.0 if unit == SECONDS else 0
    return field(default=zero, metadata={"label": label, "unit": unit, "meaning": meaning})


@dataclass(slots=True)
class Counters:
    """What a result shows, counted as its conventions say; COUNTERS describes each counter."""

    expanded: int = _counter(
        "expanded",
        NODES,
        "Nodes taken off the frontier to generate their children, or another figure that the "
        "convention `expanded` names.",
    )
    generated: int = _counter(
        "generated",
        NODES,
        "Nodes created: the root, once, and every child, including discarded duplicates.",
    )
    duplicates: int = _counter(
        "duplicates", NODES, "Children discarded because their state had been reached before."
    )
    frontier: int = _counter(
        "frontier left",
        NODES,
        "Nodes on the frontier when the search ended, including one that a limit kept from being "
        "expanded. A goal recognised when generated never joins it. For a search that keeps only "
        "its path, the nodes on the path.",
    )
    max_frontier: int = _counter(
        "largest frontier", NODES, "The largest number of nodes on the frontier at any moment."
    )
    search_depth: int = _counter(
        "search depth", MOVES, "The depth of the goal node: the number of moves in the path."
    )
    max_depth: int = _counter(
        "maximum depth",
        MOVES,
        "The depth of the deepest node generated, or another figure that the convention "
        "`max_depth` names.",
    )
    seconds: float = _counter(
        "time",
        SECONDS,
        "Time spent searching. Pauses between a stop and its continuation are left out.",
    )
    peak_memory_bytes: int = _counter(
        "memory added",
        BYTES,
        "The most memory that the process was seen to hold while the search ran, beyond what it "
        "held when the search began.",
    )

    @classmethod
    def of(
        cls, counts: Counts, conventions: "Conventions", seconds: float = 0.0, memory: int = 0
    ) -> "Counters":
        """Return the counters of a run under some conventions."""
        return cls(
            expanded=FIGURES[conventions.expanded].of(counts),
            generated=counts.generated,
            duplicates=counts.duplicates,
            frontier=counts.frontier,
            max_frontier=counts.max_frontier,
            search_depth=counts.cost or 0,
            max_depth=FIGURES[conventions.max_depth].of(counts),
            seconds=seconds,
            peak_memory_bytes=memory,
        )


class Counter(NamedTuple):
    """The description of a counter."""

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
    if seconds < 1:
        return f"{seconds:.4f} s"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
