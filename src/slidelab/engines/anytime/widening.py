"""The pass that finds most: beam search by a learned evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.paths import without_detours
from slidelab.engines.anytime.view import View
from slidelab.engines.anytime.weights import best_evaluation
from slidelab.puzzle import Board, Move
from slidelab.search.by_hand import solve_by_hand

PATIENCE = 20
"""Layers without a better value, for each row and column, after which a beam is given up."""


class BeamPass:
    """Beams of any width for one puzzle."""

    name = "beam"

    def __init__(
        self, view: View, seed: int, threads: ThreadPoolExecutor | None, workers: int
    ) -> None:
        self._view = view
        self._seed = seed
        self._threads, self._workers = threads, workers
        self._evaluation = best_evaluation(view.rows, view.cols, view.home)
        self.nodes = 0
        """Children valued so far."""

    def search(self, width: int, shortest: int) -> Iterator[list[Move] | None]:
        """Look for a path of fewer moves than `shortest`; yields None while looking.

        A beam that gets stuck is finished by hand from the best board it met.
        """
        view = self._view
        beam = Beam(self._evaluation, width, self._seed, self._threads, self._workers)
        beam.begin(view.tiles, shortest)
        patience = PATIENCE * (view.rows + view.cols)
        status = BeamStatus.RUNNING
        before = self.nodes
        while status is BeamStatus.RUNNING and beam.layers_without_progress <= patience:
            status = beam.advance()
            self.nodes = before + beam.generated
            yield None
        if status is BeamStatus.FOUND:
            yield view.moves(beam.path())
        elif status is BeamStatus.RUNNING:
            yield self._finished_by_hand(beam.best_path())

    def _finished_by_hand(self, path: list[int]) -> list[Move]:
        view = self._view
        moves = view.moves(path)
        for subgoal in solve_by_hand(played(view.start, moves), view.goal):
            moves += subgoal.moves
        return view.moves(without_detours(view.tiles, view.blank, view.sides, view.path(moves)))


def played(start: Board, moves: list[Move]) -> Board:
    """The board after the moves, without a board for each of them."""
    tiles, blank = list(start.state), start.blank
    for move in moves:
        target = start.shape.target(blank, move)
        assert target is not None
        tiles[blank], tiles[target] = tiles[target], 0
        blank = target
    return Board(tiles, start.shape)
