"""The distance of every board of a small shape: whole state spaces.

A table has one byte per board: 181,440 for 3x3, 239,500,800 for 2x6 and 3x4. It gives the shortest
solutions of any board by a look at its neighbours.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from itertools import pairwise
from math import factorial

import numpy as np

from slidelab.engines import ranks
from slidelab.engines.jit import Bytes
from slidelab.engines.sizes import SMALL
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, Shape, is_solvable
from slidelab.system.cores import available_cores

OnFraction = Callable[[float], object]

MOST_CELLS = 12
"""The next larger shape, 2x7, has 43 billion boards."""

_PARTS = 64
_SMALL_SPACE = factorial(10) // 2


class DistanceTable:
    """The distance of every board from a goal.

    >>> table = DistanceTable(Board("1 2 / 3 0"))
    >>> table.counts
    (1, 2, 2, 2, 2, 2, 1)
    >>> table.hardest()
    [Board('0 3 / 2 1')]
    >>> table.distance(Board("3 1 / 2 0"))
    4
    >>> [move.letter for move in table.solution(Board("3 1 / 2 0"))]
    ['L', 'U', 'R', 'D']

    `progress` is called with the fraction done; what it raises stops the building. Raises
    SlidelabError for shapes of more than 12 cells.
    """

    def __init__(self, goal: Board, *, progress: OnFraction | None = None) -> None:
        self.goal = goal
        self.by_rank: Bytes = np.full(bytes_needed(goal.shape), ranks.UNKNOWN, dtype=np.uint8)
        """The distance of each board (see `ranks`)."""
        self.by_rank[ranks.rank(goal)] = 0
        self.counts: tuple[int, ...] = tuple(self._layers(progress))
        """The number of boards at each distance."""

    @property
    def boards(self) -> int:
        return self.by_rank.size

    @property
    def greatest(self) -> int:
        """Return the distance of the hardest boards."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        return sum(moves * count for moves, count in enumerate(self.counts)) / self.boards

    def distance(self, board: Board) -> int:
        """Return the fewest moves to the goal.

        Raises SlidelabError if the board cannot be brought there.
        """
        if not is_solvable(board, self.goal):
            raise SlidelabError(f"{board!r} cannot be brought to {self.goal!r}")
        return int(self.by_rank[ranks.rank(board)])

    def optimal_moves(self, board: Board) -> list[Move]:
        """Return every first move of a shortest solution."""
        nearer = self.distance(board) - 1
        return [
            move
            for move in board.legal_moves
            if int(self.by_rank[ranks.rank(board.move(move))]) == nearer
        ]

    def solution(self, board: Board) -> list[Move]:
        """Return the shortest solution whose moves come first in the order U, D, L, R."""
        path: list[Move] = []
        while board != self.goal:
            path.append(self.optimal_moves(board)[0])
            board = board.move(path[-1])
        return path

    def number_of_solutions(self, board: Board) -> int:
        """Return the number of shortest solutions of a board."""
        # Layer by layer towards the goal: the number of shortest paths to each board.
        ways = Counter([board])
        for _ in range(self.distance(board)):
            nearer: Counter[Board] = Counter()
            for here, count in ways.items():
                for move in self.optimal_moves(here):
                    nearer[here.move(move)] += count
            ways = nearer
        return ways[self.goal]

    def at_distance(self, distance: int) -> Iterator[Board]:
        """Yield all boards at this distance from the goal, in the order of their ranks."""
        for number in np.flatnonzero(self.by_rank == distance).tolist():
            yield ranks.unrank(number, self.goal)

    def hardest(self) -> list[Board]:
        """Return the boards farthest from the goal."""
        return list(self.at_distance(self.greatest))

    def _layers(self, progress: OnFraction | None) -> Iterator[int]:
        """Search breadth-first, and yield the number of boards of each layer.

        Two threads may mark the same board, but they write the same number.
        """
        shape = self.goal.shape
        blocks = self.boards // shape.cells
        parts = 1 if self.boards <= _SMALL_SPACE else _PARTS
        edges = [blocks * part // parts for part in range(parts + 1)]
        weights = ranks.block_weights(shape.cells - 1)
        layout = ranks.Layout(shape.rows, shape.cols, ranks.class_parity(self.goal), weights)
        pool = ThreadPoolExecutor(available_cores())
        depth = done = 0
        try:
            while done < self.boards:
                spread = [
                    pool.submit(ranks.spread_layer, self.by_rank, depth, first, last, layout)
                    for first, last in pairwise(edges)
                ]
                for part in as_completed(spread):
                    if progress is not None:
                        progress(done / self.boards)
                    part.result()
                layer = sum(part.result() for part in spread)
                done += layer
                depth += 1
                yield layer
        finally:
            pool.shutdown(cancel_futures=True)


_make_and_keep = lru_cache(maxsize=8)(DistanceTable)


def distances(goal: Board) -> DistanceTable:
    """Return the distance of every board from a goal; the last few tables of 3x3 are kept.

    Raises SlidelabError for shapes of more than 12 cells.

    >>> distances(Board("012345678")).distance(Board("806547231"))
    31
    """
    return _make_and_keep(goal) if goal.shape.cells <= SMALL else DistanceTable(goal)


def bytes_needed(shape: Shape) -> int:
    """Return the memory that a table of this shape takes.

    Raises SlidelabError for a shape of more than 12 cells.

    >>> bytes_needed(Shape(3, 4))
    239500800
    """
    boards = ranks.space_size(shape.cells)
    if shape.cells > MOST_CELLS:
        raise SlidelabError(
            f"a table of {shape} would have {boards:,} boards: choose up to {MOST_CELLS} cells"
        )
    return boards
