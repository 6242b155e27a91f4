"""The board on which several explanations differ most."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from slidelab.puzzle import Board, random_walk
from slidelab.puzzle.scramble import MOST_STATES, draw_from, layers

DISTANCES = (6, 10, 14, 16, 18, 20, 22, 24)

Predict = Callable[[Board], Sequence[int | None]]
"""The number that each explanation leads to on a board; None if that takes too long."""


class NextBoard(NamedTuple):
    """A board to try next, and what each explanation predicts for it."""

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
    """Return the board on which explanations differ most; None if they agree everywhere."""
    best: NextBoard | None = None
    for board in _draw_boards(goal):
        if board in known:
            continue
        found = NextBoard(board, counter, tuple(predict(board)))
        if found.groups > (best.groups if best else 1):
            best = found
        if best and best.groups == len(best.predictions):
            break
    return best


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
