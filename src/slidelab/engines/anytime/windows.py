"""Shorten a path by solving pieces of it again.

The end of a piece is the goal of a beam of its own. That goal is near, so the beam sees clearly
what the one that found the path could only guess.
"""

from collections.abc import Callable, Iterator

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.frame import Frame, Tiles

LENGTHS = (40, 80, 160)
"""Moves of a piece, by sweep over the path."""


class Windows:
    """Sweeps over paths from one state; `make_beam(frame, width)` returns the beams to use."""

    def __init__(self, frame: Frame, tiles: Tiles, make_beam: Callable[[Frame, int], Beam]) -> None:
        self._frame, self._tiles, self._make_beam = frame, tiles, make_beam
        self.generated = 0
        """The number of nodes estimated so far."""

    def shorten(self, path: list[int], width: int) -> Iterator[list[int]]:
        """Yield the best path so far after each piece; `width` is that of the beams."""
        for length in LENGTHS:
            if length <= len(path):
                for shorter in self._sweep(path, length, width):
                    path = shorter
                    yield path

    def _sweep(self, path: list[int], length: int, width: int) -> Iterator[list[int]]:
        """Slide a window over the path from its start to its end."""
        states = self._frame.states(self._tiles, path)
        at = 0
        while at + 2 < len(path):
            end = min(at + length, len(path))
            piece = self._solve(states[at], states[end], end - at, width)
            if piece is None:
                at += length // 2
            else:
                path = path[:at] + piece + path[end:]
                states = self._frame.states(self._tiles, path)
                at = max(0, at - length // 2)
            yield path

    def _solve(self, start: Tiles, goal: Tiles, length: int, width: int) -> list[int] | None:
        """Return a way of fewer moves than `length` between two states, or None."""
        frame = Frame(self._frame.board(goal))
        beam = self._make_beam(frame, width)
        beam.begin(frame.tiles(self._frame.board(start)), length)
        while beam.advance() is BeamStatus.RUNNING:
            pass
        self.generated += beam.generated
        found = beam.status is BeamStatus.FOUND
        return list(map(int, frame.moves(beam.path()))) if found else None
