"""The state graph of a puzzle, as NetworkX looks at graphs: boards are nodes, moves are edges.

Nothing is stored: neighbours are worked out when they are asked for, so that the graph of a
15-puzzle takes no more room than that of an 8-puzzle.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from math import factorial
from typing import Any

from slidelab.puzzle import BLANK_FIRST, Board, BoardLike, Move, is_solvable
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.scramble import layers

Neighbors = dict[Board, dict[str, Any]]
"""The boards one move from a board, each with what is known of the move."""


class Adjacency(Mapping[Board, Neighbors]):
    """From each board of a graph to its neighbours."""

    __eq__, __hash__ = object.__eq__, object.__hash__  # too many boards to compare

    def __init__(self, goal: Board) -> None:
        self.goal = goal

    def __getitem__(self, board: Board) -> Neighbors:
        if board not in self:
            raise KeyError(board)
        return {other: {"move": move, "weight": 1} for move, other in board.neighbors()}

    def __contains__(self, board: object) -> bool:
        same_shape = isinstance(board, Board) and board.shape == self.goal.shape
        return same_shape and is_solvable(board, self.goal)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Board]:
        """All boards, the nearest to the goal first; a large shape has too many to wait for."""
        for layer in layers(self.goal):
            yield from map(partial(Board.from_state, shape=self.goal.shape), sorted(layer))

    def __len__(self) -> int:
        return factorial(self.goal.shape.cells) // 2

    def __repr__(self) -> str:
        return f"<the boards of {self.goal.shape} with their neighbours>"


class StateGraph(Adjacency):
    """The boards from which a goal can be reached, with an edge for every move.

    It has the methods by which algorithms of NetworkX read an undirected graph.

    >>> graph = StateGraph("2x2")
    >>> len(graph), graph.number_of_edges()
    (12, 12)
    >>> start = Board("1 0 / 2 3")
    >>> [graph.edges[start, board]["move"].letter for board in graph[start]]
    ['D', 'L']

    Raises ValueError for a shape or a goal that there is not.
    """

    def __init__(self, shape: ShapeLike = "3x3", goal: BoardLike = BLANK_FIRST) -> None:
        super().__init__(Board.goal(shape, goal))
        self.adj = self._adj = Adjacency(self.goal)
        self.graph: dict[str, Any] = {"name": f"{self.goal.shape} puzzle"}

    def __bool__(self) -> bool:
        return True  # Python has no length for the graph of a large board

    @property
    def nodes(self) -> Adjacency:
        """All boards; iterating begins at the goal."""
        return self.adj

    @property
    def edges(self) -> "Edges":
        """`edges[board, other]` tells of a move; iterating goes over every move once."""
        return Edges(self.adj)

    def neighbors(self, board: Board) -> Iterator[Board]:
        """The boards one move away."""
        return iter(self.adj[board])

    @property
    def degree(self) -> "Degrees":
        """`degree[board]`, or `degree(board)`, is the number of moves of a board."""
        return Degrees(self.adj)

    def has_edge(self, board: Board, other: Board) -> bool:
        """Whether two boards are one move apart."""
        return board in self.adj and other in self.adj[board]

    def number_of_nodes(self) -> int:
        """The number of boards."""
        return factorial(self.goal.shape.cells) // 2

    order = number_of_nodes

    def nbunch_iter(self, boards: Iterable[Board] | None = None) -> Iterator[Board]:
        """Those of the boards that are in the graph (default: all)."""
        return iter(self) if boards is None else (board for board in boards if board in self)

    def number_of_edges(self) -> int:
        """The number of moves, each counted once with its inverse."""
        shape = self.goal.shape
        ends = sum(len(shape.targets(cell)) for cell in range(shape.cells))
        return self.number_of_nodes() * ends // (2 * shape.cells)

    def is_directed(self) -> bool:
        """Every move can be undone, so it is not."""
        return False

    def is_multigraph(self) -> bool:
        """At most one move leads from a board to another."""
        return False

    def __repr__(self) -> str:
        return f"<StateGraph of {self.goal.shape}: {self.number_of_nodes():,} boards>"


class Degrees:
    """The number of moves of each board."""

    def __init__(self, adjacency: Adjacency) -> None:
        self._adjacency = adjacency

    def __getitem__(self, board: Board) -> int:
        return len(self._adjacency[board])

    __call__ = __getitem__

    def __iter__(self) -> Iterator[tuple[Board, int]]:
        return ((board, len(board.legal_moves)) for board in self._adjacency)


class Edges:
    """The edges of a graph."""

    def __init__(self, adjacency: Adjacency) -> None:
        self._adjacency = adjacency

    def __getitem__(self, ends: tuple[Board, Board]) -> dict[str, Any]:
        return self._adjacency[ends[0]][ends[1]]

    def __iter__(self) -> Iterator[tuple[Board, Board]]:
        for board in self._adjacency:
            for move, other in board.neighbors():
                if move in (Move.UP, Move.LEFT):  # its inverse is the same edge
                    yield board, other
