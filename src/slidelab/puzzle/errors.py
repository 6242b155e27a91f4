# ruff: noqa: N818 - `raise BadBoard` reads as English, and the base is called an error.
"""What can be wrong with what a person wrote: every error lists all of its problems at once."""


class PuzzleError(ValueError):
    """Input that slidelab cannot use; `problems` holds one sentence for each problem.

    >>> error = PuzzleError("tile 5 appears twice", "tile 6 is missing")
    >>> error.problems
    ['tile 5 appears twice', 'tile 6 is missing']
    >>> print(error)
    tile 5 appears twice
    tile 6 is missing
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(self.problems)


class BadBoard(PuzzleError):
    """The cells given do not make a board."""


class BadShape(PuzzleError):
    """The shape given is not that of a board, or not that of the board it is used with."""


class BadGoal(PuzzleError):
    """The goal given has no meaning, or does not fit the board."""


class BadMoves(PuzzleError):
    """The text given is not a list of moves."""


class IllegalMove(PuzzleError):
    """The blank cannot move that way from where it stands."""


class BadScramble(PuzzleError):
    """No board can be drawn as asked."""
