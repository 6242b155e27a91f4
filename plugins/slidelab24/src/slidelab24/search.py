"""Iterative-deepening A* (Korf 1985) with gradient databases on all cores, interruptible.

An iteration is cut into records that threads search one by one. They are in an order of their own,
the most promising first, and the answer is that of the first record that has one. So path and
counts are the same however many threads work, and whatever was interrupted in between: nodes count
once their record is finished, and what was searched after the record with the answer does not
count.

The last iteration proves nothing: that no shorter solution exists was shown by the one before it.
So before an iteration that will take long, a beam looks for a solution of its length: that of the
any-size engine. If it finds none, the iteration is searched after all.

>>> from slidelab24.database import open_database
>>> from slidelab24.sequences import open_automaton
>>> from slidelab.puzzle import Shape
>>> database, automaton = open_database(Shape(3, 3)), open_automaton(6)
>>> start, goal = (8, 7, 6, 0, 4, 1, 2, 5, 3), tuple(range(9))
>>> search = GradientSearch(GradientProblem.of(start, goal, database, automaton))
>>> search.advance(), len(search.moves)
(True, 31)
"""

import time
from collections.abc import Iterable, Sequence
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
from slidelab24.kernel import FULL, RUNNING, SOLVED, GradientProblem, Subtree
from slidelab24.outlook import Outlook
from slidelab24.proof import OptimalityProof

UNLIMITED = 1 << 62
SLICE = 1 << 19
"""Nodes between two looks at the clock: some hundredths of a second."""
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
        """Return the nodes expanded so far, those of records under way included."""
        under_way = sum(subtree.expanded for subtree in self._begun.values())
        return self._inner + sum(self.finished.values()) + under_way

    @property
    def complete(self) -> bool:
        """Return whether all is searched that can matter."""
        return not self._waiting or self._waiting[0] > min(self._answers, default=inf)

    @property
    def moves(self) -> str | None:
        """Return the solution, if there is one; it counts once the iteration is complete."""
        return self._answers[min(self._answers)] if self._answers else None

    def advance(self, deadline: float, nodes: int = UNLIMITED) -> None:
        """Search until nothing is left to take, until a time, or until this call has expanded
        `nodes`. Any number of threads may do so at once."""
        left = nodes
        while left > 0 and (piece := self._take()) is not None:
            record, subtree = piece
            outcome = RUNNING
            while outcome == RUNNING and left > 0:
                before = subtree.expanded
                outcome = subtree.advance(min(SLICE, left))
                left -= subtree.expanded - before
                if time.monotonic() >= deadline:
                    left = 0
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


