"""Algorithms from elsewhere: nothing they do or yield is taken on trust."""

import inspect
from collections.abc import Generator, Sized
from time import monotonic
from types import CodeType
from typing import Any, cast

from slidelab.puzzle import Board, PuzzleError
from slidelab.registry import OwnCodeError, calls
from slidelab.registry.calls import OwnCode, place_of, safe_repr
from slidelab.search.algorithm import Algorithm
from slidelab.search.events import (
    BOUND,
    EXPAND,
    GOAL,
    SLICE,
    START,
    SUBGOAL,
    Event,
    Steps,
)
from slidelab.search.problem import Node, Problem

_WITHOUT_A_NODE = (START, BOUND, SUBGOAL)


class OwnAlgorithm(Algorithm):
    """A person's own algorithm under the name by which it was asked for.

    Its search raises OwnCodeError with the position, the file and the line if the person's function
    raises, yields something that is not an event, stops expanding nodes without ending, or returns
    a path that does not lead to the goal.
    """

    is_own = True

    def __init__(self, given: Algorithm, name: str) -> None:
        self.__dict__.update(vars(given))
        self.name = name
        self.aliases = ()

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        code: CodeType = inspect.unwrap(self.function).__code__
        own = OwnCode(lambda *_: f"the algorithm {self.name}, when it began", code.co_filename)
        steps: Steps = own.call(self.function, problem, **parameters)
        if not isinstance(steps, Generator):
            raise OwnCodeError(
                f"the algorithm {self.name} returned {safe_repr(steps)} at once: it must yield its "
                f"events ({place_of(code)})"
            )
        return _Checked(steps, problem, self.name, code).steps()


class _Checked:
    def __init__(self, steps: Steps, problem: Problem, name: str, code: CodeType) -> None:
        self._given = steps
        self._problem = problem
        self._name = name
        self._code = code
        self._expanded = 0
        self._last: Node | None = None
        self._spent = 0.0  # seconds of its work since it last expanded a node

    def steps(self) -> Steps:
        """The person's events, each checked."""
        late = "it neither ended nor expanded a node"
        own = OwnCode(self._at, self._code.co_filename, late=late)
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
            self._check(step)
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

    def _check(self, step: object) -> None:
        if not (isinstance(step, tuple) and len(step) == 2 and isinstance(step[0], Event)):
            raise self._error(f"it yielded {safe_repr(step)}, not an event and its subject")
        event, subject = step
        if event is SLICE:
            raise self._error("it yielded SLICE, which is for compiled searches")
        if event is START and not isinstance(subject, Sized):
            raise self._error(
                f"it yielded START with {safe_repr(subject)} instead of the frontier, whose length "
                "is the number of nodes on it"
            )
        if event not in _WITHOUT_A_NODE and not isinstance(subject, Node):
            raise self._error(
                f"it yielded {event.name} with {safe_repr(subject)} instead of a node"
            )
        if event is GOAL:
            self._check_path(subject)
        if self._spent > calls.SECONDS_A_CALL:
            raise self._error(
                f"it went on for {calls.SECONDS_A_CALL:g} seconds without expanding a node"
            )

    def _check_path(self, goal: Node) -> None:
        start = Board.from_state(self._problem.start, self._problem.shape)
        try:
            end = start.play(goal.path())
        except PuzzleError as error:
            raise self._error(f"its path cannot be played: {error}") from None
        if end.state != self._problem.goal:
            raise self._error(f"its path leads to {end.to_text('rows')}, which is not the goal")

    def _at(self) -> str:
        at = "before it expanded any node"
        if self._last is not None:
            board = Board.from_state(self._last.state, self._problem.shape).to_text("rows")
            at = f"after expanding {self._expanded:,} nodes, the last {board}"
        return f"the algorithm {self._name}, {at}"

    def _error(self, why: str) -> OwnCodeError:
        return OwnCodeError(f"{self._at()}: {why} ({place_of(self._code)})")
