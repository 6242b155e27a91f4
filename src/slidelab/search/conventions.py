"""The choices that books leave open and that change what a search counts.

Two correct programs print different numbers for the same board because they made these choices
differently. Here they are explicit, and the presets name combinations that people use.
"""

from dataclasses import dataclass, field, fields, replace
from itertools import permutations
from typing import Any, NamedTuple

ORDERS = tuple("".join(order) for order in permutations("UDLR"))
GOAL_TESTS = ("expand", "generate", "blind-generate")
DFS_PUSHES = ("reversed", "ordered")
TIES = ("first-in", "last-in", "lower-h", "heap")
DUPLICATES = ("ignore", "lower-g", "always")
DEPTHS = ("generated", "expanded-plus-one")


def _choice(default: Any, meaning: str, values: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"meaning": meaning, "values": values})


@dataclass(frozen=True, slots=True)
class Conventions:
    """One set of choices. Every field changes a count on some board; CHOICES tells them all.

    >>> Conventions(order="DRUL").order
    'DRUL'
    >>> Conventions(order="UDLL")
    Traceback (most recent call last):
    ...
    ValueError: order is 'UDLL'; it must be U, D, L and R, each once, such as UDLR
    """

    order: str = _choice(
        "UDLR",
        "The order in which the blank's moves are tried.",
        values=ORDERS,
    )
    seed: int | None = _choice(
        None,
        "With a seed, `order` is not used: each expansion tries the moves in a random order.",
    )
    goal_test: str = _choice(
        "expand",
        "`expand`: when a node leaves the frontier; `generate`: as soon as it is created; "
        "`blind-generate`: `generate` in searches without a heuristic, `expand` in best-first "
        "ones.",
        values=GOAL_TESTS,
    )
    dfs_push: str = _choice(
        "reversed",
        "Children go on the stack `reversed`, so that the first is explored first, or `ordered`.",
        values=DFS_PUSHES,
    )
    ties: str = _choice(
        "first-in",
        "Among equal f: `first-in`, `last-in`, `lower-h`, or `heap`: as Python's heapq leaves "
        "them when one node counts as less than another if its f is less or equal.",
        values=TIES,
    )
    duplicates: str = _choice(
        "lower-g",
        "A child whose state already waits in a priority frontier: `ignore` it, push it again if "
        "it has a `lower-g`, or push it `always`. Whichever copy comes off first is expanded.",
        values=DUPLICATES,
    )
    reopen: bool = _choice(
        True,
        "Whether a state that was expanded goes back to the frontier when found at a lower g.",
    )
    count_blank: bool = _choice(
        False,
        "Whether the heuristic counts the blank as a tile (then it may overestimate).",
    )
    count_goal: bool = _choice(
        False,
        "Whether the goal counts as expanded when it is taken off the frontier.",
    )
    depth: str = _choice(
        "generated",
        "The maximum depth is that of the deepest node `generated`, or that of the deepest node "
        "taken off the frontier, plus one (`expanded-plus-one`).",
        values=DEPTHS,
    )
    graph: bool = _choice(
        True,
        "Graph search remembers reached states; tree search does not.",
    )

    def __post_init__(self) -> None:
        for choice in CHOICES.values():
            choice.check(getattr(self, choice.name))

    def tests_when_generated(self, blind: bool) -> bool:
        """Whether this kind of search tests for the goal when a node is created."""
        return self.goal_test == "generate" or (self.goal_test == "blind-generate" and blind)


class Choice(NamedTuple):
    """What is to be said of one choice."""

    name: str
    default: Any
    meaning: str
    values: tuple[str, ...]
    """The words allowed; none for yes and no, and for a seed."""

    @property
    def kind(self) -> str:
        """`words`, `yes-or-no` or `number`."""
        if self.values:
            return "words"
        return "yes-or-no" if isinstance(self.default, bool) else "number"

    def check(self, value: Any) -> None:
        """Raise ValueError that says what is allowed, unless the value is."""
        if self.values == ORDERS:
            good, allowed = value in ORDERS, "U, D, L and R, each once, such as UDLR"
        elif self.kind == "words":
            good, allowed = value in self.values, f"one of {', '.join(self.values)}"
        elif self.kind == "yes-or-no":
            good, allowed = isinstance(value, bool), "true or false"
        else:
            good, allowed = value is None or type(value) is int, "a whole number"
        if not good:
            raise ValueError(f"{self.name} is {value!r}; it must be {allowed}")


CHOICES = {
    each.name: Choice(each.name, each.default, **each.metadata) for each in fields(Conventions)
}
"""All choices by name."""

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
