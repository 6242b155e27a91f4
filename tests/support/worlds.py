"""Small worlds to prove things in: a goal and every board that can reach it."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from slidelab.heuristics import get
from slidelab.puzzle import Board, Shape
from tests.oracles.puzzle import distances, edges

Array = np.ndarray[Any, Any]


class World(NamedTuple):
    """A goal, and with it all the boards from which it can be reached."""

    rows: int
    cols: int
    goal: bytes

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}-{'.'.join(map(str, self.goal))}"

    @property
    def goal_board(self) -> Board:
        return Board.from_state(self.goal, Shape(self.rows, self.cols))

    @property
    def table(self) -> dict[bytes, int]:
        return distances(self.goal, self.rows, self.cols)


def blank_first(rows: int, cols: int) -> World:
    return World(rows, cols, bytes(range(rows * cols)))


def blank_last(rows: int, cols: int) -> World:
    return World(rows, cols, bytes([*range(1, rows * cols), 0]))


def jumbled(rows: int, cols: int, seed: int) -> World:
    return World(rows, cols, bytes(Random(seed).sample(range(rows * cols), rows * cols)))


EIGHT_FIRST = blank_first(3, 3)
EIGHT_LAST = blank_last(3, 3)
EIGHT_RING = World(3, 3, bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]))
"""The ring around the blank, common in courses."""
SMALL = [
    blank_first(2, 2),
    blank_first(2, 3),
    blank_last(2, 3),
    jumbled(2, 3, seed=1),
    jumbled(3, 2, seed=2),
]
WORLDS = [
    *SMALL,
    blank_last(2, 4),
    jumbled(2, 4, seed=3),
    jumbled(4, 2, seed=4),
    EIGHT_FIRST,
]


@cache
def values(world: World, name: str, count_blank: bool = False) -> Array:
    """Return the estimate for each board of a world, in the order of its table."""
    return np.array([*map(get(name).bind(world.goal_board, count_blank), world.table)])


@cache
def true_distances(world: World) -> Array:
    """Return the distance of each board of a world, in the order of its table."""
    return np.array([*world.table.values()])


def most_changed(world: World, estimates: Array) -> float:
    """Return the greatest change of an estimate along any single move."""
    here, there = _edges(world)
    return float(np.abs(estimates[here] - estimates[there]).max())


@cache
def _edges(world: World) -> Array:
    return np.array(edges(world.goal, world.rows, world.cols)).T


def shuffled_states(rows: int, cols: int, count: int, seed: int) -> list[bytes]:
    """Return random arrangements of a shape too large for a table."""
    random, cells = Random(seed), range(rows * cols)
    return [bytes(random.sample(cells, len(cells))) for _ in range(count)]
