"""The conventions as the kernels know them, which have more than `slidelab.search.Conventions`."""

from dataclasses import dataclass, field, fields
from itertools import permutations
from typing import Any, NamedTuple

from slidelab.puzzle import METRICS, SINGLE
from slidelab.search.conventions import Conventions as PublicConventions

ORDERS = tuple("".join(order) for order in permutations("UDLR"))
GOAL_TESTS = {
    "expand": "when a node is taken off the frontier",
    "generate": "when a node is generated, so it never joins the frontier",
    "blind-generate": "when a node is generated in uninformed searches, and when it is taken off "
    "the frontier in best-first searches",
    "children": "when a child is generated, even one reached before; the start is never tested",
}
CHECKED = {
    "reached": "against all reached states, whether expanded or on the frontier",
    "expanded": "against expanded states only; of several copies on the frontier, the first is "
    "expanded and the others are skipped",
    "expanded-again": "against expanded states only, and every copy is expanded",
    "popped": "only when it is taken off the frontier; all children join it",
    "parent": "only against its parent's parent, so that a move is never undone directly and every "
    "copy is expanded",
    "f-and-state": "against the pairs (f, state) of the children pushed before (f is the depth in "
    "breadth- and depth-first search), and every copy is expanded",
    "unmarked-start": "against all reached states but the start, which is then expanded again",
}
DFS_PUSHES = {
    "reversed": "last to first, so that the first child is explored first",
    "ordered": "first to last, so that the last child is explored first",
}
TIES = {
    "first-in": "the one pushed first",
    "last-in": "the one pushed last",
    "state": "the smaller board, read cell by cell: tuples `(f, state)` in a heapq",
    "lower-h": "the one with the lower h, then the one pushed first",
    "lower-h-last-in": "the one with the lower h, then the one pushed last",
    "lower-h-state": "the one with the lower h, then the smaller board: tuples `(f, h, state)`",
    "lower-g": "the one with the lower g, then the one pushed first",
    "lower-g-last-in": "the one with the lower g, then the one pushed last",
    "lower-g-state": "the one with the lower g, then the smaller board: tuples `(f, g, state)`",
    "move-state": "the one whose last move comes first in the order of moves, then the smaller "
    "board: tuples `(f, move, state)`",
    "move-heap-strict": "the one whose last move comes first in the order of moves, then the one "
    "that Python's heapq returns if nodes are compared by f and move",
    "heap": "the one that Python's heapq returns if nodes are compared by `f <= other.f`",
    "heap-strict": "the one that Python's heapq returns if nodes are compared by `f < other.f`, or "
    "std::priority_queue of GNU's C++",
    "heap-java": "the one that Java's PriorityQueue returns, or any binary heap in which an entry "
    "sinks until no child is less",
}
DUPLICATES = {
    "ignore": "it is discarded",
    "lower-g": "it is pushed again if its g is lower",
    "always": "it is pushed again, and the copy taken off first is expanded",
    "in-place": "a lower g and its parent replace those of the waiting node, while f and its place "
    "on the frontier stay",
}
DEPTHS = {
    "generated": "that of the deepest generated node",
    "expanded": "that of the deepest node taken off the frontier",
    "expanded-plus-one": "that of the deepest node taken off the frontier, plus one",
    "last-pushed": "that of the last node that joined the frontier",
    "waiting": "that of the deepest node left on the frontier at the end",
}
LARGEST = {
    "any-moment": "at any moment",
    "before-children": "when a node is expanded, before its children join it",
}
GENERATED = {
    "all": "the root and every child, including discarded ones",
    "children": "every child, including discarded ones, but not the root",
    "kept": "the root and the children that weren't discarded",
    "kept-children": "the children that weren't discarded, but not the root",
}
DEEPENINGS = {
    "path": "depth-first, and keep the current path alone",
    "stack": "depth-first with a stack of waiting nodes and, in graph search, a table of the costs "
    "within this bound: a state is entered again unless its cost is higher",
    "queue": "breadth-first with a queue of waiting nodes, and discard nodes at the limit without "
    "testing them: a mistake, because a queue takes the memory that iterative deepening saves "
    "(IDA* keeps its path)",
}
NEXT_BOUNDS = {
    "cut-off": "the lowest f that was cut off",
    "plus-one": "one more than the last",
}


def _choice(default: Any, subject: str, effects: dict[Any, str], phrases: dict[Any, str]) -> Any:
    """A subject with an effect is a sentence that says what that value does; a phrase names it."""
    texts = {"subject": subject, "effects": effects, "phrases": phrases}
    return field(default=default, metadata=texts)


