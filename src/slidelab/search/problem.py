"""A problem to search, and the nodes of its search tree."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from slidelab.puzzle import MULTI, Board, Move, Shape
from slidelab.puzzle.metric import needless, slides
from slidelab.puzzle.states import EXCHANGE, slide
from slidelab.search.conventions import ORDERS, TEXTBOOK, Conventions
from slidelab.search.randomness import SplitMix64

State = bytes
Number = int | float
Step = tuple[Move, tuple[int, ...]]
StepTable = dict[Move | None, list[list[Step]]]


@cache
def _swap_tables(cells: int) -> list[Any]:
    # Moving the blank onto a tile exchanges two values, which bytes.translate does in one C call.
    return EXCHANGE[:cells]


class Node:
    """A state as one path reaches it: the path is the chain of parents, g is its length.

    `move` is the direction of the last move, and `tiles` how many tiles it took.
    """

    __slots__ = ("f", "g", "h", "move", "parent", "state", "tiles")

    f: Number
    h: Number

    def __init__(
        self, state: State, parent: "Node | None", move: Move | None, g: int, tiles: int = 1
    ) -> None:
        self.state = state
        self.parent = parent
        self.move = move
        self.g = g
        self.tiles = tiles

    def __repr__(self) -> str:
        last = f", last move {self.move.word}" if self.move is not None else ""
        estimates = [f", {name}={getattr(self, name):g}" for name in "hf" if hasattr(self, name)]
        tiles = ",".join(map(str, self.state))
        return f"<Node {tiles}: g={self.g}{''.join(estimates)}{last}>"

    def path(self) -> list[Move]:
        """The moves from the root to here, each of one tile."""
        moves = []
        node = self
        while node.parent is not None:
            assert node.move is not None
            moves.extend([node.move] * node.tiles)
            node = node.parent
        moves.reverse()
        return moves


def undoes(child: Node) -> bool:
    """Whether a child is the board that its parent came from."""
    before = child.parent and child.parent.parent
    return before is not None and child.state == before.state


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
        return self._move(node, self._next_steps()[None])

    def onward(self, node: Node) -> Iterator[Node]:
        """The children of `node` but those that the move before makes needless."""
        return self._move(node, self._next_steps()[node.move])

    def child(self, node: Node, move: Move) -> Node:
        """The node that a step of one tile leads to, which may be the rest of a slide."""
        target = self.shape.target(node.state.index(0), move)
        assert target is not None, "a node has no child beyond the edge"
        slides_on = self.conventions.metric == MULTI and node.move is move
        return Node(slide(node.state, target), node, move, node.g + (not slides_on))

    def _move(self, node: Node, steps: list[list[Step]]) -> Iterator[Node]:
        state = node.state
        g = node.g + 1
        for move, cells in steps[state.index(0)]:
            moved = state
            for tiles, cell in enumerate(cells, start=1):
                moved = moved.translate(self._swap_with_blank[moved[cell]])
                yield Node(moved, node, move, g, tiles)


def _no_heuristic(state: State) -> Number:
    raise ValueError("this search needs a heuristic: Problem(start, goal, h=...)")


def _steps_in_order(shape: Shape, conventions: Conventions) -> Callable[[], StepTable]:
    """What to call at each expansion for the table of steps to follow."""
    if conventions.seed is None:
        fixed = _steps(shape, conventions.order, conventions.metric)
        return lambda: fixed
    random_number = SplitMix64(conventions.seed).below
    tables = [_steps(shape, order, conventions.metric) for order in ORDERS]
    return lambda: tables[random_number(len(tables))]


@cache
def _steps(shape: Shape, order: str, metric: str) -> StepTable:
    """For each last move and each cell of the blank: the directions, and where moves end.

    The entry None stands for no last move, so that nothing is left out.
    """
    ranks = {Move.parse(letter): rank for rank, letter in enumerate(order)}
    every = [
        sorted(slides(shape, cell, metric), key=lambda step: ranks[step[0]])
        for cell in range(shape.cells)
    ]
    onward: StepTable = {
        last: [[step for step in steps if step[0] not in needless(last, metric)] for steps in every]
        for last in Move
    }
    return {None: every} | onward
