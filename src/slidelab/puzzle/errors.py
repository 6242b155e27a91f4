# ruff: noqa: N818 - `raise BadBoard` reads as English, and the base is called an error.
"""Errors about boards, shapes, goals and moves; each lists all of its problems at once."""

from slidelab.errors import SlidelabError


class PuzzleError(SlidelabError):
    """A board, shape, goal or move that cannot be used."""


class BadBoard(PuzzleError):
    """The cells given do not make a board."""


class BadShape(PuzzleError):
    """No board has this shape, or the board given has another one."""


class BadGoal(PuzzleError):
    """The goal is neither a name nor a board, or does not fit the board."""


class BadMoves(PuzzleError):
    """The text given is not a list of moves."""


class IllegalMove(PuzzleError):
    """The blank cannot move that way."""


class BadScramble(PuzzleError):
    """No board can be drawn as requested."""
