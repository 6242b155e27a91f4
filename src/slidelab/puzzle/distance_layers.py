"""All boards around a goal, layer by layer."""

from __future__ import annotations

from slidelab.puzzle.board import Board
from slidelab.puzzle.metric import SINGLE, slides
from slidelab.puzzle.states import slide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


_STATES_A_REPORT = 1024


def layers(goal: Board, metric: str = SINGLE) -> Iterator[set[bytes]]:
    """The states 0, 1, 2, … moves from the goal, up to the farthest.

    A layer is looked for when it is asked for, and progress is reported meanwhile. Sort it where
    the order matters: a set of bytes has another order in each run of Python.

    >>> [len(layer) for layer in layers(Board.parse("0 1 / 2 3"))]
    [1, 2, 2, 2, 2, 2, 1]
    """
    from slidelab.system.progress import report_progress  # boards are imported without it

    shape = goal.shape
    moves = [[cells for _, cells in slides(shape, cell, metric)] for cell in range(shape.cells)]
    nearer: set[bytes] = set()
    layer = {goal.state}
    while layer:
        yield layer
        around = set()
        for at, state in enumerate(layer):
            if at % _STATES_A_REPORT == 0:
                report_progress("visiting boards")
            for cells in moves[state.index(0)]:
                moved = state
                for cell in cells:
                    moved = slide(moved, cell)
                    around.add(moved)
        # A move can be undone, so the neighbours of a layer lie in it and in the layers before and
        # after it: only these need to be kept.
        nearer, layer = layer, around - nearer - layer
