"""Beam search by a learned evaluation: wide, with little memory, in slices.

Layer by layer, all children of the nodes kept are valued (`expanding`), and the best are kept
(`choosing`). States met before are recognised by a table that forgets: a newcomer takes the place
of whatever was there. Of the layers behind nothing is kept but each node's parent and move.

With one thread a search is the same every time; with several, two may meet the same state at the
same moment and both keep it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

import numpy as np

from slidelab.kernels.anysize.choosing import choose, keep, step
from slidelab.kernels.anysize.evaluation import Evaluation
from slidelab.kernels.anysize.expanding import deal_out, expand, plant
from slidelab.kernels.anysize.grid import ShortIntegers
from slidelab.kernels.anysize.layers import (
    BEST_DEPTH,
    BEST_NODE,
    BINS,
    DEPTH,
    GENERATED,
    NODES,
    Arrays,
    Layer,
    new_arrays,
)
from slidelab.kernels.compiling import SmallIntegers, compiled

NODES_A_SLICE = 60_000
"""Nodes kept before the search looks up: a few hundredths of a second."""
NARROWEST_SHARE = 2000
"""Nodes that make it worth the while to wake a thread."""


class BeamStatus(IntEnum):
    """Where a beam search stands."""

    RUNNING = 0
    FOUND = 1
    EMPTY = 2
    """No node is left that could lead to a shorter path than the one known."""


class Beam:
    """A beam search, a slice at a time; `shortest` is the length of the path to beat.

    >>> from slidelab.kernels.anysize.weights import best_evaluation
    >>> from slidelab.kernels.anysize.frame import Frame
    >>> from slidelab.puzzle import Board
    >>> frame = Frame(Board.parse("0 1 2 / 3 4 5 / 6 7 8"))
    >>> beam = Beam(best_evaluation(3, 3, frame.home), width=50)
    >>> beam.begin(frame.tiles(Board.parse("1 2 5 / 3 4 0 / 6 7 8")))
    >>> while beam.advance() is BeamStatus.RUNNING: pass
    >>> [move.word for move in frame.moves(beam.path())]
    ['Up', 'Left', 'Left']
    """

    def __init__(
        self,
        evaluation: Evaluation,
        width: int,
        seed: int = 0,
        threads: ThreadPoolExecutor | None = None,
        workers: int = 1,
    ) -> None:
        self.evaluation = evaluation
        self.width = width
        cells = len(evaluation.sides)
        workers = max(1, min(workers, width // NARROWEST_SHARE)) if threads else 1
        self._threads = threads
        self._arrays = new_arrays(cells, width, workers, seed)
        self._history: list[SmallIntegers] = []
        self.shortest = BINS

    def begin(self, tiles: ShortIntegers, shortest: int = BINS) -> None:
        """Start from a state; only paths of fewer moves than `shortest` are looked for."""
        arrays = self._arrays
        self.shortest = shortest
        self._history = []
        arrays.table[:] = 0
        arrays.shares[:] = 0
        arrays.ledger[:] = 0
        plant(self.evaluation, arrays, tiles)

    @property
    def depth(self) -> int:
        """How many layers have been left behind."""
        return int(self._arrays.ledger[DEPTH])

    @property
    def nodes(self) -> int:
        """How many nodes the layer has."""
        return int(self._arrays.ledger[NODES])

    @property
    def distance(self) -> int:
        """The Manhattan distance of the first node of the layer: before the search, the start's."""
        return int(self.layer.distance[0])

    @property
    def generated(self) -> int:
        """How many children were valued."""
        return int(self._arrays.shares[:, GENERATED].sum())

    @property
    def layers_without_progress(self) -> int:
        """How many layers ago the best value was met."""
        return self.depth - int(self._arrays.ledger[BEST_DEPTH])

    @property
    def layer(self) -> Layer:
        """The nodes of the layer reached; the first `nodes` count."""
        return self._arrays.odd if self.depth % 2 else self._arrays.even

    def advance(self, layers: int | None = None) -> BeamStatus:
        """Go on for a slice, or for so many layers."""
        if self.depth == 0 and self.distance == 0:
            return BeamStatus.FOUND
        layers = layers or max(1, NODES_A_SLICE // self.width)
        history = np.empty((layers, self.width), np.int32)
        depth = self.depth
        if len(self._arrays.shares) == 1:
            status = advance_layers(self.evaluation, self._arrays, history, self.shortest)
        else:
            status = self._advance_together(history)
        self._history.extend(history[: self.depth - depth])
        return BeamStatus(status)

    def _advance_together(self, history: SmallIntegers) -> int:
        assert self._threads is not None
        evaluation, arrays = self.evaluation, self._arrays
        workers = range(len(arrays.shares))
        for parents in history:
            deal_out(arrays)
            expanding = [
                self._threads.submit(expand, evaluation, arrays, share, self.shortest)
                for share in workers
            ]
            for job in expanding:
                job.result()
            status: int = choose(evaluation, arrays, parents)
            if status == BeamStatus.RUNNING:
                keeping = [
                    self._threads.submit(keep, evaluation, arrays, share, parents)
                    for share in workers
                ]
                for job in keeping:
                    job.result()
            step(arrays, status)
            if status != BeamStatus.RUNNING:
                return status
        return status

    def path(self) -> list[int]:
        """The moves to the goal found."""
        return self._moves_to(len(self._history), 0)

    def best_path(self) -> list[int]:
        """The moves to the best node met, for a search that found no goal."""
        ledger = self._arrays.ledger
        return self._moves_to(int(ledger[BEST_DEPTH]), int(ledger[BEST_NODE]))

    def _moves_to(self, depth: int, node: int) -> list[int]:
        moves = []
        for parents in reversed(self._history[:depth]):
            node, move = divmod(int(parents[node]), 4)
            moves.append(move)
        moves.reverse()
        return moves


@compiled
def advance_layers(
    evaluation: Evaluation, arrays: Arrays, history: SmallIntegers, shortest: int
) -> int:
    """Search on for as many layers as there is history to write, by one thread."""
    status = 0
    for layer in range(history.shape[0]):
        parents = history[layer]
        deal_out(arrays)
        expand(evaluation, arrays, 0, shortest)
        status = choose(evaluation, arrays, parents)
        if status == 0:
            keep(evaluation, arrays, 0, parents)
        step(arrays, status)
        if status != 0:
            break
    return status
