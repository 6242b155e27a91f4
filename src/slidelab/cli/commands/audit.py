"""`slidelab audit`: check that the automaton of needless sequences refuses nothing needed."""

from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.puzzle import Shape
from slidelab.system.memory import fair_share, resident_bytes
from slidelab.system.progress import monitored

UNSOUND = 1
LONGEST = 18
"""Longer sequences need more memory than computers have: three times as much per move."""


def audit(
    *,
    longest: Annotated[int, Argument(min=2, max=LONGEST)] = 14,
    shape: Annotated[str, Option("RxC")] = "5x5",
) -> int:
    """Check the automaton of needless move sequences that proofs rest on.

    It builds the automaton from scratch and compares each pruned sequence with the one that
    replaces it, using independent code. 14 moves on 5x5 take a few seconds, 16 half a minute and 3
    GB of memory.

    :param longest: Length of the longest sequences in moves
    :param shape: Rows x columns
    """
    from slidelab.engines.automaton.audit import UnsoundError, build_and_audit

    size = Shape.parse(shape)
    with Display() as display, catch_interrupt() as interrupted:
        show = display.announce_until(interrupted, "the automaton was not checked")
        try:
            with monitored(show, _check_memory):
                found = build_and_audit(longest, size)
        except UnsoundError as error:
            tell(f"The automaton is not sound: {error}.")
            return UNSOUND
    print(
        f"Sequences of up to {longest} moves on {size}: {found.sequences:,} needless ones, each "
        f"replaced by one that leads to the same board in the same cells and is no longer.\n"
        f"{found.states:,} states, {found.refusals:,} refusals, all justified."
    )
    return 0


def _check_memory(doing: str, size: int) -> None:
    if resident_bytes() + size > fair_share():
        raise ValueError(
            f"{doing} needs another {size / 1e9:.1f} GB of memory, more than is free: "
            "choose shorter sequences"
        )
