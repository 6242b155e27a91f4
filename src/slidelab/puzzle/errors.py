# ruff: noqa: N818 - `raise BadBoard` reads as English, and the base is called an error.
"""Errors about boards and moves; each lists all of its problems at once."""

from slidelab.errors import SlidelabError


class PuzzleError(SlidelabError):
    """A board or path that cannot be used, or that does not exist."""


class BadBoard(PuzzleError):
    """The cells, shape or goal given do not make a board."""


class BadMoves(PuzzleError):
    """The text given is not a list of moves."""


class IllegalMove(PuzzleError):
    """The blank cannot move that way."""
