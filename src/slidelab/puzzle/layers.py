"""All boards around a goal, layer by layer."""

from __future__ import annotations

from slidelab.puzzle.board import Board
from slidelab.puzzle.states import slide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def layers(goal: Board) -> Iterator[set[bytes]]:
    """The states 0, 1, 2, … moves from the goal, up to the farthest.

    A layer is looked for when it is asked for. Sort it where the order matters: a set of bytes has
    another order in each run of Python.

    >>> [len(layer) for layer in layers(Board.parse("0 1 / 2 3"))]
    [1, 2, 2, 2, 2, 2, 1]
    """
    shape = goal.shape
    targets = [[target for _, target in shape.targets(cell)] for cell in range(shape.cells)]
    nearer: set[bytes] = set()
    layer = {goal.state}
    while layer:
        yield layer
        # Each move changes the colour of the blank's cell, as on a chessboard, so the neighbours of
        # a layer lie in the layers before and after it: only these need to be kept.
        around = {slide(state, target) for state in layer for target in targets[state.index(0)]}
        nearer, layer = layer, around - nearer
