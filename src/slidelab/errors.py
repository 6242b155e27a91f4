"""The base of all errors that a user can cause.

`SlidelabError` is a ValueError: where a docstring says "raises ValueError", that is what it means.
"""


class SlidelabError(ValueError):
    """Input that slidelab cannot use. `problems` holds one sentence for each problem.

    The command line, the page and reports show these sentences to the user. Any other exception is
    a mistake in the program, and is shown as a traceback.

    >>> error = SlidelabError("tile 5 appears twice", "tile 6 is missing")
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
