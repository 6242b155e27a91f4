"""A batch of cells: what a worker is given, what it does, and what it gives back.

It stands apart from the experiments, so that workers need not load what reads their grids.
"""

from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from slidelab import __version__
from slidelab.lab.batch_solve import OutcomeRow, has_kernel, load_kernel, search_states
from slidelab.processes import is_interrupted
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving import SearchSpec


class VersionMismatchError(ValueError):
    """A worker runs another version of slidelab than the process that gives it work."""


@dataclass(frozen=True)
class Batch:
    """Cells that follow one another and differ in the board alone."""

    first: int
    """The number of the first cell."""
    goal: Board
    states: bytes
    """The boards, one after another."""
    spec: SearchSpec
    limits: Limits
    version: str = __version__
    """The version of slidelab that made the batch: another one might count differently."""

    def __len__(self) -> int:
        return len(self.states) // self.goal.shape.cells


class Done(NamedTuple):
    """What a worker gives back."""

    outcomes: list[OutcomeRow]
    """Of the cells of the batch, or of the first so many when the worker was told to stop."""
    seconds: float
    """The time that it took, all told."""


def run_batch(batch: Batch) -> Done:
    """Solve the boards of a batch; when told to stop, only the first so many of them.

    A search that raises is an outcome like others. Raises VersionMismatchError when the batch was
    made by another version of slidelab.
    """
    if batch.version != __version__:
        raise VersionMismatchError(
            f"a worker runs slidelab {__version__}, and this is {batch.version}: install the "
            "same version everywhere"
        )
    # What fails here fails again when a board is searched, and is told there.
    with suppress(Exception):
        if has_kernel(batch.spec, batch.goal, batch.limits):
            load_kernel(batch.spec, batch.goal)
    began = perf_counter()
    outcomes = search_states(batch.states, batch.goal, batch.spec, batch.limits, is_interrupted)
    return Done(outcomes, perf_counter() - began)
