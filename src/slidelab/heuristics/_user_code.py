"""Heuristics from elsewhere: nothing they do or return is taken on trust."""

from collections.abc import Callable
from functools import wraps
from math import inf
from numbers import Real
from types import CodeType, FunctionType
from typing import Any

from slidelab.heuristics.heuristic import Estimate, Heuristic, board_to_reach, in_moves
from slidelab.puzzle import SINGLE, Board, BoardLike
from slidelab.puzzle.wording import shorten
from slidelab.registry import OwnCodeError
from slidelab.registry.own_code import (
    SECONDS_TO_LOAD,
    OwnCode,
    OwnEntry,
    arguments_of,
    code_of,
    place_of,
    safe_repr,
)


class OwnHeuristic(OwnEntry, Heuristic):
    """A person's own heuristic under the name by which it was asked for.

    Its estimates raise OwnCodeError, which tells the board, the file and the line, when the
    person's function raises or returns anything but a number of 0 or more.
    """

    registry = "slidelab.heuristics:HEURISTICS"
    description = ""

    def bind(self, goal: BoardLike, count_blank: bool = False, metric: str = SINGLE) -> Estimate:
        """Return the person's function for this goal, with every answer checked."""
        goal = board_to_reach(goal)
        doing = f"the heuristic {self.name}, asked to bind the goal {goal.to_text('rows')}"
        code = code_of(self.function)
        binding = OwnCode(lambda *_: doing, code.co_filename, SECONDS_TO_LOAD)
        # What is not in the metric is checked before it is divided.
        asked = (metric,) if self.takes_metric else ()
        estimate = binding.call(self.given.bind, goal, count_blank, *asked)
        if not callable(estimate):
            raise OwnCodeError(
                f"{doing}: it returned {shorten(safe_repr(estimate), 40)}, not a function from a "
                f"state to a number ({place_of(code)})"
            )
        checked = _check_values(estimate, goal, self.name, code_of(estimate, code))
        return checked if asked else in_moves(checked, self.integral, goal.shape, metric)


def wrap(thing: object, name: str) -> Heuristic | None:
    """A heuristic made of a decorated function, or of a plain one of `(state, goal)` or `(board)`.

    A function of two gets both as bytes, row by row, 0 for the blank; a function of one gets a
    Board. Nothing is known of them, so they promise nothing.
    """
    if isinstance(thing, Heuristic):
        return OwnHeuristic(thing, name, thing)
    if not isinstance(thing, FunctionType) or arguments_of(thing) not in (1, 2):
        return None
    plain = Heuristic(
        _binder(thing),
        admissible=False,
        consistent=False,
        integral=False,
        summary=(thing.__doc__ or f"the function {thing.__name__}").strip().splitlines()[0],
    )
    return OwnHeuristic(plain, name, thing)


def _binder(function: FunctionType) -> Callable[[Board], Estimate]:
    takes_goal = arguments_of(function) == 2

    # Wrapped, so that failures come with the place of the function that was written.
    @wraps(function)
    def bind(goal: Board) -> Estimate:
        solved, shape = goal.state, goal.shape

        @wraps(function)
        def estimate(state: bytes) -> Any:
            if takes_goal:
                return function(state, solved)
            return function(Board.from_state(state, shape))

        return estimate

    return bind


def _check_values(estimate: Estimate, goal: Board, name: str, code: CodeType) -> Estimate:
    shape = goal.shape

    def describe(state: bytes) -> str:
        board = Board.from_state(state, shape).to_text("rows")
        return f"the heuristic {name}, asked about the board {board}"

    own = OwnCode(describe, code.co_filename)

    def check(state: bytes) -> float:
        value = own.call(estimate, state)
        if not isinstance(value, Real):
            problem = "which is not a number"
        elif not 0 <= value < inf:
            problem = "and an estimate must be 0 or more" if value < 0 else "which is not finite"
        else:
            return value
        raise OwnCodeError(
            f"{describe(state)}: it returned {shorten(safe_repr(value), 40)}, {problem} "
            f"({place_of(code)})"
        )

    return check
