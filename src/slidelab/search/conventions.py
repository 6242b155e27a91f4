"""The choices that textbooks leave open and that change what a search counts.

Two correct programs print different numbers for the same board because they made these choices
differently. Here they are explicit; `presets.py` names combinations that people use.
"""

import re
from dataclasses import dataclass, field, fields
from itertools import permutations
from typing import Any

from slidelab.search.counters import FIGURES
from slidelab.search.parameters import Parameter

ORDERS = tuple("".join(order) for order in permutations("UDLR"))
RANDOM = "random"
_RANDOM_ORDER = re.compile(r"random:(\d{1,19})")


@dataclass(frozen=True)
class Choice(Parameter):
    """One choice: a parameter of every search, with what each of its values does."""

    title: str = ""
    """The beginning of a sentence that the description of a value completes."""
    values: dict[Any, str] = field(default_factory=dict)
    """What each value does."""

    @property
    def allowed(self) -> str:
        """Return the allowed values, in words."""
        if self.name == "order":
            return "U, D, L and R, each once, such as UDLR, or random:SEED, such as random:7"
        return f"one of {', '.join(map(write_value, self.values))}"

    def allows(self, value: Any) -> bool:
        """Return whether a search may have a value."""
        if self.name == "order":
            return value in ORDERS or _RANDOM_ORDER.fullmatch(str(value)) is not None
        return super().allows(value) and value in self.values

    def describe(self, value: Any) -> str:
        """Return what a value does, in a sentence."""
        return f"{self.title} {self.values.get(self.check(value)) or self.values[RANDOM]}."

    def read(self, text: str) -> Any:
        """Return the value that a text such as `drul` or `yes` stands for; raises ValueError."""
        text = text.strip().lower()
        if self.name == "order" and not text.startswith(RANDOM):
            text = re.sub(r"[\s,]", "", text.upper())
        return super().read(text)


def write_value(value: Any) -> str:
    """Return a value as people write it: `yes` and `no` for True and False."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _choice(title: str, values: dict[Any, str]) -> Any:
    return field(default=next(iter(values)), metadata={"title": title, "values": values})


def _figure(title: str, *names: str) -> Any:
    return _choice(title, {name: FIGURES[name].meaning for name in names})


@dataclass(frozen=True)
class Conventions:
    """A set of choices, each with what its values do; the first value is the textbook's.

    Raises ValueError for a value that a choice does not have.
    """

    order: str = _choice(
        "The blank's moves are tried",
        {order: f"in the order {' '.join(order)}" for order in ORDERS}
        | {RANDOM: "in a random order, drawn for each expansion from the seed in `random:SEED`"},
    )
    goal_test: str = _choice(
        "The goal is recognised",
        {
            "expand": "when a node is taken off the frontier",
            "generate": "when a node is generated, so the goal never joins the frontier",
            "blind-generate": "when a node is generated in uninformed searches (bfs, dfs, dls, "
            "ids), and when it is taken off the frontier in best-first searches, ucs included",
        },
    )
    duplicates: str = _choice(
        "A child whose state was reached before",
        {
            "cheapest": "joins the frontier if this path to it is cheaper (best-first search)",
            "visited": "is discarded: a state is marked when it is generated (best-first search)",
            "closed": "joins the frontier unless the state was expanded: of several copies on the "
            "frontier the first is expanded, the others are skipped (best-first search)",
            "parent": "joins the frontier unless it undoes the last move: no states are remembered",
            "tree": "joins the frontier: no states are remembered (tree search)",
        },
    )
    marked: str = _choice(
        "Breadth-first and depth-first graph search mark a state as reached when it is",
        {
            "generated": "generated, so that it is pushed once",
            "expanded": "expanded: until then copies are pushed, and skipped afterwards",
        },
    )
    dfs_push: str = _choice(
        "Depth-first search pushes children",
        {
            "reversed": "last to first, so that the first child is explored first",
            "ordered": "first to last, so that the last child is explored first",
        },
    )
    ties: str = _choice(
        "Of several nodes with the same f, the search takes",
        {
            "first-in": "the one pushed first",
            "last-in": "the one pushed last",
            "lower-h": "the one with the lower h, then the one pushed first",
            "state": "the smaller board, read cell by cell: tuples `(f, state)` in a heapq",
            "heap": "what Python's heapq returns if nodes are compared by `f <= other.f`",
            "heap-strict": "what Python's heapq returns if nodes are compared by `f < other.f`, or "
            "std::priority_queue of GNU's C++",
            "heap-java": "what Java's PriorityQueue returns",
        },
    )
    deepening: str = _choice(
        "Within a depth limit, dls and ids search",
        {
            "path": "depth-first, along one path",
            "queue": "breadth-first with a queue, discarding nodes at the limit without testing "
            "them: a mistake, since a queue takes the memory that iterative deepening saves",
        },
    )
    count_blank: bool = _choice(
        "The heuristic",
        {False: "ignores the blank", True: "counts the blank as a tile, and may overestimate"},
    )
    expanded: str = _figure(
        "Expanded counts",
        *("expanded", "expanded-plus-goal", "expanded-plus-copies", "popped", "states-reached"),
    )
    max_depth: str = _figure(
        "The maximum depth is",
        *("deepest-generated", "deepest-expanded", "deepest-expanded-plus-one", "last-pushed"),
    )

    def __post_init__(self) -> None:
        for name, choice in CHOICES.items():
            choice.check(getattr(self, name))

    @property
    def seed(self) -> int | None:
        """Return the seed of a random order."""
        found = _RANDOM_ORDER.fullmatch(self.order)
        return int(found[1]) if found else None

    @property
    def remembers(self) -> bool:
        """Return whether reached states are remembered (graph search)."""
        return self.duplicates not in ("parent", "tree")

    def tests_when_generated(self, uninformed: bool) -> bool:
        """Return whether such a search tests for the goal when a node is generated."""
        return self.goal_test == "generate" or (self.goal_test == "blind-generate" and uninformed)


CHOICES = {
    each.name: Choice(
        name=each.name, type=type(each.default), default=each.default, **each.metadata
    )
    for each in fields(Conventions)
}
"""The description of each choice, by name."""

TEXTBOOK = Conventions()
