"""The four moves, named for the blank's direction, and how paths of them are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import groupby

from slidelab.puzzle.errors import BadMoves
from slidelab.puzzle.wording import phrase, shorten

STYLES = ("words", "letters", "compact", "slidysim")
DIRECTIONS = ("blank", "tile")

SEPARATORS = frozenset(" \t\r\n,;[]()'\"")
"""What may stand between moves: enough to read a Python or JSON list of words as it is printed."""

LARGEST_REPEAT = 255
"""No board has a longer side, and without a bound `U999999999` would fill the memory."""


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
        return _WORDS[self]

    @property
    def letter(self) -> str:
        """The short form: U, D, L or R."""
        return _WORDS[self][0]

    @property
    def inverse(self) -> Move:
        """The move that undoes this one."""
        return _INVERSES[self]

    @classmethod
    def parse(cls, text: str | Move) -> Move:
        """Read `U`, `Up` or `up`; raises `BadMoves` for anything else.

        >>> Move.parse("left").letter
        'L'
        """
        if isinstance(text, Move):
            return text
        written = text.strip().lower() if isinstance(text, str) else ""
        for move in cls:
            if written in (move.letter.lower(), move.word.lower()):
                return move
        quoted = f"'{shorten(text)}'" if isinstance(text, str) else repr(text)
        raise BadMoves(f"{quoted} is not a move: {_WHAT_TO_WRITE}")

    @classmethod
    def _missing_(cls, value: object) -> Move:
        """What `Move("U")` stands for."""
        return cls.parse(value)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Move.{self.name}"

    def __str__(self) -> str:
        return self.word


_WORDS = ("Up", "Down", "Left", "Right")
_INVERSES = (Move.DOWN, Move.UP, Move.RIGHT, Move.LEFT)
_WHAT_TO_WRITE = "write Up, Down, Left or Right, or U, D, L or R"


def format_moves(moves: Iterable[Move], style: str = "words", direction: str | None = None) -> str:
    """Write a path in one of the `STYLES`, as moves of the blank or of the tiles.

    By default these are the blank's moves; in the style `slidysim`, which players use on the site
    of that name, the tiles'.

    >>> path = [Move.UP, Move.LEFT, Move.LEFT]
    >>> format_moves(path), format_moves(path, "letters"), format_moves(path, "compact")
    ('Up Left Left', 'ULL', 'U L2')
    >>> format_moves(path, direction="tile"), format_moves(path, "slidysim")
    ('Down Right Right', 'DR2')

    Raises `ValueError` for a style or direction that does not exist.
    """
    written = _turn(moves, direction or ("tile" if style == "slidysim" else "blank"))
    if style == "words":
        return " ".join(move.word for move in written)
    if style == "letters":
        return "".join(move.letter for move in written)
    if style in ("compact", "slidysim"):
        runs = ((move.letter, len(list(run))) for move, run in groupby(written))
        between = " " if style == "compact" else ""
        return between.join(
            f"{letter}{length}" if length > 1 else letter for letter, length in runs
        )
    raise ValueError(f"'{style}' is not a style of moves: choose {phrase(STYLES, last='or')}")


def parse_moves(text: str, direction: str = "blank") -> tuple[Move, ...]:
    """Read a path in any form that `format_moves` writes, and lists of words as Python prints them.

    No form shows the direction, so it has to be given: solutions of slidysim are the tiles'.

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

    Raises `BadMoves` with every part that cannot be read, and `ValueError` for a direction that
    does not exist.
    """
    moves: list[Move] = []
    problems: list[str] = []
    at = part = 0
    while at < len(text):
        if text[at] in SEPARATORS:
            at = part = at + 1
            continue
        move, after_move = _move_at(text, at)
        if move is None:
            end = _find_end(text, at, lambda character: character not in SEPARATORS)
            problems.append(f"{_quote(text, part, at, end)} is not a move: {_WHAT_TO_WRITE}")
            at = end
            continue
        end = _find_end(text, after_move, "0123456789".__contains__)
        times = _read_repeat(text[after_move:end])
        if times is None:
            problems.append(
                f"{_quote(text, part, at, end)}: a repeat is 1 to {LARGEST_REPEAT} times"
            )
        else:
            moves.extend([move] * times)
        at = end
    if problems:
        raise BadMoves(*problems)
    return tuple(_turn(moves, direction))


def single_tile_length(moves: Iterable[Move]) -> int:
    """How many moves there are when each slides one tile.

    >>> single_tile_length(parse_moves("U L2 D3"))
    6
    """
    return sum(1 for _ in moves)


def multi_tile_length(moves: Iterable[Move]) -> int:
    """How many moves there are when a slide of several tiles in one direction counts one.

    >>> multi_tile_length(parse_moves("U L2 D3"))
    3
    """
    return sum(1 for _ in groupby(moves))


def _turn(moves: Iterable[Move], direction: str) -> Iterable[Move]:
    if direction == "blank":
        return moves
    if direction == "tile":
        return [_INVERSES[move] for move in moves]
    raise ValueError(f"'{direction}' is not a direction: choose {phrase(DIRECTIONS, last='or')}")


def _move_at(text: str, at: int) -> tuple[Move | None, int]:
    """The move written at a place and where it ends; the long form wins over its first letter."""
    for move in Move:
        if text[at].upper() == move.letter:
            end = at + len(move.word)
            is_word = text[at:end].lower() == move.word.lower()
            return move, end if is_word else at + 1
    return None, at


def _read_repeat(digits: str) -> int | None:
    if not digits:
        return 1
    # Python refuses to convert numbers of thousands of digits, so a long one is never converted.
    times = int(digits) if len(digits) <= 3 else 0
    return times if 1 <= times <= LARGEST_REPEAT else None


def _find_end(text: str, at: int, goes_on: Callable[[str], bool]) -> int:
    while at < len(text) and goes_on(text[at]):
        at += 1
    return at


def _quote(text: str, part: int, at: int, end: int) -> str:
    """What is wrong, from `at`, and the part between separators that it stands in."""
    wrong = text[at:end]
    inside = "" if part == at else f" in '{shorten(text[part:end])}'"
    return f"'{shorten(wrong)}'{inside} (character {at + 1})"
