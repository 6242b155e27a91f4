"""Conventions that people use, each named after the program or book it comes from."""

from dataclasses import replace

from slidelab.search.conventions import TEXTBOOK, Conventions

PRESETS: dict[str, Conventions] = {
    "textbook": TEXTBOOK,
    "driver": replace(TEXTBOOK, ties="heap", duplicates="ignore", reopen=False),
    "columbia": replace(TEXTBOOK, duplicates="ignore", reopen=False),
    "rows": replace(
        TEXTBOOK,
        order="DRUL",
        dfs_push="ordered",
        duplicates="ignore",
        reopen=False,
        count_blank=True,
    ),
    "tabs": replace(
        TEXTBOOK, reopen=False, count_goal=True, depth="expanded-plus-one", deepening="queue"
    ),
    "forms": replace(
        TEXTBOOK,
        order="UDRL",
        goal_test="blind-generate",
        dfs_push="ordered",
        duplicates="always",
        reopen=False,
    ),
    "korf": replace(TEXTBOOK, order="ULRD", goal_test="generate"),
}

PRESET_TITLES: dict[str, str] = {
    "textbook": "Textbook",
    "driver": "driver.py, edX course",
    "columbia": "Columbia course, edX",
    "rows": "Row-by-row program",
    "tabs": "Program with tabs",
    "forms": "Program with forms",
    "korf": "Korf 1985",
}
"""Names for people; on the command line the keys are typed."""

PRESET_SUMMARIES: dict[str, str] = {
    "textbook": "the usual choices of an AI textbook",
    "driver": "driver.py of a well-known online course: heapq ties, frontier never updated",
    "columbia": "most solutions of that course (Columbia, edX): ties first in, never updated",
    "rows": "boards typed row by row: moves D R U L, heuristics count the blank",
    "tabs": "one tab per algorithm: the goal counts as expanded, maximum depth plus one",
    "forms": "a windowed program: uninformed searches test children at once, moves U D R L",
    "korf": "Korf's 1985 experiments: moves U L R D, the goal recognised when generated",
}


def preset(name: str) -> Conventions:
    """The conventions of a preset.

    Raises ValueError that lists the presets when there is none of that name.

    >>> preset("rows").order
    'DRUL'
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise ValueError(
            f"there is no preset {name!r}; the presets are {', '.join(PRESETS)}"
        ) from None
