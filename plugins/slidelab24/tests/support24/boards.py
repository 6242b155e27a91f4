"""Searches on small boards, with their true distances from the second implementation."""

from random import Random

from slidelab.puzzle import Board, Shape
from slidelab.search import Conventions, Limits, Run
from slidelab24.database import open_database
from slidelab24.search import GradientSearch
from slidelab24.sequences import open_automaton
from tests.oracles import puzzle


def goal_of(rows, cols, blank=0):
    """Return the goal that has the tiles in order and the blank on a cell."""
    tiles = list(range(1, rows * cols))
    return Board([*tiles[:blank], 0, *tiles[blank:]], Shape(rows, cols))


def search_of(board, folder, longest=8, blank=0, **options):
    """Return the search of a board; 2 as `longest` leaves out moves that undo the last one."""
    database = open_database(board.shape, blank, folder)
    goal = goal_of(*board.shape, blank)
    return GradientSearch(board, goal, database, open_automaton(longest), **options)


def finished(search):
    """Return a search at its end."""
    while search.step(1) is None:
        pass
    return search


def advance(search, nodes):
    """Expand up to some nodes in all; return the status."""
    return Run(search, Conventions()).advance(Limits(nodes=nodes))


def scrambled(rows, cols, moves, seed):
    """Return a board after random moves from the goal with the blank first."""
    walk = puzzle.random_walk(goal_of(rows, cols).state, cols, moves, seed)
    return Board.from_state(walk[-1], Shape(rows, cols))


def sample(rows, cols, count, blank=0):
    """Return some boards, each with its true distance."""
    truth = puzzle.distances(goal_of(rows, cols, blank).state, rows, cols)
    chosen = Random(1).sample(sorted(truth), count)
    return [(Board.from_state(state, Shape(rows, cols)), truth[state]) for state in chosen]


def is_solved_by(board, moves, blank=0):
    """Return whether the moves lead to the goal."""
    goal = goal_of(*board.shape, blank)
    return puzzle.play(board.state, board.shape.cols, moves) == goal.state
