"""Which search: algorithm, heuristic, and what only some algorithms take."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from slidelab import heuristics
from slidelab.cli.options.values import choice, read_positive
from slidelab.search import ALGORITHMS, Algorithm
from slidelab.solving import ENGINES

PANEL = "The search"

ALGORITHM_OPTION = typer.Option(
    "--algorithm",
    "-a",
    metavar="NAME",
    help="The algorithm; 'slidelab list algorithms' names them. If none is given: astar, or ida "
    "for boards larger than 3x3.",
    rich_help_panel=PANEL,
    autocompletion=ALGORITHMS.names,
)
HEURISTIC_OPTION = typer.Option(
    "--heuristic",
    "-H",
    metavar="NAME",
    help="The heuristic of an informed search; 'slidelab list heuristics' names them. 'auto' is "
    "the best that is affordable, and 6-6-3 or the like are pattern databases. If none is given: "
    "manhattan, or auto for boards larger than 3x3 when no algorithm is given either.",
    rich_help_panel=PANEL,
    autocompletion=lambda: ["auto", *heuristics.names()],
)


def _number(help: str, least: int) -> Any:
    return typer.Option(help=help, metavar="N", min=least, rich_help_panel=PANEL)


@dataclass(frozen=True)
class Tuning:
    """Parameters that some algorithms have, and how to run them."""

    weight: Annotated[
        float | None,
        typer.Option(
            help="Weighted A*: how much h counts.",
            metavar="W",
            parser=read_positive,
            rich_help_panel=PANEL,
        ),
    ] = None
    depth_limit: Annotated[int | None, _number("Depth-limited search: how deep.", least=0)] = None
    width: Annotated[int | None, _number("Beam search: nodes kept a layer.", least=1)] = None
    restarts: Annotated[int | None, _number("Hill climbing: how many new starts.", least=0)] = None
    cycles: Annotated[
        int | None, _number("IDA*: refuse needless sequences of up to N moves.", least=0)
    ] = None
    engine: Annotated[
        str, choice(among=ENGINES, help="Which implementation runs it", panel=PANEL)
    ] = "auto"
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Search even a board that has no solution.", rich_help_panel=PANEL
        ),
    ] = False

    def parameters(self) -> dict[str, Any]:
        """The algorithms' own parameters that were given."""
        given = asdict(self)
        del given["engine"], given["force"]
        return {name: value for name, value in given.items() if value is not None}

    def parameters_for(self, algorithm: Algorithm) -> dict[str, Any]:
        """Those of the given parameters that this algorithm takes."""
        return {n: value for n, value in self.parameters().items() if n in algorithm.parameters}

    def check_used(self, algorithms: Iterable[Algorithm]) -> None:
        """Raise ValueError when a given parameter is taken by none of the algorithms."""
        taken = {name for algorithm in algorithms for name in algorithm.parameters}
        for name in self.parameters():
            if name not in taken:
                raise ValueError(f"none of the algorithms can use --{name.replace('_', '-')}")