@dataclass(frozen=True)
class Conventions:
    """A set of choices. Every field changes a count on some board; CHOICES describes them.

    >>> Conventions(order="DRUL").order
    'DRUL'
    >>> Conventions(order="UDLL")
    Traceback (most recent call last):
    ...
    ValueError: order is 'UDLL'; it must be U, D, L and R, each once, such as UDLR
    """

    order: str = _choice(
        "UDLR",
        "Moves of the blank are tried in the order",
        {o: " ".join(o) for o in ORDERS},
        {o: f"moves tried {' '.join(o)}" for o in ORDERS},
    )
    seed: int | None = _choice(
        None,
        "Each expansion tries the moves",
        {None: "in the given order", int: "in a random order with this seed"},
        {None: "no random order", int: "random order with seed {}"},
    )
    goal_test: str = _choice(
        "expand",
        "The goal is recognised",
        GOAL_TESTS,
        {
            "expand": "goal tested when expanded",
            "generate": "goal tested when generated",
            "blind-generate": "goal tested when generated if uninformed",
            "children": "start never tested",
        },
    )
    checked: str = _choice(
        "reached",
        "In breadth-, depth- and best-first search, a child is checked",
        CHECKED,
        {
            "reached": "children compared with reached states",
            "expanded": "children compared with expanded states only",
            "expanded-again": "children compared with expanded states only, copies expanded",
            "popped": "states compared when popped",
            "parent": "children compared with their grandparent only",
            "f-and-state": "children compared by f and state",
            "unmarked-start": "start not marked as reached",
        },
    )
    dfs_push: str = _choice(
        "reversed",
        "Depth-first search pushes children",
        DFS_PUSHES,
        {"reversed": "first child explored first", "ordered": "last child explored first"},
    )
    ties: str = _choice(
        "first-in",
        "Among nodes of equal f, the first to be taken is",
        TIES,
        {ties: f"ties {ties}" for ties in TIES},
    )
    duplicates: str = _choice(
        "lower-g",
        "If a child's state is already on a priority frontier,",
        DUPLICATES,
        {
            "ignore": "duplicates ignored",
            "lower-g": "duplicates pushed if g is lower",
            "always": "duplicates always pushed",
            "in-place": "duplicates updated in place",
        },
    )
    reopen: bool = _choice(
        True,
        "An expanded state that is found again at a lower g",
        {True: "returns to the frontier, if f uses g", False: "stays expanded"},
        {True: "states reopened", False: "states never reopened"},
    )
    count_blank: bool = _choice(
        False,
        "The heuristic",
        {
            True: "counts the blank as a tile, and may overestimate",
            False: "ignores the blank",
        },
        {True: "blank counted as a tile", False: "blank not counted"},
    )
    count_goal: bool = _choice(
        False,
        "The goal, when taken off the frontier,",
        {True: "counts as expanded", False: "doesn't count"},
        {True: "goal counted", False: "goal not counted"},
    )
    count_copies: bool = _choice(
        False,
        "A copy of an expanded node that is skipped when it is taken off the frontier",
        {True: "counts as expanded", False: "doesn't count"},
        {True: "copies counted", False: "copies not counted"},
    )
    count_again: bool = _choice(
        True,
        "A state that is expanded again",
        {True: "counts each time", False: "counts once"},
        {True: "states counted each time", False: "states counted once"},
    )
    count_reached: bool = _choice(
        False,
        "As expanded, the search counts",
        {
            True: "all states that it reached: the size of a set of visited states",
            False: "the nodes that it expanded",
        },
        {True: "reached states counted as expanded", False: "expanded nodes counted"},
    )
    generated: str = _choice(
        "all",
        "The nodes that count as generated are",
        GENERATED,
        {
            "all": "all nodes generated",
            "children": "generated without the root",
            "kept": "generated without discarded children",
            "kept-children": "generated without the root and discarded children",
        },
    )
    largest: str = _choice(
        "any-moment",
        "The largest frontier is measured",
        LARGEST,
        {
            "any-moment": "frontier measured at any moment",
            "before-children": "frontier measured before children join",
        },
    )
    depth: str = _choice(
        "generated",
        "The maximum depth is",
        DEPTHS,
        {
            "generated": "depth of generated nodes",
            "expanded": "depth of expanded nodes",
            "expanded-plus-one": "depth of expanded nodes plus one",
            "last-pushed": "depth of the last node pushed",
            "waiting": "depth of waiting nodes",
        },
    )
    deepening: str = _choice(
        "path",
        "Within a bound, depth-limited search, iterative deepening and IDA* explore",
        DEEPENINGS,
        {
            "path": "deepening along one path",
            "stack": "deepening with a stack",
            "queue": "deepening with a queue",
        },
    )
    next_bound: str = _choice(
        "cut-off",
        "The next bound of IDA* is",
        NEXT_BOUNDS,
        {"cut-off": "next bound the lowest f cut off", "plus-one": "next bound one more"},
    )
    metric: str = _choice(
        SINGLE, "One move slides", METRICS, {name: f"{name}-tile moves" for name in METRICS}
    )
    graph: bool = _choice(
        True,
        "The search",
        {
            True: "remembers reached states (graph search)",
            False: "doesn't remember reached states (tree search)",
        },
        {True: "graph search", False: "tree search"},
    )

    def __post_init__(self) -> None:
        for choice in CHOICES.values():
            choice.check(getattr(self, choice.name))

    @property
    def remembers(self) -> bool:
        """Whether the search remembers the states that it reached."""
        return self.graph and self.checked != "parent"

    @property
    def pushes_copies(self) -> bool:
        """Whether a child joins the frontier although its state waits there."""
        return self.checked != "reached" and self.marks_start

    @property
    def marks_start(self) -> bool:
        """Whether the start counts as reached, so that no child leads back to it."""
        return self.checked != "unmarked-start"

    @property
    def spares_start(self) -> bool:
        """Whether the start is never tested for the goal."""
        return self.goal_test == "children"

    @property
    def reads_depth_at_end(self) -> bool:
        """Whether the maximum depth is that of a node which the search ends with."""
        return self.depth in ("last-pushed", "waiting")

    def tests_when_generated(self, blind: bool) -> bool:
        """Whether this kind of search tests for the goal when a node is created."""
        if self.goal_test == "blind-generate":
            return blind
        return self.goal_test != "expand"


