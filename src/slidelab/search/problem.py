"""A problem to search, and the nodes of its search tree."""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, Shape
from slidelab.search.conventions import ORDERS, TEXTBOOK, Conventions
from slidelab.search.randomness import SplitMix64

State = bytes
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

    Informed searches need a heuristic `h`, bound to the goal.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions = TEXTBOOK,
        h: Callable[[State], Number] | None = None,
    ) -> None:
        self.start = start.state
        self.goal = goal.state
        self.shape = start.shape
        self.conventions = conventions
        self.h = h or _no_heuristic
        self._swaps = _list_swaps(self.shape.cells)
        seed = conventions.seed
        self._random = None if seed is None else SplitMix64(seed)
        self._orders = [conventions.order] if seed is None else [*ORDERS]
        self._moves = [_list_moves(self.shape, order) for order in self._orders]

    def root(self) -> Node:
        """Return the node of the start state."""
        return Node(self.start, None, None, 0)

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes one move from `node`, in the order of the conventions."""
        return self._make_moves(node, None)

    def onward(self, node: Node) -> Iterator[Node]:
        """Yield the children of `node`, except the one that would undo its last move."""
        return self._make_moves(node, node.move)

    def child(self, node: Node, move: Move) -> Node:
        """Return the child that a legal move leads to."""
        return next(child for child in self.children(node) if child.move is move)

    def reversed(self) -> "Problem":
        """Return the same problem with the children of each node in reverse order."""
        twin = copy(self)
        twin._moves = [_list_moves(self.shape, order[::-1]) for order in self._orders]
        return twin

    def _make_moves(self, node: Node, last: Move | None) -> Iterator[Node]:
        state, g, swaps = node.state, node.g + 1, self._swaps
        at = 0 if self._random is None else self._random.below(len(self._moves))
        for move, cell in self._moves[at][last][state.index(0)]:
            yield Node(state.translate(swaps[state[cell]]), node, move, g)


def _no_heuristic(state: State) -> Number:
    raise SlidelabError("this search needs a heuristic: Problem(start, goal, h=...)")


@cache
def _list_swaps(cells: int) -> list[bytes]:
    """List, for each tile, the table with which `bytes.translate` swaps it and the blank."""
    return [bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in range(cells)]


_Moves = dict[Move | None, list[list[tuple[Move, int]]]]
"""By the last move (None: any) and the cell of the blank: the moves, and the cells they lead to."""


@cache
def _list_moves(shape: Shape, order: str) -> _Moves:
    """List the legal moves in an order; after a move, those that do not undo it."""
    moves = [Move.parse(letter) for letter in order]
    every = [
        [(move, cell) for move in moves if (cell := shape.target(blank, move)) is not None]
        for blank in range(shape.cells)
    ]
    return {None: every} | {
        last: [[step for step in steps if step[0] is not last.inverse] for steps in every]
        for last in moves
    }
