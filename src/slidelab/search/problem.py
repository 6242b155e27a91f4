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
Moves = list[tuple[Move, int]]
"""Moves in the order in which they are tried, each with the cell that the blank moves to."""


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
        last = f", last move {self.move.word}" if self.move is not None else ""
        estimates = [f", {name}={getattr(self, name):g}" for name in "hf" if hasattr(self, name)]
        tiles = ",".join(map(str, self.state))
        return f"<Node {tiles}: g={self.g}{''.join(estimates)}{last}>"

    def path(self) -> list[Move]:
        """Return the moves from the root to this node."""
        moves = []
        node = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        return moves


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
        self._swaps = _swap_tables(start.shape.cells)
        seed = conventions.seed
        orders = (conventions.order,) if seed is None else ORDERS
        self._tables = [_move_tables(start.shape, order) for order in orders]
        self._random = None if seed is None else SplitMix64(seed)

    def root(self) -> Node:
        """Return the node of the start state."""
        return Node(self.start, None, None, 0)

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes one move from `node`, in the order of the conventions."""
        return self._follow(node, self._choose_table()[None])

    def onward(self, node: Node) -> Iterator[Node]:
        """Yield the children of `node`, except the one that would undo its last move."""
        return self._follow(node, self._choose_table()[node.move])

    def child(self, node: Node, move: Move) -> Node:
        """Return the child that a move leads to."""
        state = node.state
        target = self.shape.target(state.index(0), move)
        assert target is not None, "the blank cannot move beyond the edge"
        return Node(state.translate(self._swaps[state[target]]), node, move, node.g + 1)

    def reversed(self) -> "Problem":
        """Return the same problem with the children of each node in reverse order."""
        twin = copy(self)
        twin._tables = [
            {last: [moves[::-1] for moves in by_blank] for last, by_blank in table.items()}
            for table in self._tables
        ]
        return twin

    def _choose_table(self) -> dict[Move | None, list[Moves]]:
        if self._random is None:
            return self._tables[0]
        return self._tables[self._random.below(len(self._tables))]

    def _follow(self, node: Node, moves_at: list[Moves]) -> Iterator[Node]:
        state, g, swaps = node.state, node.g + 1, self._swaps
        for move, cell in moves_at[state.index(0)]:
            yield Node(state.translate(swaps[state[cell]]), node, move, g)


def _no_heuristic(state: State) -> Number:
    raise SlidelabError("this search needs a heuristic: Problem(start, goal, h=...)")


@cache
def _swap_tables(cells: int) -> list[bytes]:
    # Moving the blank exchanges it with a tile, which bytes.translate does in one C call.
    return [bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in range(cells)]


@cache
def _move_tables(shape: Shape, order: str) -> dict[Move | None, list[Moves]]:
    """Return the moves to follow by the last move (None: all) and the cell of the blank."""
    moves = [Move.parse(letter) for letter in order]
    every: list[Moves] = []
    for cell in range(shape.cells):
        targets = ((move, shape.target(cell, move)) for move in moves)
        every.append([(move, target) for move, target in targets if target is not None])
    return {None: every} | {
        last: [[step for step in steps if step[0] is not last.inverse] for steps in every]
        for last in moves
    }
