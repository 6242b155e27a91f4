"""A board to solve, and the top of its search tree.

For each view a search keeps the *slack*: half of what the bound leaves beyond the moves made and
the estimate. A move that leads nearer leaves it as it is, one that leads farther costs one, and a
child whose slack would fall below zero is not entered.
"""

from collections.abc import Sequence
from typing import NamedTuple

from slidelab24.patterns import MOVES, SOURCES, Board
from slidelab24.sequences import Automaton
from slidelab24.tables import Tables


class Node(NamedTuple):
    """A node of the search tree, with what its children are judged by."""

    board: tuple[int, ...]
    numbers: tuple[int, ...]
    """Where its words are."""
    slacks: tuple[int, ...]
    machine: int
    """The state of the automaton."""
    allowed: int
    """The moves that the automaton allows, a bit for each."""
    moves: str


class Problem:
    """A board, its estimates in each view, and what is needed to search."""

    def __init__(
        self, board: Board, estimates: list[int], tables: Tables, automaton: Automaton
    ) -> None:
        self.board, self.estimates = tuple(board), estimates
        self.tables, self.automaton = tables, automaton
        self._numbers = tables.numbers(board)
        self._words = tables.take(self._numbers)
        self.bit, self.change = tables.partition.moves()

    def root(self, bound: int) -> Node:
        """Return the root of the tree within a bound."""
        slacks = tuple((bound - estimate) // 2 for estimate in self.estimates)
        return Node(self.board, self._numbers, slacks, 0, self.automaton.allowed, "")

    def children(self, node: Node) -> list[Node]:
        """Return the children of a node that are within the bound."""
        blank, children = node.board.index(0), []
        words = self.tables.take(node.numbers) if node.moves else self._words
        for direction, letter in enumerate(MOVES):
            target = int(SOURCES[blank, 3 - direction])  # the opposite move leads back from there
            if target < 0 or not node.allowed >> direction & 1:
                continue
            tile, board = node.board[target], list(node.board)
            board[blank], board[target] = tile, 0
            numbers, slacks = list(node.numbers), list(node.slacks)
            for view in range(len(slacks)):
                bit = int(self.bit[view, tile, direction])
                slacks[view] -= 1 - (words[bit & 255] >> (bit >> 8) & 1)
                numbers[bit & 255] += int(self.change[view, tile, direction])
            if min(slacks) >= 0:
                step = int(self.automaton.follow[4 * node.machine + direction])
                state = step >> 4, step & 15
                moves = node.moves + letter
                children.append(Node(tuple(board), tuple(numbers), tuple(slacks), *state, moves))
        return children


def pose(boards: Sequence[Board], tables: Tables, automaton: Automaton) -> list[Problem]:
    """Return the problems of some boards."""
    pairs = zip(boards, tables.estimates(boards), strict=True)
    return [Problem(board, estimates, tables, automaton) for board, estimates in pairs]
