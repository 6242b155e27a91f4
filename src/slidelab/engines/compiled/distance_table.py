"""The distance of every board of a small shape: whole state spaces.

A table has one byte a board: 181,440 for 3x3, 239,500,800 for 2x6 and 3x4. With it the shortest
solutions of any board are found by looking at neighbours. `distances(goal)` is the way in for all
who need one; to watch the building, make a `DistanceTable`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import factorial

import numpy as np

from slidelab.engines.compiled import ranks
from slidelab.engines.compiled.level_pool import LevelPool, OnFraction
from slidelab.engines.compiling import Bytes
from slidelab.engines.geometry import neighbours
from slidelab.puzzle import MULTI, SINGLE, Board, Move, Shape, is_solvable
from slidelab.puzzle.metric import slides

MOST_CELLS = 12
"""The next larger shape, 2x7, has 43 billion boards."""

_PARTS = 64
_SMALL_SPACE = factorial(10) // 2


class DistanceTable:
    """How far every board is from a goal, in moves of a metric.

    >>> table = DistanceTable(Board("1 2 / 3 0"))
    >>> table.counts
    (1, 2, 2, 2, 2, 2, 1)
    >>> table.hardest()
    [Board('0 3 / 2 1')]
    >>> table.distance(Board("3 1 / 2 0"))
    4
    >>> [move.letter for move in table.solution(Board("3 1 / 2 0"))]
    ['L', 'U', 'R', 'D']

    `progress` is called with the fraction done; whatever it raises stops the building and passes
    on. Raises ValueError for shapes of more than 12 cells.
    """

    def __init__(
        self,
        goal: Board,
        *,
        metric: str = SINGLE,
        progress: OnFraction | None = None,
        workers: int | None = None,
    ) -> None:
        self.goal, self.metric = goal, metric
        self.by_rank: Bytes = np.full(bytes_needed(goal.shape), ranks.UNKNOWN, dtype=np.uint8)
        """The distance of each board (see `ranks`)."""
        self.by_rank[ranks.rank(goal)] = 0
        self.counts: tuple[int, ...] = tuple(self._layers(progress, workers))
        """How many boards there are at each distance."""

    @property
    def boards(self) -> int:
        return self.by_rank.size

    @property
    def greatest(self) -> int:
        """The distance of the hardest boards."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        return sum(moves * count for moves, count in enumerate(self.counts)) / self.boards

    def distance(self, board: Board) -> int:
        """The fewest moves to the goal; raises ValueError if the board cannot be brought there."""
        if not is_solvable(board, self.goal):
            raise ValueError(f"{board!r} cannot be brought to {self.goal!r}")
        return int(self.by_rank[ranks.rank(board)])

    def optimal_slides(self, board: Board) -> list[tuple[Move, ...]]:
        """Every first move of a shortest solution: its steps, which is one in the single metric."""
        nearer = self.distance(board) - 1
        found = []
        for move, cells in slides(board.shape, board.blank, self.metric):
            child = board
            for tiles in range(1, len(cells) + 1):
                child = child.move(move)
                if self.by_rank[ranks.rank(child)] == nearer:
                    found.append((move,) * tiles)
        return found

    def solution(self, board: Board) -> list[Move]:
        """A shortest solution; where there is a choice, the first of U, D, L, R."""
        path: list[Move] = []
        for _ in range(self.distance(board)):
            steps = self.optimal_slides(board)[0]
            path += steps
            board = board.play(steps)
        return path

    def number_of_solutions(self, board: Board) -> int:
        """How many shortest solutions the board has."""
        # Layer by layer towards the goal: how many ways lead to each board on a shortest path.
        ways = Counter([board])
        for _ in range(self.distance(board)):
            nearer: Counter[Board] = Counter()
            for here, count in ways.items():
                for steps in self.optimal_slides(here):
                    nearer[here.play(steps)] += count
            ways = nearer
        return ways[self.goal]

    def at_distance(self, distance: int) -> Iterator[Board]:
        """All boards so far from the goal, in the order of their ranks."""
        for number in np.flatnonzero(self.by_rank == distance).tolist():
            yield ranks.unrank(number, self.goal)

    def hardest(self) -> list[Board]:
        """The boards farthest from the goal."""
        return list(self.at_distance(self.greatest))

    def _layers(self, progress: OnFraction | None, workers: int | None) -> Iterator[int]:
        """Search breadth-first, and yield the number of boards of each layer.

        Two threads may mark the same board, but they write the same number.
        """
        shape = self.goal.shape
        blocks, tiles = self.boards // shape.cells, shape.cells - 1
        parts = 1 if self.boards <= _SMALL_SPACE else _PARTS
        edges = [blocks * part // parts for part in range(parts + 1)]
        slides_too = self.metric == MULTI
        spread = ranks.spread_layer_of_slides if slides_too else ranks.spread_layer
        known = neighbours(shape) if slides_too else ranks.block_weights(tiles)
        rules = shape.rows, shape.cols, ranks.class_parity(self.goal), known
        pool = LevelPool(self.boards, progress, workers)
        with pool.threads:
            depth = done = 0
            while done < self.boards:
                jobs = [
                    (self.by_rank, depth, *ends, *rules, np.zeros(shape.cells, dtype=np.int64))
                    for ends in pairwise(edges)
                ]
                pool.expected = sum(pool.run(spread, jobs, done))
                done += pool.expected
                depth += 1
                yield pool.expected


_KEPT_CELLS = 9
_make_and_keep = lru_cache(maxsize=8)(DistanceTable)


def distances(goal: Board, metric: str = SINGLE) -> DistanceTable:
    """How far every board is from a goal: the one table of a whole space.

    Tables of up to 9 cells are made in a moment; the last few of them are kept. Raises ValueError
    for shapes of more than 12 cells.

    >>> distances(Board("012345678")).distance(Board("806547231"))
    31
    """
    make = _make_and_keep if goal.shape.cells <= _KEPT_CELLS else DistanceTable
    return make(goal, metric=metric)


def bytes_needed(shape: Shape) -> int:
    """The memory that a table of this shape takes.

    Raises ValueError for a shape of more than 12 cells.

    >>> bytes_needed(Shape(3, 4))
    239500800
    """
    if shape.cells > MOST_CELLS:
        raise ValueError(
            f"a table of {shape} would have {ranks.space_size(shape.cells):,} boards; "
            f"shapes of up to {MOST_CELLS} cells can have one"
        )
    return ranks.space_size(shape.cells)
