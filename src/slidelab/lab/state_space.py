"""The boards around a goal with their true distances: all of them, or a sample."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from slidelab.puzzle import Board, Move, random_board
from slidelab.puzzle.moves import slide
from slidelab.puzzle.scramble import layers

MOST_CELLS_FOR_PROOF = 9
"""Up to this size every board is checked: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1

_HALF_A_SAMPLE = 10_000


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: list[int]
    """Of the boards whose distance is known, which come first; the others are only compared with
    their neighbours."""
    complete: bool
    """Whether these are all boards from which the goal can be reached."""

    def board(self, number: int) -> Board:
        """Return a board by its number."""
        return Board.from_state(self.states[number], self.goal.shape)

    def numbers_at(self, distance: int, most: int | None = None) -> list[int]:
        """Return the numbers of all boards at a distance, or of a random sample of them."""
        first, end = (bisect_left(self.distance, each) for each in (distance, distance + 1))
        if most is None or end - first <= most:
            return [*range(first, end)]
        return sorted(Random(f"0/{distance}").sample(range(first, end), most))

    def neighbours(self) -> list[list[int]]:
        """Return, by board and move, the number of the board that it leads to, or NO_NEIGHBOUR."""
        place = {state: number for number, state in enumerate(self.states)}
        return [
            [place.get(after, NO_NEIGHBOUR) for after in _after_moves(state, self.goal)]
            for state in self.states
        ]


@lru_cache(maxsize=2)
def state_space(goal: Board) -> StateSpace:
    """Return every board of a puzzle of up to 9 cells, otherwise about 20,000 boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.
    """
    is_complete = goal.shape.cells <= MOST_CELLS_FOR_PROOF
    states: list[bytes] = []
    distance: list[int] = []
    for depth, layer in enumerate(layers(goal)):
        states += sorted(layer)
        distance += [depth] * len(layer)
        if not is_complete and len(states) >= _HALF_A_SAMPLE:
            states += _draw(goal, set(states))
            break
    return StateSpace(goal, states, distance, is_complete)


def _draw(goal: Board, known: set[bytes]) -> list[bytes]:
    """Draw random boards, each with its neighbours, except for those that are known."""
    found: dict[bytes, None] = {}
    draw = 0
    while len(found) < _HALF_A_SAMPLE:
        state = random_board(goal.shape, goal, f"0/{draw}").state
        around = (state, *filter(None, _after_moves(state, goal)))
        found |= dict.fromkeys(each for each in around if each not in known)
        draw += 1
    return [*found]


def _after_moves(state: bytes, goal: Board) -> list[bytes]:
    """Return the state after each move, in the order of `Move`; empty for an impossible move."""
    after = [b""] * len(Move)
    for move, cell in goal.shape.targets(state.index(0)):
        after[move] = slide(state, cell)
    return after
