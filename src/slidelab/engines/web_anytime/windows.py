"""The pass that polishes: pieces of the path are solved again.

Short pieces are replaced by a shortest way between their ends, found by iterative-deepening A* with
Manhattan distance: they are so short that no better heuristic pays. Long ones are searched by a
beam, with the board at the end of the piece as the goal: that board is near, so the beam sees
clearly what the one that found the path could only guess.
"""

from collections.abc import Iterator

import numpy as np

from slidelab.engines.compiling import Int16s, Int64s, compiled
from slidelab.engines.geometry import OUTSIDE, distances, neighbours
from slidelab.engines.web_anytime.beam import BeamStatus, LearnedBeam, Threads
from slidelab.engines.web_anytime.evaluation import best_evaluation
from slidelab.engines.web_anytime.frame import Frame, boards_along
from slidelab.puzzle import Board, Move, Shape

SHORT = (20, 28)
"""Moves of the pieces that are solved exactly."""
LONG = (40, 80, 160)
"""Moves of the pieces that are searched by a beam."""
NODES_A_PIECE = 20_000
"""Nodes after which an exact search of a piece is given up."""

NOT_FOUND, GIVEN_UP = -1, -2
_NO_MOVE = 4


class WindowPass:
    """Solves pieces of paths again."""

    def __init__(self, start: Board, frame: Frame, threads: Threads = (None, 1)) -> None:
        self._tiles, self._frame, self._threads = frame.tiles(start), frame, threads
        self._exact = PieceSearch(frame.rows, frame.cols)
        self.nodes = 0
        """Nodes looked at so far."""

    def shorten(self, moves: list[Move], width: int) -> Iterator[list[Move] | None]:
        """Yield each shorter path, and None while looking; `width` is that of the beams."""
        path = self._frame.path(moves)
        long = [length for length in LONG if 2 * length <= len(path)]
        sweeps = [(length, 0) for length in SHORT] + [(length, width) for length in long]
        for length, beam_width in sweeps:
            for better in self._sweep(path, length, beam_width):
                path = better or path
                yield None if better is None else self._frame.moves(better)

    def _sweep(self, path: list[int], length: int, width: int) -> Iterator[list[int] | None]:
        """Slide a window over the path from its start to its end."""
        step = length // 2 if width else 1
        at = 0
        boards = list(boards_along(self._frame, self._tiles, path))
        while at + 2 < len(path):
            end = min(at + length, len(path))
            if width:
                end = self._find_well_seen(boards, at, end)
            (start, blank), (goal, _) = boards[at], boards[end]
            if width:
                piece = self._search_by_beam(start, goal, end - at, width)
            else:
                piece = self._exact.find(start, goal, blank, end - at - 2, NODES_A_PIECE)
                self.nodes += self._exact.nodes
            if piece is None:
                at += step
                yield None
                continue
            path = path[:at] + piece + path[end:]
            boards[at : end + 1] = boards_along(self._frame, start, piece)
            at = max(0, at - length // 2)
            yield path

    def _find_well_seen(self, boards: list[tuple[Int16s, int]], at: int, end: int) -> int:
        """The last board of the window's second half that a strong evaluation knows as a goal."""
        rows, cols = self._frame.rows, self._frame.cols
        corners = 0, cols - 1, (rows - 1) * cols, rows * cols - 1
        for last in range(end, (at + end) // 2, -1):
            if boards[last][1] in corners:
                return last
        return end

    def _search_by_beam(
        self, start: Int16s, goal: Int16s, length: int, width: int
    ) -> list[int] | None:
        frame = Frame(self._frame.board(goal))
        beam = LearnedBeam(best_evaluation(*frame.key), width, threads=self._threads)
        beam.begin(frame.tiles(self._frame.board(start)), length)
        while (status := beam.advance()) is BeamStatus.RUNNING:
            pass
        self.nodes += beam.generated
        return list(map(int, frame.moves(beam.path()))) if status is BeamStatus.FOUND else None


class PieceSearch:
    """Looks for a shortest way between two boards of one shape."""

    def __init__(self, rows: int, cols: int) -> None:
        self._sides = neighbours(Shape(rows, cols), "int16")
        self._distance = np.array(distances(Shape(rows, cols)), np.int16)
        self.nodes = 0
        """The nodes that the latest search looked at."""

    def find(
        self, start: Int16s, end: Int16s, blank: int, longest: int, budget: int
    ) -> list[int] | None:
        """The moves of a shortest way from `start` to `end`, if there is one within `longest`.

        None if there is not, or if more than `budget` nodes would have to be looked at.
        """
        homes, tiles = np.argsort(end).astype(np.int16), np.array(start, np.int16)
        stack, used = np.zeros((longest + 1, 3), np.int64), np.zeros(1, np.int64)
        tables = homes, self._sides, self._distance
        length = shortest_way(tiles, blank, *tables, longest, budget, stack, used)
        self.nodes = int(used[0])
        return None if length < 0 else stack[:length, 1].tolist()


@compiled
def shortest_way(
    tiles: Int16s,
    blank: int,
    homes: Int16s,
    sides: Int16s,
    distances: Int16s,
    longest: int,
    budget: int,
    stack: Int64s,
    used: Int64s,
) -> int:
    """The length of a shortest way home within `longest`, its moves in the stack's middle column.

    Each row of the stack has the next move to try at that depth, the move taken, and the distance.
    """
    number = tiles[blank]
    total = 0
    for cell in range(tiles.size):
        if cell != blank:
            total += distances[homes[tiles[cell]], cell]
    if total == 0:
        return 0 if homes[number] == blank else NOT_FOUND
    # Every move of the blank changes the colour of its cell, so odd and even are known.
    bound = total + ((total ^ distances[homes[number], blank]) & 1)
    while bound <= longest:
        depth = 0
        stack[0, 0] = 0
        stack[0, 2] = total
        while depth >= 0:
            move = stack[depth, 0]
            if move == _NO_MOVE:
                depth -= 1
                if depth >= 0:
                    back = int(sides[blank, stack[depth, 1] ^ 1])
                    tiles[blank] = tiles[back]
                    tiles[back] = number
                    blank = back
                continue
            stack[depth, 0] = move + 1
            target = int(sides[blank, move])
            if target == OUTSIDE or (depth > 0 and move == stack[depth - 1, 1] ^ 1):
                continue
            home = homes[tiles[target]]
            left = stack[depth, 2] - distances[home, target] + distances[home, blank]
            if depth + 1 + left > bound:
                continue
            stack[depth, 1] = move
            tiles[blank] = tiles[target]
            tiles[target] = number
            blank = target
            depth += 1
            if left == 0:
                return depth
            used[0] += 1
            if used[0] > budget:
                return GIVEN_UP
            stack[depth, 0] = 0
            stack[depth, 2] = left
        bound += 2
    return NOT_FOUND
