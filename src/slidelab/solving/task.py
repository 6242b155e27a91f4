"""A board to solve in a certain way, by either engine."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slidelab import search
from slidelab.puzzle import Board, Move, Shape, goal_board, solvability
from slidelab.puzzle.instances import read_board
from slidelab.search import Conventions, Counters, Limits, Problem, Result, Run, Status
from slidelab.search.driver import Observer, Progress
from slidelab.search.limits import NO_LIMITS
from slidelab.solving.choice import (
    Announce,
    check_engine,
    choose_algorithm,
    choose_heuristic,
    choose_parameters,
)

TRIAL = 20_000
"""Nodes that the engine `auto` lets the textbook expand before it fetches the compiled engine,
which takes longer to load than such a search."""


def _say_nothing(doing: str, fraction: float | None) -> None:
    """The default: long preparations are not announced."""


class Task:
    """A board to solve in a certain way; `advance` works on it, as often as wanted.

    What is left open is chosen: A* with Manhattan distance for small boards, IDA* with pattern
    databases for larger ones. `announce` is told when something takes long before the search.

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
        algorithm: str | None = None,
        heuristic: str | None = None,
        *,
        shape: Shape | None = None,
        preset: str = "textbook",
        conventions: Conventions | None = None,
        engine: str = "auto",
        force: bool = False,
        announce: Announce = _say_nothing,
        **parameters: Any,
    ) -> None:
        self.start = start if isinstance(start, Board) else read_board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.algorithm = choose_algorithm(algorithm, self.start.shape)
        self.parameters = choose_parameters(self.algorithm, parameters)
        self.heuristic = (
            choose_heuristic(heuristic, algorithm, self.start.shape, announce)
            if self.algorithm.informed
            else None
        )
        self.preset = preset
        self.conventions = conventions or search.preset(preset)
        self.solvability = solvability(self.start, self.goal)
        self.force = force
        self._announce = announce
        self._engine = check_engine(engine)
        self._run: Run | None = None
        self._compiled = False
        self._check_compiled()

    @property
    def engine(self) -> str:
        """The engine at work: `textbook`, `compiled` or `parallel`."""
        if self._engine == "parallel":
            return self._engine
        return "compiled" if self._compiled else "textbook"

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
        `observer` sees every event of the textbook engine, `progress` the counters about ten
        times a second, and `cancelled` is asked often whether to stop.
        """
        if not (self.solvability.solvable or self.force):
            return self._result(Status.UNSOLVABLE, None, Counters())

        def advance(run: Run, limits: Limits) -> Status:
            return run.advance(limits, observer=observer, progress=progress, cancelled=cancelled)

        run = self._run or self._begin()
        if self._engine == "auto" and not self._compiled and observer is None:
            within = TRIAL if limits.nodes is None else min(TRIAL, limits.nodes)
            status = advance(run, replace(limits, nodes=within))
            more_is_allowed = limits.nodes is None or limits.nodes > TRIAL
            if status is Status.NODE_LIMIT and more_is_allowed:
                run = self._begin_compiled(run) if self._can_compile() else run
                status = advance(run, limits)
        else:
            status = advance(run, limits)
        moves = run.goal.path() if run.goal is not None else None
        return self._result(status, moves, run.counters())

    def _begin(self) -> Run:
        if self._engine in ("compiled", "parallel") or self._needs_compiled():
            return self._begin_compiled()
        problem = Problem(self.start, self.goal, self.conventions)
        if self.heuristic is not None:
            problem.h = self.heuristic.bind(self.goal, self.conventions.count_blank)
        self._run = self._driven(self.algorithm(problem, **self.parameters))
        return self._run

    def _begin_compiled(self, trial: Run | None = None) -> Run:
        from slidelab.kernels.engine import compiled_search, load
        from slidelab.kernels.warmup import prepare

        prepare(self.algorithm.name, self._announce)
        choices = self.goal, self.conventions, self._compiled_heuristic()
        parameters = dict(self.parameters)
        if self._engine == "parallel":
            parameters["parallel"] = True
        load(self.algorithm.name, *choices, **parameters)  # before the search's time is taken
        self._compiled = True
        self._run = self._driven(
            compiled_search(self.algorithm.name, self.start, *choices, **parameters),
            trial.counters().seconds if trial else 0.0,
        )
        return self._run

    def _driven(self, steps: Any, seconds: float = 0.0) -> Run:
        return Run(steps, self.conventions, blind=self.algorithm.blind, seconds=seconds)

    def _compiled_heuristic(self) -> Any:
        if self.heuristic is None:
            return None
        return self.heuristic.lookup(self.goal) if self._uses_databases else self.heuristic.name

    @property
    def _uses_databases(self) -> bool:
        return self.heuristic is not None and self.heuristic.tabulated

    def _check_compiled(self) -> None:
        if self._engine == "parallel" and self.algorithm.name != "ida":
            raise ValueError(f"{self.algorithm.name} has no parallel version; ida has")
        if self._engine == "compiled" and not self._can_compile():
            what = (
                self.algorithm.name
                if self.heuristic is None
                else (f"{self.algorithm.name} with {self.heuristic.name}")
            )
            raise ValueError(
                f"{what} has no compiled version under these conventions; the engine auto "
                "takes what there is"
            )

    def _can_compile(self) -> bool:
        from slidelab.kernels.support import supports

        return supports(self.algorithm.name, self.heuristic, self.conventions)

    def _needs_compiled(self) -> bool:
        """Whether the textbook engine cannot do it, or would only hold up the other one."""
        wanted = self._uses_databases or bool(self.parameters.get("cycles"))
        return self._engine == "auto" and wanted and self._can_compile()

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
    algorithm: str | None = None,
    heuristic: str | None = None,
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
