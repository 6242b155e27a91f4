"""What is counted while a search runs. Each counter is defined here, once."""

from dataclasses import dataclass, fields


@dataclass(slots=True)
class Counters:
    """The counters of one run."""

    expanded: int = 0
    """Nodes taken off the frontier to create their children; with the convention `count_goal`
    also the goal, if it was recognised when taken off."""

    generated: int = 0
    """Nodes created: the root, once, and every child, those thrown away as duplicates too."""

    duplicates: int = 0
    """Children thrown away because their state had been reached before."""

    reopened: int = 0
    """Children put back on the frontier although their state had been expanded, because this
    path to it is shorter."""

    frontier: int = 0
    """Nodes waiting in the frontier when the search ended. A search that keeps only its path
    counts the nodes on the path."""

    max_frontier: int = 0
    """The largest number of nodes that waited in the frontier at any moment."""

    search_depth: int = 0
    """The depth of the goal node found: the number of moves of the path."""

    max_depth: int = 0
    """The depth of the deepest node put on the frontier, or one more than that of the deepest
    node taken off it, as the convention `depth` says."""

    seconds: float = 0.0
    """Time spent searching. Pauses between a stop and its continuation are left out."""

    peak_memory_bytes: int = 0
    """The most memory that the process was seen to hold while the search ran."""


def definitions() -> dict[str, str]:
    """What each counter means, in words, keyed by its name."""
    import inspect
    import re

    source = inspect.getsource(Counters)
    texts = re.findall(r'"""(.*?)"""', source, re.DOTALL)[1:]
    names = [field.name for field in fields(Counters)]
    return {name: " ".join(text.split()) for name, text in zip(names, texts, strict=True)}
