"""A board to solve in a certain way, by either engine."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slidelab import heuristics
from slidelab.kernels.databases import GRADIENT, find_heuristic
from slidelab.puzzle import BoardLike, Move, Shape, goal_board, length_of, solvability
from slidelab.puzzle.instances import read_board
from slidelab.search import (
    Counters,
    Limits,
    Problem,
    Run,
    Status,
)
from slidelab.search.driver import Observer, Progress
from slidelab.search.limits import NO_LIMITS
from slidelab.solving.preparing import Announce, Preparation, PreparationStopped
from slidelab.solving.result import Result
from slidelab.solving.spec import SMALL, SearchSpec, is_large

if TYPE_CHECKING:
    from slidelab.search.outlook import Outlook

TRIAL = 20_000
"""Nodes that the engine `auto` lets the textbook expand before it fetches the compiled engine,
which takes longer to load than such a search."""

TRIAL_OF_CORES = 300_000_000
"""Nodes that `auto` has all cores expand before it asks for a graphics processor, which takes
longer to make ready."""


ANY_SEARCH = SearchSpec()
"""Everything left open."""


def say_nothing(doing: str, fraction: float | None) -> None:
    """The default: long preparations are not announced."""


class Task:
    """A board to solve in a certain way; `advance` works on it, as often as wanted.

    `spec` says how; what it leaves open is chosen for the shape of the board. `announce` is told
    when something takes long before the search. `force` searches even a board that has no
    solution. `cores` is how many a search with gradient databases may use, unless it may use all.
    Such a search is kept in the file `kept_in` now and then and whenever `advance` returns, and
    goes on from there if the file exists.

    Raises ValueError when the boards and the search do not fit together; the message says why.

    >>> task = Task("125340678", spec=SearchSpec("bfs"))
    >>> task.advance(Limits(nodes=5)).status
    <Status.NODE_LIMIT: 'node-limit'>
    >>> task.advance().cost
    3
    """

    def __init__(
        self,
        start: BoardLike,
        goal: BoardLike = "blank-first",
        spec: SearchSpec = ANY_SEARCH,
        *,
        shape: Shape | None = None,
        force: bool = False,
        announce: Announce = say_nothing,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> None:
        self.start = read_board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.spec = spec.resolved(self.start.shape)
        self.algorithm = self.spec.method
        name = self.spec.heuristic
        self.heuristic = None if name is None else find_heuristic(name)
        self.solvability = solvability(self.start, self.goal)
        self.force = force
        self._announce = announce
        self._cores, self._kept_in = cores, kept_in
        self._run: Run | None = None
        self.engine = "textbook"
        """The engine at work: `textbook`, `compiled`, `parallel` or `gpu`."""
        if self.spec.engine in ("parallel", "gpu"):
            self.engine = self.spec.engine
        self._may_take_device = self._is_large
        if spec.engine in ("compiled", "parallel"):
            self.spec.engine_for(self.start.shape)  # raises if there is none
        on_many = self._is_large or self.engine in ("parallel", "gpu")
        if kept_in is not None and not (on_many and self.spec.heuristic == GRADIENT):
            raise ValueError(
                f"only IDA* with the heuristic {GRADIENT} on the engine parallel or gpu can be "
                "kept in a file"
            )

    @property
    def outlook(self) -> "Outlook | None":
        """How far the search is, where that can be told."""
        sliced = self._run.sliced if self._run is not None else None
        return None if sliced is None else sliced.outlook

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        improved: Callable[[Result], None] | None = None,
    ) -> Result:
        """Search until an end or a limit. A board without a solution is refused at once.

        Limits are totals: to continue a search that was stopped, call again with higher ones. What
        has to be prepared first, be it code or tables, counts in the time of this call.
        `observer` sees every event of the textbook engine, `progress` the counters about ten
        times a second, and `cancelled` is asked often whether to stop. `improved` is told each
        path when it is found; some searches go on from there to better ones.
        """
        if not (self.solvability.solvable or self.force):
            return self._result(Status.UNSOLVABLE, None, Counters())

        if limits.seconds is None and limits.nodes is None:
            limits = replace(limits, seconds=self.algorithm.seconds)
        preparation = Preparation(limits, self._announce, cancelled)

        def found(node: Any) -> None:
            if improved is not None and self._run is not None:
                status = Status.TIME_LIMIT  # there may be better ones
                improved(self._result(status, node.path(), self._run.counters()))

        def advance(run: Run, limits: Limits) -> Status:
            left = preparation.left(limits)
            return run.advance(
                left, observer=observer, progress=progress, cancelled=cancelled, found=found
            )

        try:
            run = self._run or preparation.make(self._begin, 0.0)
            trial = self._trial() if observer is None else None
            if trial is not None:
                within = trial if limits.nodes is None else min(trial, limits.nodes)
                status = advance(run, replace(limits, nodes=within))
                more_is_allowed = limits.nodes is None or limits.nodes > trial
                if status is Status.NODE_LIMIT and more_is_allowed:
                    begin = partial(self._hand_over, run)
                    run = preparation.make(begin, run.counters().seconds)
                    status = advance(run, limits)
            else:
                status = advance(run, limits)
        except PreparationStopped as stop:
            counters = self._run.counters() if self._run else Counters()
            return self._result(stop.status, None, counters, stop.reason)
        moves = run.goal.path() if run.goal is not None else None
        proof = None
        if run.sliced is not None:
            proof = run.sliced.proof
            run.sliced.keep()
        return self._result(status, moves, run.counters(), proof=proof)

    def prepare(
        self, limits: Limits = NO_LIMITS, cancelled: Callable[[], bool] | None = None
    ) -> Result | None:
        """Have ready what the search needs, so that its time is not spent on that.

        Returns None, or the result that tells which limit was reached before.
        """
        if self._run is None and (self.solvability.solvable or self.force):
            try:
                Preparation(limits, self._announce, cancelled).make(self._begin, 0.0)
            except PreparationStopped as stop:
                return self._result(stop.status, None, Counters(), stop.reason)
        return None

    @property
    def _is_large(self) -> bool:
        """Whether `auto` leaves one core and the textbook's order for all that is fast."""
        spec = self.spec
        alike = spec.engine == "auto" and spec.heuristic == GRADIENT and self._can_compile()
        return alike and is_large(self.start.shape) and not spec.values.get("cycles")

    def _trial(self) -> int | None:
        """Nodes after which `auto` hands a search over to a faster engine; None if it does not."""
        if self.spec.engine != "auto" or self.engine not in ("textbook", "parallel"):
            return None
        if self.engine == "textbook":
            return TRIAL
        return TRIAL_OF_CORES if self._may_take_device else None

    def _hand_over(self, trial: Run) -> Run:
        if self.engine == "textbook":
            return self._begin_compiled(trial) if self._can_compile() else trial
        return self._begin_on_device_if_any() or trial

    def _begin(self) -> Run:
        if self.spec.engine == "gpu":
            return self._begin_on_device()
        if self._is_large and (run := self._begin_at_once_on_device()) is not None:
            return run
        if self.spec.engine in ("compiled", "parallel") or self._needs_compiled():
            return self._begin_compiled()
        problem = Problem(self.start, self.goal, self.spec.conventions)
        if self.heuristic is not None:
            problem.h = self.heuristic.bind(
                self.goal, self.spec.conventions.count_blank, self.spec.conventions.metric
            )
        self._run = self._driven(self.algorithm(problem, **self.spec.values))
        return self._run

    def _begin_compiled(self, trial: Run | None = None) -> Run:
        from slidelab.kernels.engine import compiled_search, load

        choices = self.goal, self.spec.conventions, self._compiled_heuristic()
        parameters = self.spec.values
        if self.spec.engine == "parallel" or self._is_large:
            parameters["parallel"] = True
            self.engine = "parallel"
        else:
            self.engine = "compiled"
        # Before the search's time is taken.
        load(self.algorithm.name, *choices, **parameters)
        if self.spec.heuristic == GRADIENT:
            parameters |= {"cores": self._cores, "kept_in": self._kept_in}
        self._run = self._driven(
            compiled_search(self.algorithm.name, self.start, *choices, **parameters),
            trial.counters().seconds if trial else 0.0,
        )
        return self._run

    def _begin_on_device(self) -> Run:
        from slidelab.kernels.gradient.gpu.resumable import DeviceIda

        search = DeviceIda(self.start, self.goal, self.spec.conventions, self._kept_in)
        self.engine = "gpu"
        self._run = self._driven(search)
        return self._run

    def _begin_on_device_if_any(self) -> Run | None:
        """What `auto` does with a large search; None where there is no device, or it is no good."""
        from slidelab.kernels.gradient.gpu.device import NoDeviceError

        self._may_take_device = False
        try:
            return self._begin_on_device()
        except NoDeviceError:
            return None

    def _begin_at_once_on_device(self) -> Run | None:
        """Where the tables of the CPU are yet to be built, a device has its own much sooner."""
        from slidelab.kernels.gradient.affordable import are_built

        if self._kept_in is None and are_built(self.start.shape, self.goal.blank):
            return None
        return self._begin_on_device_if_any()

    def _driven(self, steps: Any, seconds: float = 0.0) -> Run:
        return Run(steps, self.spec.conventions, blind=self.algorithm.blind, seconds=seconds)

    def _compiled_heuristic(self) -> Any:
        if self._uses_databases:
            assert self.heuristic is not None
            return self.heuristic.lookup(self.goal, metric=self.spec.conventions.metric)
        return self.spec.heuristic

    @property
    def _uses_databases(self) -> bool:
        return self.heuristic is not None and self.heuristic.tabulated

    def _can_compile(self) -> bool:
        return self.spec.engine_for(self.start.shape) != "textbook"

    def _needs_compiled(self) -> bool:
        """Whether the textbook engine cannot do it, or would only hold up the other one."""
        endless = self.algorithm.seconds is not None and self.start.shape.cells > SMALL
        wanted = self._uses_databases or bool(self.spec.values.get("cycles")) or endless
        return self.spec.engine == "auto" and wanted and self._can_compile()

    def _result(
        self,
        status: Status,
        moves: list[Move] | None,
        counters: Counters,
        unprepared: str = "",
        proof: Any = None,
    ) -> Result:
        return Result(
            status=status,
            start=self.start,
            goal=self.goal,
            spec=self.spec,
            engine=self.engine,
            moves=moves,
            counters=counters,
            lower_bound=self._lower_bound(status, moves),
            reason="" if self.solvability.solvable else self.solvability.reason,
            unprepared=unprepared,
            proof=proof,
        )

    def _lower_bound(self, status: Status, moves: list[Move] | None) -> int | None:
        """What is known of the moves that are needed: a promise kept, a bound, an estimate."""
        if not self.solvability.solvable:
            return None
        metric = self.spec.conventions.metric
        if status is Status.SOLVED:
            return length_of(moves or (), metric) if self.spec.proves_shortest else None
        admissible = heuristics.get("linear-conflict").bind(self.goal, metric=metric)
        estimate = ceil(admissible(self.start.state))
        searched = self._run.lower_bound if self._run is not None else None
        if searched is None or not self.spec.proves_shortest:
            return estimate
        return max(estimate, ceil(searched))
