"""Whether a board can be brought to a goal at all, why, and which tiles to swap if not.

An *inversion* is a pair of tiles of which the larger comes first, reading row by row and passing
over the blank. A sideways move leaves that order as it is. A move up or down takes one tile past
`cols - 1` others. So where the width is odd, no move changes whether the inversions are even or
odd; where it is even, each such move changes both that and the blank's row, and the sum of the two
keeps its parity. Half of all boards have the parity of the goal, and those can all be solved.
"""

from __future__ import annotations

from collections.abc import Iterable

from slidelab.puzzle.board import Board, BoardLike, ShapeLike
from slidelab.puzzle.errors import BadGoal
from slidelab.puzzle.goals import COMMON_GOALS, goal_board, goal_name
from slidelab.puzzle.states import state_of
from slidelab.puzzle.wording import plural


class Solvability:
    """The answer of `solvability`, with its reason."""

    __slots__ = ("goal_inversions", "inversions", "other_goal", "reason", "solvable", "swap")

    def __init__(
        self,
        solvable: bool,
        reason: str,
        inversions: int,
        goal_inversions: int,
        swap: tuple[int, int] | None,
        other_goal: str | None,
    ) -> None:
        self.solvable = solvable
        self.reason = reason
        self.inversions = inversions
        self.goal_inversions = goal_inversions
        self.swap = swap
        """Two tiles to swap so that the board becomes solvable; None if it is."""
        self.other_goal = other_goal
        """The name of a common goal that an unsolvable board can be brought to, if there is one."""

    def to_dict(self) -> dict[str, object]:
        """The answer as plain values that JSON can carry."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"Solvability({fields})"


def solvability(board: Board, goal: Board) -> Solvability:
    """Whether and why the board can be brought to the goal; raises `BadGoal` if shapes differ.

    >>> goal = goal_board("blank-last", Board.parse("123456870").shape)
    >>> answer = solvability(Board.parse("123456870"), goal)
    >>> answer.solvable, answer.swap
    (False, (7, 8))
    >>> print(answer.reason)
    The board has 1 inversion and the goal 0. On a board of odd width (3) no move changes whether \
inversions are odd or even: odd here, even in the goal, so the goal cannot be reached.
    """
    solvable = is_solvable(board, goal)
    return Solvability(
        solvable=solvable,
        reason=_explain(board, goal, solvable),
        inversions=inversions(board),
        goal_inversions=inversions(goal),
        swap=None if solvable else _choose_swap(board, goal),
        other_goal=None if solvable else _find_other_goal(board, goal),
    )


def is_solvable(board: Board, goal: Board) -> bool:
    """Whether the board can be brought to the goal; raises `BadGoal` if their shapes differ.

    >>> is_solvable(Board.parse("125340678"), Board.parse("012345678"))
    True
    """
    if board.shape != goal.shape:
        raise BadGoal(f"the goal is a {goal.shape} board, but the puzzle is {board.shape}")
    return _invariant(board) % 2 == _invariant(goal) % 2


def take_solvable(
    start: BoardLike, goal: BoardLike, shape: ShapeLike | None = None
) -> tuple[Board, Board]:
    """The board and the goal that are given; raises ValueError if there is no solution."""
    board = Board(start, shape)
    answer = solvability(board, solved := goal_board(goal, board.shape))
    if not answer.solvable:
        raise ValueError(answer.reason)
    return board, solved


def inversions(board: Board) -> int:
    """How many pairs of tiles have the larger one first.

    >>> inversions(Board.parse("125340678"))
    2
    """
    return count_inversions(filter(None, board.state))


def count_inversions(numbers: Iterable[int]) -> int:
    """How many pairs of numbers, all of them different, have the larger one first."""
    # Bit n of `seen` says that the number n was met before.
    seen = count = 0
    for number in numbers:
        count += (seen >> number).bit_count()
        seen |= 1 << number
    return count


def blank_row_from_bottom(board: Board) -> int:
    """The row of the blank, counted from 1 at the bottom.

    >>> blank_row_from_bottom(Board.parse("1 2 / 3 0"))
    1
    """
    return board.shape.rows - board.blank // board.shape.cols


def _invariant(board: Board) -> int:
    """A figure of which no move changes the parity."""
    if board.shape.cols % 2:
        return inversions(board)
    return inversions(board) + blank_row_from_bottom(board)


def _explain(board: Board, goal: Board, solvable: bool) -> str:
    here, there = _invariant(board), _invariant(goal)
    outcome = (
        f"{_parity(here)} in both, so the goal can be reached."
        if solvable
        else f"{_parity(here)} here, {_parity(there)} in the goal, so the goal cannot be reached."
    )
    found = f"The board has {plural(inversions(board), 'inversion')} and the goal "
    cols = board.shape.cols
    if cols % 2:
        return (
            f"{found}{there:,}. On a board of odd width ({cols}) no move changes whether "
            f"inversions are odd or even: {outcome}"
        )
    row, goal_row = blank_row_from_bottom(board), blank_row_from_bottom(goal)
    return (
        f"{found}{inversions(goal):,}; the blank is in row {row} from the bottom, "
        f"in the goal in row {goal_row}. On a board of even width ({cols}) no move changes whether "
        f"their sum is odd or even ({here - row} + {row} = {here}, "
        f"in the goal {there - goal_row} + {goal_row} = {there}): {outcome}"
    )


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


def swap_tiles(board: Board, one: int, other: int) -> Board:
    """Return the board with two tiles swapped.

    >>> swap_tiles(Board.parse("1 2 / 3 0"), 1, 3)
    Board.parse('3 2 / 1 0')
    """
    swap = {one: other, other: one}
    return Board.from_state(state_of(swap.get(tile, tile) for tile in board.state), board.shape)


def _choose_swap(board: Board, goal: Board) -> tuple[int, int]:
    """Swapping any two tiles works; of neighbouring tiles, take the pair that brings most home.

    That finds the slip where two neighbours were written in the wrong order; otherwise it is the
    first pair from the top left.
    """

    def gain(first: int, second: int) -> int:
        one, other = board.state[first], board.state[second]
        at_home = (goal.state[first] == one) + (goal.state[second] == other)
        after = (goal.state[first] == other) + (goal.state[second] == one)
        return after - at_home

    pairs = [
        (cell, target)
        for cell in range(board.shape.cells)
        for _, target in reversed(board.shape.targets(cell))
        if target > cell and board.blank not in (cell, target)
    ]
    first, second = max(pairs, key=lambda pair: gain(*pair))
    low, high = sorted((board.state[first], board.state[second]))
    return low, high


def _find_other_goal(board: Board, goal: Board) -> str | None:
    for name in COMMON_GOALS:
        if name != goal_name(goal) and is_solvable(board, goal_board(name, board.shape)):
            return name
    return None