class Choice(NamedTuple):
    """What is to be said of one choice."""

    name: str
    default: Any
    subject: str
    """The beginning of a sentence that an effect completes."""
    effects: dict[Any, str]
    """What each value does; a seed's value is `int`."""
    phrases: dict[Any, str]
    """Each value in a few words, to stand in a list of choices."""

    @property
    def kind(self) -> str:
        """`words`, `yes-or-no` or `number`."""
        if int in self.effects:
            return "number"
        return "yes-or-no" if isinstance(self.default, bool) else "words"

    @property
    def values(self) -> tuple[str, ...]:
        """The words allowed; none for yes and no, and for a seed."""
        return tuple(self.effects) if self.kind == "words" else ()

    def effect(self, value: Any) -> str:
        """What a value does, in a sentence.

        >>> CHOICES["ties"].effect("last-in")
        'Among nodes of equal f, the first to be taken is the one pushed last.'
        >>> CHOICES["seed"].effect(7)
        'Each expansion tries the moves in a random order with this seed.'
        """
        return f"{self.subject} {self.effects[self._key(value)]}."

    @property
    def meaning(self) -> str:
        """What is chosen, and what each value does.

        >>> CHOICES["count_goal"].meaning
        "The goal, when taken off the frontier … `yes`: counts as expanded; `no`: doesn't count."
        """
        subject = self.subject.removesuffix(",")
        if self.values == ORDERS:
            return "Order in which the blank's moves are tried."
        names = {True: "yes", False: "no", int: "a number", None: "none"}
        effects = [f"`{names.get(value, value)}`: {what}" for value, what in self.effects.items()]
        return f"{subject} … {'; '.join(effects)}."

    def words(self, value: Any) -> str:
        """A value in a few words.

        >>> CHOICES["graph"].words(False), CHOICES["ties"].words("heap"), CHOICES["seed"].words(7)
        ('tree search', 'ties heap', 'random order with seed 7')
        """
        return self.phrases.get(self._key(value), f"{self.name} {{}}").format(value)

    def _key(self, value: Any) -> Any:
        return value if value in self.effects else type(value)

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

_BEST_FIRST = {
    "cheapest": {},
    "visited": {"duplicates": "ignore", "reopen": False},
    "closed": {"duplicates": "always", "reopen": False},
}


def translate(public: "PublicConventions | Conventions", algorithm: str) -> Conventions:
    """Return the conventions for a kernel."""
    if isinstance(public, Conventions):
        return public
    remembers = public.remembers
    chosen: dict[str, Any] = {}
    if algorithm in ("bfs", "dfs") and remembers:
        chosen["checked"] = "expanded" if public.marked == "expanded" else "reached"
    elif algorithm in ("ucs", "greedy", "astar", "wastar") and remembers:
        name = "visited" if (algorithm, public.duplicates) == ("greedy", "cheapest") else None
        chosen |= _BEST_FIRST[name or public.duplicates]
    elif algorithm not in ("ida", "bidirectional", "anytime") and not remembers:
        chosen["graph"] = public.duplicates == "parent" and algorithm != "beam"
        chosen["checked"] = "parent" if chosen["graph"] else "reached"
    return Conventions(
        order="UDLR" if public.seed is not None else public.order,
        seed=public.seed,
        goal_test=public.goal_test,
        dfs_push=public.dfs_push,
        ties=public.ties,
        count_blank=public.count_blank,
        count_reached=public.expanded == "states-reached" and remembers,
        depth="last-pushed" if public.max_depth == "last-pushed" else "generated",
        deepening=public.deepening if algorithm in ("dls", "ids") else "path",
        **chosen,
    )


def counts_improved(public: PublicConventions, algorithm: str) -> bool:
    """Return whether nodes pushed again count as cheaper paths."""
    is_blind = algorithm in ("bfs", "dfs")
    return public.remembers and not (
        public.marked == "expanded" if is_blind else public.duplicates == "closed"
    )


def tie_breakers(ties: str) -> tuple[str, str]:
    """What decides among equal f, and what decides where that is equal too.

    >>> tie_breakers("lower-h-state"), tie_breakers("lower-g"), tie_breakers("last-in")
    (('lower-h', 'state'), ('lower-g', 'first-in'), ('', 'last-in'))
    """
    for second in ("lower-h", "lower-g", "move"):
        if ties.startswith(second):
            return second, ties.removeprefix(second).removeprefix("-") or "first-in"
    return "", ties
