"""A heuristic: a function that is bound to a goal, and what it promises."""

import sys
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from operator import add, getitem
from typing import Any, ClassVar

from slidelab.errors import SlidelabError
from slidelab.puzzle import BLANK_FIRST, COMMON_GOALS, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.shape import MOST_CELLS
from slidelab.registry import decorator_of

Estimate = Callable[[bytes], float]
"""A heuristic bound to one goal: from a state to an estimate of the moves left."""

CostTable = tuple[tuple[float, ...], ...]
"""What a tile on a cell adds to an estimate, by cell and tile."""

Binder = Callable[..., Any]
"""A function of the goal, and of `count_blank` where that makes a difference, that returns an
`Estimate`, or the `CostTable` of one that `sums`: what ``@heuristic`` decorates."""


@dataclass(eq=False, repr=False)
class Heuristic:
    """A named heuristic with its promises; bind it to a goal to get the function to search with.

    `admissible` and `consistent` are promises about the heuristic without counting the blank. Where
    counting it makes a difference, it ends them: one move carries a tile and the blank, so a sum
    that counts both can fall by 2.
    """

    function: Binder
    _: KW_ONLY
    admissible: bool
    consistent: bool
    summary: str
    integral: bool = True
    """Whether every value is a whole number."""
    counts_blank: bool = False
    """Whether `count_blank` makes a difference; it is then the function's second argument."""
    aliases: tuple[str, ...] = ()
    """Other names to find it by, in lower case and joined by ``-``."""
    most_cells: int = MOST_CELLS
    """How large a board may be."""
    sums: bool = False
    """Whether the function returns a table of costs, which the estimate adds up."""

    is_own: ClassVar[bool] = False
    """Whether it comes from a user's file or an installed package."""

    def __post_init__(self) -> None:
        self.name = self.function.__name__.replace("_", "-")
        self.__wrapped__ = self.function
        self.__module__ = self.function.__module__

    def bind(self, goal: BoardLike, count_blank: bool = False) -> Estimate:
        """Return the function from a state to an estimate of the moves from there to `goal`.

        With `count_blank` the blank counts as one more tile that has to get home; heuristics for
        which that means nothing ignore it.

        >>> from slidelab import heuristics
        >>> h = heuristics.manhattan.bind("1 2 3 / 4 5 6 / 7 8 _")
        >>> h(bytes([1, 2, 0, 4, 5, 3, 6, 7, 8]))
        6

        Raises `SlidelabError` for a goal that is too large for it, or that is only a name.
        """
        if goal in COMMON_GOALS:
            raise SlidelabError(
                f"goal is {goal!r}, which has no shape: bind Board.goal('3x3', {goal!r}) instead"
            )
        goal = Board(goal)
        if goal.shape.cells > self.most_cells:
            raise SlidelabError(
                f"{self.name} works up to {self.most_cells} cells, and {goal.shape} has "
                f"{goal.shape.cells}: choose another heuristic"
            )
        bound = self.tabulate(goal, count_blank)
        if not self.sums:
            estimate: Estimate = bound
            return estimate
        if self.integral:
            return lambda state: sum(map(getitem, bound, state))
        # Not sum(): from Python 3.12 on it corrects rounding errors of floats, and every node count
        # may depend on the last bit.
        return lambda state: reduce(add, map(getitem, bound, state))

    def tabulate(self, goal: Board, count_blank: bool) -> Any:
        """Call the function; it returns a table of costs if the heuristic `sums`."""
        return self.function(goal, count_blank) if self.counts_blank else self.function(goal)

    def __call__(self, board: BoardLike, goal: BoardLike = BLANK_FIRST) -> float:
        """Return the estimate of the moves from a board to a goal.

        >>> from slidelab import heuristics
        >>> heuristics.manhattan("125340678"), heuristics.manhattan("125340678", "blank-last")
        (3, 11)

        For many boards, `bind` it to the goal once.
        """
        start = Board(board)
        return self.bind(goal_board(goal, start.shape))(start.state)

    @property
    def description(self) -> str:
        """The explanation at the top of its file."""
        module = sys.modules.get(self.function.__module__)
        return (module is not None and module.__doc__) or ""

    def usual_shape(self) -> Shape:
        """Return the shape to use if none is given."""
        return Shape(3, 3)

    def check(self, goal: Board) -> None:
        """Raise `SlidelabError` if it cannot be bound to a goal; no databases are built."""
        self.bind(goal)

    def __reduce__(self) -> Any:
        return self.function.__qualname__  # found by its name, as functions are

    def __repr__(self) -> str:
        return f"<Heuristic {self.name}: {self.summary}>"


heuristic = decorator_of(Heuristic)
"""Turn a function that binds a goal into a `Heuristic` named after that function."""
