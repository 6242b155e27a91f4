"""A board: which tile lies on which cell. It never changes; a move makes another board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from os import PathLike

from slidelab.puzzle.errors import BadMoves, IllegalMove
from slidelab.puzzle.moves import Move, parse_moves
from slidelab.puzzle.notation import read_board, write_fields
from slidelab.puzzle.shape import Shape
from slidelab.puzzle.states import slide
from slidelab.puzzle.validation import check_cells, check_shape, check_whole
from slidelab.puzzle.wording import phrase, plural
from slidelab.system.argument_checks import as_whole

ShapeLike = Shape | str | int | tuple[int, int]

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing typing takes longer than reading a board.
    from collections.abc import Iterator
    from typing import Any, TypeAlias

    MoveLike: TypeAlias = Move | str

_WAYS = {
    Move.UP: ("up", "top row"),
    Move.DOWN: ("down", "bottom row"),
    Move.LEFT: ("left", "first column"),
    Move.RIGHT: ("right", "last column"),
}


@total_ordering
class Board:
    """A position of the puzzle: tiles on cells, 0 for the blank.

    It is made from its text in any notation, from its tiles (flat, row by row, or an array), from
    the name of a published instance, or from a `pathlib.Path` of a file. Iterating over it and
    `board[cell]` give tiles, row by row; so does `board[row, column]`.

    >>> board = Board("125340678")
    >>> board == Board([[1, 2, 5], [3, 4, 0], [6, 7, 8]])
    True
    >>> board
    Board.parse('1 2 5 / 3 4 0 / 6 7 8')
    >>> print(board.move("U"))
    1 2 _
    3 4 5
    6 7 8
    >>> board[0, 2], board[2], list(board)
    (5, 5, [1, 2, 5, 3, 4, 0, 6, 7, 8])

    Raises `BadBoard` with everything that is wrong with the cells, and `BadShape` for a shape that
    no board has. Without a shape the cells must make a square, or be given row by row.
    """

    __slots__ = ("blank", "shape", "state")

    state: bytes
    shape: Shape
    blank: int

    def __init__(self, board: BoardLike, shape: ShapeLike | None = None) -> None:
        asked = None if shape is None else Shape.parse(shape)
        if isinstance(board, str):
            self._fill(*_read(board, asked))
        elif isinstance(board, Board):
            self._fill(*check_shape(board.state, board.shape, asked))
        elif isinstance(board, PathLike):
            with open(board, encoding="utf-8", errors="replace") as file:
                self._fill(*_read(file.read(), asked))
        elif isinstance(board, Iterable) and getattr(board, "ndim", True):  # 0 for one number
            cells = list(board)
            if any(isinstance(cell, Board) for cell in cells):
                raise TypeError("this is a list of boards, and one board is needed")
            self._fill(*check_cells(cells, asked))
        else:
            raise TypeError(
                f"{board!r} is not a board: give its text, such as '1 2 5 / 3 4 0 / 6 7 8', or its "
                "tiles"
            )

    @classmethod
    def parse(cls, text: str, shape: ShapeLike | None = None) -> Board:
        """Read a board in any notation that `to_text` writes; `_`, `.` or `0` is the blank.

        `korf:1` is the first board of that published set. A first line with only the number of rows
        is ignored.

        >>> Board.parse("125340678") == Board.parse("1,2,5,3,4,_,6,7,8")
        True
        >>> Board.parse("0 1 2 3 4 5 6 7 8 9", shape="2x5").shape
        Shape(2, 5)

        Raises `BadBoard` with all problems together, and `BadShape` for a shape no board has.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {text!r}; it must be the text of a board")
        return cls(text, shape)

    @classmethod
    def goal(cls, shape: ShapeLike = "3x3", goal: BoardLike = "blank-first") -> Board:
        """The board that a goal stands for: `blank-first`, `blank-last`, or any board.

        >>> Board.goal("2x3", "blank-last")
        Board.parse('1 2 3 / 4 5 0')

        Raises `BadGoal` when it is neither a name nor a board of that shape.
        """
        from slidelab.puzzle.goals import COMMON_GOALS, goal_board

        if shape in COMMON_GOALS:
            raise TypeError(f"shape is {shape!r}, which is a goal: write goal('3x3', {shape!r})")
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
        """A random board that can be brought to the goal; the same seed gives the same board.

        Its shortest solution has exactly `distance` moves, or it is the end of a random walk of
        `moves` moves from the goal; without either, all boards are equally likely.

        >>> Board.random("3x3", seed=1)
        Board.parse('6 5 7 / 4 3 0 / 8 1 2')
        >>> Board.random("4x4", distance=12, seed=1).solve().cost
        12

        Raises `BadScramble` when no board is so far away.
        """
        from slidelab.puzzle.scramble import new_seed, random_board, random_walk

        for name, value in (("distance", distance), ("moves", moves)):
            check_whole(name, value, least=0)
        if distance is not None and moves is not None:
            raise TypeError("distance and moves are two ways to draw a board: choose one")
        given = new_seed() if seed is None else seed
        drawn_with = given if isinstance(given, str) else as_whole(given)
        if drawn_with is None:
            raise TypeError(f"seed is {seed!r}; it must be a whole number or a text")
        solved = cls.goal(shape, goal)
        if distance is not None:
            return _load_above("at-distance")(solved, distance, drawn_with)  # type: ignore[no-any-return]
        if moves is not None:
            return random_walk(solved, moves, drawn_with)
        return random_board(solved.shape, solved, drawn_with)

    @classmethod
    def from_state(cls, state: bytes, shape: Shape) -> Board:
        """Wrap a state that is known to be valid; nothing is checked."""
        board: Board = object.__new__(cls)
        board._fill(state, shape)
        return board

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles row by row.

        >>> Board.parse("1 2 / 3 0").rows
        ((1, 2), (3, 0))
        """
        cols = self.shape.cols
        return tuple(tuple(self.state[at : at + cols]) for at in range(0, self.shape.cells, cols))

    def find(self, tile: int) -> tuple[int, int]:
        """The row and the column of a tile, counted from 0; 0 finds the blank.

        >>> Board("125340678").find(5)
        (0, 2)

        Raises `ValueError` for a tile that the board does not have.
        """
        if tile not in self:
            raise ValueError(
                f"tile is {tile!r}; a {self.shape} board has the tiles 0 to {self.shape.cells - 1}"
            )
        return divmod(self.state.index(int(tile)), self.shape.cols)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that the blank can make, in the order U, D, L, R."""
        return tuple(move for move, _ in self.shape.targets(self.blank))

    def is_legal(self, move: MoveLike) -> bool:
        """Whether the blank can make this move; raises `BadMoves` for anything but a move."""
        return Move.parse(move) in self.legal_moves

    def move(self, move: MoveLike) -> Board:
        """The board after the blank moves; raises `IllegalMove` at the edge.

        >>> Board.parse("1 2 / 3 0").move("Down")
        Traceback (most recent call last):
        slidelab.puzzle.errors.IllegalMove: the blank cannot move down: it is in the bottom row \
(it can move up or left)

        Raises `BadMoves` for anything but a move.
        """
        move = Move.parse(move)
        target = self.shape.target(self.blank, move)
        if target is None:
            way, edge = _WAYS[move]
            possible = phrase([_WAYS[other][0] for other in self.legal_moves], last="or")
            raise IllegalMove(
                f"the blank cannot move {way}: it is in the {edge} (it can move {possible})"
            )
        return Board.from_state(slide(self.state, target), self.shape)

    def neighbors(self) -> tuple[tuple[Move, Board], ...]:
        """The boards one move away, each with its move, in the order of `legal_moves`.

        >>> for move, board in Board("1 2 / 3 0").neighbors():
        ...     print(move, board.to_text("rows"))
        Up 1 0 / 3 2
        Left 1 2 / 0 3
        """
        return tuple(
            (move, Board.from_state(slide(self.state, target), self.shape))
            for move, target in self.shape.targets(self.blank)
        )

    def play(self, moves: str | Iterable[MoveLike]) -> Board:
        """The board after all the moves; raises `IllegalMove`, saying which one, at the edge.

        >>> Board.parse("1 2 / 3 0").play("Up Left")
        Board.parse('0 1 / 3 2')

        Raises `BadMoves` for anything else.
        """
        if not isinstance(moves, Iterable):
            raise BadMoves(f"moves is {moves!r}; it must be a text such as 'ULL', or a list")
        board = self
        for played, move in enumerate(parse_moves(moves) if isinstance(moves, str) else moves):
            try:
                board = board.move(move)
            except IllegalMove as error:
                where = f"move {played + 1} ({Move.parse(move)}), after {plural(played, 'move')}"
                raise IllegalMove(f"{where}: {error}") from None
        return board

    def is_solved(self, goal: BoardLike = "blank-first") -> bool:
        """Whether this is the goal.

        >>> Board("012345678").is_solved(), Board("012345678").is_solved("blank-last")
        (True, False)
        """
        return self == Board.goal(self.shape, goal)

    def is_solvable(self, goal: BoardLike = "blank-first") -> bool:
        """Whether it can be brought to the goal; `slidelab.puzzle.solvability` tells why.

        >>> Board("012345687").is_solvable()
        False
        """
        from slidelab.puzzle.solvability import is_solvable

        return is_solvable(self, Board.goal(self.shape, goal))

    def solve(self, goal: BoardLike = "blank-first", **choices: Any) -> Any:
        """Solve it; the choices are those of `slidelab.solve`.

        >>> Board("125340678").solve(algorithm="bfs")
        <Result: Solved in 3 moves: Up Left Left; bfs; counted as textbook>
        """
        return _load_above("solve")(self, goal, **choices)

    def to_text(self, notation: str = "commas") -> str:
        """The board in one of the notations `commas`, `spaces`, `rows`, `digits` and `json`.

        >>> Board.parse("125340678").to_text("rows")
        '1 2 5 / 3 4 0 / 6 7 8'

        Raises `ValueError` for another notation, and for `digits` where a tile needs two of them.
        """
        return write_fields([str(tile) for tile in self.state], self.shape, notation)

    def to_svg(self, file: str | PathLike[str] | None = None) -> str | None:
        """The board as an SVG image, or written to a file if named; `save` has other formats."""
        if file is not None:
            self.save(file)
            return None
        from slidelab.puzzle.pictures import board_diagram
        from slidelab.puzzle.pictures.svg import as_svg

        return as_svg(board_diagram(self))

    def save(self, file: str | PathLike[str]) -> None:
        """Write a picture: .svg, .png, .gif, .tex (TikZ) or .dot; raises ValueError for others."""
        from slidelab.puzzle.pictures import board_diagram, save_picture

        save_picture(board_diagram(self), file)

    def _fill(self, state: bytes, shape: Shape) -> None:
        object.__setattr__(self, "state", state)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "blank", state.index(0))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board cannot be changed: make another instead of setting {name}")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __iter__(self) -> Iterator[int]:
        return iter(self.state)

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.state)

    def __contains__(self, tile: object) -> bool:
        return (number := as_whole(tile)) is not None and 0 <= number < len(self.state)

    def __getitem__(self, place: Any) -> Any:
        """The tile on a cell, counted row by row, or at a row and a column; or those of a slice."""
        try:
            if isinstance(place, tuple):
                row, col = place
                if isinstance(row, slice):
                    return tuple(cells[col] for cells in self.rows[row])
                return self.rows[row][col]
            return tuple(self.state[place]) if isinstance(place, slice) else self.state[place]
        except (IndexError, TypeError, ValueError):
            rows, cols = self.shape.rows, self.shape.cols
            raise IndexError(
                f"there is no cell {place!r}: write board[row, column], with rows 0 to {rows - 1} "
                f"and columns 0 to {cols - 1}, or board[cell], with cells 0 to {rows * cols - 1}"
            ) from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.state == other.state and self.shape == other.shape

    def __lt__(self, other: Board) -> bool:
        """An order of boards, row by row, so that pairs of a number and a board can be sorted."""
        if not isinstance(other, Board):
            return NotImplemented
        mine, others = ((len(b), *b.state, b.shape.rows) for b in (self, other))
        return mine < others

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> tuple[object, tuple[bytes, Shape]]:
        return Board.from_state, (self.state, self.shape)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from slidelab.puzzle.pictures.svg import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        return f"Board.parse('{self.to_text('rows')}')"

    def __str__(self) -> str:
        width = len(str(self.shape.cells - 1))
        return "\n".join(" ".join(f"{tile or '_':>{width}}" for tile in row) for row in self.rows)


BoardLike = Board | str | PathLike[str] | Iterable[int] | Iterable[Iterable[int]]
"""What can be taken for a board: a board, its text or a file with it, or its tiles."""


def _read(text: str, shape: Shape | None) -> tuple[bytes, Shape]:
    text = text.removeprefix("\ufeff")  # a byte order mark
    if ":" in text:
        from slidelab.puzzle.instances import instance, is_instance_name

        if is_instance_name(text):
            published = instance(text).board
            return check_shape(published.state, published.shape, shape)
    return read_board(text, shape)


def _load_above(name: str) -> Any:
    """What a method of boards calls in a layer above this one."""
    from slidelab.registry import FOR_BOARDS, load_object

    return load_object(FOR_BOARDS[name])
