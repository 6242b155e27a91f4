"""The puzzle as all passes see it: in the frame of its goal."""

from __future__ import annotations

from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.grid import ShortIntegers, neighbours
from slidelab.engines.anytime.paths import blank_of
from slidelab.puzzle import Board, Move, Shape


class View:
    """Start and goal in a frame."""

    def __init__(self, start: Board, goal: Board) -> None:
        self.start, self.goal = start, goal
        self.frame = Frame(goal)
        self.rows, self.cols, self.home = self.frame.rows, self.frame.cols, self.frame.home
        self.tiles = self.frame.tiles(start)
        self.blank = blank_of(self.tiles, self.home)
        self.sides = neighbours(self.rows, self.cols)

    def moves(self, path: list[int]) -> list[Move]:
        """A path of the frame as moves on the board."""
        return self.frame.moves(path)

    def path(self, moves: list[Move]) -> list[int]:
        """Moves on the board as a path of the frame."""
        return self.frame.path(moves)

    def board(self, tiles: ShortIntegers) -> Board:
        """What the frame shows as a board, the blank's number being exchanged for 0."""
        numbers = tiles.tolist()
        at, blank = numbers.index(0), numbers.index(self.home)
        numbers[at], numbers[blank] = self.home, 0
        return Board(numbers, Shape(self.rows, self.cols))
