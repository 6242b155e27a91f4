"""The boards around a goal with their true distances: all of them, or as many as asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from slidelab.puzzle import Board, Move, random_board
from slidelab.puzzle.layers import layers
from slidelab.puzzle.states import slide

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CELLS_FOR_PROOF = 9
"""Up to here every board can be looked at: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1


@dataclass(frozen=True, eq=False)
class World:
    """Boards in the order of their distance to the goal, and which of them are neighbours."""

    goal: Board
    complete: bool
    """Whether these are all boards from which the goal can be reached."""
    states: list[bytes]
    distance: NDArray[np.int64]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    neighbours: NDArray[np.int64]
    """By board and move, the number of the board that the move leads to, or -1."""

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        """A board by its number."""
        return Board.from_state(self.states[number], self.goal.shape)


@lru_cache(maxsize=2)
def world_of(goal: Board, most: int = 20_000, seed: int = 0) -> World:
    """Every board of a puzzle of up to 9 cells; else about `most` boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.
    """
    import numpy as np

    complete = goal.shape.cells <= MOST_CELLS_FOR_PROOF
    states: list[bytes] = []
    depths: list[int] = []
    for depth, layer in enumerate(layers(goal)):
        states += sorted(layer)
        depths += [depth] * len(layer)
        if not complete and len(states) >= most // 2:
            break
    if not complete:
        states += _random_boards(goal, most // 2, seed, known=set(states))
    return World(
        goal=goal,
        complete=complete,
        states=states,
        distance=np.array(depths, dtype=np.int64),
        neighbours=_neighbours(goal, states),
    )


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
    import numpy as np

    targets = _targets(goal)
    place = {state: number for number, state in enumerate(states)}
    rows = []
    for state in states:
        row = [NO_NEIGHBOUR] * len(Move)
        for move, target in targets[state.index(0)]:
            row[move] = place.get(slide(state, target), NO_NEIGHBOUR)
        rows.append(row)
    return np.array(rows, dtype=np.int64)


def _targets(goal: Board) -> list[tuple[tuple[Move, int], ...]]:
    return [goal.shape.targets(cell) for cell in range(goal.shape.cells)]
