"""A problem to search, and the nodes of its search tree."""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from random import Random

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, Shape
from slidelab.puzzle.moves import SWAPS
from slidelab.search.conventions import ORDERS, TEXTBOOK, Conventions

State = bytes
"""The tiles of a board, one byte per cell, row by row."""
Number = int | float


class Node:
    """A state as one path reaches it: the path is the chain of parents, g is its length.

    `h` and `f` are set when a search that uses them evaluates the node.
    """

    __slots__ = ("f", "g", "h", "move", "parent", "state")

    f: Number
    h: Number

    def __init__(self, state: State, parent: "Node | None", move: Move | None, g: int) -> None:
        self.state = state
        self.parent = parent
        self.move = move
        self.g = g

    def __repr__(self) -> str:
        return f"<Node {','.join(map(str, self.state))}: g={self.g}>"

    def path(self) -> list[Move]:
        """Return the moves from the root to this node."""
        moves, node = [], self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        return moves[::-1]


class Problem:
    """From `start` to `goal` by the blank's moves, under conventions.

    Informed searches need a heuristic `h`, bound to the goal. Raises SlidelabError if the boards
    differ in shape.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions = TEXTBOOK,
        h: Callable[[State], Number] | None = None,
    ) -> None:
        if start.shape != goal.shape:
            raise SlidelabError(f"start is a {start.shape} board, and goal a {goal.shape} board")
        self.start = start.state
        self.goal = goal.state
        self.shape = start.shape
        self.conventions = conventions
        self.h = h or _no_heuristic
        orders = [conventions.order] if conventions.seed is None else ORDERS
        self._moves = [_list_moves(self.shape, order) for order in orders]
        """The moves from each cell, in the one order, or in each that may be drawn."""

    def board(self, state: State) -> Board:
        """Return a state as a board."""
        return Board.from_state(state, self.shape)

    def root(self) -> Node:
        """Return the node of the start state; and restart the random order."""
        self._random = Random(self.conventions.seed or 0)
        return Node(self.start, None, None, 0)

    def children(self, node: Node, came_from: int | None = None) -> Iterator[Node]:
        """Yield the nodes one move from `node`, in the order of the conventions.

        The blank does not move to the cell `came_from`.
        """
        state, g = node.state, node.g + 1
        moves = self._random.choice(self._moves) if len(self._moves) > 1 else self._moves[0]
        for move, cell in moves[state.index(0)]:
            if cell != came_from:
                # SWAPS has a table for each tile, which exchanges it with the blank.
                yield Node(state.translate(SWAPS[state[cell]]), node, move, g)

    def onward(self, node: Node) -> Iterator[Node]:
        """Yield the children of `node`, except the one that would undo its last move."""
        return self.children(node, node.parent.state.index(0) if node.parent else None)

    def reversed(self) -> "Problem":
        """Return the same problem with the children of each node in reverse order."""
        twin = copy(self)
        twin._moves = [[steps[::-1] for steps in moves] for moves in self._moves]
        return twin


def _no_heuristic(state: State) -> Number:
    raise SlidelabError("this search needs a heuristic: Problem(start, goal, h=...)")


@cache
def _list_moves(shape: Shape, order: str) -> list[list[tuple[Move, int]]]:
    """List the moves of a blank on each cell, in an order, with the cells that they lead to."""
    return [
        sorted(shape.targets(cell), key=lambda step: order.index(step[0].letter))
        for cell in range(shape.cells)
    ]
