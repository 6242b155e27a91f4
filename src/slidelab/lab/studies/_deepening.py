"""How many nodes iterative deepening generates, without generating them.

The tree below a node, cut at a depth, depends on nothing but where the blank stands (and on the
last move, where that is not taken back). So a complete iteration can be counted from a small table.
The last iteration ends at the first solution in the order of the moves: it has generated that path,
and all of the trees that branch off before it.
"""

from collections.abc import Callable
from functools import cache

from slidelab.lab.state_space import StateSpace
from slidelab.puzzle import Move, Shape


def counter_of_nodes(space: StateSpace, undo: bool) -> Callable[[int], int]:
    """Return the function from a board's number to the nodes that the tree version of `ids`
    generates from there: the root once, and all others in every iteration.

    With `undo`, a move may be taken back at once; the searches here never do that.
    """
    size = _tree_sizes(space.goal.shape, undo)
    distance: list[int] = space.distance.tolist()
    neighbours: list[list[int]] = space.neighbours.tolist()
    targets = [space.goal.shape.targets(cell) for cell in range(space.goal.shape.cells)]

    def last_iteration(number: int) -> int:
        """Nodes generated, the root left out."""
        generated = 0
        last: Move | None = None
        while distance[number]:
            left = distance[number] - 1
            for move, cell in targets[space.states[number].index(0)]:
                if not undo and last is not None and move is last.inverse:
                    continue
                if distance[neighbours[number][move]] == left:
                    generated += 1
                    number, last = neighbours[number][move], move
                    break
                generated += size(cell, move, left)
        return generated

    def nodes(number: int) -> int:
        blank = space.states[number].index(0)
        complete = sum(size(blank, None, limit) - 1 for limit in range(distance[number]))
        return 1 + complete + last_iteration(number)

    return nodes


def _tree_sizes(shape: Shape, undo: bool) -> Callable[[int, Move | None, int], int]:
    @cache
    def size(blank: int, last: Move | None, depth: int) -> int:
        if depth == 0:
            return 1
        return 1 + sum(
            size(cell, move, depth - 1)
            for move, cell in shape.targets(blank)
            if undo or last is None or move is not last.inverse
        )

    return size
