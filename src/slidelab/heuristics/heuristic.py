"""A heuristic: a function that is bound to a goal, and what it promises."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce, wraps
from math import inf
from numbers import Real
from operator import add, getitem
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.own_code import blame, takes
from slidelab.puzzle import BLANK_FIRST, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.shape import MOST_CELLS
from slidelab.registry import Entry
from slidelab.system.text import shorten

Estimate = Callable[[bytes], float]
"""A heuristic bound to one goal: from a state to an estimate of the moves left."""

CostTable = tuple[tuple[float, ...], ...]
"""What a tile on a cell adds to an estimate, by cell and tile."""


@dataclass(eq=False, repr=False)
class Heuristic(Entry):
    """A named heuristic with its promises; bind it to a goal to get the function to search with.

    `admissible` and `consistent` are promises about the heuristic without counting the blank. Where
    counting it makes a difference, it ends them: one move carries a tile and the blank, so a sum
    that counts both can fall by 2.
    """

    function: Callable[..., Any]
    """A function of the goal, and of `count_blank` where that makes a difference, that returns an
    `Estimate`, or the `CostTable` of one that `sums`."""
    admissible: bool
    consistent: bool
    integral: bool = True
    """Whether every value is a whole number."""
    counts_blank: bool = False
    """Whether `count_blank` makes a difference; it is then the function's second argument."""
    most_cells: int = MOST_CELLS
    """How large a board may be."""
    sums: bool = False
    """Whether the function returns a table of costs, which the estimate adds up."""

    def bind(self, goal: BoardLike, count_blank: bool = False) -> Estimate:
        """Return the function from a state to an estimate of the moves from there to `goal`.

        With `count_blank` the blank counts as one more tile that has to get home; heuristics for
        which that means nothing ignore it.

        >>> from slidelab import heuristics
        >>> h = heuristics.manhattan.bind("1 2 3 / 4 5 6 / 7 8 _")
        >>> h(bytes([1, 2, 0, 4, 5, 3, 6, 7, 8]))
        6

        Raises `SlidelabError` for a goal that is too large for it. The estimate of a user's
        heuristic raises OwnCodeError when the user's function fails.
        """
        goal = Board(goal)
        if goal.shape.cells > self.most_cells:
            raise SlidelabError(
                f"{self.name} works up to {self.most_cells} cells, and {goal.shape} has "
                f"{goal.shape.cells}: choose another heuristic"
            )
        if self.is_own:
            return _bind_own(self, goal, count_blank)
        return self._make_estimate(goal, count_blank)

    def _make_estimate(self, goal: Board, count_blank: bool) -> Estimate:
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
        module = sys.modules.get(self.__module__)
        return (module is not None and not self.is_own and module.__doc__) or ""

    def usual_shape(self) -> Shape:
        """Return the shape to use if none is given."""
        return Shape(3, 3)

    def check(self, goal: Board) -> None:
        """Raise `SlidelabError` if it cannot be bound to a goal; no databases are built."""
        self.bind(goal)


def heuristic(**traits: Any) -> Callable[[Callable[..., Any]], Heuristic]:
    """Turn a function that binds a goal into a `Heuristic` named after that function.

    The arguments are the fields of `Heuristic`; `admissible` and `consistent` are required.
    """
    return lambda function: Heuristic(function, **traits)


def make_heuristic(function: Callable[..., Any], name: str) -> Heuristic | None:
    """Return the heuristic of a plain function; None if it takes neither one argument nor two.

    A function of two gets state and goal as bytes, row by row, 0 for the blank; a function of one
    gets a Board. Nothing is known of it, so it promises nothing.
    """
    if not (takes(function, 1) or takes(function, 2)):
        return None

    @wraps(function)
    def bind(goal: Board) -> Estimate:
        if takes(function, 1):
            return lambda state: function(Board.from_state(state, goal.shape))
        return lambda state: function(state, goal.state)

    return Heuristic(bind, name=name, admissible=False, consistent=False, integral=False)


def _bind_own(heuristic: Heuristic, goal: Board, count_blank: bool) -> Estimate:
    """Bind a user's heuristic; its failures name the board, the file and the line."""
    name, function = heuristic.name, heuristic.function
    try:
        bound = heuristic._make_estimate(goal, count_blank)
    except (Exception, SystemExit) as error:
        doing = f"the heuristic {name}, bound to the goal {goal.to_text('rows')}"
        raise blame(doing, error, function) from error

    def estimate(state: bytes) -> float:
        try:
            value = bound(state)
            if not (isinstance(value, Real) and 0 <= value < inf):
                returned = shorten(repr(value))
                raise TypeError(f"it returned {returned}, not a finite number of 0 or more")
        except (Exception, SystemExit) as error:
            board = Board.from_state(state, goal.shape)
            doing = f"the heuristic {name}, on the board {board.to_text('rows')}"
            raise blame(doing, error, function) from error
        return value

    return estimate
