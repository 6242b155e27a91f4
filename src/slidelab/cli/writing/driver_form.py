"""The classic form of a result: the lines that course assignments compare."""

from slidelab.cli.writing.report import LONGEST_PATH
from slidelab.solving import Result

NAMES = {"astar": "A*", "wastar": "Weighted A*", "ida": "IDA*"}
LONGEST_ABBREVIATION = 4
BYTES_A_MEGABYTE = 10**6


def as_driver(result: Result) -> str:
    """The result in the classic form; a long path is shown by its ends."""
    counters = result.counters
    cost = "none" if result.cost is None else result.cost
    depth = "none" if result.cost is None else counters.search_depth
    return "\n".join(
        [
            f"Algorithm: {_name(result)}",
            f"Cost of path: {cost}",
            f"Nodes expanded: {counters.expanded}",
            f"Search depth: {depth}",
            f"Max search depth: {counters.max_depth}",
            f"Running time: {counters.seconds:.8f} seconds",
            f"Max RAM usage: {counters.peak_memory_bytes / BYTES_A_MEGABYTE:.8f} MB",
            *_path(result),
        ]
    )


def _name(result: Result) -> str:
    name = NAMES.get(result.algorithm) or _written(result.algorithm)
    return f"{name} {_written(result.heuristic)}" if result.heuristic else name


def _written(name: str) -> str:
    if not name.replace("-", "").isalpha():
        return name  # that of somebody's own file
    if len(name) <= LONGEST_ABBREVIATION:
        return name.upper()
    return name.replace("-", " ").capitalize()


def _path(result: Result) -> list[str]:
    if result.moves is None:
        why = result.reason or f"the search ended with: {result.status.replace('-', ' ')}"
        return [f"Path to goal: none; {why}"]
    words = [move.word for move in result.moves]
    if len(words) <= LONGEST_PATH:
        return [f"Path to goal: {words}"]
    first, last = (", ".join(map(repr, ends)) for ends in (words[:4], words[-3:]))
    return [
        f"Path to goal: [{first}, ..., {last}]",
        f"The path is shortened here: it has {len(words)} moves, and --format json gives them all",
    ]