class GradientSearch:
    """One search for a shortest solution.

    With `plain` the tree is searched in the order of `MOVES` on one core, node for node as any IDA*
    with this heuristic would: then counts compare with published ones. Otherwise iterations are cut
    into records, the most promising first, for a number of threads; and a beam looks for the
    solution before an iteration that will take long.
    """

    def __init__(
        self,
        problem: GradientProblem,
        *,
        workers: int = 1,
        plain: bool = False,
        sizes: PieceSizes = USUAL_SIZES,
    ) -> None:
        self.problem, self.plain, self._sizes = problem, plain, sizes
        is_solved = problem.board == tuple(range(len(problem.board)))
        self.moves: str | None = "" if is_solved else None
        """The blank's moves of the solution, once there is one."""
        self.searched: list[tuple[int, int]] = []
        """The bounds that were searched, each with the nodes expanded."""
        self.beam_expanded = 0
        """Nodes expanded by beams, which are not part of the proof."""
        self._workers = 1 if plain else workers
        self._spent = 0.0
        self._iteration: Iteration | None = None
        self._beam: Beam | None = None
        self._rate_from = 0.0, 0
        """Seconds and nodes of the present iteration that say nothing about how fast it is."""
        arrangement = problem.database.arrangement
        cells = arrangement.shape.cells
        tiles = [cell + (cell < arrangement.blank) for cell in range(cells)]
        tiles[arrangement.blank] = 0
        self._frame = Frame(Board(tiles, arrangement.shape))
        self._start = Board([tiles[home] for home in problem.board], arrangement.shape)

    @property
    def bound(self) -> int:
        """Return the number of moves that every solution needs."""
        if self.moves is not None:
            return len(self.moves)
        return self.searched[-1][0] + 2 if self.searched else self.problem.estimate

    @property
    def expanded(self) -> int:
        """Return the nodes expanded in all iterations; once solved, only those that count."""
        return sum(nodes for _, nodes in self.searched) + self._work

    @property
    def _work(self) -> int:
        return 0 if self._iteration is None else self._iteration.work

    def advance(self, seconds: float = inf, nodes: int = UNLIMITED) -> bool:
        """Search for about some seconds, or until `nodes` more are expanded; return if solved."""
        deadline = time.monotonic() + seconds
        stop_at = self.expanded + nodes
        while self.moves is None and time.monotonic() < deadline:
            if (left := stop_at - self.expanded) <= 0:
                break
            began = time.monotonic()
            if self._iteration is None and self._beam is None:
                self._begin()
            if self._beam is not None:
                self._advance_beam(self._beam, deadline)
            elif self._iteration is not None:
                self._advance_iteration(self._iteration, deadline, left)
            self._spent += time.monotonic() - began
            if self._iteration is not None and self._iteration.complete:
                self._finish(self._iteration)
        return self.moves is not None

    def proof(self) -> OptimalityProof:
        """Return what a finished search has proved; raises ValueError if it is not finished."""
        database, arrangement = self.problem.database, self.problem.database.arrangement
        return OptimalityProof.of(
            self.problem.board,
            arrangement,
            self.problem.automaton,
            self.moves,
            bounds=tuple((bound, expanded, 0) for bound, expanded in self.searched),
            partitions=(arrangement.partition,),
            tables=tuple((table.name, database.checksums[table]) for table in arrangement.tables),
            beam_expanded=self.beam_expanded,
        )

    def describe(self) -> dict[str, Any]:
        """Return the problem: searches with the same description expand the same nodes."""
        arrangement = self.problem.database.arrangement
        return {
            "engine": "cpu",
            "board": list(self.problem.board),
            "rows": arrangement.shape.rows,
            "goal_blank": arrangement.blank,
            "partition": [list(cells) for cells in arrangement.partition],
            "automaton_moves": self.problem.automaton.longest,
        }

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return what another search of the same problem needs to go on: values, and no arrays."""
        present = self._iteration
        notes = {
            "searched": self.searched,
            "pieces": 0 if present is None else present.pieces,
            "finished": [] if present is None else sorted(present.finished.items()),
            "beam_expanded": self.beam_expanded,
            "moves": self.moves,
        }
        return notes, []

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another search."""
        self.searched = [(bound, expanded) for bound, expanded in notes["searched"]]
        self.beam_expanded, self.moves = notes["beam_expanded"], notes["moves"]
        if self.moves is None and notes["pieces"]:
            pieces, finished = notes["pieces"], notes["finished"]
            self._iteration = Iteration(self.problem, self.bound, pieces, finished)
            self._rate_from = 0.0, self._work

    def outlook(self) -> Outlook:
        """Return how far the present iteration is."""
        seconds, nodes = self._rate_from
        spent = self._spent - seconds
        rate = (self._work - nodes) / spent if spent > 0 else 0.0
        return Outlook(self.bound, self._work, rate, self._expected())

    def _begin(self) -> None:
        width = min(MOST_BEAM, (self._expected() or 0) // self._sizes.beam_share)
        if self.plain:
            self._iteration = Iteration(self.problem, self.bound)
        elif width >= self._sizes.least_beam:
            shape, home = self._frame.shape, self._frame.home
            self._beam = Beam(evaluation_for(shape, home), width)
            self._beam.begin(self._frame.tiles(self._start), self.bound + 1)
        else:
            self._cut()

    def _cut(self) -> None:
        records = min(MOST_RECORDS, max(1, (self._expected() or 0) // self._sizes.record_nodes))
        self._iteration = Iteration(self.problem, self.bound, records)

    def _advance_beam(self, beam: Beam, deadline: float) -> None:
        while beam.status is BeamStatus.RUNNING:
            if time.monotonic() >= deadline:
                return
            beam.advance()
        self._beam = None
        self._rate_from = self._spent, 0
        self.beam_expanded += beam.generated
        if beam.status is BeamStatus.FOUND:
            self.moves = "".join(move.letter for move in self._frame.moves(beam.path()))
        else:
            self._cut()

    def _advance_iteration(self, iteration: Iteration, deadline: float, nodes: int) -> None:
        workers = min(self._workers, nodes)
        if workers == 1:
            iteration.advance(deadline, nodes)
        else:
            with ThreadPoolExecutor(workers) as pool:
                shares = [deadline] * workers, [nodes // workers] * workers
                list(pool.map(iteration.advance, *shares))

    def _finish(self, iteration: Iteration) -> None:
        self.searched.append((iteration.bound, iteration.expanded))
        self._iteration, self._spent, self._rate_from = None, 0.0, (0.0, 0)
        self.moves = iteration.moves

    def _expected(self) -> int | None:
        """Return the nodes of the present iteration, if it grows as the last one did."""
        if len(self.searched) < 2:
            return None
        (_, before), (_, last) = self.searched[-2:]
        return last * last // max(1, before)
