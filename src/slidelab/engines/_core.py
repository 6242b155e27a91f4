"""Stand-ins until the new core lands."""

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    RUNNING = 0
    SOLVED = 1
    EXHAUSTED = 2
    OUT_OF_MEMORY = 3


@dataclass(slots=True)
class Counts:
    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    improved: int = 0
    skipped: int = 0
    frontier: int = 0
    max_frontier: int = 0
    max_before_children: int = 0
    deepest_generated: int = 0
    deepest_expanded: int = 0
    last_pushed: int = 0
    cost: int | None = None
