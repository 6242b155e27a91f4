"""Iterative-deepening A* (Korf 1985) with gradient databases on all cores, interruptible.

An iteration is cut into records that threads search one by one. They are in an order of their own,
the most promising first, and the answer is that of the first record that has one. So path and
counts are the same however many threads work, and whatever was interrupted in between: nodes count
once their record is finished, and what was searched after the record with the answer does not
count.

The last iteration proves nothing: that no shorter solution exists was shown by the one before it.
So before an iteration that will take long, a beam looks for a solution of its length: that of the
any-size engine. If it finds none, the iteration is searched after all.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from math import inf
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.evaluation import evaluation_for
from slidelab.engines.anytime.frame import Frame
from slidelab.puzzle import Board
from slidelab24.database import GradientDatabase, checksum
from slidelab24.kernel import FULL, RUNNING, SOLVED, GradientProblem, Subtree
from slidelab24.patterns import Pattern, name_by_homes
from slidelab24.proof import Progress
from slidelab24.run import ProofRun
from slidelab24.sequences import Automaton

UNLIMITED = 1 << 62
NODES_A_STEP = 1 << 21
"""Nodes that a thread expands in one step: about a tenth of a second."""
LONGEST_RECORD = 31
"""A record has two bits for each of its moves in one word."""
MOST_RECORDS, MOST_BEAM = 1 << 16, 1_000_000

_MOST_NOTED = 1 << 17


class PieceSizes(NamedTuple):
    """How large the pieces of an iteration are, and from when on a beam is worth its time."""

    record_nodes: int = 1 << 22
    """Nodes wanted below a record: a fraction of a second."""
    beam_share: int = 20_000
    """Expected nodes of an iteration for each board that its beam keeps per depth."""
    least_beam: int = 5_000


USUAL_SIZES = PieceSizes()


class Iteration:
    """The search for a solution of at most `bound` moves.

    `pieces` is the number of records wanted; 1 leaves the tree whole, to be searched in the order
    of `MOVES`. `finished` has the nodes of the records that were searched before.
    """

    def __init__(
        self,
        problem: GradientProblem,
        bound: int,
        pieces: int = 1,
        finished: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.problem, self.bound, self.pieces = problem, bound, pieces
        self._depth, self._inner, self._records = _cut(problem, bound, pieces)
        self.finished: dict[int, int] = dict(finished)
        """The nodes expanded below each record that was searched to its end."""
        self._waiting = [at for at in range(len(self._records)) if at not in self.finished]
        """A heap of the records that no thread is searching."""
        self._begun: dict[int, Subtree] = {}
        """Those of them that were interrupted."""
        self._answers: dict[int, str] = {}
        self._lock = Lock()

    @property
    def expanded(self) -> int:
        """Return the nodes expanded that count: all those of a finished iteration."""
        first = min(self._answers, default=len(self._records))
        return self._inner + sum(n for record, n in self.finished.items() if record <= first)

    @property
    def work(self) -> int:
        """Return the nodes expanded so far, those of records that are not finished included."""
        begun = sum(subtree.expanded for subtree in self._begun.values())
        return self._inner + sum(self.finished.values()) + begun

    @property
    def complete(self) -> bool:
        """Return whether all is searched that can matter."""
        return not self._waiting or self._waiting[0] > min(self._answers, default=inf)

    @property
    def moves(self) -> str | None:
        """Return the solution, if there is one; it counts once the iteration is complete."""
        return self._answers[min(self._answers)] if self._answers else None

    def advance(self, nodes: int) -> None:
        """Expand up to this number of nodes. Any number of threads may do so at once."""
        while nodes > 0 and (piece := self._take()) is not None:
            record, subtree = piece
            before = subtree.expanded
            outcome = subtree.advance(nodes)
            nodes -= subtree.expanded - before
            with self._lock:
                if outcome == SOLVED:
                    self._answers[record] = subtree.moves
                if outcome == RUNNING:
                    self._begun[record] = subtree
                    heappush(self._waiting, record)
                else:
                    self.finished[record] = subtree.expanded

    def _take(self) -> tuple[int, Subtree] | None:
        """Return the next record to search."""
        with self._lock:
            if self.complete:
                return None
            record = heappop(self._waiting)
            begun = self._begun.pop(record, None)
        moves = int(self._records[record, 0])
        return record, begun or Subtree(self.problem, self.bound, moves, self._depth)


def _cut(problem: GradientProblem, bound: int, wanted: int) -> tuple[int, int, NDArray[np.uint64]]:
    """Cut the tree as high up as gives enough records: their depth, the nodes above, the records.

    Those with the lowest estimate come first.
    """
    whole = 0, 0, np.zeros((1, 2), dtype=np.uint64)
    best = whole
    for depth in range(2, LONGEST_RECORD, 2):
        if len(best[2]) >= wanted:
            break
        upper = Subtree(problem, bound, horizon=depth, room=_MOST_NOTED)
        outcome = upper.advance(UNLIMITED)
        if outcome == SOLVED:
            return whole
        if outcome == FULL:
            break
        best = depth, upper.expanded, upper.noted
    depth, inner, records = best
    return depth, inner, records[np.argsort(records[:, 1], kind="stable")].copy()


class GradientSearch(ProofRun):
    """A search for a shortest solution on the CPU.

    With `plain` the tree is searched in the order of `MOVES` on one core, node for node as any IDA*
    with this heuristic would: then counts compare with published ones. Otherwise iterations are cut
    into records, the most promising first, for a number of threads; and a beam looks for the
    solution before an iteration that will take long.

    >>> from slidelab24.database import open_database
    >>> from slidelab24.sequences import open_automaton
    >>> start, goal = Board("8 7 6 / 0 4 1 / 2 5 3"), Board("0 1 2 / 3 4 5 / 6 7 8")
    >>> search = GradientSearch(start, goal, open_database(start.shape), open_automaton(6))
    >>> while search.step(1) is None:
    ...     pass
    >>> len(search.path())
    31
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        database: GradientDatabase,
        automaton: Automaton,
        *,
        workers: int = 1,
        plain: bool = False,
        sizes: PieceSizes = USUAL_SIZES,
    ) -> None:
        self._problem = GradientProblem.of(name_by_homes(start, goal), database, automaton)
        self._plain, self._workers, self._sizes = plain, 1 if plain else workers, sizes
        self._iteration: Iteration | None = None
        self._beam: Beam | None = None
        self._frame = Frame(goal)
        progress = Progress(self._problem.board, max(self._problem.estimates))
        Subtree(self._problem, progress.bound).advance(0)  # compiles
        super().__init__(start, goal, progress, [database.arrangement], automaton)

    @property
    def nodes(self) -> int:
        """Return the nodes expanded within the present bound."""
        return 0 if self._iteration is None else self._iteration.work

    def advance(self) -> None:
        """Search on for about a tenth of a second."""
        if self._iteration is None and self._beam is None:
            self._begin()
        if self._beam is not None:
            self._advance_beam(self._beam)
        elif self._iteration is not None:
            self._advance_iteration(self._iteration)

    def checksum(self, table: Pattern) -> str:
        """Return the checksum of one of the tables."""
        return checksum(self._problem.database.table(table))

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return the progress and which records of the present iteration are finished.

        The records are the same whenever the iteration is cut.
        """
        notes: dict[str, Any] = {"progress": vars(self.progress), "iteration": None}
        if (iteration := self._iteration) is not None:
            notes["iteration"] = iteration.pieces, sorted(iteration.finished.items())
        return notes, []

    def restore(self, notes: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
        """Go on from the state of another search of this board."""
        self.progress.restore(notes["progress"])
        if notes["iteration"]:
            self._iteration = Iteration(self._problem, self.progress.bound, *notes["iteration"])

    def _begin(self) -> None:
        """Begin the present bound, with a beam if that is worth its time."""
        width = min(MOST_BEAM, (self.progress.expected or 0) // self._sizes.beam_share)
        if width < self._sizes.least_beam or self._plain:
            self._begin_iteration()
        else:
            self._beam = Beam(evaluation_for(self._frame.shape, self._frame.home), width)
            self._beam.begin(self._frame.tiles(self._start), self.progress.bound + 1)

    def _begin_iteration(self) -> None:
        wanted = (self.progress.expected or 0) // self._sizes.record_nodes
        pieces = 1 if self._plain else min(MOST_RECORDS, max(1, wanted))
        self._iteration = Iteration(self._problem, self.progress.bound, pieces)

    def _advance_beam(self, beam: Beam) -> None:
        if beam.advance() is BeamStatus.RUNNING:
            return
        self._beam = None
        self.progress.beam_expanded += beam.generated
        if beam.status is BeamStatus.FOUND:
            moves = self._frame.moves(beam.path())
            self.progress.moves = "".join(move.letter for move in moves)
        else:
            self._begin_iteration()

    def _advance_iteration(self, iteration: Iteration) -> None:
        nodes = self._workers * NODES_A_STEP
        if self.limits.nodes is not None:
            nodes = min(nodes, self.limits.nodes - self.counts.expanded)
        workers = min(self._workers, nodes)
        if workers == 1:
            iteration.advance(nodes)
        else:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(iteration.advance, [nodes // workers] * workers))
        if iteration.complete:
            self.progress.finish_bound(iteration.expanded, iteration.moves)
            self._iteration = None
