"""One iteration of IDA*: all nodes within a bound, cut into records that threads search one by one.

The records are in an order of their own, the most promising first, and the answer is that of the
first record that has one. So path and counts are the same however many threads work, and whatever
was interrupted in between: nodes count once their record is finished, and what was searched after
the record with the answer does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Lock

import numpy as np

from slidelab.engines.compiled.compiling import Words
from slidelab.engines.gradient.kernel import (
    COMPLETE,
    FULL,
    RUNNING,
    SOLVED,
    GradientProblem,
    Subtree,
)

SLICE = 1 << 19
"""Nodes between two looks at the clock: some hundredths of a second."""

LONGEST_RECORD = 31
"""A record has two bits for each of its moves in one word."""

_MOST_RECORDS = 1 << 17


class Iteration:
    """The search for a solution of at most ``bound`` moves.

    ``records`` is the number of pieces wanted; 1 leaves the tree whole, to be searched in the
    textbook's order. ``finished`` has the nodes of the records that were searched before.
    """

    def __init__(
        self,
        problem: GradientProblem,
        bound: int,
        records: int = 1,
        finished: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.problem = problem
        self.bound = bound
        self.pieces = records
        self._depth, self._inner, self._records = _cut(problem, bound, records)
        self.finished: dict[int, int] = dict(finished)
        """The nodes expanded below each record that was searched to its end."""
        self._next = 0
        self._suspended: list[tuple[int, Subtree]] = []
        self._answers: dict[int, str] = {}
        self._lock = Lock()

    @property
    def expanded(self) -> int:
        """Nodes expanded that count: all those of a finished iteration."""
        first = min(self._answers, default=len(self._records))
        return self._inner + sum(n for record, n in self.finished.items() if record <= first)

    @property
    def work(self) -> int:
        """Nodes expanded so far, those of records under way included."""
        under_way = sum(subtree.expanded for _, subtree in self._suspended)
        return self._inner + sum(self.finished.values()) + under_way

    @property
    def complete(self) -> bool:
        """Whether all is searched that can matter."""
        first = min(self._answers, default=len(self._records))
        waiting = any(record < first for record, _ in self._suspended)
        return not waiting and self._next_record() >= first

    @property
    def moves(self) -> str | None:
        """The solution, if there is one; it counts once the iteration is complete."""
        return self._answers[min(self._answers)] if self._answers else None

    def advance(self, deadline: float, nodes: int | None = None) -> None:
        """Search until nothing is left to take, the clock shows ``deadline`` or this call has
        expanded ``nodes``. Any number of threads may do so at once."""
        left = nodes
        while (left is None or left > 0) and (piece := self._take()) is not None:
            record, subtree = piece
            outcome = RUNNING
            while outcome == RUNNING and (left is None or left > 0):
                before = subtree.expanded
                outcome = subtree.advance(SLICE if left is None else min(SLICE, left))
                if left is not None:
                    left -= subtree.expanded - before
                if time.monotonic() >= deadline:
                    left = 0
                    break
            with self._lock:
                if outcome == SOLVED:
                    self._answers[record] = subtree.moves
                if outcome == RUNNING:
                    self._suspended.append((record, subtree))
                else:
                    self.finished[record] = subtree.expanded

    def _take(self) -> tuple[int, Subtree] | None:
        """The next record to search: one that was left for the clock, else a new one."""
        with self._lock:
            first = min(self._answers, default=len(self._records))
            for piece in self._suspended:
                if piece[0] < first:
                    self._suspended.remove(piece)
                    return piece
            record = self._next_record()
            if record >= first:
                return None
            self._next = record + 1
        moves = int(self._records[record, 0])
        return record, Subtree(self.problem, self.bound, moves, self._depth)

    def _next_record(self) -> int:
        while self._next in self.finished:
            self._next += 1
        return self._next


def _cut(problem: GradientProblem, bound: int, wanted: int) -> tuple[int, int, Words]:
    """Cut the tree as high up as gives enough records: their depth, the nodes above, the records.

    Those with the lowest estimate come first.
    """
    whole = 0, 0, np.zeros((1, 2), dtype=np.uint64)
    best = whole
    for depth in range(2, LONGEST_RECORD, 2):
        if len(best[2]) >= wanted:
            break
        notes = np.zeros(2 * _MOST_RECORDS, dtype=np.uint64)
        upper = Subtree(problem, bound, horizon=depth, records=notes)
        outcome = upper.advance(1 << 60)
        if outcome == SOLVED:
            return whole
        if outcome == FULL:
            break
        assert outcome == COMPLETE
        best = depth, upper.expanded, upper.noted
    depth, inner, records = best
    return depth, inner, records[np.argsort(records[:, 1], kind="stable")].copy()
