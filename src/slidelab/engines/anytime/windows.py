"""Shorten a path by solving pieces of it again.

The end of a piece is the goal of a beam of its own. That goal is near, so the beam sees clearly
what the one that found the path could only guess.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.frame import Frame
from slidelab.puzzle import Board, Move

LENGTHS = (40, 80, 160)
"""Moves of a piece, by sweep over the path."""


def shorten(
    start: Board, path: list[Move], make_beam: Callable[[Frame], Beam]
) -> Iterator[tuple[list[Move], int]]:
    """Yield the best path so far after each piece, and the number of nodes that the piece took."""
    for length in LENGTHS:
        if length > len(path):
            return
        boards = list(accumulate(path, Board.move, initial=start))
        at = 0
        while at + 2 < len(path):
            end = min(at + length, len(path))
            frame = Frame(boards[end])
            beam = make_beam(frame)
            beam.begin(frame.tiles(boards[at]), end - at)
            while beam.advance() is BeamStatus.RUNNING:
                pass
            if beam.status is BeamStatus.FOUND:
                piece = frame.moves(beam.path())
                path = path[:at] + piece + path[end:]
                boards[at : end + 1] = accumulate(piece, Board.move, initial=boards[at])
                at = max(0, at - length // 2)
            else:
                at += length // 2
            yield path, beam.generated
