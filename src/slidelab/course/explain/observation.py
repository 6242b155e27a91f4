"""What another program printed for a board."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, Move, Shape, goal_board, parse_moves
from slidelab.search import COUNTERS
from slidelab.search.counters import MOVES, NODES

OBSERVABLE = {
    **{
        name: each.meaning.replace("`", "").rstrip(".")
        for name, each in COUNTERS.items()
        if each.unit in (NODES, MOVES)
    },
    "cost": "Number of moves of the path",
}
"""The numbers that can be explained, by name."""
OF_THE_PATH = ("cost", "search_depth")
"""Those that say how long the path is."""


class Observation(NamedTuple):
    """The numbers that a program printed for a board, and its path if that is known."""

    start: Board
    goal: Board
    counts: dict[str, int]
    path: tuple[Move, ...] | None = None

    @classmethod
    def of(cls, board: BoardLike, goal: BoardLike, counts: Mapping[str, Any]) -> "Observation":
        """Return the observation of plain values; `path` is the moves, as letters or words.

        Raises ValueError for a board, a path or a number that cannot be, and says what can.

        >>> Observation.of("125340678", "blank-first", {"expanded": 10, "path": "ULL"}).counts
        {'expanded': 10}
        """
        start = Board(board)
        given = {name: value for name, value in counts.items() if value not in (None, "")}
        text = given.pop("path", None)
        path = parse_moves(text) if isinstance(text, str) else text
        for name, value in given.items():
            if name not in OBSERVABLE:
                known = ", ".join(OBSERVABLE)
                raise SlidelabError(f"unknown count {name!r}; choose from {known} and path")
            if type(value) is not int or value < 0:
                raise SlidelabError(f"{name} is {value!r}; it must be a whole number, 0 or more")
        if not given and path is None:
            raise SlidelabError("there is nothing to explain: give a count, such as expanded")
        return cls(start, goal_board(goal, start.shape), given, None if path is None else (*path,))

    @property
    def telling(self) -> int:
        """Return how many of the numbers are not the length of the path, as most conventions have.

        A maximum depth often is.
        """
        lengths = {self.counts.get(name) for name in OF_THE_PATH}
        if self.path is not None:
            lengths.add(len(self.path))
        return sum(n not in lengths for n in self.counts.values())

    @property
    def node_limit(self) -> int | None:
        """Expansions beyond which a search cannot give these numbers, nor be near them."""
        bounds = [self.counts[name] for name in ("expanded", "generated") if name in self.counts]
        return min(bounds) + 16 + min(bounds) // 8 if bounds else None


def read_words(text: str, goal: str, shape: Shape | None = None) -> Observation:
    """Read a board and its numbers from a line such as `125340678 expanded=12 cost=3`.

    Raises ValueError that says how to write it.

    >>> read_words("125340678 expanded=12 cost=3", "blank-first").counts
    {'expanded': 12, 'cost': 3}
    """
    words = text.split()
    counts: dict[str, int | str] = {}
    while words and "=" in words[-1]:
        name, _, value = words.pop().partition("=")
        name = name.replace("-", "_")
        counts[name] = int(value) if value.isascii() and value.isdecimal() else value
    if not words or not counts:
        raise SlidelabError(f"{text!r}: write a board and its numbers, as 125340678 expanded=12")
    return Observation.of(Board(" ".join(words), shape), goal, dict(reversed(counts.items())))
