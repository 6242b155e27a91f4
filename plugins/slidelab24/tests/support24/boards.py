"""Problems on small boards, with their true distances from the second implementation."""

from random import Random

from slidelab.puzzle import Shape
from slidelab24.database import open_database
from slidelab24.kernel import GradientProblem
from slidelab24.sequences import open_automaton
from tests.oracles import puzzle


def goal_of(rows, cols, blank=0):
    """Return the goal that has the tiles in order and the blank on a cell."""
    tiles = list(range(1, rows * cols))
    return bytes([*tiles[:blank], 0, *tiles[blank:]])


def problem_of(board, rows, cols, folder, longest=8, blank=0):
    """Return the problem of a board; 2 as `longest` leaves out moves that undo the last one."""
    database = open_database(Shape(rows, cols), blank, folder)
    goal = tuple(goal_of(rows, cols, blank))
    return GradientProblem.of(tuple(board), goal, database, open_automaton(longest))


def scrambled(rows, cols, moves, seed):
    """Return a board after random moves from the goal with the blank first."""
    return tuple(puzzle.random_walk(goal_of(rows, cols), cols, moves, seed)[-1])


def sample(rows, cols, count, blank=0):
    """Return some boards, each with its true distance."""
    truth = puzzle.distances(goal_of(rows, cols, blank), rows, cols)
    chosen = Random(1).sample(sorted(truth), count)
    return [(tuple(board), truth[board]) for board in chosen]


def is_solved_by(board, moves, cols, blank=0):
    """Return whether the moves lead to the goal."""
    goal = goal_of(len(board) // cols, cols, blank)
    return puzzle.play(bytes(board), cols, moves) == goal
