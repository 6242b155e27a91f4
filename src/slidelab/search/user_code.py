"""Algorithms that users write: a function of a Problem, or of a start and a goal."""

from collections.abc import Callable, Generator, Iterable
from inspect import signature
from typing import Any

from slidelab.own_code import OwnCodeError, blame, place_of, takes
from slidelab.puzzle import BadMoves, Board, Move, parse_moves
from slidelab.search.algorithm import ALGORITHMS, Algorithm
from slidelab.search.events import EXPAND, GOAL, START, Steps
from slidelab.search.problem import Node, Problem


class OwnAlgorithm(Algorithm):
    """A user's algorithm under the name by which it was found."""

    is_own = True

    def __init__(self, given: Algorithm, name: str) -> None:
        self.__dict__.update(vars(given), name=name, aliases=())

    def __reduce__(self) -> Any:
        return _find, (self.name,)

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        """Begin the search.

        Raises OwnCodeError with the position, the file and the line if the user's function raises,
        or returns a path that does not lead to the goal.
        """
        start, goal = (Board.from_state(s, problem.shape) for s in (problem.start, problem.goal))
        expanding = problem.start
        try:
            given = (problem.restarted(),) if _takes_problem(self.function) else (start, goal)
            answer: Any = self.function(*given, **parameters)
            if not isinstance(answer, Generator):
                yield START, ()
                answer = () if answer is None else [(GOAL, self._follow(answer, problem))]
            for step in answer:
                if not isinstance(step, tuple):
                    raise self._refuse(f"it yielded {step!r}, not an event and its subject")
                event, subject = step
                if event is EXPAND:
                    expanding = subject.state
                elif event is GOAL:
                    self._follow(subject.path(), problem)
                yield event, subject
        except (OwnCodeError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            at = Board.from_state(expanding, problem.shape).to_text("rows")
            raise blame(f"the algorithm {self.name}, at {at}", error) from error

    def _follow(self, path: Any, problem: Problem) -> Node:
        try:
            return follow(path, problem)
        except (BadMoves, TypeError) as error:
            raise self._refuse(str(error)) from None

    def _refuse(self, why: str) -> OwnCodeError:
        return OwnCodeError(f"the algorithm {self.name}: {why} ({place_of(self.function)})")


def _find(name: str) -> Algorithm:
    return ALGORITHMS[name]


def wrap(thing: object, name: str) -> Algorithm | None:
    """Return an algorithm made of a decorated function, or of a plain one.

    A function of one argument gets the Problem, with a heuristic in `problem.h`; a function of two,
    or with a parameter `goal`, gets the start and the goal as boards. It returns a path, in any
    form that `Board.play` takes or as the boards along it, or None; or it is a generator of events.
    It promises nothing.
    """
    if isinstance(thing, Algorithm):
        return OwnAlgorithm(thing, name)
    if not callable(thing) or not (takes(thing, 1) or takes(thing, 2)):
        return None
    title = name.rpartition(":")[2]
    made = Algorithm(
        thing,
        title=title,
        summary=(thing.__doc__ or f"the function {title}").strip().splitlines()[0],
        optimal="never",
        informed=_takes_problem(thing),
        frontier="single",
        complete="unknown",
        time="unknown",
        memory="unknown",
    )
    return OwnAlgorithm(made, name)


def _takes_problem(function: Callable[..., Any]) -> bool:
    """Return whether a function takes a Problem, rather than a start and a goal."""
    return takes(function, 1) and "goal" not in signature(function).parameters


def follow(path: Any, problem: Problem) -> Node:
    """Return the goal node at the end of a path: moves, or the boards along it.

    Raises BadMoves or TypeError if it does not lead to the goal.
    """
    if not isinstance(path, Iterable):
        raise TypeError(f"it returned {path!r}, which is neither a path nor None")
    node, board = problem.root(), Board.from_state(problem.start, problem.shape)
    for step in parse_moves(path) if isinstance(path, str) else path:
        if step == board:
            continue
        move = _find_move(board, step) if isinstance(step, Board) else Move.parse(step)
        board = board.move(move)
        node = Node(board.state, node, move, node.g + 1)
    if node.state != problem.goal:
        raise TypeError(f"its path leads to {board.to_text('rows')}, which is not the goal")
    return node


def _find_move(board: Board, following: Board) -> Move:
    for move, neighbor in board.neighbors():
        if neighbor == following:
            return move
    raise TypeError(f"{following!r} is not one move from {board.to_text('rows')}")
