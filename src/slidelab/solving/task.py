"""A board to solve in a certain way, by either engine."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from slidelab.puzzle import Board, Move, Shape, goal_board, solvability
from slidelab.puzzle.instances import read_board
from slidelab.search import Conventions, Counters, Limits, Problem, Run, Status
from slidelab.search.driver import Observer, Progress
from slidelab.search.limits import NO_LIMITS
from slidelab.solving.result import Result
from slidelab.solving.spec import SearchSpec, find_heuristic

Announce = Callable[[str, float | None], None]
"""Told what takes long before a search begins, and the fraction done where that is known."""

TRIAL = 20_000
"""Nodes that the engine `auto` lets the textbook expand before it fetches the compiled engine,
which takes longer to load than such a search."""


ANY_SEARCH = SearchSpec()
"""Everything left open."""


def _say_nothing(doing: str, fraction: float | None) -> None:
    """The default: long preparations are not announced."""


class Task:
    """A board to solve in a certain way; `advance` works on it, as often as wanted.

    `spec` says how; what it leaves open is chosen for the shape of the board. `announce` is told
    when something takes long before the search. `force` searches even a board that has no
    solution.

    Raises ValueError when the boards and the search do not fit together; the message says why.

    >>> task = Task("125340678", spec=SearchSpec("bfs"))
    >>> task.advance(Limits(nodes=5)).status
    <Status.NODE_LIMIT: 'node-limit'>
    >>> task.advance().cost
    3
    """

    def __init__(
        self,
        start: Board | str,
        goal: Board | str = "blank-first",
        spec: SearchSpec = ANY_SEARCH,
        *,
        shape: Shape | None = None,
        force: bool = False,
        announce: Announce = _say_nothing,
    ) -> None:
        self.start = start if isinstance(start, Board) else read_board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.spec = spec.resolved(self.start.shape)
        self.algorithm = self.spec.method
        name = self.spec.heuristic
        self.heuristic = None if name is None else find_heuristic(name)
        self.solvability = solvability(self.start, self.goal)
        self.force = force
        self._announce = announce
        self._run: Run | None = None
        self._compiled = False
        if spec.engine == "compiled":
            self.spec.engine_for(self.start.shape)  # raises if there is none

    @property
    def engine(self) -> str:
        """The engine at work: `textbook`, `compiled` or `parallel`."""
        if self.spec.engine == "parallel":
            return self.spec.engine
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
        if self.spec.engine == "auto" and not self._compiled and observer is None:
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
        if self.spec.engine in ("compiled", "parallel") or self._needs_compiled():
            return self._begin_compiled()
        problem = Problem(self.start, self.goal, self.spec.conventions)
        if self.heuristic is not None:
            problem.h = self.heuristic.bind(self.goal, self.spec.conventions.count_blank)
        self._run = self._driven(self.algorithm(problem, **self.spec.values))
        return self._run

    def _begin_compiled(self, trial: Run | None = None) -> Run:
        from slidelab.kernels.engine import compiled_search, load

        choices = self.goal, self.spec.conventions, self._compiled_heuristic()
        parameters = self.spec.values
        if self.spec.engine == "parallel":
            parameters["parallel"] = True
        # Before the search's time is taken.
        load(self.algorithm.name, *choices, announce=self._announce, **parameters)
        self._compiled = True
        self._run = self._driven(
            compiled_search(self.algorithm.name, self.start, *choices, **parameters),
            trial.counters().seconds if trial else 0.0,
        )
        return self._run

    def _driven(self, steps: Any, seconds: float = 0.0) -> Run:
        return Run(steps, self.spec.conventions, blind=self.algorithm.blind, seconds=seconds)

    def _compiled_heuristic(self) -> Any:
        if self._uses_databases:
            assert self.heuristic is not None
            return self.heuristic.lookup(self.goal, self._announce)
        return self.spec.heuristic

    @property
    def _uses_databases(self) -> bool:
        return self.heuristic is not None and self.heuristic.tabulated

    def _can_compile(self) -> bool:
        return self.spec.engine_for(self.start.shape) != "textbook"

    def _needs_compiled(self) -> bool:
        """Whether the textbook engine cannot do it, or would only hold up the other one."""
        wanted = self._uses_databases or bool(self.spec.values.get("cycles"))
        return self.spec.engine == "auto" and wanted and self._can_compile()

    def _result(self, status: Status, moves: list[Move] | None, counters: Counters) -> Result:
        return Result(
            status=status,
            start=self.start,
            goal=self.goal,
            spec=self.spec,
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
    shape: Shape | None = None,
    preset: str = "textbook",
    conventions: Conventions | None = None,
    engine: str = "auto",
    force: bool = False,
    limits: Limits = NO_LIMITS,
    weight: float | None = None,
    width: int | None = None,
    depth_limit: int | None = None,
    restarts: int | None = None,
    cycles: int | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Result:
    """Solve a board.

    What is left open is chosen: A* with Manhattan distance for small boards, IDA* with pattern
    databases for larger ones.

    :param start: a board, its text, or the name of a published instance such as `korf:1`
    :param goal: a board, its text, or one of the names such as `blank-last`
    :param algorithm: its name, or `file.py:name` for one of your own
    :param heuristic: its name, sizes of pattern databases such as `6-6-3`, or `file.py:name`
    :param shape: rows and columns, where the text of a board leaves them open
    :param preset: the conventions to count by
    :param conventions: the conventions, where no preset is what you want
    :param engine: `auto`, `textbook`, `compiled` or `parallel`
    :param force: search even a board that has no solution
    :param limits: when to stop
    :param weight: weighted A*: how much h counts
    :param width: beam search: nodes kept a layer
    :param depth_limit: depth-limited search: how deep
    :param restarts: hill climbing: how many new starts
    :param cycles: IDA*: refuse needless sequences of up to so many moves
    :param parameters: parameters of an algorithm of your own, by name

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> result = solve("1,2,5,3,4,0,6,7,8", algorithm="bfs")
    >>> result.cost, [move.word for move in result.moves]
    (3, ['Up', 'Left', 'Left'])
    >>> solve("867254301", goal="blank-last").cost
    31
    """
    named = {
        "weight": weight,
        "width": width,
        "depth_limit": depth_limit,
        "restarts": restarts,
        "cycles": cycles,
    }
    given = {name: value for name, value in named.items() if value is not None}
    spec = SearchSpec(
        algorithm,
        heuristic,
        parameters=given | dict(parameters or {}),
        preset=preset,
        conventions=conventions,
        engine=engine,
    )
    return Task(start, goal, spec, shape=shape, force=force).advance(limits)
