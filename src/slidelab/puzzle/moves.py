"""The four moves, named for the blank's direction, and how paths of them are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from itertools import groupby

from slidelab.puzzle.errors import BadMoves
from slidelab.system.text import shorten

STYLES = ("words", "letters")

# A move, or text up to the next separator. Brackets and quotes separate moves too, so that printed
# lists of words can be read.
_PART = re.compile(r"""(up|down|left|right|[udlr])|[^ \t\r\n,;\[\]()'"]+""", re.IGNORECASE)


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
        """Read `U`, `Up` or `up`; raise `BadMoves` for anything else."""
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


def format_moves(moves: Iterable[Move], style: str = "words") -> str:
    """Write a path as `words` or as `letters`; raise `BadMoves` for another style.

    >>> path = [Move.UP, Move.LEFT, Move.LEFT]
    >>> format_moves(path), format_moves(path, "letters")
    ('Up Left Left', 'ULL')
    """
    if style not in STYLES:
        raise BadMoves(f"'{style}' is not a style of moves: choose {' or '.join(STYLES)}")
    if style == "letters":
        return "".join(move.letter for move in moves)
    return " ".join(move.word for move in moves)


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read a path of words or letters, or a list of words as Python prints it.

    >>> parse_moves("Up Left Left") == parse_moves("ull") == parse_moves("['Up', 'Left', 'Left']")
    True

    Raises `BadMoves` with every part that cannot be read.
    """
    parts = list(_PART.finditer(text))
    problems = [
        _refuse(part[0], f" (character {part.start() + 1})") for part in parts if not part[1]
    ]
    if problems:
        raise BadMoves(*problems)
    return tuple(Move.parse(part[1]) for part in parts)


def multi_tile_length(moves: Iterable[Move]) -> int:
    """Return the number of moves when a slide of several tiles in one direction counts as one."""
    return sum(1 for _ in groupby(moves))


SWAPS = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(256)]
"""For each tile, the table with which `state.translate` swaps it and the blank."""


def slide(state: bytes, target: int) -> bytes:
    """Return a state after the blank and the tile on cell `target` have changed places."""
    return state.translate(SWAPS[state[target]])


def _refuse(text: str, place: str = "") -> str:
    return f"'{shorten(text)}'{place} is not a move: write Up, Down, Left or Right, or U, D, L or R"
