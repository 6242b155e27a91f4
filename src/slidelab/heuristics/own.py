"""Heuristics that users write: decorated functions, or plain ones."""

from functools import wraps
from math import inf
from numbers import Real
from typing import Any

from slidelab.errors import SlidelabError
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
        doing = f"the heuristic {self.name}, bound to the goal {goal.to_text('rows')}"
        try:
            bound = super().tabulate(goal, count_blank)
        except (SlidelabError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise blame(doing, error) from error
        if self.sums:
            return bound
        if not callable(bound):
            raise self._refuse(doing, bound, "not a function from a state to a number")

        def estimate(state: bytes) -> float:
            try:
                value: float = bound(state)
                if isinstance(value, Real) and 0 <= value < inf:
                    return value
            except MemoryError:
                raise
            except (Exception, SystemExit) as error:
                raise blame(describe(state), error) from error
            raise self._refuse(describe(state), value, "not a finite number of 0 or more")

        def describe(state: bytes) -> str:
            board = Board.from_state(state, goal.shape).to_text("rows")
            return f"the heuristic {self.name}, on the board {board}"

        return estimate

    def _refuse(self, doing: str, returned: object, expected: str) -> OwnCodeError:
        shown = shorten(repr(returned), 40)
        return OwnCodeError(f"{doing}: it returned {shown}, {expected} ({place_of(self.function)})")

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

    summary = function.__doc__ or f"the function {name.rpartition(':')[2]}"
    plain = Heuristic(
        bind,
        admissible=False,
        consistent=False,
        integral=False,
        summary=summary.strip().splitlines()[0],
    )
    return OwnHeuristic(plain, name)
