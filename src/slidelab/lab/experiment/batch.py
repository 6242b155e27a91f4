"""A batch of cells: what a worker is given, and what it gives back."""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from slidelab import __version__
from slidelab.lab.experiment.configurations import Configuration
from slidelab.puzzle import Board
from slidelab.search import Counters, Limits

FAILED = "failed"
"""The status of a cell whose search raised an error; its note tells which."""


Outcome = tuple[Any, ...]
"""What came of one cell, a value for each of these:"""
OUTCOME = ("engine", "status", "cost", *(counter.name for counter in fields(Counters)), "note")


@dataclass(frozen=True)
class Batch:
    """Cells that follow one another and differ in the board alone."""

    first: int
    """The number of the first cell."""
    goal: Board
    states: bytes
    """The boards, one after another."""
    configuration: Configuration
    limits: Limits
    version: str = __version__
    """The version of slidelab that made the batch: another one might count differently."""

    def __len__(self) -> int:
        return len(self.states) // self.goal.shape.cells

    def boards(self) -> list[Board]:
        """The boards to solve."""
        cells = self.goal.shape.cells
        return [
            Board.from_state(self.states[at : at + cells], self.goal.shape)
            for at in range(0, len(self.states), cells)
        ]


class Done(NamedTuple):
    """What a worker gives back."""

    outcomes: list[Outcome]
    """Of the cells of the batch, or of the first so many when the worker was told to stop."""
    seconds: float
    """The time that it took, all told."""


class VersionMismatchError(ValueError):
    """A worker runs another version of slidelab than the process that gives it work."""
