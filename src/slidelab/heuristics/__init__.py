"""How far is it still? One small function each, bound to a goal.

    >>> from slidelab import Board, heuristics
    >>> heuristics.manhattan(Board("125340678"))
    3

Every file in `estimates/` is one heuristic, called as the file is (with ``-`` for ``_``). Adding a
heuristic means adding one file:

    from slidelab.heuristics import Estimate, heuristic
    from slidelab.puzzle import Board

    @heuristic(admissible=True, consistent=True, summary="1 unless the board is solved")
    def unsolved(goal: Board) -> Estimate:
        solved = goal.state
        return lambda state: int(state != solved)

A heuristic h is *admissible* when h(s) is never more than the true number of moves from s, and
*consistent* when it also changes by at most 1 with every single move and is 0 at the goal.
"""

import sys
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from operator import add, getitem
from typing import Any, ClassVar

from slidelab.puzzle import BLANK_FIRST, COMMON_GOALS, SINGLE, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.metric import most_tiles
from slidelab.puzzle.shape import MOST_CELLS
from slidelab.registry import Registry, decorator_of, load_object

Estimate = Callable[[bytes], float]
"""A heuristic bound to one goal: from a state to an estimate of the moves left."""

CostTable = tuple[tuple[float, ...], ...]
"""What a tile on a cell adds to an estimate, by cell and tile."""

Binder = Callable[..., Any]
"""What ``@heuristic`` decorates: takes the goal, and `count_blank` where that choice applies, and
returns an `Estimate`, or the `CostTable` of one that `sums`."""


@dataclass(eq=False, repr=False)
class Heuristic:
    """A named heuristic with its promises; bind it to a goal to get the function to search with.

    `admissible` and `consistent` speak of the heuristic as the textbook has it, the blank not
    counted; `is_admissible` and `is_consistent` answer for either choice.
    """

    _binder: Binder
    _: KW_ONLY
    admissible: bool
    consistent: bool
    summary: str
    integral: bool = True
    """Whether every value is a whole number."""
    counts_blank: bool = False
    """Whether the choice `count_blank`, then the function's second argument, makes a difference."""
    aliases: tuple[str, ...] = ()
    """Other names to find it by, in lower case and joined by ``-``."""
    most_cells: int = MOST_CELLS
    """How large a board may be."""
    takes_metric: bool = False
    """Whether it estimates the moves of a metric itself, then the function's second argument."""
    sums: bool = False
    """Whether the function returns a table of costs, which the estimate adds up."""

    is_own: ClassVar[bool] = False
    """Whether it comes from a person's file or an installed package."""

    def __post_init__(self) -> None:
        self.name = self._binder.__name__.replace("_", "-")
        self.__wrapped__ = self._binder
        self.__module__ = self._binder.__module__

    def bind(self, goal: BoardLike, count_blank: bool = False, metric: str = SINGLE) -> Estimate:
        """Return the function from a state to an estimate of the moves from there to `goal`.

        With `count_blank` the blank counts as one more tile that has to get home; heuristics for
        which that means nothing ignore it. In the multi-tile metric an estimate of steps is
        divided by the most tiles that a move takes (`puzzle.metric.most_tiles` says why).

        >>> from slidelab import heuristics
        >>> h = heuristics.manhattan.bind("1 2 3 / 4 5 6 / 7 8 _")
        >>> h(bytes([1, 2, 0, 4, 5, 3, 6, 7, 8]))
        6

        Raises ValueError for a goal that is too large for it.
        """
        goal = board_to_reach(goal)
        if goal.shape.cells > self.most_cells:
            raise ValueError(
                f"{self.name} works up to {self.most_cells} cells, and {goal.shape} has "
                f"{goal.shape.cells}: choose another heuristic"
            )
        if self.takes_metric:
            estimate: Estimate = self._binder(goal, metric)
            return estimate
        steps = self.tabulate(goal, count_blank)
        if self.sums:
            steps = add_up(steps, self.integral)
        return in_moves(steps, self.integral, goal.shape, metric)

    def tabulate(self, goal: Board, count_blank: bool) -> Any:
        """Call the function; where `sums` says so, it returns a table of costs."""
        return self._binder(goal, count_blank) if self.counts_blank else self._binder(goal)

    def __call__(self, board: BoardLike, goal: BoardLike = BLANK_FIRST) -> float:
        """The estimate of the moves from a board to a goal.

        >>> from slidelab import heuristics
        >>> heuristics.manhattan("125340678"), heuristics.manhattan("125340678", "blank-last")
        (3, 11)

        Bind it to the goal where there are many boards.
        """
        start = Board(board)
        return self.bind(goal_board(goal, start.shape))(start.state)

    def __reduce__(self) -> str:
        return self._binder.__qualname__  # found by its name, as functions are

    @property
    def description(self) -> str:
        """What its file says at the top."""
        module = sys.modules.get(self._binder.__module__)
        return (module is not None and module.__doc__) or ""

    def usual_shape(self) -> Shape:
        """The shape to look at where none is named."""
        return Shape(3, 3)

    def check(self, goal: Board) -> None:
        """Raise ValueError if it cannot be bound to a goal. Pattern databases are not built."""
        self.bind(goal)

    def is_admissible(self, count_blank: bool = False) -> bool:
        """Whether no estimate ever exceeds the true distance.

        One move carries a tile and the blank, so a sum that counts both can fall by 2 at the cost
        of 1: counting the blank always ends the promise.
        """
        return self.admissible and not (count_blank and self.counts_blank)

    def is_consistent(self, count_blank: bool = False) -> bool:
        """Whether a move never changes the estimate by more than 1."""
        return self.consistent and not (count_blank and self.counts_blank)

    def __repr__(self) -> str:
        return f"<Heuristic {self.name}: {self.summary}>"


