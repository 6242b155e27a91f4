"""Boards as requests carry them, and what can be said about a board at once."""

from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from slidelab.puzzle import BadBoard, BadShape, Board, Shape, goal_board, solvability
from slidelab.puzzle.fields import read_field
from slidelab.puzzle.solvability import blank_row_from_bottom
from slidelab.web.errors import ApiError
from slidelab.web.settings import Settings

Goal = str | list[int]

MOST_PAIRS = 200
"""How many inversions are listed one by one."""


def read_shape(text: str, settings: Settings) -> Shape:
    """The shape a request names; raises BadShape when it is larger than the server allows."""
    return within_limits(Shape.parse(text), settings)


def within_limits(shape: Shape, settings: Settings) -> Shape:
    """The shape itself; raises BadShape when it is larger than the server allows."""
    if shape.rows > settings.max_rows or shape.cols > settings.max_cols:
        raise BadShape(
            f"a {shape} board is too large here: the largest is "
            f"{settings.max_rows}x{settings.max_cols}"
        )
    return shape


def read_cells(cells: Sequence[Any], shape: str | None, settings: Settings) -> Board:
    """The board that cells make.

    Raises ApiError with the problems and the cells concerned when they make none.
    """
    asked = None if shape is None else read_shape(shape, settings)
    try:
        board = Board(cells, asked)
    except BadBoard as error:
        raise ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY, *error.problems, cells=_faulty(cells, asked)
        ) from None
    within_limits(board.shape, settings)
    return board


def read_text(text: str, shape: str | None, settings: Settings) -> Board:
    """The board that a text in any notation stands for; raises PuzzleError when there is none."""
    board = Board.parse(text, None if shape is None else read_shape(shape, settings))
    within_limits(board.shape, settings)
    return board


def read_goal(goal: Goal, shape: Shape) -> Board:
    """The goal a request names; raises PuzzleError when it is none for this shape."""
    if isinstance(goal, str):
        return goal_board(goal, shape)
    try:
        return goal_board(Board(goal, shape), shape)
    except BadBoard as error:
        problems = (f"in the goal: {problem}" for problem in error.problems)
        raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *problems) from None


def is_in_corner(goal: Board) -> bool:
    """Whether the blank of a goal belongs in a corner, as it nearly always does."""
    row, col = divmod(goal.blank, goal.shape.cols)
    return row in (0, goal.shape.rows - 1) and col in (0, goal.shape.cols - 1)


def describe_board(board: Board, goal: Board) -> dict[str, Any]:
    """Whether the board can be brought to the goal, and all that shows why."""
    answer = solvability(board, goal)
    mended = None
    if answer.mend is not None:
        first, second = answer.mend
        swap = {first: second, second: first}
        mended = [swap.get(tile, tile) for tile in board.state]
    return {
        "cells": list(board.state),
        "shape": str(board.shape),
        "goal": list(goal.state),
        **answer.to_dict(),
        "inversion_pairs": _inversion_pairs(board.state),
        "blank_row_from_bottom": blank_row_from_bottom(board),
        "goal_blank_row_from_bottom": blank_row_from_bottom(goal),
        "mended": mended,
    }


def _inversion_pairs(state: bytes) -> list[list[int]]:
    tiles = state.replace(b"\0", b"")
    pairs: list[list[int]] = []
    for at, tile in enumerate(tiles):
        pairs += [[tile, later] for later in tiles[at + 1 :] if later < tile]
        if len(pairs) >= MOST_PAIRS:
            break
    return pairs[:MOST_PAIRS]


def _faulty(cells: Sequence[Any], shape: Shape | None) -> list[int]:
    """The cells that cannot stay as they are: unreadable, out of range or appearing twice."""
    tiles = [read_field(cell) for cell in cells]
    times = Counter(tiles)
    most = len(cells) if shape is None else shape.cells
    return [
        at
        for at, tile in enumerate(tiles)
        if tile is None or not 0 <= tile < most or times[tile] > 1
    ]
