"""A board: which tile lies on which cell. It never changes; a move makes another board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from slidelab.puzzle.errors import BadBoard, BadMoves
from slidelab.puzzle.moves import Move, parse_moves, slide
from slidelab.puzzle.notation import read_board, read_cells, write_board
from slidelab.puzzle.shape import Shape, ShapeLike
from slidelab.system.argument_checks import check_whole
from slidelab.system.text import phrase

if TYPE_CHECKING:
    from slidelab.solving import Result

MoveLike: TypeAlias = Move | str


@dataclass(frozen=True, init=False, repr=False, order=True)
class Board:
    """A position of the puzzle: tiles on cells, 0 for the blank.

    Make it from its text in any notation, from its tiles (flat, row by row, or an array), from the
    name of a published instance, or from a `pathlib.Path` of a file. Without a shape, the cells
    must make a square or be given row by row. Iterating over a board gives its tiles, row by row.

    >>> board = Board("125340678")
    >>> board == Board([[1, 2, 5], [3, 4, 0], [6, 7, 8]])
    True
    >>> board
    Board('1 2 5 / 3 4 0 / 6 7 8')
    >>> print(board.move("U"))
    1 2 _
    3 4 5
    6 7 8
    >>> board[0, 2], board[2], list(board)
    (5, 5, [1, 2, 5, 3, 4, 0, 6, 7, 8])

    Raises `BadBoard` with everything that is wrong with the cells or the shape.
    """

    shape: Shape
    state: bytes
    """The tiles, one byte per cell, row by row."""
    blank: int = field(compare=False)
    """The cell of the blank."""

    def __init__(self, board: BoardLike, shape: ShapeLike | None = None) -> None:
        from slidelab.puzzle.instances import instance, is_instance_name

        wanted = None if shape is None else Shape.parse(shape)
        if isinstance(board, PathLike):
            board = Path(board).read_text(encoding="utf-8", errors="replace")
        if isinstance(board, str) and is_instance_name(board):
            board = instance(board).board
        match board:
            case Board():
                state, found = board.state, board.shape
            case str():
                state, found = read_board(board, wanted)
            case Iterable():
                state, found = read_cells(board, wanted)
            case _:
                raise TypeError(
                    f"{board!r} is not a board: give its text, such as '1 2 5 / 3 4 0 / 6 7 8', or "
                    "its tiles"
                )
        if wanted not in (None, found):
            raise BadBoard(f"shape is {wanted}, but this is a {found} board")
        # The fields are frozen, so they cannot be assigned.
        self.__dict__.update(shape=found, state=state, blank=state.index(0))

    @classmethod
    def from_state(cls, state: bytes, shape: Shape) -> Board:
        """Return the board of a state that is known to be valid; nothing is checked."""
        board: Board = object.__new__(cls)
        board.__dict__.update(shape=shape, state=state, blank=state.index(0))
        return board

    @classmethod
    def goal(cls, shape: ShapeLike = "3x3", goal: BoardLike = "blank-first") -> Board:
        """Return the board that a goal stands for: `blank-first`, `blank-last`, or any board.

        Raises `BadBoard` when it is neither a name nor a board of that shape.
        """
        from slidelab.puzzle.goals import goal_board

        return goal_board(goal, Shape.parse(shape))

    @classmethod
    def random(
        cls,
        shape: ShapeLike = "3x3",
        *,
        goal: BoardLike = "blank-first",
        distance: int | None = None,
        moves: int | None = None,
        seed: int | str | None = None,
    ) -> Board:
        """Return a random board that can be solved; the same seed gives the same board.

        With `distance` its shortest solution has exactly that many moves; with `moves` it is the
        end of a random walk from the goal. Otherwise all boards are equally likely.

        >>> Board.random("3x3", seed=1)
        Board('6 5 7 / 4 3 0 / 8 1 2')
        >>> Board.random("4x4", distance=12, seed=1).solve(algorithm="astar").cost
        12

        Raises `SlidelabError` when no board is so far away, or too many are nearer: all of them
        are listed, which takes seconds up to 2x5, and for some 17 moves on larger shapes.
        """
        from slidelab.puzzle.scramble import at_distance, new_seed, random_board, random_walk

        check_whole("distance", distance, least=0)
        check_whole("moves", moves, least=0)
        if distance is not None and moves is not None:
            raise TypeError("distance and moves are two ways to draw a board: choose one")
        seed = new_seed() if seed is None else seed
        solved = cls.goal(shape, goal)
        if distance is not None:
            return at_distance(solved, distance, seed)
        if moves is not None:
            return random_walk(solved, moves, seed)
        return random_board(solved.shape, solved, seed)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles row by row."""
        cols = self.shape.cols
        return tuple(tuple(self.state[at : at + cols]) for at in range(0, len(self), cols))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that the blank can make, in the order U, D, L, R."""
        return tuple(move for move, _ in self.shape.targets(self.blank))

    def move(self, move: MoveLike) -> Board:
        """Return the board after the blank moves.

        >>> Board("1 2 / 3 0").move("Down")
        Traceback (most recent call last):
        slidelab.puzzle.errors.BadMoves: the blank cannot move down here, but up or left
        """
        move, targets = Move.parse(move), dict(self.shape.targets(self.blank))
        if move not in targets:
            possible = phrase([legal.word.lower() for legal in targets], last="or")
            raise BadMoves(f"the blank cannot move {move.word.lower()} here, but {possible}")
        return Board.from_state(slide(self.state, targets[move]), self.shape)

    def neighbors(self) -> tuple[tuple[Move, Board], ...]:
        """Return the boards one move away, each with its move, in the order of `legal_moves`.

        >>> for move, board in Board("1 2 / 3 0").neighbors():
        ...     print(move, board.to_text("rows"))
        Up 1 0 / 3 2
        Left 1 2 / 0 3
        """
        return tuple((move, self.move(move)) for move in self.legal_moves)

    def play(self, moves: str | Iterable[MoveLike]) -> Board:
        """Return the board after all the moves.

        >>> Board("1 2 / 3 0").play("Up Left")
        Board('0 1 / 3 2')

        Raises `BadMoves` if they are not moves, or for the first one that is impossible.
        """
        board = self
        path = parse_moves(moves) if isinstance(moves, str) else map(Move.parse, moves)
        for number, move in enumerate(path, start=1):
            try:
                board = board.move(move)
            except BadMoves as error:
                raise BadMoves(f"move {number} ({move}): {error}") from None
        return board

    def is_solved(self, goal: BoardLike = "blank-first") -> bool:
        """Return whether this is the goal."""
        return self == Board.goal(self.shape, goal)

    def is_solvable(self, goal: BoardLike = "blank-first") -> bool:
        """Return whether the goal can be reached; `slidelab.puzzle.solvability` says why."""
        from slidelab.puzzle.solvability import is_solvable

        return is_solvable(self, Board.goal(self.shape, goal))

    def solve(self, goal: BoardLike = "blank-first", **options: Any) -> Result:
        """Solve the board; the options are those of `slidelab.solve`.

        >>> Board("125340678").solve(algorithm="bfs")
        <Result: Solved in 3 moves: Up Left Left; bfs; counted as textbook>
        """
        from slidelab.solving import solve

        return solve(self, goal, **options)

    def to_text(self, notation: str = "commas") -> str:
        """Write the board as `commas`, `spaces`, `rows`, `digits` or `json`.

        >>> Board("125340678").to_text("rows")
        '1 2 5 / 3 4 0 / 6 7 8'

        Raises `BadBoard` for another notation, and for `digits` if a tile needs two of them.
        """
        return write_board(self.state, self.shape, notation)

    def to_svg(self) -> str:
        """Draw the board as an SVG image."""
        from slidelab.pictures import board_svg

        return board_svg(self)

    def save(self, file: str | PathLike[str]) -> None:
        """Write a picture to a file whose name ends in .svg, .png or .pdf."""
        from slidelab.pictures import save_picture

        save_picture(self.to_svg(), file)

    def __iter__(self) -> Iterator[int]:
        return iter(self.state)

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.state)

    def __getitem__(self, place: int | tuple[int, int]) -> int:
        """Return the tile on `board[cell]` or `board[row, column]`."""
        if isinstance(place, tuple):
            row, col = place
            return self.rows[row][col]
        return self.state[index(place)]  # no slice, which would be bytes

    def _repr_html_(self) -> str:
        """Return a board to play on, for notebooks."""
        from slidelab.notebook import to_html

        return to_html(self)

    def __repr__(self) -> str:
        return f"Board('{self.to_text('rows')}')"

    def __str__(self) -> str:
        width = len(str(max(self)))
        return "\n".join(" ".join(f"{tile or '_':>{width}}" for tile in row) for row in self.rows)


BoardLike: TypeAlias = Board | str | PathLike[str] | Iterable[int] | Iterable[Iterable[int]]
"""Anything that holds a board: a board, its text, a file with it, or its tiles."""