heuristic = decorator_of(Heuristic)
"""Turn a function that binds a goal into a `Heuristic` named after that function."""


def board_to_reach(goal: BoardLike) -> Board:
    """The goal as a board; raises ValueError for a name, which says nothing of the shape."""
    if goal in COMMON_GOALS:
        raise ValueError(
            f"goal is {goal!r}, which has no shape: bind Board.goal('3x3', {goal!r}) instead"
        )
    return Board(goal)


def add_up(table: CostTable, integral: bool) -> Estimate:
    """Return the function that adds up what the tiles of a state cost, cell by cell."""
    if integral:
        return lambda state: sum(map(getitem, table, state))
    # Not sum(): from Python 3.12 on it corrects rounding errors of floats, which the kernels do
    # not, and which of two nearly equal nodes is expanded first, hence every node count, hangs on
    # the last bit.
    return lambda state: reduce(add, map(getitem, table, state))


def in_moves(steps: Estimate, integral: bool, shape: Shape, metric: str) -> Estimate:
    """An estimate of steps of one tile as one of the moves of a metric."""
    most = most_tiles(shape, metric)
    if most == 1:
        return steps
    # Rounded up where that is safe: a sum of square roots may be a hair above a whole number.
    return (
        (lambda state: -(-steps(state) // most)) if integral else lambda state: steps(state) / most
    )


HEURISTICS: Registry[Heuristic] = Registry(
    "slidelab.heuristics.estimates",
    "heuristic",
    "heuristics",
    first=("zero", "misplaced", "manhattan", "euclidean", "misplaced-manhattan", "gaschnig"),
    wrap=lambda thing, name: load_object("slidelab.heuristics._user_code:wrap")(thing, name),
    advice="a heuristic is a function of a Board, or of a state and the goal",
)
"""All heuristics, in the order in which a course meets them."""

names = HEURISTICS.names


def get(name: str) -> Heuristic:
    """Return the heuristic of a name or alias, of `file.py:name`, or of a formula.

    >>> get("md").name, get("max(md,misplaced)").name
    ('manhattan', 'max(manhattan,misplaced)')

    Raises ValueError when there is none.
    """
    from slidelab.heuristics._formula import is_formula, read_formula

    return read_formula(name, get) if is_formula(name) else HEURISTICS[name]


__all__ = ["HEURISTICS", "Binder", "Estimate", "Heuristic", "get", "heuristic", "names"]


def __getattr__(name: str) -> Heuristic:
    if not name.startswith("_") and name.replace("_", "-") in names():
        return get(name)
    raise AttributeError(f"module 'slidelab.heuristics' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *(name.replace("-", "_") for name in names())]
