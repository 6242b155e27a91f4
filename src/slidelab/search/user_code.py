"""Algorithms that users write: a function of a Problem, or of a start and a goal."""

import functools
from collections.abc import Callable, Generator, Iterable
from types import FunctionType
from typing import Any

from slidelab.puzzle import Board, Move, PuzzleError, parse_moves
from slidelab.registry import OwnCodeError
from slidelab.registry.own_code import OwnCode, OwnEntry, arguments_of, code_of, place_of, safe_repr
from slidelab.search.algorithm import Algorithm
from slidelab.search.events import BOUND, EXPAND, GOAL, START, SUBGOAL, Event, Steps
from slidelab.search.problem import Node, Problem


class OwnAlgorithm(OwnEntry, Algorithm):
    """A user's algorithm.

    Its search raises OwnCodeError with the position, the file and the line if the user's function
    raises, yields something that is not an event, or returns a path that does not lead to the goal.
    """

    registry = "slidelab.search:ALGORITHMS"

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        code = code_of(self.function, self.function.__code__)
        last: list[Node] = []  # the node expanded last
        expanded = 0

        def describe(*_: object) -> str:
            if not last:
                return f"the algorithm {self.name}, before it expanded any node"
            board = Board.from_state(last[0].state, problem.shape).to_text("rows")
            return (
                f"the algorithm {self.name}, after expanding {expanded:,} nodes, the last {board}"
            )

        def fail(why: str) -> OwnCodeError:
            return OwnCodeError(f"{describe()}: {why} ({place_of(code)})")

        own = OwnCode(describe, code.co_filename)
        given: Any = own.call(self.function, problem, **parameters)
        if not isinstance(given, Generator):
            try:
                given = _follow_path(given, problem)
            except (PuzzleError, TypeError) as error:
                raise OwnCodeError(
                    f"the algorithm {self.name} returned {safe_repr(given)}, which is neither a "
                    f"path, nor None, nor the events of a search: {error} ({place_of(code)})"
                ) from None
        found = False
        while True:
            step = own.call(next, given, _Ended)
            if step is _Ended:
                return None
            if not (isinstance(step, tuple) and len(step) == 2 and isinstance(step[0], Event)):
                raise fail(f"it yielded {safe_repr(step)}, not an event and its subject")
            event, subject = step
            if event not in (START, BOUND, SUBGOAL) and not isinstance(subject, Node):
                raise fail(f"it yielded {event.name} with {safe_repr(subject)} instead of a node")
            if event is GOAL and not found:
                found = True
                if problems := _check_path(subject, problem):
                    raise fail(problems)
            if event is EXPAND:
                expanded += 1
                last[:] = [subject]
            yield step


class _Ended:
    """What `next` returns after the last event."""


def wrap(thing: object, name: str) -> Algorithm | None:
    """Return an algorithm made of a decorated function, or of a plain one.

    A function of one argument gets the Problem, with a heuristic in `problem.h`; a function of two
    gets the start and the goal as boards. It returns a path, in any form that `Board.play` takes or
    as the boards along it, or None; or it is a generator of events. It promises nothing.
    """
    if isinstance(thing, Algorithm):
        return OwnAlgorithm(thing, name, thing)
    if not isinstance(thing, FunctionType) or arguments_of(thing) not in (1, 2):
        return None
    takes_boards = arguments_of(thing) == 2
    made = Algorithm(
        _take_boards(thing) if takes_boards else thing,
        title=thing.__name__,
        summary=(thing.__doc__ or f"the function {thing.__name__}").strip().splitlines()[0],
        optimal="never",
        informed=not takes_boards,
        frontier="single",
        complete="unknown",
        time="unknown",
        memory="unknown",
    )
    return OwnAlgorithm(made, name, thing)


def _take_boards(function: FunctionType) -> Callable[..., Any]:
    """Return the function as one of a problem, with the same parameters."""

    @functools.wraps(function)
    def search(problem: Problem, **parameters: Any) -> Any:
        start = Board.from_state(problem.start, problem.shape)
        return function(start, Board.from_state(problem.goal, problem.shape), **parameters)

    return search


def _follow_path(path: Any, problem: Problem) -> Steps:
    """Return the events of a search that only returns its path."""
    if path is not None and not isinstance(path, Iterable):
        raise TypeError(f"{safe_repr(path)} is not a list of moves")
    start = board = Board.from_state(problem.start, problem.shape)
    moves = []
    for step in parse_moves(path) if isinstance(path, str) else path or ():
        if not isinstance(step, Board):
            moves.append(Move.parse(step))
        elif step != board:
            moves.append(_find_move(step, board))
            board = step
    start.play(moves)  # raises where a move is illegal
    node = problem.root()
    for move in moves:
        node = problem.child(node, move)

    def steps() -> Steps:
        yield START, ()
        if path is not None:
            yield GOAL, node

    return steps()


def _find_move(following: Board, board: Board) -> Move:
    for move, neighbor in board.neighbors():
        if neighbor == following:
            return move
    raise TypeError(f"{following!r} is not one move from {board.to_text('rows')}")


def _check_path(goal: Node, problem: Problem) -> str:
    """Return what is wrong with a path, if anything."""
    start = Board.from_state(problem.start, problem.shape)
    try:
        end = start.play(goal.path())
    except PuzzleError as error:
        return f"its path cannot be played: {error}"
    is_goal = end.state == problem.goal
    return "" if is_goal else f"its path leads to {end.to_text('rows')}, which is not the goal"
