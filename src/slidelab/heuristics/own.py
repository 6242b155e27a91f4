"""Heuristics that users write: decorated functions, or plain ones."""

from functools import wraps
from math import inf
from numbers import Real
from typing import Any

from slidelab.heuristics.heuristic import Estimate, Heuristic
from slidelab.own_code import OwnCodeError, blame, place_of, takes
from slidelab.puzzle import Board
from slidelab.system.text import shorten


class OwnHeuristic(Heuristic):
    """A user's heuristic under the name by which it was found.

    Its estimates raise OwnCodeError with the board, the file and the line when the user's function
    raises or returns anything but a number of 0 or more.
    """

    is_own = True
    description = ""

    def __init__(self, given: Heuristic, name: str) -> None:
        self.__dict__.update(vars(given), name=name, aliases=())

    def tabulate(self, goal: Board, count_blank: bool) -> Any:
        """Call the user's function; the estimate that it returns is checked at each call."""
        try:
            bound = super().tabulate(goal, count_blank)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:
            raise blame(self._describe("bound to the goal", goal), error) from error
        if self.sums:
            return bound
        if not callable(bound):
            raise self._refuse("bound to the goal", goal, bound, "a function of a state")

        def estimate(state: bytes) -> float:
            try:
                value: float = bound(state)
                if isinstance(value, Real) and 0 <= value < inf:
                    return value
            except MemoryError:
                raise
            except (Exception, SystemExit) as error:
                board = Board.from_state(state, goal.shape)
                raise blame(self._describe("on the board", board), error) from error
            board = Board.from_state(state, goal.shape)
            raise self._refuse("on the board", board, value, "a finite number of 0 or more")

        return estimate

    def _describe(self, where: str, board: Board) -> str:
        return f"the heuristic {self.name}, {where} {board.to_text('rows')}"

    def _refuse(self, where: str, board: Board, returned: object, expected: str) -> OwnCodeError:
        doing, shown = self._describe(where, board), shorten(repr(returned), 40)
        place = place_of(self.function)
        return OwnCodeError(f"{doing}: it returned {shown}, not {expected} ({place})")

    def __reduce__(self) -> Any:
        from slidelab.heuristics import get

        return get, (self.name,)


def wrap(thing: object, name: str) -> Heuristic | None:
    """Return the heuristic made of a decorated function, or of a plain one.

    A function of two gets state and goal as bytes, row by row, 0 for the blank; a function of one
    gets a Board. Nothing is known of them, so they promise nothing.
    """
    if isinstance(thing, Heuristic):
        return OwnHeuristic(thing, name)
    if not callable(thing) or not (takes(thing, 1) or takes(thing, 2)):
        return None
    function = thing

    @wraps(function)
    def bind(goal: Board) -> Estimate:
        if takes(function, 1):
            return lambda state: function(Board.from_state(state, goal.shape))
        return lambda state: function(state, goal.state)

    summary = (
        (function.__doc__ or f"the function {name.rpartition(':')[2]}").strip().splitlines()[0]
    )
    plain = Heuristic(bind, admissible=False, consistent=False, integral=False, summary=summary)
    return OwnHeuristic(plain, name)
