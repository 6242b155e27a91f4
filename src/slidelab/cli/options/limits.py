"""When to stop."""

from dataclasses import dataclass
from typing import Annotated

import typer

from slidelab.cli.options.values import read_size
from slidelab.search import Limits

PANEL = "Limits"


@dataclass(frozen=True)
class Bounds:
    """Limits on a search; None where there is none."""

    time_limit: Annotated[
        float | None,
        typer.Option(
            help="Stop after so many seconds.", metavar="SECONDS", min=0, rich_help_panel=PANEL
        ),
    ] = None
    node_limit: Annotated[
        int | None,
        typer.Option(
            help="Stop after expanding so many nodes.", metavar="N", min=0, rich_help_panel=PANEL
        ),
    ] = None
    memory_limit: Annotated[
        int | None,
        typer.Option(
            help="Stop when the process holds so much memory: 500MB, 2GiB or a number of bytes.",
            metavar="SIZE",
            parser=read_size,
            rich_help_panel=PANEL,
        ),
    ] = None

    def limits(self, seconds: float | None = None, memory: int | None = None) -> Limits:
        """The limits given, with the caller's own where none were."""
        return Limits(
            seconds=seconds if self.time_limit is None else self.time_limit,
            nodes=self.node_limit,
            memory=memory if self.memory_limit is None else self.memory_limit,
        )
