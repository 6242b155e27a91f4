"""What to plot, and on how many boards."""

from dataclasses import dataclass
from typing import Annotated

import typer

from slidelab.puzzle import Board, Shape, goal_board, random_board

PLOTS = "Plots"
MANY = "Many boards"

MEASURE_KEYS = ("cost", "seconds", "max_depth", "expanded", "max_frontier")


@dataclass(frozen=True)
class Plotting:
    """Whether and what to plot."""

    plot: Annotated[
        str | None,
        typer.Option(
            help="Plot the comparison to a file that ends in .png, .svg, .pdf or .html.",
            metavar="FILE",
            rich_help_panel=PLOTS,
        ),
    ] = None
    measure: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Plot this only: {', '.join(MEASURE_KEYS)}. May be given several times; unless "
            "told, all are on one sheet.",
            metavar="NAME",
            rich_help_panel=PLOTS,
            autocompletion=lambda: list(MEASURE_KEYS),
        ),
    ] = None

    def check(self) -> None:
        """Raise ValueError or OSError when the plot could not be made, before anything runs."""
        for key in self.measure or ():
            if key not in MEASURE_KEYS:
                known = ", ".join(MEASURE_KEYS)
                raise ValueError(f"there is no measure {key!r}; the measures are {known}")
        if self.plot is not None:
            from slidelab.lab.plots import check_plot_name

            check_plot_name(self.plot)


@dataclass(frozen=True)
class Drawing:
    """Boards drawn at random instead of one given."""

    random: Annotated[
        int | None,
        typer.Option(
            help="Compare on so many random boards instead of one.",
            metavar="N",
            min=1,
            rich_help_panel=MANY,
            show_default=False,
        ),
    ] = None
    random_seed: Annotated[
        int, typer.Option(help="What the boards are drawn with.", rich_help_panel=MANY)
    ] = 0

    def boards(self, goal: str, shape: str | None) -> tuple[list[Board], Board]:
        """The boards drawn, and the goal; raises PuzzleError when goal or shape make no sense."""
        wanted = Shape(3, 3) if shape is None else Shape.parse(shape)
        solved = goal_board(goal, wanted)
        seeds = range(self.random or 0)
        return [random_board(wanted, solved, f"{self.random_seed}/{n}") for n in seeds], solved
