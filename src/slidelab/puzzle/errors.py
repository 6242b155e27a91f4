# ruff: noqa: N818 - `raise BadBoard` reads as English, and the base is called an error.
"""Errors about boards and moves; each lists all of its problems at once."""

from slidelab.errors import SlidelabError


class BadBoard(SlidelabError):
    """The cells, shape or goal given do not make a board."""


class BadMoves(SlidelabError):
    """The text given is not a list of moves, or the blank cannot make them."""
