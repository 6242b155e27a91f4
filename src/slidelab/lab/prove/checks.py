"""The checks themselves, on a table of values: each looks at all boards or moves at once."""

import numpy as np
from numpy.typing import NDArray

from slidelab.lab.prove.findings import (
    DOMINATED,
    DOMINATES,
    EQUAL,
    INCOMPARABLE,
    Counterexample,
    ErrorRow,
    Ordering,
)
from slidelab.lab.state_space import NO_NEIGHBOUR, StateSpace
from slidelab.puzzle import Board
from slidelab.puzzle.metric import kinds_of_moves

ROUNDING = 1e-9
"""Sums of square roots are rounded; a difference below this is none."""


def overestimates(space: StateSpace, h: NDArray[np.float64]) -> tuple[int, Counterexample | None]:
    """How many boards have h above their true distance, and the nearest of them."""
    too_high = np.flatnonzero(h[: space.near] > space.distance + ROUNDING)
    if not len(too_high):
        return 0, None
    first = int(too_high[0])
    example = Counterexample(
        space.board(first), space.goal, int(space.distance[first]), float(h[first])
    )
    return len(too_high), example


def inconsistencies(space: StateSpace, h: NDArray[np.float64]) -> tuple[int, Counterexample | None]:
    """How many moves let h fall by more than 1, and the first of them.

    An estimate above 0 at the goal is an inconsistency as well, the nearest there can be.
    """
    there = space.neighbours
    fall = np.where(there == NO_NEIGHBOUR, 0.0, h[:, None] - h[there])
    boards, moves = np.nonzero(fall > 1 + ROUNDING)
    if h[0] > ROUNDING:
        return len(boards), Counterexample(space.goal, space.goal, 0, float(h[0]))
    if not len(boards):
        return 0, None
    board, kind = int(boards[0]), int(moves[0])
    move, tiles = kinds_of_moves(space.goal.shape, space.metric)[kind]
    example = Counterexample(
        space.board(board),
        space.goal,
        int(space.distance[board]) if board < space.near else None,
        float(h[board]),
        move,
        float(h[there[board, kind]]),
        tiles,
    )
    return len(boards), example


def errors(space: StateSpace, h: NDArray[np.float64]) -> list[ErrorRow]:
    """The errors at each distance."""
    rows = []
    for distance in range(int(space.distance.max()) + 1):
        here = h[: space.near][space.distance == distance]
        error = distance - here
        rows.append(
            ErrorRow(
                distance=distance,
                boards=len(here),
                mean_h=float(here.mean()),
                mean_error=float(error.mean()),
                largest_error=float(np.abs(error).max()),
                overestimated=int((error < -ROUNDING).sum()),
            )
        )
    return rows


def exact(space: StateSpace, h: NDArray[np.float64]) -> int:
    """On how many boards the estimate is the true distance."""
    return int((np.abs(h[: space.near] - space.distance) < ROUNDING).sum())


def ordering(
    space: StateSpace, h: NDArray[np.float64], other: str, g: NDArray[np.float64]
) -> Ordering:
    """How h compares with the values g of another heuristic."""
    higher, lower = np.flatnonzero(h > g + ROUNDING), np.flatnonzero(h < g - ROUNDING)
    relation = {
        (False, False): EQUAL,
        (True, False): DOMINATES,
        (False, True): DOMINATED,
        (True, True): INCOMPARABLE,
    }[len(higher) > 0, len(lower) > 0]

    def witness(found: NDArray[np.int64]) -> Board | None:
        return space.board(int(found[0])) if len(found) else None

    return Ordering(other, relation, len(higher), len(lower), witness(higher), witness(lower))
