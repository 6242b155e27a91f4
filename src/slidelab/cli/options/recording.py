"""Whether what is done is remembered."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.cli.options.output import PANEL
from slidelab.solving import Result

NO_RECORD = typer.Option(
    "--no-record",
    help="Do not remember this among the trials ('slidelab stats' shows them).",
    rich_help_panel=PANEL,
)


@dataclass(frozen=True)
class Recording:
    """Remembering the results of a command."""

    no_record: Annotated[bool, NO_RECORD] = False

    def remember(self, results: Iterable[Result], source: str) -> None:
        """Add the results to the trials, unless told not to; call it when they are shown."""
        if not self.no_record:
            from slidelab.lab.recording import record  # this can wait until all is shown

            record(results, source, tell)
