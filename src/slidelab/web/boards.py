"""Read boards, goals and names of requests.

Only names of the catalogue are accepted. A path to a file, which the command line takes for a
person's own code, is never among them unless the owner of the server put it there.
"""

from collections.abc import Iterable
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics import get as find_heuristic
from slidelab.heuristics.formula import is_formula, read_formula
from slidelab.puzzle import BadBoard, Board, Shape, goal_board
from slidelab.search.spec import AUTO


def read_board(cells: list[int] | str, shape: str | None) -> Board:
    """Return the board of cells, or of a text in any notation."""
    return Board(cells, None if shape is None else Shape.parse(shape))


def read_goal(goal: str | list[int], shape: Shape) -> Board:
    """Return the goal that a request names."""
    if isinstance(goal, str):
        return goal_board(goal, shape)
    try:
        return goal_board(Board(goal, shape), shape)
    except BadBoard as error:
        raise SlidelabError(*(f"in the goal: {problem}" for problem in error.problems)) from None


def check_name(kind: str, name: str | None, known: Iterable[str]) -> None:
    """Raise ValueError unless the name is None or known."""
    if name is not None and name not in known:
        raise SlidelabError(f"there is no {kind} {name!r} here; there are {', '.join(known)}")


def check_heuristic(name: str | None, known: Iterable[str]) -> None:
    """Raise ValueError unless this is a known heuristic, a formula made of those, or None."""
    if name is None or not is_formula(name):
        check_name("heuristic", name, known)
        return

    def find(part: str) -> Any:
        # Pattern databases fill the disk, so they must be asked for by name.
        check_name("heuristic", part, [each for each in known if each != AUTO])
        return find_heuristic(part)

    read_formula(name, find)
