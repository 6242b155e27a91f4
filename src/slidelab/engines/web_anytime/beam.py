"""Beam search by a learned evaluation: wide, with little memory, in slices.

Layer by layer, all children of the nodes kept are valued, and the best are kept (`expand`). States
met before are recognised by a table that forgets: a newcomer takes the place of whatever was there.
Of the layers behind nothing is kept but each node's parent and move.

With one thread a search is the same every time; with several, two may meet the same state at the
same moment and both keep it.
"""

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

import numpy as np

from slidelab.engines.compiling import Int16s, Int32s
from slidelab.engines.web_anytime import layers
from slidelab.engines.web_anytime.evaluation import Evaluation
from slidelab.engines.web_anytime.expand import advance_layers, plant

NODES_A_SLICE = 60_000
"""Nodes kept per slice: a few hundredths of a second."""
NARROWEST_SHARE = 100
"""Nodes that make it worth the while for threads to wait for each other."""

Threads = tuple[ThreadPoolExecutor | None, int]
"""A thread pool, if there is one, and how many of its threads may work on a beam."""

BeamStatus = IntEnum("BeamStatus", ("RUNNING", "FOUND", "EMPTY"), start=layers.RUNNING)
"""Where a beam search stands. EMPTY: no node is left that could lead to a shorter path."""


class LearnedBeam:
    """A beam search, a slice at a time, by several threads or by this one alone.

    >>> from slidelab.engines.web_anytime.evaluation import best_evaluation
    >>> from slidelab.engines.web_anytime.frame import Frame
    >>> from slidelab.puzzle import Board
    >>> frame = Frame(Board("0 1 2 / 3 4 5 / 6 7 8"))
    >>> beam = LearnedBeam(best_evaluation(3, 3, frame.home), width=50)
    >>> beam.begin(frame.tiles(Board("1 2 5 / 3 4 0 / 6 7 8")))
    >>> while beam.advance() is BeamStatus.RUNNING: pass
    >>> [move.word for move in frame.moves(beam.path())]
    ['Up', 'Left', 'Left']
    """

    def __init__(
        self, evaluation: Evaluation, width: int, seed: int = 0, threads: Threads = (None, 1)
    ) -> None:
        self.evaluation, self.width = evaluation, width
        self._pool, most = threads
        workers = max(1, min(most, width // NARROWEST_SHARE))
        self._arrays = layers.make_arrays(len(evaluation.sides), width, workers, seed)
        self._history: list[Int32s] = []
        self.shortest = layers.BINS

    def begin(self, tiles: Int16s, shortest: int = layers.BINS) -> None:
        """Start from a state; only paths of fewer moves than `shortest` are looked for."""
        arrays = self._arrays
        self.shortest = shortest
        self._history = []
        arrays.table[:] = 0
        arrays.shares[:] = 0
        arrays.state[:] = 0
        plant(self.evaluation, arrays, tiles)

    @property
    def depth(self) -> int:
        """How many layers have been left behind."""
        return int(self._arrays.state[layers.DEPTH])

    @property
    def nodes(self) -> int:
        """How many nodes the layer has."""
        return int(self._arrays.state[layers.NODES])

    @property
    def distance(self) -> int:
        """The Manhattan distance of the first node of the layer: before the search, the start's."""
        return int(self.layer.distance[0])

    @property
    def generated(self) -> int:
        """How many children were valued."""
        return int(self._arrays.shares[:, layers.GENERATED].sum())

    @property
    def layers_without_progress(self) -> int:
        """How many layers ago the best value was met."""
        return self.depth - int(self._arrays.state[layers.BEST_DEPTH])

    @property
    def layer(self) -> layers.Layer:
        """The nodes of the layer reached; the first `nodes` count."""
        return self._arrays.odd if self.depth % 2 else self._arrays.even

    def advance(self, count: int | None = None) -> BeamStatus:
        """Continue for a slice, or for a number of layers."""
        if self.depth == 0 and self.distance == 0:
            return BeamStatus.FOUND
        count = count or max(1, NODES_A_SLICE * len(self._arrays.shares) // self.width)
        history = np.empty((count, self.width), np.int32)
        depth = self.depth
        if len(self._arrays.shares) == 1:
            advance_layers(self.evaluation, self._arrays, 0, history, self.shortest)
        else:
            self._advance_together(history)
        self._history.extend(history[: self.depth - depth])
        return BeamStatus(self._arrays.state[layers.STATUS])

    def _advance_together(self, history: Int32s) -> None:
        assert self._pool is not None
        arrays, jobs = self._arrays, []
        try:
            for worker in range(len(arrays.shares)):
                work = self.evaluation, arrays, worker, history, self.shortest
                jobs.append(self._pool.submit(advance_layers, *work))
            for job in jobs:
                job.result()
        except BaseException:  # nobody is to wait for a thread that never begins
            layers.abort(arrays.barrier)
            raise

    def path(self) -> list[int]:
        """The moves to the goal found."""
        return self._moves_to(len(self._history), 0)

    def best_path(self) -> list[int]:
        """The moves to the best node met, for a search that found no goal."""
        state = self._arrays.state
        return self._moves_to(int(state[layers.BEST_DEPTH]), int(state[layers.BEST_NODE]))

    def _moves_to(self, depth: int, node: int) -> list[int]:
        moves = []
        for parents in reversed(self._history[:depth]):
            node, move = divmod(int(parents[node]), 4)
            moves.append(move)
        moves.reverse()
        return moves
