"""`slidelab audit`: that the machine of needless sequences refuses nothing that is needed."""

from typing import Annotated

from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.parameters import Argument, Option
from slidelab.puzzle import Shape
from slidelab.system.memory import fair_share, resident_bytes

UNSOUND = 1
LONGEST = 18
"""Longer sequences take more memory than machines have: each move more, three times as much."""


def audit(
    *,
    longest: Annotated[
        int,
        Argument(help="Moves of the longest sequences.", min=2, max=LONGEST),
    ] = 14,
    shape: Annotated[str, Option(help="Rows and columns.", metavar="RxC")] = "5x5",
) -> int:
    """Check the machine of needless move sequences that proofs on large boards rest on.

    It is built anew. Then each sequence that it refuses is played beside the one that replaces it,
    by code that shares nothing with what built it. 14 moves on 5x5 take some seconds, 16 half a
    minute and 3 GB of memory.
    """
    from slidelab.engines.automaton.audit import UnsoundError, audit_anew
    from slidelab.system.progress import monitored

    size = Shape.parse(shape)
    with Display() as display, Interrupt() as interrupted:

        def show(doing: str, fraction: float | None) -> None:
            display.announce(doing, fraction)
            if interrupted():
                raise KeyboardInterrupt

        try:
            with monitored(show, _afford):
                found = audit_anew(longest, size.rows, size.cols)
        except KeyboardInterrupt:
            tell("Interrupted: the machine was not checked.")
            return INTERRUPTED
        except UnsoundError as error:
            tell(f"The machine is not sound: {error}.")
            return UNSOUND
    print(
        f"Sequences of up to {longest} moves on {size}: {found.sequences:,} needless ones, each "
        f"replaced by one that leads to the same board in the same cells and is no longer.\n"
        f"{found.states:,} states, {found.refusals:,} refusals, all justified."
    )
    return 0


def _afford(doing: str, size: int) -> None:
    if resident_bytes() + size > fair_share():
        raise ValueError(
            f"{doing} takes {size / 1e9:.1f} GB of memory more, and so much is not free: "
            "ask for shorter sequences"
        )
