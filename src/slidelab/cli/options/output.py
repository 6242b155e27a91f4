"""What comes out, and how."""

from dataclasses import dataclass
from typing import Annotated

import typer

from slidelab.cli.options.values import choice, read_positive
from slidelab.cli.terminal import screen
from slidelab.cli.writing.report import PathStyle
from slidelab.puzzle.moves import DIRECTIONS, STYLES

PANEL = "Output"
FORMAT_HELP = "How to write the result"

FileName = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the result to this file instead of printing it.",
        rich_help_panel=PANEL,
    ),
]


@dataclass(frozen=True)
class Showing:
    """How to show the path."""

    path: Annotated[
        str | None,
        choice(
            among=("none", "moves", "boards"),
            help="What to write of the path (unless told: its moves, shortened if they are many)",
            panel=PANEL,
        ),
    ] = None
    direction: Annotated[
        str,
        choice("--moves-as", among=DIRECTIONS, help="Whose moves they are", panel=PANEL),
    ] = "blank"
    notation: Annotated[
        str,
        choice(among=STYLES, help="Moves as Up Left Left, ULL or U L2", panel=PANEL),
    ] = "words"
    animate: Annotated[
        bool,
        typer.Option("--animate", help="Play the path in the terminal.", rich_help_panel=PANEL),
    ] = False
    speed: Annotated[
        float,
        typer.Option(
            help="Moves a second of --animate.",
            metavar="N",
            parser=read_positive,
            rich_help_panel=PANEL,
        ),
    ] = 4
    step: Annotated[
        bool,
        typer.Option(
            "--step", help="Show the next board at each key press.", rich_help_panel=PANEL
        ),
    ] = False

    def check(self, format: str) -> None:
        """Raise ValueError when the options cannot be used together or here."""
        if not (self.animate or self.step):
            return
        if self.animate and self.step:
            raise ValueError("--animate and --step cannot both be shown: choose one")
        if format != "text":
            raise ValueError("--animate and --step go with --format text")
        if self.step and not screen.is_interactive():
            raise ValueError("--step needs a terminal; --path boards prints every board")
        if self.animate and not screen.output_is_terminal():
            raise ValueError("--animate needs a terminal; --path boards prints every board")

    def path_style(self) -> PathStyle:
        """How to write the path in the report."""
        return PathStyle(self.path, self.direction, self.notation)
