"""The board that would tell explanations apart."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slidelab.course.explain.match import Match
from slidelab.course.explain.running import is_compiled, search
from slidelab.puzzle import Board, random_walk
from slidelab.puzzle.distance_layers import layers
from slidelab.puzzle.scramble import MOST_STATES, draw_from
from slidelab.search import Limits

_DISTANCES = (6, 10, 14, 16, 18, 20, 22, 24)
_MOST_MATCHES = 40
_NODES, _NODES_IF_SLOW = 100_000, 1_000
"""Nodes of each search, and of those without a compiled version."""


class NextBoard(NamedTuple):
    """A board to try next, and what each explanation predicts for it."""

    board: Board
    counter: str
    predictions: tuple[int | None, ...]
    """The number that each match leads to, in their order; None where it takes too long."""

    @property
    def groups(self) -> int:
        """How many different numbers are predicted."""
        return len(set(self.predictions))


def next_board(
    matches: Sequence[Match], goal: Board, counter: str = "expanded", known: Sequence[Board] = ()
) -> NextBoard | None:
    """The board on which the first of the matches differ most; None where all agree everywhere.

    `counter` is what the program prints, and `known` are boards that were tried.
    """
    asked = matches[:_MOST_MATCHES]
    if len(asked) < 2:
        return None
    best: NextBoard | None = None
    too_long: set[int] = set()  # on a board, and so on those that are farther away
    for board in _boards(goal):
        if board in known:
            continue
        predictions = tuple(
            None if at in too_long else _predict(match, board, goal, counter)
            for at, match in enumerate(asked)
        )
        too_long |= {at for at, number in enumerate(predictions) if number is None}
        found = NextBoard(board, counter, predictions)
        if found.groups > (best.groups if best else 1):
            best = found
        # Farther away, those that take too long are told apart from the others alone.
        if best and best.groups >= len(asked) - len(too_long) + bool(too_long):
            break
    return best


def _boards(goal: Board) -> Iterator[Board]:
    """A board at each of the distances, as long as all boards on the way can be looked at."""
    seeds = {distance: seed for seed, distance in enumerate(_DISTANCES)}
    seen = 0
    for depth, layer in enumerate(layers(goal)):
        seen += len(layer)
        if seen > MOST_STATES or not seeds:
            break
        if depth in seeds:
            yield draw_from(layer, goal.shape, seeds.pop(depth))
    for distance, seed in seeds.items():
        yield random_walk(goal, distance, seed)


def _predict(match: Match, board: Board, goal: Board, counter: str) -> int | None:
    chosen = match.conventions
    limits = Limits(nodes=_NODES if is_compiled(match.spec, chosen) else _NODES_IF_SLOW)
    outcome = search(board, goal, match.spec, chosen, limits)
    return outcome.number(counter, chosen) if not outcome.status.can_continue else None
