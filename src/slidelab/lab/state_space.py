"""The boards around a goal with their true distances: all of them, or as many as asked for."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from slidelab.puzzle import Board, Move, random_board
from slidelab.puzzle.layers import layers
from slidelab.puzzle.states import slide

MOST_CELLS_FOR_PROOF = 9
"""Up to here every board can be looked at: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: NDArray[np.int64]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    ranks: NDArray[np.int64] | None = None
    """The rank of each board among all of them (see `slidelab.kernels.ranks`), if all are here."""

    @property
    def complete(self) -> bool:
        """Whether these are all boards from which the goal can be reached."""
        return self.ranks is not None

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        """A board by its number."""
        return Board.from_state(self.states[number], self.goal.shape)

    def numbers_at(self, distance: int, most: int | None, seed: int) -> list[int]:
        """The numbers of all boards of a distance, or of `most` of them drawn with the seed."""
        numbers: list[int] = np.flatnonzero(self.distance == distance).tolist()
        if most is not None and len(numbers) > most:
            numbers = sorted(Random(f"{seed}/{distance}").sample(numbers, most))
        return numbers

    @cached_property
    def neighbours(self) -> NDArray[np.int64]:
        """By board and move, the number of the board that the move leads to, or -1."""
        if self.ranks is None:
            return _neighbours(self.goal, self.states)
        from slidelab.kernels.distance_table import distances

        reached = distances(self.goal).neighbours()[self.ranks]
        number = np.empty_like(self.ranks)
        number[self.ranks] = np.arange(len(number))
        found: NDArray[np.int64] = np.where(reached == NO_NEIGHBOUR, NO_NEIGHBOUR, number[reached])
        return found


@lru_cache(maxsize=2)
def state_space(goal: Board, most: int = 20_000, seed: int = 0) -> StateSpace:
    """Every board of a puzzle of up to 9 cells; else about `most` boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.
    """
    if goal.shape.cells <= MOST_CELLS_FOR_PROOF:
        return whole_space(goal)
    states: list[bytes] = []
    depths: list[int] = []
    for depth, layer in enumerate(layers(goal)):
        states += sorted(layer)
        depths += [depth] * len(layer)
        if len(states) >= most // 2:
            break
    states += _random_boards(goal, most // 2, seed, known=set(states))
    return StateSpace(goal, states, np.array(depths, dtype=np.int64))


def whole_space(goal: Board) -> StateSpace:
    """Every board from which a goal of up to 12 cells can be reached."""
    from slidelab.kernels.distance_table import distances

    table, size = distances(goal), goal.shape.cells
    cells = table.states()
    ranks = np.lexsort((cells.view(f"S{size}").ravel(), table.by_rank))
    text = cells[ranks].tobytes()
    states = [text[at : at + size] for at in range(0, len(text), size)]
    return StateSpace(goal, states, table.by_rank[ranks].astype(np.int64), ranks)


def _random_boards(goal: Board, most: int, seed: int, known: set[bytes]) -> list[bytes]:
    found: list[bytes] = []
    draw = 0
    while len(found) < most:
        board = random_board(goal.shape, goal, seed=f"{seed}/{draw}")
        draw += 1
        for state in (board.state, *(neighbour.state for neighbour in board.neighbours())):
            if state not in known:
                known.add(state)
                found.append(state)
    return found


def _neighbours(goal: Board, states: list[bytes]) -> NDArray[np.int64]:
    targets = [goal.shape.targets(cell) for cell in range(goal.shape.cells)]
    place = {state: number for number, state in enumerate(states)}
    rows = []
    for state in states:
        row = [NO_NEIGHBOUR] * len(Move)
        for move, target in targets[state.index(0)]:
            row[move] = place.get(slide(state, target), NO_NEIGHBOUR)
        rows.append(row)
    return np.array(rows, dtype=np.int64)
