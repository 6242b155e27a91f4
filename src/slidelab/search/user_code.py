"""Algorithms that users write: a function of a Problem, or of a start and a goal."""

import functools
from collections.abc import Callable, Generator, Iterable
from typing import Any

from slidelab.own_code import OwnCodeError, arguments_of, blame, place_of
from slidelab.puzzle import Board, Move, PuzzleError, parse_moves
from slidelab.search.algorithm import ALGORITHMS, Algorithm
from slidelab.search.events import BOUND, EXPAND, GOAL, START, SUBGOAL, Event, Steps
from slidelab.search.problem import Node, Problem


class OwnAlgorithm(Algorithm):
    """A user's algorithm under the name by which it was found.

    Its search raises OwnCodeError with the position, the file and the line if the user's function
    raises, yields something that is not an event, or returns a path that does not lead to the goal.
    """

    is_own = True

    def __init__(self, given: Algorithm, name: str) -> None:
        self.__dict__.update(vars(given), name=name, aliases=())

    def __reduce__(self) -> Any:
        return _find, (self.name,)

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        return _Checked(self, problem).steps(parameters)


def _find(name: str) -> Algorithm:
    return ALGORITHMS[name]


class _Checked:
    """Passes on the events of a user's algorithm, each checked."""

    def __init__(self, algorithm: OwnAlgorithm, problem: Problem) -> None:
        self._algorithm = algorithm
        self._problem = problem
        self._expanded = 0
        self._last: Node | None = None

    def steps(self, parameters: dict[str, Any]) -> Steps:
        function, problem = self._algorithm.function, self._problem
        found = False
        try:
            given: Any = function(problem, **parameters)
            if not isinstance(given, Generator):
                given = self._follow(given)
            for step in given:
                if not (isinstance(step, tuple) and len(step) == 2 and isinstance(step[0], Event)):
                    raise self._fail(f"it yielded {step!r}, not an event and its subject")
                event, subject = step
                if event not in (START, BOUND, SUBGOAL) and not isinstance(subject, Node):
                    raise self._fail(f"it yielded {event.name} with {subject!r} instead of a node")
                if event is GOAL and not found:
                    found = True
                    if problems := _check_path(subject, problem):
                        raise self._fail(problems)
                if event is EXPAND:
                    self._expanded += 1
                    self._last = subject
                yield step
        except OwnCodeError:
            raise
        except (Exception, SystemExit) as error:
            raise blame(self._describe(), error) from error

    def _follow(self, path: Any) -> Steps:
        """Return the events of a search that only returned its path."""
        try:
            return _follow_path(path, self._problem)
        except (PuzzleError, TypeError) as error:
            raise OwnCodeError(
                f"the algorithm {self._algorithm.name} returned {path!r}, which is neither a path, "
                f"nor None, nor the events of a search: {error} "
                f"({place_of(self._algorithm.function)})"
            ) from None

    def _describe(self) -> str:
        name = self._algorithm.name
        if self._last is None:
            return f"the algorithm {name}, before it expanded any node"
        board = Board.from_state(self._last.state, self._problem.shape).to_text("rows")
        return f"the algorithm {name}, after expanding {self._expanded:,} nodes, the last {board}"

    def _fail(self, why: str) -> OwnCodeError:
        return OwnCodeError(f"{self._describe()}: {why} ({place_of(self._algorithm.function)})")


def wrap(thing: object, name: str) -> Algorithm | None:
    """Return an algorithm made of a decorated function, or of a plain one.

    A function of one argument gets the Problem, with a heuristic in `problem.h`; a function of two
    gets the start and the goal as boards. It returns a path, in any form that `Board.play` takes or
    as the boards along it, or None; or it is a generator of events. It promises nothing.
    """
    if isinstance(thing, Algorithm):
        return OwnAlgorithm(thing, name)
    if not callable(thing) or arguments_of(thing) not in (1, 2):
        return None
    takes_boards = arguments_of(thing) == 2
    title = name.rpartition(":")[2]
    made = Algorithm(
        _take_boards(thing) if takes_boards else thing,
        title=title,
        summary=(thing.__doc__ or f"the function {title}").strip().splitlines()[0],
        optimal="never",
        informed=not takes_boards,
        frontier="single",
        complete="unknown",
        time="unknown",
        memory="unknown",
    )
    return OwnAlgorithm(made, name)


def _take_boards(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function as one of a problem, with the same parameters."""

    @functools.wraps(function)
    def search(problem: Problem, **parameters: Any) -> Any:
        start = Board.from_state(problem.start, problem.shape)
        return function(start, Board.from_state(problem.goal, problem.shape), **parameters)

    return search


def _follow_path(path: Any, problem: Problem) -> Steps:
    """Return the events of a search that only returns its path."""
    if path is not None and not isinstance(path, Iterable):
        raise TypeError(f"{path!r} is not a list of moves")
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
