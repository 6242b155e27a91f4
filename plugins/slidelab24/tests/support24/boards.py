"""Boards of 5x5 near the goal, and partitions whose tables are built at once."""

from slidelab.puzzle import Board, Shape
from slidelab24.patterns import Partition
from slidelab24.search import GradientSearch
from slidelab24.sequences import open_automaton
from slidelab24.tables import open_tables
from tests.oracles import puzzle

GOAL = Board.goal("5x5")
SMALL = Partition(".aabb caabb cddee cddee cffff")
OTHER = Partition(".aabb aabbc ddccc ddeef eefff")


def search_of(board, longest=8, goal=GOAL, workers=1, partition=SMALL):
    """Return the search of a board; 2 as `longest` leaves out moves that undo the last one."""
    return GradientSearch(board, goal, open_tables(partition), open_automaton(longest), workers)


def finished(search):
    """Return a search at its end."""
    while search.step(1) is None:
        pass
    return search


def scrambled(moves, seed, goal=GOAL):
    """Return a board after random moves from the goal."""
    return Board.from_state(puzzle.random_walk(goal.state, 5, moves, seed)[-1], Shape(5, 5))


def is_solved_by(board, moves, goal=GOAL):
    """Return whether the moves lead to the goal."""
    return puzzle.play(board.state, 5, moves) == goal.state
