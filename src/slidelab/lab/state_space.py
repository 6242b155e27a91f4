"""The boards around a goal with their true distances: all of them, or as many as asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from slidelab.lab.boards import MOST_CELLS_FOR_PROOF, NO_NEIGHBOUR, find_neighbours
from slidelab.puzzle import SINGLE, Board, Move, random_board
from slidelab.puzzle.distance_layers import layers
from slidelab.puzzle.metric import slides
from slidelab.puzzle.states import slide


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: NDArray[np.int64]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    metric: str = SINGLE
    """What a move is, and so a distance."""
    ranks: NDArray[np.int64] | None = None
    """The rank of each board (see `slidelab.engines.compiled.ranks`), if all boards are here."""

    @property
    def complete(self) -> bool:
        """Whether these are all boards from which the goal can be reached."""
        return self.ranks is not None

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        return Board.from_state(self.states[number], self.goal.shape)

    def numbers_at(self, distance: int, most: int | None, seed: int) -> list[int]:
        """The numbers of all boards of a distance, or of `most` of them drawn with the seed."""
        numbers: list[int] = np.flatnonzero(self.distance == distance).tolist()
        if most is not None and len(numbers) > most:
            numbers = sorted(Random(f"{seed}/{distance}").sample(numbers, most))
        return numbers

    @cached_property
    def neighbours(self) -> NDArray[np.int64]:
        """By board and kind of move, the number of the board that it leads to, or -1."""
        if self.ranks is None:
            return np.array(find_neighbours(self.goal, self.states, self.metric))
        from slidelab.engines.compiled.distance_table import distances

        reached = distances(self.goal, self.metric).neighbours()[self.ranks]
        number = np.empty_like(self.ranks)
        number[self.ranks] = np.arange(len(number))
        found: NDArray[np.int64] = np.where(reached == NO_NEIGHBOUR, NO_NEIGHBOUR, number[reached])
        return found


@lru_cache(maxsize=2)
def state_space(goal: Board, most: int = 20_000, seed: int = 0, metric: str = SINGLE) -> StateSpace:
    """Every board of a puzzle of up to 9 cells; else about `most` boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.
    """
    if goal.shape.cells <= MOST_CELLS_FOR_PROOF:
        return whole_space(goal, metric)
    states: list[bytes] = []
    depths: list[int] = []
    for depth, layer in enumerate(layers(goal, metric)):
        states += sorted(layer)
        depths += [depth] * len(layer)
        if len(states) >= most // 2:
            break
    states += _random_boards(goal, most // 2, seed, metric, known=set(states))
    return StateSpace(goal, states, np.array(depths, dtype=np.int64), metric)


def whole_space(goal: Board, metric: str = SINGLE) -> StateSpace:
    """Every board from which a goal of up to 12 cells can be reached."""
    from slidelab.engines.compiled.distance_table import distances

    table, size = distances(goal, metric), goal.shape.cells
    cells = table.states()
    ranks = np.lexsort((cells.view(f"S{size}").ravel(), table.by_rank))
    text = cells[ranks].tobytes()
    states = [text[at : at + size] for at in range(0, len(text), size)]
    return StateSpace(goal, states, table.by_rank[ranks].astype(np.int64), metric, ranks)


def _random_boards(
    goal: Board, most: int, seed: int, metric: str, known: set[bytes]
) -> list[bytes]:
    found: list[bytes] = []
    draw = 0
    while len(found) < most:
        board = random_board(goal.shape, goal, seed=f"{seed}/{draw}")
        draw += 1
        for state in (
            board.state,
            *_move_each(board.state, slides(board.shape, board.blank, metric)),
        ):
            if state not in known:
                known.add(state)
                found.append(state)
    return found


def _move_each(state: bytes, steps: list[tuple[Move, tuple[int, ...]]]) -> Iterator[bytes]:
    """The states one move away, in the order of the steps."""
    for _, cells in steps:
        moved = state
        for cell in cells:
            moved = slide(moved, cell)
            yield moved
