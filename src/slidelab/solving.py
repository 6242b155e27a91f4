"""Solving a board: the one door to every search, from Python, the command line and the page."""

from collections.abc import Callable
from typing import Any

from slidelab import heuristics, search
from slidelab.puzzle import Board, Move, Shape, goal_board, solvability
from slidelab.puzzle.instances import read_board
from slidelab.search import (
    ALGORITHMS,
    Algorithm,
    Conventions,
    Counters,
    Limits,
    Problem,
    Result,
    Run,
    Status,
)
from slidelab.search.driver import Observer, Progress
from slidelab.search.watch import NO_LIMITS

ENGINES = ("auto", "textbook")


class Task:
    """A board to solve in a certain way; `advance` works on it, as often as wanted.

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> task = Task("125340678", algorithm="bfs")
    >>> task.advance(Limits(nodes=5)).status
    <Status.NODE_LIMIT: 'node-limit'>
    >>> task.advance().cost
    3
    """

    def __init__(
        self,
        start: Board | str,
        goal: Board | str = "blank-first",
        algorithm: str = "astar",
        heuristic: str = "manhattan",
        *,
        shape: Shape | None = None,
        preset: str = "textbook",
        conventions: Conventions | None = None,
        engine: str = "auto",
        force: bool = False,
        **parameters: Any,
    ) -> None:
        self.start = start if isinstance(start, Board) else read_board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.algorithm = ALGORITHMS.get(algorithm)
        self.parameters = _parameters(self.algorithm, parameters)
        self.heuristic = heuristics.get(heuristic) if self.algorithm.informed else None
        self.preset = preset
        self.conventions = conventions or search.preset(preset)
        self.engine = _engine(engine)
        self.solvability = solvability(self.start, self.goal)
        self._run = self._begin() if force or self.solvability.solvable else None

    def _begin(self) -> Run:
        problem = Problem(self.start, self.goal, self.conventions)
        if self.heuristic is not None:
            problem.h = self.heuristic.bind(self.goal, self.conventions.count_blank)
        steps = self.algorithm(problem, **self.parameters)
        return Run(steps, self.conventions, blind=not self.algorithm.informed)

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Result:
        """Search until an end or a limit. A board without a solution is refused at once.

        Limits are totals: to continue a search that was stopped, call again with higher ones.
        `observer` sees every event, `progress` the counters about ten times a second, and
        `cancelled` is asked often whether to stop.
        """
        if self._run is None:
            return self._result(Status.UNSOLVABLE, None, Counters())
        status = self._run.advance(
            limits, observer=observer, progress=progress, cancelled=cancelled
        )
        goal = self._run.goal
        moves = goal.path() if goal is not None else None
        return self._result(status, moves, self._run.counters())

    def _result(self, status: Status, moves: list[Move] | None, counters: Counters) -> Result:
        return Result(
            status=status,
            start=self.start,
            goal=self.goal,
            algorithm=self.algorithm.name,
            heuristic=self.heuristic.name if self.heuristic else None,
            parameters=self.parameters,
            preset=self.preset,
            conventions=self.conventions,
            engine=self.engine,
            moves=moves,
            counters=counters,
            reason="" if self.solvability.solvable else self.solvability.reason,
        )


def solve(
    start: Board | str,
    goal: Board | str = "blank-first",
    algorithm: str = "astar",
    heuristic: str = "manhattan",
    *,
    limits: Limits = NO_LIMITS,
    **choices: Any,
) -> Result:
    """Solve a board; the other choices are those of `Task`.

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> result = solve("1,2,5,3,4,0,6,7,8", algorithm="bfs")
    >>> result.cost, [move.word for move in result.moves]
    (3, ['Up', 'Left', 'Left'])
    >>> solve("867254301", goal="blank-last").cost
    31
    """
    return Task(start, goal, algorithm, heuristic, **choices).advance(limits)


def _parameters(algorithm: Algorithm, given: dict[str, Any]) -> dict[str, Any]:
    """The algorithm's own parameters, with its defaults for those not given (or None)."""
    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if name not in algorithm.parameters:
            takers = [a.name for a in ALGORITHMS.every() if name in a.parameters]
            hint = f"; {' and '.join(takers)} can" if takers else ""
            raise ValueError(f"{algorithm.name} cannot use {name.replace('_', '-')}{hint}")
    return algorithm.parameters | chosen


def _engine(name: str) -> str:
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return "textbook"
