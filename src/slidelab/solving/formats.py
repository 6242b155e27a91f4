"""Results as text: JSON, CSV, and the lines that courses ask for."""

import json
from collections.abc import Iterable, Mapping, Sequence
from csv import DictWriter
from io import StringIO
from math import inf
from typing import Any

from slidelab.solving.result import Result
from slidelab.system.memory import peak_resident_bytes

LONGEST_PATH = 100
"""Longer paths are shortened to their ends on the screen."""

TITLES = {"astar": "A*", "wastar": "Weighted A*", "ida": "IDA*"}


def json_object(entries: Mapping[str, Any]) -> str:
    """Return a JSON object with one line for each entry."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as CSV with a header; entries without a column are left out."""
    text = StringIO()
    writer = DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")


def as_driver(result: Result, longest: float = inf) -> str:
    """Return the lines that course assignments compare; longer paths are shortened.

    The memory is that of the whole process, as such programs measure it.
    """
    counters, is_solved = result.counters, result.solved
    lines = [
        f"Algorithm: {_name(result)}",
        f"Cost of path: {result.cost if is_solved else 'none'}",
        f"Nodes expanded: {counters.expanded}",
        f"Search depth: {counters.search_depth if is_solved else 'none'}",
        f"Max search depth: {counters.max_depth}",
        f"Running time: {counters.seconds:.8f} seconds",
        f"Max RAM usage: {peak_resident_bytes() / 1024**2:.8f} MB",
    ]
    return "\n".join([*lines, f"Path to goal: {_write_path(result, longest)}"])


def as_columbia(result: Result, longest: float = inf) -> str:
    """Return the lines of output.txt in Columbia's course; longer paths are shortened."""
    _, *lines, path = as_driver(result, longest).splitlines()
    plain = (line.removesuffix(" seconds").removesuffix(" MB") for line in [path, *lines])
    pairs = (line.split(": ", 1) for line in plain)
    return "\n".join(f"{name.lower().replace(' ', '_')}: {value}" for name, value in pairs)


COURSE_FORMATS = {"driver": as_driver, "columbia": as_columbia}
"""The formats that courses ask for, each named as the preset of the course."""


def _name(result: Result) -> str:
    algorithm = TITLES.get(result.algorithm, result.algorithm.upper())
    return f"{algorithm} {result.heuristic.capitalize()}" if result.heuristic else algorithm


def _write_path(result: Result, longest: float) -> str:
    if result.moves is None:
        status = result.status.replace("-", " ")
        return f"none; {result.reason or f'the search ended with: {status}'}"
    words = [repr(move.word) for move in result.moves]
    if len(words) > longest:
        words = [*words[:4], "...", *words[-3:]]
    return f"[{', '.join(words)}]"
