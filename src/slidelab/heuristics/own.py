"""Heuristics that users write: decorated functions, or plain ones."""

from functools import wraps
from math import inf
from numbers import Real
from types import FunctionType
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics.heuristic import Estimate, Heuristic, board_to_reach
from slidelab.own_code import OwnCodeError, arguments_of, blame, file_of, is_file_name, place_of
from slidelab.puzzle import Board, BoardLike
from slidelab.system.text import shorten


class OwnHeuristic(Heuristic):
    """A user's heuristic under the name by which it was found.

    Its estimates raise OwnCodeError with the board, the file and the line when the user's function
    raises or returns anything but a number of 0 or more.
    """

    is_own = True
    description = ""

    def __init__(self, given: Heuristic, name: str, written: object) -> None:
        self.__dict__.update(vars(given), name=name, aliases=())
        self.given = given
        self.written = written
        """What the user wrote: a decorated function, or a plain one."""

    def bind(self, goal: BoardLike, count_blank: bool = False) -> Estimate:
        """Return the user's function for this goal, with every answer checked."""
        goal = board_to_reach(goal)
        doing = f"the heuristic {self.name}, bound to the goal {goal.to_text('rows')}"
        try:
            estimate = self.given.bind(goal, count_blank)
        except SlidelabError:
            raise
        except (Exception, SystemExit) as error:
            raise blame(doing, error, file_of(self.function)) from error
        if not callable(estimate):
            raise OwnCodeError(
                f"{doing}: it returned {shorten(repr(estimate), 40)}, not a function from a state "
                f"to a number ({place_of(self.function)})"
            )
        return _check_values(estimate, goal, self.name, self.function)

    def __reduce__(self) -> Any:
        return _restore, (self.name, None if is_file_name(self.name) else self.written)


def wrap(thing: object, name: str) -> Heuristic | None:
    """Return the heuristic made of a decorated function, or of a plain one.

    A function of two gets state and goal as bytes, row by row, 0 for the blank; a function of one
    gets a Board. Nothing is known of them, so they promise nothing.
    """
    if isinstance(thing, Heuristic):
        return OwnHeuristic(thing, name, thing)
    if not isinstance(thing, FunctionType) or arguments_of(thing) not in (1, 2):
        return None
    takes_goal = arguments_of(thing) == 2

    @wraps(thing)
    def bind(goal: Board) -> Estimate:
        @wraps(thing)
        def estimate(state: bytes) -> Any:
            if takes_goal:
                return thing(state, goal.state)
            return thing(Board.from_state(state, goal.shape))

        return estimate

    plain = Heuristic(
        bind,
        admissible=False,
        consistent=False,
        integral=False,
        summary=(thing.__doc__ or f"the function {thing.__name__}").strip().splitlines()[0],
    )
    return OwnHeuristic(plain, name, thing)


def _restore(name: str, written: object) -> Heuristic:
    from slidelab.heuristics import HEURISTICS

    return HEURISTICS[name] if written is None else HEURISTICS.wrap(written, name)


def _check_values(estimate: Estimate, goal: Board, name: str, function: object) -> Estimate:
    file = file_of(estimate) or file_of(function)

    def check(state: bytes) -> float:
        try:
            value = estimate(state)
            if isinstance(value, Real) and 0 <= value < inf:
                return value
        except (Exception, SystemExit) as error:
            raise blame(describe(state), error, file) from error
        problem = "which is not a number"
        if isinstance(value, Real):
            problem = "and an estimate must be 0 or more" if value < 0 else "which is not finite"
        raise OwnCodeError(
            f"{describe(state)}: it returned {shorten(repr(value), 40)}, {problem} "
            f"({place_of(estimate if file_of(estimate) else function)})"
        )

    def describe(state: bytes) -> str:
        board = Board.from_state(state, goal.shape).to_text("rows")
        return f"the heuristic {name}, on the board {board}"

    return check
