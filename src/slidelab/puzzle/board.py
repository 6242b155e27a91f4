"""A board: which tile lies on which cell. It never changes; a move makes another board."""

from __future__ import annotations

from collections.abc import Iterable

from slidelab.puzzle.errors import IllegalMove
from slidelab.puzzle.moves import Move
from slidelab.puzzle.notation import read_board, write_board
from slidelab.puzzle.shape import Shape
from slidelab.puzzle.states import slide
from slidelab.puzzle.validation import check_cells
from slidelab.puzzle.wording import counted, listed

ShapeLike = Shape | str | tuple[int, int]

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing typing takes longer than reading a board.
    from typing import TypeAlias

    BoardLike: TypeAlias = "Board" | str | Iterable[int] | Iterable[Iterable[int]]
    """What can be taken for a board: a board, its text, or its tiles, flat or row by row."""
else:
    BoardLike = object

_WAYS = {
    Move.UP: ("up", "top row"),
    Move.DOWN: ("down", "bottom row"),
    Move.LEFT: ("left", "first column"),
    Move.RIGHT: ("right", "last column"),
}


class Board:
    """A position of the puzzle: tiles on cells, 0 for the blank.

    >>> board = Board([1, 2, 5, 3, 4, 0, 6, 7, 8])
    >>> board
    Board.parse('1 2 5 / 3 4 0 / 6 7 8')
    >>> print(board.move(Move.UP))
    1 2 _
    3 4 5
    6 7 8
    >>> [move.letter for move in board.moves()]
    ['U', 'D', 'L']

    Raises `BadBoard` with everything that is wrong with the cells, and `BadShape` for a shape that
    no board has. Without a shape the cells must make a square, or be given row by row.
    """

    __slots__ = ("blank", "shape", "state")

    state: bytes
    shape: Shape
    blank: int

    def __init__(
        self, cells: Iterable[int] | Iterable[Iterable[int]], shape: ShapeLike | None = None
    ) -> None:
        asked = None if shape is None else Shape.parse(shape)
        self._fill(*check_cells(cells, asked))

    @classmethod
    def parse(cls, text: str, shape: ShapeLike | None = None) -> Board:
        """Read a board in any notation that `to_text` writes; `_`, `.` or `0` is the blank.

        >>> Board.parse("125340678") == Board.parse("1,2,5,3,4,_,6,7,8")
        True
        >>> Board.parse("0 1 2 3 4 5 6 7 8 9", shape="2x5").shape
        Shape(2, 5)

        Raises `BadBoard` with all problems together, and `BadShape` for a shape no board has.
        """
        asked = None if shape is None else Shape.parse(shape)
        return cls.from_state(*read_board(text, asked))

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

    def moves(self) -> tuple[Move, ...]:
        """The moves that the blank can make, in the order U, D, L, R."""
        return tuple(move for move, _ in self.shape.targets(self.blank))

    def move(self, move: Move) -> Board:
        """The board after the blank moves; raises `IllegalMove` at the edge.

        >>> Board.parse("1 2 / 3 0").move(Move.DOWN)
        Traceback (most recent call last):
        slidelab.puzzle.errors.IllegalMove: the blank cannot move down: it is in the bottom row \
(it can move up or left)
        """
        target = self.shape.target(self.blank, move)
        if target is None:
            way, edge = _WAYS[move]
            possible = listed([_WAYS[other][0] for other in self.moves()], last="or")
            raise IllegalMove(
                f"the blank cannot move {way}: it is in the {edge} (it can move {possible})"
            )
        return Board.from_state(slide(self.state, target), self.shape)

    def neighbours(self) -> tuple[Board, ...]:
        """The boards one move away, in the order of `moves()`."""
        targets = self.shape.targets(self.blank)
        return tuple(
            Board.from_state(slide(self.state, target), self.shape) for _, target in targets
        )

    def play(self, moves: Iterable[Move]) -> Board:
        """The board after all the moves; raises `IllegalMove`, saying which one, at the edge.

        >>> Board.parse("1 2 / 3 0").play([Move.UP, Move.LEFT])
        Board.parse('0 1 / 3 2')
        """
        board = self
        for played, move in enumerate(moves):
            try:
                board = board.move(move)
            except IllegalMove as error:
                where = f"move {played + 1} ({move.word}), after {counted(played, 'move')}"
                raise IllegalMove(f"{where}: {error}") from None
        return board

    def to_text(self, notation: str = "commas") -> str:
        """The board in one of the notations `commas`, `spaces`, `rows`, `digits` and `json`.

        >>> Board.parse("125340678").to_text("rows")
        '1 2 5 / 3 4 0 / 6 7 8'

        Raises `ValueError` for another notation, and for `digits` where a tile needs two of them.
        """
        return write_board(self.state, self.shape, notation)

    def _fill(self, state: bytes, shape: Shape) -> None:
        object.__setattr__(self, "state", state)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "blank", state.index(0))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board cannot be changed: make another instead of setting {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.state == other.state and self.shape == other.shape

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> tuple[object, tuple[bytes, Shape]]:
        return Board.from_state, (self.state, self.shape)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from slidelab.puzzle.drawing import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        return f"Board.parse('{self.to_text('rows')}')"

    def __str__(self) -> str:
        width = len(str(self.shape.cells - 1))
        return "\n".join(" ".join(f"{tile or '_':>{width}}" for tile in row) for row in self.rows)
