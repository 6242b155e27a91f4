"""All boards around a goal, layer by layer."""

from collections.abc import Iterator

from slidelab.puzzle import Board, Shape
from slidelab.puzzle.scramble import MOST_STATES
from slidelab.puzzle.states import slide


class SpaceTooLargeError(ValueError):
    """There are too many boards to look at."""


def layers(goal: Board) -> Iterator[list[bytes]]:
    """The states 0, 1, 2, … moves from the goal, each layer sorted.

    Raises SpaceTooLargeError when more boards would have to be looked at than take some seconds.

    >>> [len(layer) for layer in layers(Board.parse("0 1 / 2 3"))]
    [1, 2, 2, 2, 2, 2, 1]
    """
    nearer: set[bytes] = set()
    layer = {goal.state}
    seen = 0
    while layer:
        seen += len(layer)
        if seen > MOST_STATES:
            raise SpaceTooLargeError(
                f"there are too many {goal.shape} boards: more than {MOST_STATES:,} would have "
                "to be looked at"
            )
        yield sorted(layer)
        # A move changes the colour of the blank's cell, so a layer's neighbours are in the
        # layers before and after it.
        nearer, layer = layer, _neighbours(layer, goal.shape) - nearer


def _neighbours(states: set[bytes], shape: Shape) -> set[bytes]:
    targets = [[target for _, target in shape.targets(cell)] for cell in range(shape.cells)]
    return {slide(state, target) for state in states for target in targets[state.index(0)]}
