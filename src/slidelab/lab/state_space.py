"""The boards around a goal with their true distances: all of them, or a sample."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import inf
from random import Random
from typing import TYPE_CHECKING

from slidelab.puzzle import Board, Move, random_board
from slidelab.puzzle.scramble import layers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CELLS_FOR_PROOF = 9
"""Up to here every board can be looked at: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1

_HALF_A_SAMPLE = 10_000


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: list[int]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    complete: bool = True
    """Whether these are all boards from which the goal can be reached."""
    ranks: NDArray[np.int64] | None = None
    """The rank of each board, if these are all boards."""

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        """Return a board by its number."""
        return Board.from_state(self.states[number], self.goal.shape)

    def numbers_at(self, distance: int, most: int | None = None, seed: int = 0) -> list[int]:
        """Return the numbers of all boards of a distance, or of `most` drawn with the seed."""
        first, end = (bisect_left(self.distance, each) for each in (distance, distance + 1))
        if most is None or end - first <= most:
            return [*range(first, end)]
        return sorted(Random(f"{seed}/{distance}").sample(range(first, end), most))

    def neighbours(self) -> list[list[int]]:
        """Return, by board and move, the number of the board that it leads to, or NO_NEIGHBOUR."""
        if self.ranks is None:
            place = {state: number for number, state in enumerate(self.states)}
            return [
                [place.get(after, NO_NEIGHBOUR) for after in _after_moves(state, self.goal)]
                for state in self.states
            ]
        import numpy as np

        from slidelab.engines.ranks import all_neighbours

        reached = all_neighbours(self.goal)[self.ranks]
        number = np.empty_like(self.ranks)
        number[self.ranks] = np.arange(len(number))
        found = np.where(reached == NO_NEIGHBOUR, NO_NEIGHBOUR, number[reached])
        return found.tolist()  # type: ignore[no-any-return]


@lru_cache(maxsize=2)
def state_space(goal: Board, seed: int = 0) -> StateSpace:
    """Return every board of a puzzle of up to 9 cells, and else about 20,000 boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.
    """
    if goal.shape.cells <= MOST_CELLS_FOR_PROOF:
        return whole_space(goal)
    states, distance = _visit(goal, _HALF_A_SAMPLE)
    return StateSpace(goal, states + _draw(goal, seed, set(states)), distance, complete=False)


def whole_space(goal: Board) -> StateSpace:
    """Return every board from which a goal of up to 12 cells can be reached."""
    try:
        import numpy as np
    except ImportError:  # in a browser; it takes seconds for all boards of 3x3
        return StateSpace(goal, *_visit(goal, inf))
    from slidelab.engines.distance_table import distances
    from slidelab.engines.ranks import all_states

    table, cells, size = distances(goal), all_states(goal), goal.shape.cells
    ranks = np.lexsort((cells.view(f"S{size}").ravel(), table.by_rank))
    text = cells[ranks].tobytes()
    states = [text[at : at + size] for at in range(0, len(text), size)]
    return StateSpace(goal, states, table.by_rank[ranks].tolist(), ranks=ranks)


def _visit(goal: Board, enough: float) -> tuple[list[bytes], list[int]]:
    """Return the boards nearest to the goal, layer by layer until there are enough."""
    states: list[bytes] = []
    distance: list[int] = []
    for depth, layer in enumerate(layers(goal)):
        states += sorted(layer)
        distance += [depth] * len(layer)
        if len(states) >= enough:
            break
    return states, distance


def _draw(goal: Board, seed: int, known: set[bytes]) -> list[bytes]:
    """Draw random boards, each with its neighbours, but for those that are known."""
    found: dict[bytes, None] = {}
    for draw in count():
        state = random_board(goal.shape, goal, f"{seed}/{draw}").state
        around = (state, *filter(None, _after_moves(state, goal)))
        found |= dict.fromkeys(each for each in around if each not in known)
        if len(found) >= _HALF_A_SAMPLE:
            return [*found]
    raise AssertionError("boards never end")


def _after_moves(state: bytes, goal: Board) -> list[bytes]:
    """Return the state after each move, in the order of `Move`; empty where there is none."""
    after = [b""] * len(Move)
    blank = state.index(0)
    for move, cell in goal.shape.targets(blank):
        moved = bytearray(state)
        moved[blank], moved[cell] = moved[cell], 0
        after[move] = bytes(moved)
    return after
