"""Algorithms from elsewhere: nothing they do or yield is taken on trust."""

import functools
from collections.abc import Callable, Generator, Iterable, Sized
from time import monotonic
from types import CodeType, FunctionType
from typing import Any, cast

from slidelab.puzzle import Board, Move, PuzzleError, parse_moves
from slidelab.registry import OwnCodeError, own_code
from slidelab.registry.own_code import OwnCode, OwnEntry, arguments_of, code_of, place_of, safe_repr
from slidelab.search.algorithm import Algorithm
from slidelab.search.events import BOUND, EXPAND, GOAL, SLICE, START, SUBGOAL, Event, Steps
from slidelab.search.problem import Node, Problem

_WITHOUT_A_NODE = (START, BOUND, SUBGOAL)


class OwnAlgorithm(OwnEntry, Algorithm):
    """A person's own algorithm under the name by which it was asked for.

    Its search raises OwnCodeError with the position, the file and the line if the person's function
    raises, yields something that is not an event, stops expanding nodes without ending, or returns
    a path that does not lead to the goal.
    """

    registry = "slidelab.search:ALGORITHMS"

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        code = code_of(self.function, self.function.__code__)
        began = f"the algorithm {self.name}, when it began"
        own = OwnCode(lambda *_: began, code.co_filename)
        # Its time is that of the search, so it is not called before that begins.
        given: Any = own.call(self.function, problem, **parameters)
        if not isinstance(given, Generator):
            try:
                given = _follow(given, problem)
            except (PuzzleError, TypeError) as error:
                raise OwnCodeError(
                    f"the algorithm {self.name} returned {safe_repr(given)}, which is neither a "
                    f"path, nor None, nor the events of a search: {error} ({place_of(code)})"
                ) from None
        return (yield from _Checked(given, problem, self.name, code).steps())


def wrap(thing: object, name: str) -> Algorithm | None:
    """An algorithm made of a decorated function, or of a plain one.

    A function of one argument is given the Problem, with a heuristic in `problem.h`; a function of
    two is given the start and the goal as boards. It returns a path, in any form that `Board.play`
    takes or as the boards along it, or None; or it is a generator of events. Nothing is known of
    it, so it promises nothing.
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
    """The function as one of a problem; its parameters are those of the function."""

    @functools.wraps(function)
    def search(problem: Problem, **parameters: Any) -> Any:
        start = Board.from_state(problem.start, problem.shape)
        return function(start, Board.from_state(problem.goal, problem.shape), **parameters)

    return search


def _follow(path: Any, problem: Problem) -> Steps:
    """The events of a search that only tells its path."""
    if path is not None and not isinstance(path, Iterable):
        raise TypeError(f"{safe_repr(path)} is not a list of moves")
    start = Board.from_state(problem.start, problem.shape)
    given = parse_moves(path) if isinstance(path, str) else path or ()
    moves, board = [], start
    for step in given:
        if isinstance(step, Board):
            if step != board:
                moves.append(_find_move(step, board))
            board = step
        else:
            moves.append(Move.parse(step))
    node = problem.root()
    for move in moves:
        if problem.shape.target(node.state.index(0), move) is None:
            start.play(moves)  # raises, saying where
        node = problem.child(node, move)

    def steps() -> Steps:
        yield START, ()
        if path is None:
            return None
        yield GOAL, node
        return node

    return steps()


def _find_move(following: Board, board: Board) -> Move:
    for move, neighbor in board.neighbors():
        if neighbor == following:
            return move
    raise TypeError(f"{following!r} is not one move from {board.to_text('rows')}")


class _Checked:
    def __init__(self, steps: Steps, problem: Problem, name: str, code: CodeType) -> None:
        self._given = steps
        self._searched = problem
        self._name = name
        self._code = code
        self._expanded = 0
        self._last: Node | None = None
        self._spent = 0.0  # seconds of its work since it last expanded a node

    def steps(self) -> Steps:
        """The person's events, each checked."""
        late = "it neither ended nor expanded a node"
        own = OwnCode(self._say_where, self._code.co_filename, late=late)
        found = False
        while True:
            began = monotonic()
            step = own.call(self._next)
            self._spent += monotonic() - began
            if isinstance(step, StopIteration):
                if isinstance(step.value, Node) and not found:
                    raise self._error(
                        "it returned a node that it never announced: yield GOAL and the node first"
                    )
                return cast(Node | None, step.value)
            if problem := self._find_problem(step):
                raise self._error(problem)
            event, subject = step
            found = found or event is GOAL
            if event is EXPAND:
                self._expanded += 1
                self._last = subject
                self._spent = 0.0
            yield step

    def _next(self) -> Any:
        try:
            return next(self._given)
        except StopIteration as end:
            return end

    def _find_problem(self, step: object) -> str:
        """What is wrong with an event, if anything is."""
        if not (isinstance(step, tuple) and len(step) == 2 and isinstance(step[0], Event)):
            return f"it yielded {safe_repr(step)}, not an event and its subject"
        event, subject = step
        if event is SLICE:
            return "it yielded SLICE, which is for compiled searches"
        if event is START and not isinstance(subject, Sized):
            given = f"it yielded START with {safe_repr(subject)} instead of the frontier"
            return f"{given}, whose length is the number of nodes on it"
        if event not in _WITHOUT_A_NODE and not isinstance(subject, Node):
            return f"it yielded {event.name} with {safe_repr(subject)} instead of a node"
        if event is GOAL and (problem := self._check_path(subject)):
            return problem
        if self._spent > own_code.SECONDS_A_CALL:
            return f"it went on for {own_code.SECONDS_A_CALL:g} seconds without expanding a node"
        return ""

    def _check_path(self, goal: Node) -> str:
        start = Board.from_state(self._searched.start, self._searched.shape)
        try:
            end = start.play(goal.path())
        except PuzzleError as error:
            return f"its path cannot be played: {error}"
        is_goal = end.state == self._searched.goal
        return "" if is_goal else f"its path leads to {end.to_text('rows')}, which is not the goal"

    def _say_where(self) -> str:
        at = "before it expanded any node"
        if self._last is not None:
            board = Board.from_state(self._last.state, self._searched.shape).to_text("rows")
            at = f"after expanding {self._expanded:,} nodes, the last {board}"
        return f"the algorithm {self._name}, {at}"

    def _error(self, why: str) -> OwnCodeError:
        return OwnCodeError(f"{self._say_where()}: {why} ({place_of(self._code)})")
