"""The choices that books leave open and that change what a search counts.

Two correct programs print different numbers for the same board because they made these choices
differently. Here they are explicit, and the presets name combinations that people use.
"""

from dataclasses import dataclass, replace
from itertools import permutations

ORDERS = tuple("".join(order) for order in permutations("UDLR"))

GOAL_TESTS = ("expand", "generate", "blind-generate")
DFS_PUSHES = ("reversed", "ordered")
TIES = ("first-in", "last-in", "lower-h", "heap")
DUPLICATES = ("ignore", "lower-g", "always")
DEPTHS = ("generated", "expanded-plus-one")


@dataclass(frozen=True, slots=True)
class Conventions:
    """One set of choices. Every field changes a count on some board.

    >>> Conventions(order="DRUL").order
    'DRUL'
    >>> Conventions(order="UDLL")
    Traceback (most recent call last):
    ...
    ValueError: order is 'UDLL'; it must be U, D, L and R, each once, such as UDLR
    """

    order: str = "UDLR"
    """The order in which the blank's moves are tried."""

    seed: int | None = None
    """With a seed, `order` is not used: each expansion tries the moves in a random order."""

    goal_test: str = "expand"
    """`expand`: when a node leaves the frontier; `generate`: as soon as it is created;
    `blind-generate`: `generate` in searches without a heuristic, `expand` in best-first ones."""

    dfs_push: str = "reversed"
    """Children go on the stack `reversed`, so that the first is explored first, or `ordered`."""

    ties: str = "first-in"
    """Among equal f: `first-in`, `last-in`, `lower-h`, or `heap`: as Python's heapq leaves them
    when one node counts as less than another if its f is less or equal."""

    duplicates: str = "lower-g"
    """A child whose state already waits in a priority frontier: `ignore` it, push it again if it
    has a `lower-g`, or push it `always`. Whichever copy comes off first is expanded."""

    reopen: bool = True
    """Whether a state that was expanded goes back to the frontier when found at a lower g."""

    count_blank: bool = False
    """Whether the heuristic counts the blank as a tile (then it may overestimate)."""

    count_goal: bool = False
    """Whether the goal counts as expanded when it is taken off the frontier."""

    depth: str = "generated"
    """The maximum depth is that of the deepest node `generated`, or that of the deepest node
    taken off the frontier, plus one (`expanded-plus-one`)."""

    graph: bool = True
    """Graph search remembers reached states; tree search does not."""

    def __post_init__(self) -> None:
        if sorted(self.order) != sorted("UDLR"):
            raise ValueError(
                f"order is {self.order!r}; it must be U, D, L and R, each once, such as UDLR"
            )
        for field, allowed in _ALLOWED.items():
            if (value := getattr(self, field)) not in allowed:
                raise ValueError(f"{field} is {value!r}; it must be one of {', '.join(allowed)}")

    def tests_when_generated(self, blind: bool) -> bool:
        """Whether this kind of search tests for the goal when a node is created."""
        return self.goal_test == "generate" or (self.goal_test == "blind-generate" and blind)


_ALLOWED = {
    "goal_test": GOAL_TESTS,
    "dfs_push": DFS_PUSHES,
    "ties": TIES,
    "duplicates": DUPLICATES,
    "depth": DEPTHS,
}

TEXTBOOK = Conventions()

PRESETS: dict[str, Conventions] = {
    "textbook": TEXTBOOK,
    "driver": replace(TEXTBOOK, ties="heap", duplicates="ignore", reopen=False),
    "rows": replace(
        TEXTBOOK,
        order="DRUL",
        dfs_push="ordered",
        duplicates="ignore",
        reopen=False,
        count_blank=True,
    ),
    "tabs": replace(TEXTBOOK, reopen=False, count_goal=True, depth="expanded-plus-one"),
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

PRESET_SUMMARIES: dict[str, str] = {
    "textbook": "the usual choices of an AI textbook",
    "driver": "the driver.py of a well-known online course: heapq ties, frontier never updated",
    "rows": "boards typed row by row: moves D R U L, the blank counts in the heuristic",
    "tabs": "one tab an algorithm: the goal counts as expanded, depth is one more",
    "forms": "a windowed program: blind searches test children at once, moves U D R L",
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
