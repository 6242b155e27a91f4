"""A game in retrospect: how far from the goal each of its boards was.

Two boards next to each other in a game are one move apart, and so their distances differ by exactly
one. What is known of one board therefore bounds all the others, and little has to be searched.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter

from slidelab import heuristics
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.puzzle import Board, Move
from slidelab.search import Limits
from slidelab.search.by_hand import solve_by_hand
from slidelab.solving.next_move import find_next_move
from slidelab.system.progress import Cancelled, Progress, say_nothing

_LOOKED_AT = 12
"""On how many boards of a game beyond 4x4 a good way is looked for."""


@dataclass(frozen=True, slots=True)
class Review:
    """The least and the most moves to the goal, for each board of a game; equal where known."""

    at_least: list[int]
    at_most: list[int]


def review(
    start: Board,
    goal: Board,
    moves: Iterable[Move],
    *,
    seconds: float = 60.0,
    progress: Progress = say_nothing,
    cancelled: Cancelled = lambda: False,
) -> Review:
    """How far each board of a game is from the goal, the start and the last one included.

    >>> from slidelab.puzzle import parse_moves
    >>> start, goal = Board.parse("1 2 5 / 3 4 0 / 6 7 8"), Board.parse("0 1 2 / 3 4 5 / 6 7 8")
    >>> review(start, goal, parse_moves("LRULL")).at_least
    [3, 4, 3, 2, 1, 0]

    Distances are looked up on boards up to 3x3 and searched up to 4x4. On larger boards, or if time
    runs out, they are bounds. Raises `IllegalMove` if a move leads off the board.
    """
    boards = [start]
    for move in moves:
        boards.append(boards[-1].move(move))
    if goal.shape.cells <= SMALL:
        known = list(map(heuristics.get("perfect").bind(goal), (b.state for b in boards)))
        return Review([int(each) for each in known], [int(each) for each in known])
    bounds = _Bounds(boards, goal)
    end = perf_counter() + seconds
    exact = goal.shape.cells <= EXACT
    # Backwards: boards near the goal are solved at once, and are worth knowing most.
    todo = range(len(boards) - 1, -1, -1) if exact else _evenly(len(boards))
    for done, at in enumerate(todo):
        left = end - perf_counter()
        if cancelled() or left <= 0:
            break
        progress(f"reviewing boards: {done:,} of {len(todo):,}", done / len(todo))
        if bounds.least[at] < bounds.most[at]:
            share = left if exact else left / (len(todo) - done)
            found = find_next_move(
                boards[at], goal, Limits(seconds=share), prepare=exact, cancelled=cancelled
            )
            bounds.learn(at, found.lower_bound or 0, len(found.moves or ()))
    return Review(bounds.least, bounds.most)


class _Bounds:
    """What is known of the distances of the boards of a game."""

    def __init__(self, boards: list[Board], goal: Board) -> None:
        estimate = heuristics.get("linear-conflict").bind(goal)
        self.least = [int(estimate(board.state)) for board in boards]
        by_hand = sum(len(subgoal.moves) for subgoal in solve_by_hand(boards[-1], goal))
        self.most = [by_hand + later for later in reversed(range(len(boards)))]
        for at in range(len(boards)):
            self._spread(at)

    def learn(self, at: int, least: int, most: int) -> None:
        self.least[at] = max(self.least[at], least)
        self.most[at] = min(self.most[at], most)
        self._spread(at)

    def _spread(self, at: int) -> None:
        """Let the boards before and after know, as far as it is news to them."""
        for step, end in ((1, len(self.least)), (-1, -1)):
            for near, here in zip(
                range(at + step, end, step), range(at, end - step, step), strict=True
            ):
                least = max(self.least[near], self.least[here] - 1)
                most = min(self.most[near], self.most[here] + 1)
                if (least, most) == (self.least[near], self.most[near]):
                    break
                self.least[near], self.most[near] = least, most


def _evenly(count: int) -> list[int]:
    """Some of so many places, evenly spread, the first and the last among them.

    >>> _evenly(3), _evenly(100)[:3], len(_evenly(100))
    ([0, 1, 2], [0, 9, 18], 12)
    """
    if count <= _LOOKED_AT:
        return list(range(count))
    return [round(at * (count - 1) / (_LOOKED_AT - 1)) for at in range(_LOOKED_AT)]
