"""Whether a board can be brought to a goal at all, why, and which tiles to swap if not.

An *inversion* is a pair of tiles of which the larger comes first, reading row by row and passing
over the blank. A sideways move leaves that order as it is. A move up or down takes one tile past
`cols - 1` others. So where the width is odd, no move changes whether the inversions are even or
odd; where it is even, each such move changes both that and the blank's row, and the sum of the two
keeps its parity. Half of all boards have the parity of the goal, and those can all be solved.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import eq

from slidelab.puzzle.board import Board
from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.goals import COMMON_GOALS, goal_board
from slidelab.system.text import plural


@dataclass(frozen=True)
class Solvability:
    """The answer of `solvability`, with its reason."""

    solvable: bool
    reason: str
    inversions: int
    swap: tuple[int, int] | None
    """Two tiles to swap so that the board becomes solvable; None if it is."""
    other_goal: str | None
    """A common goal that an unsolvable board can be brought to, if there is one."""


def solvability(board: Board, goal: Board) -> Solvability:
    """Return whether the board can be brought to the goal, and why.

    >>> goal = goal_board("blank-last", Board("123456870").shape)
    >>> answer = solvability(Board("123456870"), goal)
    >>> answer.solvable, answer.swap
    (False, (7, 8))
    >>> print(answer.reason)
    The board has 1 inversion and the goal 0. On a board of odd width (3) no move changes whether \
inversions are odd or even: odd here, even in the goal, so the goal cannot be reached.

    Raises `BadBoard` if their shapes differ.
    """
    solvable = is_solvable(board, goal)
    others = [each for each in COMMON_GOALS if is_solvable(board, goal_board(each, board.shape))]
    return Solvability(
        solvable=solvable,
        reason=_explain(board, goal),
        inversions=inversions(board),
        swap=None if solvable else _choose_swap(board, goal),
        other_goal=others[0] if others and not solvable else None,
    )


def is_solvable(board: Board, goal: Board) -> bool:
    """Return whether the board can be brought to the goal; raise `BadBoard` if shapes differ."""
    if board.shape != goal.shape:
        raise BadBoard(f"the goal is a {goal.shape} board, but the puzzle is {board.shape}")
    return _invariant(board) % 2 == _invariant(goal) % 2


def inversions(board: Board) -> int:
    """Return the number of pairs of tiles that have the larger one first."""
    return count_inversions(filter(None, board))


def count_inversions(numbers: Iterable[int]) -> int:
    """Return the number of pairs of different numbers that have the larger one first."""
    # Bit n of `seen` is set once the number n was met.
    seen = count = 0
    for number in numbers:
        count += (seen >> number).bit_count()
        seen |= 1 << number
    return count


def swap_tiles(board: Board, one: int, other: int) -> Board:
    """Return the board with two tiles swapped."""
    swap = bytes.maketrans(bytes([one, other]), bytes([other, one]))
    return Board.from_state(board.state.translate(swap), board.shape)


def _row_from_bottom(board: Board) -> int:
    """Return the row of the blank, counted from 1 at the bottom."""
    return board.shape.rows - board.blank // board.shape.cols


def _invariant(board: Board) -> int:
    """Return a figure whose parity no move changes."""
    is_width_odd = board.shape.cols % 2
    return inversions(board) + (0 if is_width_odd else _row_from_bottom(board))


def _explain(board: Board, goal: Board) -> str:
    cols, here, there = board.shape.cols, _invariant(board), _invariant(goal)
    counts = (
        f"The board has {plural(inversions(board), 'inversion')} and the goal {inversions(goal):,}"
    )
    parity, goal_parity = ("odd" if figure % 2 else "even" for figure in (here, there))
    outcome = f"{parity} here, {goal_parity} in the goal, so the goal cannot be reached."
    if parity == goal_parity:
        outcome = f"{parity} in both, so the goal can be reached."
    if cols % 2:
        return (
            f"{counts}. On a board of odd width ({cols}) no move changes whether inversions are "
            f"odd or even: {outcome}"
        )
    row, goal_row = _row_from_bottom(board), _row_from_bottom(goal)
    return (
        f"{counts}; the blank is in row {row} from the bottom, in the goal in row {goal_row}. On a "
        f"board of even width ({cols}) no move changes whether their sum is odd or even "
        f"({here - row} + {row} = {here}, in the goal {there - goal_row} + {goal_row} = {there}): "
        f"{outcome}"
    )


def _choose_swap(board: Board, goal: Board) -> tuple[int, int]:
    """Return the two neighbouring tiles whose swap brings most tiles home; any two would do.

    That finds the slip where two neighbours were written in the wrong order; otherwise it is the
    first pair from the top left.
    """
    pairs = [
        (board[cell], board[target])
        for cell in range(board.shape.cells)
        for _, target in reversed(board.shape.targets(cell))
        if target > cell and board.blank not in (cell, target)
    ]
    one, other = max(
        pairs, key=lambda pair: sum(map(eq, swap_tiles(board, *pair).state, goal.state))
    )
    return min(one, other), max(one, other)
