"""The boards that studies search from."""

from random import Random

import numpy as np

from slidelab.lab.state_space import StateSpace
from slidelab.puzzle import Board, Shape, goal_board, random_board

EIGHT_PUZZLE = Shape(3, 3)
GOAL = goal_board("blank-first", EIGHT_PUZZLE)


def numbers_at(space: StateSpace, distance: int, most: int | None, seed: int) -> list[int]:
    """The numbers of all boards of a distance, or of `most` of them drawn with the seed."""
    numbers: list[int] = np.flatnonzero(space.distance == distance).tolist()
    if most is not None and len(numbers) > most:
        numbers = sorted(Random(f"{seed}/{distance}").sample(numbers, most))
    return numbers


def random_boards(count: int, seed: int) -> list[Board]:
    """So many random boards of the 8-puzzle, the same for the same seed."""
    return [random_board(EIGHT_PUZZLE, GOAL, seed=f"{seed}/{number}") for number in range(count)]
