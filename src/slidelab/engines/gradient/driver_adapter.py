"""IDA* with gradient databases for the driver, on one core or on all.

A search may be kept in a file, so that a proof of days survives a kill or a power failure.
On the CPU a file has what was proved and which records of the present iteration are finished; the
records of an iteration are the same whenever it is cut. On a device the records themselves, the
bounds and the counts are all that there is between two launches. Nodes that were expanded after the
last save are expanded again, and counted once.
"""

import json
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.automaton import automaton_for, no_undo, short_cycles
from slidelab.engines.compiled.patterns import array_files
from slidelab.engines.compiled.slots import NO_LIMIT
from slidelab.engines.gradient.beam import GradientBeam
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.engines.gradient.kernel import GradientProblem, Subtree
from slidelab.engines.gradient.proof import OptimalityProof
from slidelab.engines.gradient.search import GradientSearch
from slidelab.engines.sliced import SLICE, FoundNode, SlicedSearch
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, parse_moves
from slidelab.search import Conventions
from slidelab.search.events import GOAL, Event
from slidelab.search.outlook import Outlook
from slidelab.system.cores import available_cores

SECONDS_A_SLICE = 0.1

SECONDS_BETWEEN_SAVES = 30.0

_FACTS = {"kind": "search", "version": 1}


class CheckpointError(SlidelabError):
    """A checkpoint cannot be used; the message says why."""


class Resumable(Protocol):
    """A search that can go on where another one of the same problem stood."""

    def describe(self) -> dict[str, Any]:
        """The problem, as JSON has it: searches of the same problem can continue each other."""

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Everything needed to go on: plain values, and arrays."""

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another search; the arrays are flat."""


def save(search: Resumable, path: Path) -> None:
    """Keep a search. The file appears whole or not at all; raises OSError when it cannot."""
    notes, arrays = search.state()
    text = json.dumps({"problem": search.describe(), "notes": notes}).encode()
    content = [np.frombuffer(text, dtype=np.uint8), *(each.reshape(-1) for each in arrays)]
    array_files.write_arrays(path, _FACTS, content, durable=True)


def restore(search: Resumable, path: Path) -> None:
    """Continue a search from a file; ``search`` must not have begun.

    Raises CheckpointError when the file is damaged or belongs to another problem.
    """
    try:
        text, *arrays = array_files.read_arrays(path, _FACTS)
    except (array_files.BadFileError, ValueError) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: {error}") from error
    content = json.loads(text.tobytes())
    if content["problem"] != search.describe():
        raise CheckpointError(f"{path} belongs to another board, other tables or another engine")
    search.restore(content["notes"], arrays)


class CheckpointedSearch(SlicedSearch):
    """A search that is kept in a file now and then, and goes on from there if the file exists.

    Raises CheckpointError when the file is there and cannot be used.
    """

    def __init__(self, kept: Resumable, file: Path | None) -> None:
        super().__init__()
        self._kept, self._file = kept, file
        self._saved = monotonic()
        if file is not None and file.exists():
            restore(kept, file)

    def __next__(self) -> tuple[Event, Any]:
        if self.over:
            raise StopIteration
        moves, expanded, bound = self._work()
        # What is known without looking at each node.
        tally = self.tally
        tally.expanded, tally.generated = expanded, expanded + 1
        tally.frontier = tally.max_frontier = bound + 1
        tally.deepest_generated, tally.deepest_expanded = bound, max(0, bound - 1)
        if monotonic() > self._saved + SECONDS_BETWEEN_SAVES:
            self.keep()
        if moves is None:
            return SLICE, tally
        self.over = True
        return GOAL, FoundNode(list(parse_moves(moves)), len(moves))

    @abstractmethod
    def _work(self) -> tuple[str | None, int, int]:
        """Search for a moment: the solution if it is found, the nodes so far, and the bound."""

    def keep(self) -> None:
        """Write the file, if there is to be one. Raises OSError when it cannot."""
        if self._file is not None:
            save(self._kept, self._file)
            self._saved = monotonic()


class GradientIda(CheckpointedSearch):
    """IDA* on the CPU.

    On one core it expands the very nodes of the textbook's IDA* with this heuristic. With
    ``parallel`` it uses ``cores`` cores (default: all), and everything that makes it faster: a long
    automaton, the most promising subtrees first, a beam before long iterations. Only then can it be
    kept in a file.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        database: GradientDatabase,
        cycles: int = 0,
        parallel: bool = False,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> None:
        if cycles > 1:
            automaton = short_cycles(cycles, start.shape)
        else:
            automaton = automaton_for(start.shape) if parallel else no_undo()
        order = conventions.order
        problem = GradientProblem.of(start.state, goal.state, database, automaton, order)
        workers = cores or available_cores()
        self.search = GradientSearch(problem, workers=workers, plain=not parallel)
        super().__init__(self.search, kept_in)

    def load(self) -> None:
        """Compile the kernels or read them from disk."""
        problem = self.search.problem
        Subtree(problem, problem.estimate).advance(0)
        if not self.search.plain:
            GradientBeam(problem, problem.estimate + 2, width=1).advance()

    def _work(self) -> tuple[str | None, int, int]:
        search, nodes = self.search, self.limits.nodes
        left = NO_LIMIT if nodes is None else nodes - search.expanded
        search.advance(SECONDS_A_SLICE, left)
        return search.moves, search.expanded, search.bound

    @property
    def outlook(self) -> Outlook:
        return self.search.outlook()

    @property
    def proof(self) -> OptimalityProof | None:
        """What was proved, once a solution is found."""
        return None if self.search.moves is None else self.search.proof()
