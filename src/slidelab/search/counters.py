"""What is counted while a search runs. Each counter is defined here, once."""

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

NODES, MOVES, SECONDS, BYTES = "nodes", "moves", "seconds", "bytes"


def _counter(label: str, unit: str, meaning: str) -> Any:
    zero = 0.0 if unit == SECONDS else 0
    return field(default=zero, metadata={"label": label, "unit": unit, "meaning": meaning})


@dataclass(slots=True)
class Counters:
    """The counters of one run; COUNTERS describes each."""

    expanded: int = _counter(
        "expanded",
        NODES,
        "Nodes taken off the frontier to generate their children. With the convention "
        "`count_goal`, also the goal if it was recognised when taken off; with `count_copies`, "
        "also skipped copies of expanded nodes; with `count_reached`, all states reached instead.",
    )
    generated: int = _counter(
        "generated",
        NODES,
        "Nodes created: the root, once, and every child, including discarded duplicates, unless "
        "the convention `generated` excludes some.",
    )
    duplicates: int = _counter(
        "duplicates", NODES, "Children discarded because their state had been reached before."
    )
    reopened: int = _counter(
        "reopened",
        NODES,
        "Children put back on the frontier although their state had been expanded, because this "
        "path to it is shorter.",
    )
    frontier: int = _counter(
        "frontier left",
        NODES,
        "Nodes on the frontier when the search ended, including one that a limit kept from being "
        "expanded. A goal recognised when generated never joins it. For a search that keeps only "
        "its path, the nodes on the path.",
    )
    max_frontier: int = _counter(
        "largest frontier",
        NODES,
        "The largest number of nodes on the frontier at any moment, or before the children of a "
        "node join it, as the convention `largest` says.",
    )
    search_depth: int = _counter(
        "search depth", MOVES, "The depth of the goal node: the number of moves in the path."
    )
    max_depth: int = _counter(
        "maximum depth",
        MOVES,
        "The depth of the deepest node created, or that of the deepest node taken off the "
        "frontier, or one more, as the convention `depth` says.",
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
        "held when the search began. `compare` gives each search a process that nothing was "
        "searched in before; elsewhere a search may find memory that one before it gave back.",
    )


class Counter(NamedTuple):
    """What is to be said of one counter."""

    name: str
    label: str
    unit: str
    meaning: str

    def format(self, value: float) -> str:
        """A value as people write it, with its unit unless it is a number of nodes or moves.

        >>> COUNTERS["expanded"].format(20290), COUNTERS["seconds"].format(0.00123)
        ('20,290', '0.0012 s')
        """
        if self.unit == SECONDS:
            return time_words(value)
        return memory_words(int(value)) if self.unit == BYTES else f"{value:,}"


COUNTERS = {each.name: Counter(each.name, **each.metadata) for each in fields(Counters)}
"""All counters by name."""


def memory_words(size: int) -> str:
    """An amount of memory with its unit.

    >>> memory_words(2_500), memory_words(24_800_000), memory_words(3_200_000_000)
    ('2.5 kB', '24.8 MB', '3.2 GB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1000:.1f} kB"


def time_words(seconds: float) -> str:
    """A time in seconds, as precise as is of use.

    >>> time_words(0.00123), time_words(2.345), time_words(61.2)
    ('0.0012 s', '2.35 s', '61.2 s')
    """
    if seconds < 1:
        return f"{seconds:.4f} s"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
