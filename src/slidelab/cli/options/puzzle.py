"""Which puzzle: the board, its goal and its shape."""

import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.puzzle import BLANK_FIRST, COMMON_GOALS, Board, Shape, goal_board, random_walk
from slidelab.puzzle.instances import read_board

PANEL = "The puzzle"
LONGEST_INPUT = 100_000
"""Characters read from standard input: more than any board needs, and it might never end."""

Goal = Annotated[
    str,
    typer.Option(
        help="What to solve it to: blank-first (0,1,2,…), blank-last, or any board.",
        metavar="GOAL",
        rich_help_panel=PANEL,
        autocompletion=lambda: list(COMMON_GOALS),
    ),
]
ShapeName = Annotated[
    str | None,
    typer.Option(
        help="Rows x columns, such as 4x4 or 2x5, where the board does not tell.",
        metavar="RxC",
        rich_help_panel=PANEL,
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Puzzle:
    """The board to work on."""

    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The tiles row by row, 0 for the blank: 1,2,5,3,4,0,6,7,8, or 125340678, or rows "
            "with '/' between them. Without it, the board is read from standard input.",
            metavar="[BOARD]",
            show_default=False,
        ),
    ] = None
    goal: Goal = BLANK_FIRST
    shape: ShapeName = None

    def boards(self) -> tuple[Board, Board]:
        """The start and the goal; raises PuzzleError with all that is wrong with them."""
        shape = None if self.shape is None else Shape.parse(self.shape)
        if self.words:
            start = read_board(" ".join(self.words), shape)
        elif sys.stdin is not None and not sys.stdin.isatty():
            start = read_board(_read_input(), shape)
        else:
            start = _sample(self.goal, shape or Shape(3, 3))
        return start, goal_board(self.goal, start.shape)


def _read_input() -> str:
    return sys.stdin.buffer.read(LONGEST_INPUT).decode(errors="replace")


def _sample(goal: str, shape: Shape) -> Board:
    board = random_walk(goal_board(goal, shape), moves=40, seed=1)
    tell(f"No board given, so here is a sample: {board.to_text('rows')}\n")
    return board
