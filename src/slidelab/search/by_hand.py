"""Solving as a person does: line by line, tile by tile, on a board of any size.

The lines farthest from where the blank belongs are finished first, rows while there are more rows
left than columns, columns otherwise, until two by two cells are left. All tiles of a line but the
last are pushed home one after another. The last would not fit past them: it is brought near, and
then the corner is *turned*, that is, the last two tiles are moved out of the line and back in, one
behind the other. The two by two cells at the end are turned round until they are right.

Words: the *free* cells are those not finished yet; the *corner* is the end of a line; *inward* is
away from the line, into the free cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from slidelab.heuristics.lines import steps_between
from slidelab.puzzle import Board, Move, Shape

State = TypeVar("State")


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
    """Yield what to do, one subgoal after another, to bring the start to the goal.

    For a board that cannot be solved, the last subgoal is left out.

    >>> start = Board("1 2 3 / 4 5 6 / 0 7 8")
    >>> goal = Board("1 2 3 / 4 5 6 / 7 8 0")
    >>> [(subgoal.words, len(subgoal.moves)) for subgoal in solve_by_hand(start, goal)]
    [('turn the corner with 4 and 7', 1), ('turn the last 5, 6 and 8', 1)]
    """
    return (subgoal for subgoal in _find_subgoals(start, goal) if subgoal.moves)


def _find_subgoals(start: Board, goal: Board) -> Iterator[Subgoal]:
    """Yield all subgoals, also those that take no moves."""
    hands = _Hands(start)
    lines, last = order_lines(goal.shape, goal.blank)
    for line in lines:
        *most, corner = line.cells
        for cell in most:
            tile = goal.state[cell]
            yield Subgoal(f"place {tile}", hands.push(tile, cell))
            hands.free[cell] = False
        pair = goal.state[most[-1]], goal.state[corner]
        if hands.cells[pair[1]] != corner:
            moves = hands.turn_corner(pair, line)
            yield Subgoal(f"turn the corner with {pair[0]} and {pair[1]}", moves)
        hands.free[corner] = False
    homes = [cell for cell in last if cell != goal.blank]
    tiles = [goal.state[cell] for cell in homes]
    first, second, third = sorted(tiles)
    moves = hands.arrange(tiles, homes, last)
    yield Subgoal(f"turn the last {first}, {second} and {third}", moves)


def order_lines(shape: Shape, home: int) -> tuple[list[Line], list[int]]:
    """Return the lines to finish, those far from the blank's home first, and the last 2x2 cells.

    >>> lines, last = order_lines(Shape(3, 3), home=8)
    >>> [line.cells for line in lines], last
    ([[0, 1, 2], [3, 6]], [4, 5, 7, 8])
    """
    home_row, home_col = divmod(home, shape.cols)
    top, bottom, left, right = 0, shape.rows - 1, 0, shape.cols - 1
    lines = []
    while bottom - top > 1 or right - left > 1:
        if bottom - top >= right - left:
            from_top = home_row - top >= bottom - home_row
            row, inward = (top, shape.cols) if from_top else (bottom, -shape.cols)
            cells = [row * shape.cols + col for col in range(left, right + 1)]
            top, bottom = top + from_top, bottom - (not from_top)
        else:
            from_left = home_col - left >= right - home_col
            col, inward = (left, 1) if from_left else (right, -1)
            cells = [row * shape.cols + col for row in range(top, bottom + 1)]
            left, right = left + from_left, right - (not from_left)
        window = [cell + depth * inward for cell in cells[-2:] for depth in range(3)]
        lines.append(Line(cells, cells[-1] + inward, window))
    last = [row * shape.cols + col for row in (top, bottom) for col in (left, right)]
    return lines, last


class _Hands:
    """A board being solved: the cell of each tile, the free cells, and ways to move the tiles."""

    def __init__(self, board: Board) -> None:
        shape = board.shape
        self.tiles = list(board.state)
        self.free = [True] * shape.cells
        self.cells = sorted(range(shape.cells), key=self.tiles.__getitem__)
        self._targets = [shape.targets(cell) for cell in range(shape.cells)]
        self._steps = steps_between(shape)

    def push(self, tile: int, home: int) -> list[Move]:
        """Push a tile home: again and again, step in front of it with the blank and move it.

        Of the steps that bring it nearer, the one that the blank can be in front of first is
        taken, which makes the tile go in zigzag: that is the quickest way.
        """
        moves: list[Move] = []
        while (cell := self.cells[tile]) != home:
            nearer = [
                target
                for _, target in self._targets[cell]
                if self.free[target] and self._steps(target, home) < self._steps(cell, home)
            ]
            self.free[cell] = False
            moves += self._walk(nearer)
            self.free[cell] = True
            moves.append(self._swap(cell))
        return moves

    def turn_corner(self, pair: tuple[int, int], line: Line) -> list[Move]:
        """Bring the last tile of a line near, and then the last two home together."""
        first_home, corner = line.cells[-2:]
        moves = []
        if self.cells[pair[1]] not in line.window:
            moves += self.push(pair[1], line.below)
        self.free[first_home] = True
        moves += self._enter(line.window, pair)
        moves += self.arrange(pair, (first_home, corner), line.window)
        self.free[first_home] = False
        return moves

    def arrange(
        self, tiles: Sequence[int], homes: Sequence[int], window: Sequence[int]
    ) -> list[Move]:
        """Bring some tiles of a small window home, in the fewest moves inside it.

        Breadth-first search, where a state is the cells of the blank and of these tiles. No move is
        made if there is no way.
        """
        start = (self.cells[0], *(self.cells[tile] for tile in tiles))
        goal = tuple(homes)
        parents: dict[tuple[int, ...], tuple[int, ...] | None] = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            blank, *others = state
            if tuple(others) == goal:
                return [self._swap(cell) for cell, *_ in _trace(parents, state)]
            for _, target in self._targets[blank]:
                if target in window:
                    child = (target, *(blank if cell == target else cell for cell in others))
                    if child not in parents:
                        parents[child] = state
                        queue.append(child)
        return []

    def _enter(self, window: Sequence[int], around: Iterable[int]) -> list[Move]:
        """Walk the blank into the window, around some tiles."""
        cells = [self.cells[tile] for tile in around]
        blocked = [cell for cell in cells if self.free[cell]]
        for cell in blocked:
            self.free[cell] = False
        moves = self._walk([cell for cell in window if cell not in cells])
        for cell in blocked:
            self.free[cell] = True
        return moves

    def _walk(self, targets: Sequence[int]) -> list[Move]:
        """Walk the blank over free cells to the nearest of the targets."""
        blank = self.cells[0]
        parents: dict[int, int | None] = {blank: None}
        queue = deque([blank])
        while queue:
            cell = queue.popleft()
            if cell in targets:
                return [self._swap(next_cell) for next_cell in _trace(parents, cell)]
            for _, target in self._targets[cell]:
                if self.free[target] and target not in parents:
                    parents[target] = cell
                    queue.append(target)
        raise AssertionError("the free cells are always connected")

    def _swap(self, target: int) -> Move:
        """Swap the blank and the tile on a cell next to it, and return this move."""
        blank, tile = self.cells[0], self.tiles[target]
        self.tiles[blank], self.tiles[target] = tile, 0
        self.cells[0], self.cells[tile] = target, blank
        return next(move for move, cell in self._targets[blank] if cell == target)


def _trace(parents: dict[State, State | None], state: State) -> list[State]:
    """Return the states after the first one on the way to a state."""
    states = []
    while (parent := parents[state]) is not None:
        states.append(state)
        state = parent
    return states[::-1]
