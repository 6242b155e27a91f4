"""Solving as a person does: line by line, tile by tile, on a board of any size.

The lines farthest from where the blank belongs are finished first, rows while there are more rows
left than columns, columns otherwise, until two by two cells are left. All tiles of a line but the
last are pushed home one after another. The last would not fit past them: it is brought near, and
then the corner is *turned*, that is, the last two tiles are moved out of the line and back in, one
behind the other. The two by two cells at the end are turned round until they are right.

Words: the *free* cells are those not finished yet; the *corner* is the end of a line; *inward* is
away from the line, into the free cells.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from slidelab.heuristics.lines import apart
from slidelab.puzzle import Board, Move, Shape


class Subgoal(NamedTuple):
    """One thing to do, in words, and the moves that do it."""

    words: str
    moves: list[Move]


class Line(NamedTuple):
    """Cells to finish together."""

    cells: list[int]
    """The last one is the corner."""
    below: int
    """The cell inward of the corner."""
    window: list[int]
    """Two by three cells around the corner, where it is turned."""


def solve_by_hand(start: Board, goal: Board) -> Iterator[Subgoal]:
    """Yield the subgoals that bring the start to the goal, each with its moves.

    For a board that cannot be solved, the last subgoal is left out.

    >>> start = Board("1 2 3 / 4 5 6 / 0 7 8")
    >>> goal = Board("1 2 3 / 4 5 6 / 7 8 0")
    >>> [(subgoal.words, len(subgoal.moves)) for subgoal in solve_by_hand(start, goal)]
    [('turn the corner with 4 and 7', 1), ('turn the last 5, 6 and 8', 1)]
    """
    return (subgoal for subgoal in _find_subgoals(start, goal) if subgoal.moves)


def _find_subgoals(start: Board, goal: Board) -> Iterator[Subgoal]:
    """Yield all subgoals, also those that take no moves."""
    solver = _Solver(start)
    lines, last = order_lines(goal.shape, goal.blank)
    for line in lines:
        *most, corner = line.cells
        for cell in most:
            tile = goal.state[cell]
            yield Subgoal(f"place {tile}", solver.push(tile, cell))
            solver.free.remove(cell)
        pair = goal.state[most[-1]], goal.state[corner]
        if solver.cells[pair[1]] != corner:
            moves = solver.turn_corner(pair, line)
            yield Subgoal(f"turn the corner with {pair[0]} and {pair[1]}", moves)
        solver.free.remove(corner)
    homes = [cell for cell in last if cell != goal.blank]
    tiles = [goal.state[cell] for cell in homes]
    first, second, third = sorted(tiles)
    moves = solver.arrange(tiles, homes, last)
    yield Subgoal(f"turn the last {first}, {second} and {third}", moves)


def order_lines(shape: Shape, home: int) -> tuple[list[Line], list[int]]:
    """Return the lines to finish, those far from the blank's home first, and the last 2x2 cells."""
    home_row, home_col = divmod(home, shape.cols)
    rows, cols = [*range(shape.rows)], [*range(shape.cols)]
    lines = []
    while len(rows) > 2 or len(cols) > 2:
        if len(rows) >= len(cols):
            is_first = home_row - rows[0] >= rows[-1] - home_row
            row, inward = rows.pop(0 if is_first else -1), shape.cols
            cells = [row * shape.cols + col for col in cols]
        else:
            is_first = home_col - cols[0] >= cols[-1] - home_col
            col, inward = cols.pop(0 if is_first else -1), 1
            cells = [row * shape.cols + col for row in rows]
        inward = inward if is_first else -inward
        window = [cell + depth * inward for cell in cells[-2:] for depth in range(3)]
        lines.append(Line(cells, cells[-1] + inward, window))
    return lines, [row * shape.cols + col for row in rows for col in cols]


class _Solver:
    """A board being solved: the cell of each tile, the free cells, and ways to move the tiles."""

    def __init__(self, board: Board) -> None:
        self._shape, cells = board.shape, range(board.shape.cells)
        self.free = {*cells}
        self.cells = sorted(cells, key=board.state.__getitem__)
        self._targets = [
            {target: move for move, target in board.shape.targets(cell)} for cell in cells
        ]

    def push(self, tile: int, home: int) -> list[Move]:
        """Push a tile home: again and again, step in front of it with the blank and move it.

        Of the steps that bring it nearer, the one that the blank can be in front of first is
        taken, which makes the tile go in zigzag: that is the quickest way.
        """
        moves: list[Move] = []
        while (cell := self.cells[tile]) != home:
            nearer = [
                target
                for target in self.free & self._targets[cell].keys()
                if sum(apart(self._shape, target, home)) < sum(apart(self._shape, cell, home))
            ]
            moves += self._walk(nearer, around=[cell])
            moves.append(self._swap(cell))
        return moves

    def turn_corner(self, pair: Sequence[int], line: Line) -> list[Move]:
        """Bring the last tile of a line near, and then the last two home together."""
        homes = line.cells[-2:]
        moves = []
        if self.cells[pair[1]] not in line.window:
            moves += self.push(pair[1], line.below)
        self.free.add(homes[0])
        around = [self.cells[tile] for tile in pair]
        moves += self._walk({*line.window} - {*around}, around)
        moves += self.arrange(pair, homes, line.window)
        self.free.remove(homes[0])
        return moves

    def arrange(
        self, tiles: Sequence[int], homes: Sequence[int], window: Collection[int]
    ) -> list[Move]:
        """Bring some tiles of a small window home, in the fewest moves inside it.

        No move is made if there is no way.
        """
        return self._search(tiles, window, lambda blank, cells: cells == [*homes])

    def _walk(self, targets: Collection[int], around: Collection[int]) -> list[Move]:
        """Walk the blank over free cells to the nearest of the targets, around some cells."""
        blocked = self.free.intersection(around)
        self.free -= blocked
        moves = self._search([], self.free, lambda blank, cells: blank in targets)
        self.free |= blocked
        return moves

    def _search(
        self,
        tiles: Sequence[int],
        window: Collection[int],
        is_done: Callable[[int, list[int]], bool],
    ) -> list[Move]:
        """Search breadth-first, where a state is the cells of the blank and of some tiles."""
        start = (self.cells[0], *(self.cells[tile] for tile in tiles))
        parents: dict[tuple[int, ...], tuple[int, ...] | None] = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            blank, *others = state
            if is_done(blank, others):
                path = []
                while (parent := parents[state]) is not None:
                    path.append(state[0])
                    state = parent
                return [self._swap(cell) for cell in reversed(path)]
            for target in self._targets[blank]:
                if target in window:
                    child = (target, *[blank if cell == target else cell for cell in others])
                    if child not in parents:
                        parents[child] = state
                        queue.append(child)
        return []

    def _swap(self, target: int) -> Move:
        """Swap the blank and the tile on a cell next to it, and return this move."""
        blank, tile = self.cells[0], self.cells.index(target)
        self.cells[0], self.cells[tile] = target, blank
        return self._targets[blank][target]
