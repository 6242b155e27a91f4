"""The board on which candidates that lead to the same numbers differ most."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from slidelab.puzzle import Board, random_walk
from slidelab.puzzle.scramble import MOST_STATES, draw_from, layers

DISTANCES = (6, 10, 14, 16, 18, 20, 22, 24)

Predict = Callable[[Board], Sequence[int | None]]
"""The number that each candidate leads to on a board; None if it expands too many nodes."""


class NextBoard(NamedTuple):
    """A board to try next, and the numbers that the candidates lead to there."""

    board: Board
    counter: str
    predictions: tuple[int | None, ...]

    @property
    def groups(self) -> int:
        """How many different numbers are predicted."""
        return len(set(self.predictions))


def find_next_board(
    goal: Board, counter: str, predict: Predict, known: Collection[Board]
) -> NextBoard | None:
    """Return the board on which candidates differ most; None if they agree on all boards drawn."""
    drawn = (board for board in _draw_boards(goal) if board not in known)
    proposals = [NextBoard(board, counter, tuple(predict(board))) for board in drawn]
    best = max(proposals, key=lambda each: each.groups, default=None)
    return best if best and best.groups > 1 else None


def _draw_boards(goal: Board) -> Iterator[Board]:
    """Draw a board at each of the distances, exact as long as all closer boards can be visited."""
    seeds = {distance: seed for seed, distance in enumerate(DISTANCES)}
    seen = 0
    for depth, layer in enumerate(layers(goal)):
        seen += len(layer)
        if seen > MOST_STATES or not seeds:
            break
        if depth in seeds:
            yield draw_from(layer, goal.shape, seeds.pop(depth))
    for distance, seed in seeds.items():
        yield random_walk(goal, distance, seed)
