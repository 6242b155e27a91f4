"""Run algorithms that users write: generators of events, or functions that return a path."""

from collections.abc import Callable, Generator, Iterable
from typing import Any

from slidelab.own_code import OwnCodeError, blame, takes
from slidelab.puzzle import BadMoves, Board, Move, parse_moves
from slidelab.search.events import EXPAND, GOAL, START, Steps
from slidelab.search.problem import Node, Problem


def run_own(function: Callable[..., Any], name: str, problem: Problem, **parameters: Any) -> Steps:
    """Yield the events of a user's function.

    Raises OwnCodeError with the position, the file and the line if the function raises, or if its
    path does not lead to the goal.
    """
    node = problem.root()
    try:
        if takes(function, 2):
            answer = function(*map(problem.board, (problem.start, problem.goal)), **parameters)
        else:
            answer = function(problem, **parameters)
        if not isinstance(answer, Generator):
            yield START, ()
            answer = [] if answer is None else [(GOAL, follow(answer, problem))]
        for event, subject in answer:
            if event is EXPAND:
                node = subject
            elif event is GOAL:
                follow(subject.path(), problem)
            yield event, subject
    except (OwnCodeError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        board = problem.board(node.state).to_text("rows")
        raise blame(f"the algorithm {name}, at {board}", error, function) from error


def follow(path: Any, problem: Problem) -> Node:
    """Return the goal node at the end of a path: moves, or the boards along it.

    Raises BadMoves or TypeError if it does not lead to the goal.
    """
    if not isinstance(path, Iterable):
        raise TypeError(f"it returned {path!r}, which is neither a path nor None")
    node = problem.root()
    for step in parse_moves(path) if isinstance(path, str) else path:
        wanted = step.state if isinstance(step, Board) else Move.parse(step)
        if wanted == node.state:
            continue  # a path of boards begins with the start
        nodes = [each for each in problem.children(node) if wanted in (each.state, each.move)]
        if not nodes:
            at = problem.board(node.state).to_text("rows")
            raise BadMoves(f"{step!r} is not one move from {at}")
        node = nodes[0]
    if node.state != problem.goal:
        end = problem.board(node.state).to_text("rows")
        raise BadMoves(f"its path leads to {end}, which is not the goal")
    return node
