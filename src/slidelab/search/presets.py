"""Conventions that people use, each named after the program or book it comes from."""

from slidelab.errors import SlidelabError
from slidelab.search.conventions import TEXTBOOK, Conventions

PRESETS: dict[str, Conventions] = {
    "textbook": TEXTBOOK,
    "driver": Conventions(ties="heap", duplicates="visited"),
    "columbia": Conventions(duplicates="visited"),
    "rows": Conventions(order="DRUL", dfs_push="ordered", duplicates="visited", count_blank=True),
    "tabs": Conventions(
        deepening="queue", expanded="expanded-plus-goal", max_depth="deepest-expanded-plus-one"
    ),
    "forms": Conventions(
        order="UDRL", goal_test="blind-generate", dfs_push="ordered", duplicates="closed"
    ),
    "korf": Conventions(order="ULRD", goal_test="generate"),
}

PRESET_SUMMARIES = {
    "textbook": "the usual choices of an AI textbook",
    "driver": "driver.py of a well-known online course: heapq ties, frontier never updated",
    "columbia": "most solutions of that course (Columbia, edX): ties first in, never updated",
    "rows": "boards typed row by row: moves D R U L, heuristics count the blank",
    "tabs": "one tab per algorithm: the goal counts as expanded, maximum depth plus one",
    "forms": "a windowed program: uninformed searches test children at once, moves U D R L",
    "korf": "Korf's 1985 experiments: moves U L R D, the goal recognised when generated",
}


def preset(name: str) -> Conventions:
    """Return the conventions of a preset; raises ValueError that lists the presets."""
    if name not in PRESETS:
        raise SlidelabError(f"there is no preset {name!r}; the presets are {', '.join(PRESETS)}")
    return PRESETS[name]
