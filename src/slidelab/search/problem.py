"""A problem to search, and the nodes of its search tree."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from slidelab.puzzle import Board, Move, Shape
from slidelab.puzzle.states import MOST_VALUES, exchange_table, slide
from slidelab.search.conventions import ORDERS, TEXTBOOK, Conventions
from slidelab.search.randomness import SplitMix64

State = bytes
Number = int | float
Step = tuple[Move, int]
StepTable = dict[Move | None, list[list[Step]]]

# Moving the blank onto a tile exchanges two values, which bytes.translate does in one C call.
_SWAP_WITH_BLANK = [exchange_table(tile) for tile in range(MOST_VALUES)]


@cache
def _swap_tables(cells: int) -> list[Any]:
    if cells <= MOST_VALUES:
        return _SWAP_WITH_BLANK
    return [exchange_table(tile, cells) for tile in range(cells)]


class Node:
    """A state as one path reaches it: the path is the chain of parents, g is its length."""

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
        """The moves from the root to here."""
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
        self._swap_with_blank = _swap_tables(start.shape.cells)
        self._next_steps = _steps_in_order(start.shape, conventions)

    def root(self) -> Node:
        """The node of the start state."""
        return Node(self.start, None, None, 0)

    def children(self, node: Node) -> Iterator[Node]:
        """The nodes one move from `node`, in the order of the conventions."""
        state = node.state
        g = node.g + 1
        for move, cell in self._next_steps()[None][state.index(0)]:
            yield Node(state.translate(self._swap_with_blank[state[cell]]), node, move, g)

    def child(self, node: Node, move: Move) -> Node:
        """The node that one move leads to."""
        target = self.shape.target(node.state.index(0), move)
        assert target is not None, "a node has no child beyond the edge"
        return Node(slide(node.state, target), node, move, node.g + 1)

    def onward(self, node: Node) -> Iterator[Node]:
        """The children of `node` but the one that undoes the move that led to it."""
        state = node.state
        g = node.g + 1
        for move, cell in self._next_steps()[node.move][state.index(0)]:
            yield Node(state.translate(self._swap_with_blank[state[cell]]), node, move, g)


def _no_heuristic(state: State) -> Number:
    raise ValueError("this search needs a heuristic: Problem(start, goal, h=...)")


def _steps_in_order(shape: Shape, conventions: Conventions) -> Callable[[], StepTable]:
    """What to call at each expansion for the table of steps to follow."""
    if conventions.seed is None:
        fixed = _steps(shape, conventions.order)
        return lambda: fixed
    random_number = SplitMix64(conventions.seed).below
    tables = [_steps(shape, order) for order in ORDERS]
    return lambda: tables[random_number(len(tables))]


@cache
def _steps(shape: Shape, order: str) -> StepTable:
    """For each last move and each cell of the blank: the next moves and where they lead.

    The entry None stands for no last move, so that nothing is left out.
    """
    ranks = {Move.parse(letter): rank for rank, letter in enumerate(order)}
    every = [sorted(shape.targets(cell), key=lambda s: ranks[s[0]]) for cell in range(shape.cells)]
    onward: StepTable = {
        last: [[step for step in steps if step[0] is not last.inverse] for steps in every]
        for last in Move
    }
    return {None: every} | onward
