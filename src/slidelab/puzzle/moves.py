"""The four moves, named for the blank's direction, and how paths of them are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from itertools import groupby

from slidelab.puzzle.errors import BadMoves
from slidelab.system.text import phrase, shorten

STYLES = ("words", "letters", "compact", "slidysim")
DIRECTIONS = ("blank", "tile")
LARGEST_REPEAT = 255
"""No board has a longer side, and without a bound `U999999999` would fill the memory."""

# A move with an optional number, or text up to the next separator. Brackets and quotes separate
# moves too, so that printed lists of words can be read.
_PART = re.compile(
    r"""(up|down|left|right|[udlr])([0-9]{0,9})(?![0-9])|[^ \t\r\n,;\[\]()'"]+""", re.IGNORECASE
)


class Move(IntEnum):
    """One step of the blank; the tile it changes places with goes the other way.

    >>> Move.UP.word, Move.UP.letter, Move.UP.inverse.word
    ('Up', 'U', 'Down')
    """

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @property
    def word(self) -> str:
        """The long form: Up, Down, Left or Right."""
        return self.name.capitalize()

    @property
    def letter(self) -> str:
        """The short form: U, D, L or R."""
        return self.name[0]

    @property
    def inverse(self) -> Move:
        """The move that undoes this one."""
        return Move(self ^ 1)

    @classmethod
    def parse(cls, text: str | Move) -> Move:
        """Read `U`, `Up` or `up`; raise `BadMoves` for anything else.

        >>> Move.parse("left").letter
        'L'
        """
        if isinstance(text, Move):
            return text
        written = str(text).strip().upper()
        for move in cls:
            if written in (move.letter, move.name):
                return move
        raise BadMoves(_refuse(str(text)))

    def __repr__(self) -> str:
        return f"Move.{self.name}"

    def __str__(self) -> str:
        return self.word


def format_moves(moves: Iterable[Move], style: str = "words", direction: str | None = None) -> str:
    """Write a path in one of the `STYLES`, as moves of the blank or of the tiles.

    The default direction is the blank's, except in the style `slidysim`, which players use on the
    site of that name.

    >>> path = [Move.UP, Move.LEFT, Move.LEFT]
    >>> format_moves(path), format_moves(path, "letters"), format_moves(path, "compact")
    ('Up Left Left', 'ULL', 'U L2')
    >>> format_moves(path, direction="tile"), format_moves(path, "slidysim")
    ('Down Right Right', 'DR2')

    Raises `BadMoves` for an unknown style or direction.
    """
    written = _turn(moves, direction or ("tile" if style == "slidysim" else "blank"))
    if style == "words":
        return " ".join(move.word for move in written)
    if style == "letters":
        return "".join(move.letter for move in written)
    if style not in STYLES:
        raise BadMoves(f"'{style}' is not a style of moves: choose {phrase(STYLES, last='or')}")
    lengths = ((move.letter, len(list(run))) for move, run in groupby(written))
    runs = [f"{letter}{length if length > 1 else ''}" for letter, length in lengths]
    return (" " if style == "compact" else "").join(runs)


def parse_moves(text: str, direction: str = "blank") -> tuple[Move, ...]:
    """Read a path in any form that `format_moves` writes, or a list of words as Python prints it.

    The text does not show whose moves they are: solutions of slidysim have direction `tile`.

    >>> format_moves(parse_moves("Up Left Left"))
    'Up Left Left'
    >>> parse_moves("U L2") == parse_moves("ull") == parse_moves("['Up', 'Left', 'Left']")
    True
    >>> parse_moves("DR2", direction="tile") == parse_moves("U L2")
    True
    >>> parse_moves("U X2")
    Traceback (most recent call last):
    slidelab.puzzle.errors.BadMoves: 'X2' (character 3) is not a move: write Up, Down, Left or \
Right, or U, D, L or R

    Raises `BadMoves` with every part that cannot be read, and for an unknown direction.
    """
    moves: list[Move] = []
    problems: list[str] = []
    for part in _PART.finditer(text):
        repeat = int(part[2] or 1) if part[1] else 0
        if 1 <= repeat <= LARGEST_REPEAT:
            moves += [Move.parse(part[1])] * repeat
        else:
            problems.append(_refuse(part[0], f" (character {part.start() + 1})"))
    if problems:
        raise BadMoves(*problems)
    return tuple(_turn(moves, direction))


def multi_tile_length(moves: Iterable[Move]) -> int:
    """Return the number of moves when a slide of several tiles in one direction counts as one.

    >>> path = parse_moves("U L2 D3")
    >>> len(path), multi_tile_length(path)
    (6, 3)
    """
    return sum(1 for _ in groupby(moves))


SWAPS = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(256)]
"""For each tile, the table with which `state.translate` swaps it and the blank."""


def slide(state: bytes, target: int) -> bytes:
    """Return a state after the blank and the tile on cell `target` have changed places.

    >>> list(slide(bytes([1, 2, 0, 3]), 0))
    [0, 2, 1, 3]
    """
    return state.translate(SWAPS[state[target]])


def _turn(moves: Iterable[Move], direction: str) -> Iterable[Move]:
    if direction not in DIRECTIONS:
        raise BadMoves(f"'{direction}' is not a direction: choose {phrase(DIRECTIONS, last='or')}")
    return moves if direction == "blank" else [move.inverse for move in moves]


def _refuse(text: str, place: str = "") -> str:
    return f"'{shorten(text)}'{place} is not a move: write Up, Down, Left or Right, or U, D, L or R"
