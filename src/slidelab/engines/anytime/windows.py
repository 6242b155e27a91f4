"""The pass that polishes: pieces of the path are solved again.

Short pieces are replaced by a shortest way between their ends. Long ones are searched by a beam,
with the board at the end of the piece as the goal: that board is near, so the beam sees clearly
what the one that found the path could only guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.grid import ShortIntegers
from slidelab.engines.anytime.paths import boards_along
from slidelab.engines.anytime.view import View
from slidelab.engines.anytime.weights import best_evaluation
from slidelab.engines.anytime.window_kernel import Windows
from slidelab.puzzle import Move

SHORT = (20, 28)
"""Moves of the pieces that are solved exactly."""
LONG = (40, 80, 160)
"""Moves of the pieces that are searched by a beam."""
NODES_A_PIECE = 20_000
"""Nodes after which an exact search of a piece is given up."""


class WindowPass:
    """Solves pieces of paths again."""

    name = "windows"

    def __init__(self, view: View, threads: ThreadPoolExecutor | None, workers: int) -> None:
        self._view = view
        self._threads, self._workers = threads, workers
        self._exact = Windows(view.rows, view.cols, max(SHORT))
        self.nodes = 0
        """Nodes looked at so far."""

    def shorten(self, moves: list[Move], width: int) -> Iterator[list[Move] | None]:
        """Yield each shorter path, and None while looking; `width` is that of the beams."""
        path = self._view.path(moves)
        long = [length for length in LONG if 2 * length <= len(path)]
        sweeps = [(length, 0) for length in SHORT] + [(length, width) for length in long]
        for length, beam_width in sweeps:
            for better in self._sweep(path, length, beam_width):
                path = better or path
                yield None if better is None else self._view.moves(better)

    def _sweep(self, path: list[int], length: int, width: int) -> Iterator[list[int] | None]:
        """Slide a window over the path from its start to its end."""
        view = self._view
        step = length // 2 if width else 1
        at = 0
        boards = list(boards_along(view.tiles, view.blank, view.sides, path))
        while at + 2 < len(path):
            end = min(at + length, len(path))
            if width:
                end = self._well_seen(boards, at, end)
            (start, blank), (goal, _) = boards[at], boards[end]
            if width:
                piece = self._by_beam(start, goal, end - at, width)
            else:
                piece = self._exact.shorter(start, goal, blank, end - at - 2, NODES_A_PIECE)
                self.nodes += self._exact.nodes
            if piece is None:
                at += step
                yield None
                continue
            path = path[:at] + piece + path[end:]
            between = boards_along(start, blank, view.sides, piece)
            boards[at : end + 1] = between
            at = max(0, at - length // 2)
            yield path

    def _well_seen(self, boards: list[tuple[ShortIntegers, int]], at: int, end: int) -> int:
        """The last board of the window's second half that a strong evaluation knows as a goal."""
        rows, cols = self._view.rows, self._view.cols
        corners = 0, cols - 1, (rows - 1) * cols, rows * cols - 1
        for last in range(end, (at + end) // 2, -1):
            if boards[last][1] in corners:
                return last
        return end

    def _by_beam(
        self, start: ShortIntegers, goal: ShortIntegers, length: int, width: int
    ) -> list[int] | None:
        frame = Frame(self._view.board(goal))
        evaluation = best_evaluation(frame.rows, frame.cols, frame.home)
        beam = Beam(evaluation, width, threads=self._threads, workers=self._workers)
        beam.begin(frame.tiles(self._view.board(start)), length)
        while (status := beam.advance()) is BeamStatus.RUNNING:
            pass
        self.nodes += beam.generated
        return list(map(int, frame.moves(beam.path()))) if status is BeamStatus.FOUND else None
