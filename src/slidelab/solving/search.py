"""A board to solve in a certain way: `Search` can stop and go on, `solve` is one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from slidelab import heuristics
from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.engine import ENGINES, Assignment, EngineUnavailableError
from slidelab.heuristics import Heuristic
from slidelab.puzzle import COMMON_GOALS, Board, BoardLike, Move, goal_board, length_of, solvability
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.validation import check_whole
from slidelab.search import ALGORITHMS, Algorithm, Conventions, Counters, Limits, Run, Status
from slidelab.search.driver import Observer, OnCounters
from slidelab.search.limits import NO_LIMITS, Watch
from slidelab.solving.auto import Turn, turns, uses_all_cores
from slidelab.solving.defaults import AUTO
from slidelab.solving.result import Result
from slidelab.solving.spec import SearchSpec
from slidelab.system.argument_checks import check_is
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled, Progress, monitored, say_nothing

if TYPE_CHECKING:
    from slidelab.search.outlook import Outlook

ANY_SEARCH = SearchSpec()
"""Everything left open."""

_SECONDS_BEFORE_NEWS = 0.2
"""What is ready sooner is not worth a word."""
_SECONDS_BETWEEN_NEWS = 0.1

T = TypeVar("T")


class Search:
    """A board to solve in a certain way; call `advance` any number of times to work on it.

    `spec` says how; defaults depend on the shape of the board. `announce` is called when
    preparations take long. `force` searches even if there is no solution. `cores` is the number of
    cores that a search with gradient databases may use (default: all). Such a search is saved to
    the file `kept_in` now and then and whenever `advance` returns, and resumes from it if it
    exists. `plan` lists the engines that take turns (default: as `slidelab.solving.auto` says).

    Raises ValueError if the boards and the search do not fit together; the message says why.

    >>> search = Search("125340678", spec=SearchSpec("bfs"))
    >>> search.advance(Limits(nodes=5)).status
    <Status.NODE_LIMIT: 'node-limit'>
    >>> search.advance().cost
    3
    """

    def __init__(
        self,
        start: BoardLike,
        goal: BoardLike = "blank-first",
        spec: SearchSpec = ANY_SEARCH,
        *,
        shape: ShapeLike | None = None,
        force: bool = False,
        announce: Progress = say_nothing,
        cores: int | None = None,
        kept_in: Path | None = None,
        plan: list[Turn] | None = None,
    ) -> None:
        check_is("spec", spec, SearchSpec)
        check_is("force", force, bool)
        check_whole("cores", cores, least=1)
        self.start = Board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.spec = spec.resolve(self.start.shape)
        self.solvability = solvability(self.start, self.goal)
        self.force = force
        self._announce = announce
        self._cores, self._kept_in = cores, kept_in
        self._run: Run | None = None
        self._turns = plan or []
        self.engine = "textbook"
        """The engine at work."""
        if self.spec.engine == AUTO:
            can_resume = uses_all_cores(self.spec, self.start.shape)
        else:
            self.engine = self.spec.engine_for(self.start.shape)  # raises if it cannot
            can_resume = ENGINES[self.engine].can_resume_from_file(self.spec)
        if kept_in is not None and not can_resume:
            raise ValueError(
                f"only IDA* with the heuristic {GRADIENT} on the engine parallel or gpu can be "
                "kept in a file"
            )

    def __repr__(self) -> str:
        return f"<Search of {self.start.to_text('rows')}: {self.spec}>"

    @property
    def outlook(self) -> Outlook | None:
        """Progress of the search, if it can be estimated."""
        sliced = self._run.sliced if self._run is not None else None
        return None if sliced is None else sliced.outlook

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: OnCounters | None = None,
        cancelled: Cancelled | None = None,
        improved: Callable[[Result], None] | None = None,
    ) -> Result:
        """Search until an end or a limit. A board without a solution is rejected at once.

        Limits are totals: to continue a stopped search, call again with higher ones. Preparing code
        and tables counts towards the time of this call. `observer` sees every event of the textbook
        engine, `progress` the counters about ten times a second, and `cancelled` is asked often
        whether to stop. `improved` is called with each path that there may be a better one of.
        """
        check_is("limits", limits, Limits)
        if not (self.solvability.solvable or self.force):
            return self._make_result(Status.UNSOLVABLE)
        if limits.seconds is None and limits.nodes is None:
            limits = replace(limits, seconds=self.spec.method.seconds)
        preparation = Preparation(limits, self._announce, cancelled)

        def found(node: Any) -> None:
            if improved is not None and not self.spec.promises_shortest:
                improved(self._make_result(Status.TIME_LIMIT, node.path()))

        try:
            run = self._run or preparation.make(self._begin, 0.0)
            while True:
                # Only the textbook can be observed, so it is not taken over from then.
                trial = self._turns[0].nodes if observer is None else None
                is_trial = trial is not None and (limits.nodes is None or limits.nodes > trial)
                status = run.advance(
                    preparation.left(replace(limits, nodes=trial) if is_trial else limits),
                    observer=observer,
                    progress=progress,
                    cancelled=cancelled,
                    found=found,
                )
                if not (is_trial and status is Status.NODE_LIMIT):
                    break
                run = preparation.make(self._hand_over, run.counters().seconds)
        except PreparationStopped as stop:
            return self._make_result(stop.status, unprepared=stop.reason)
        if run.sliced is not None:
            run.sliced.keep()
        return self._make_result(status, None if run.goal is None else run.goal.path())

    def prepare(
        self, limits: Limits = NO_LIMITS, cancelled: Cancelled | None = None
    ) -> Result | None:
        """Have ready what the search needs, so that its time is not spent on that.

        Returns None, or the result that tells which limit was reached before.
        """
        if self._run is None and (self.solvability.solvable or self.force):
            try:
                Preparation(limits, self._announce, cancelled).make(self._begin, 0.0)
            except PreparationStopped as stop:
                return self._make_result(stop.status, unprepared=stop.reason)
        return None

    def _begin(self) -> Run:
        is_kept = self._kept_in is not None
        return self._begin_with(self._turns or turns(self.goal, self.spec, is_kept))

    def _hand_over(self) -> Run:
        """Begin again with the next engine, or let this one go on if the next is unavailable."""
        assert self._run is not None
        try:
            return self._begin_with(self._turns[1:], self._run.counters().seconds)
        except EngineUnavailableError:
            self._turns = [Turn(self.engine)]
            return self._run

    def _begin_with(self, plan: list[Turn], seconds: float = 0.0) -> Run:
        """Begin with the first available of these engines, `seconds` after another one began."""
        name, spec = plan[0].engine, self.spec
        wanted = Assignment(self.start, self.goal, spec, self._cores, self._kept_in)
        try:
            steps = ENGINES[name].begin(wanted)
        except EngineUnavailableError:
            if len(plan) == 1:
                raise
            return self._begin_with(plan[1:], seconds)
        self._run = Run(steps, spec.conventions, blind=spec.method.blind, seconds=seconds)
        self._turns, self.engine = plan, name
        return self._run

    def _make_result(
        self, status: Status, moves: list[Move] | None = None, unprepared: str = ""
    ) -> Result:
        run, is_solved = self._run, status is Status.SOLVED
        return Result(
            status=status,
            start=self.start,
            goal=self.goal,
            spec=self.spec,
            engine=self.engine,
            moves=moves,
            counters=Counters() if run is None else run.counters(),
            lower_bound=self._find_lower_bound(status, moves),
            reason="" if self.solvability.solvable else self.solvability.reason,
            unprepared=unprepared,
            proof=run.sliced.proof if is_solved and run and run.sliced else None,
        )

    def _find_lower_bound(self, status: Status, moves: list[Move] | None) -> int | None:
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


class PreparationStopped(Exception):  # noqa: N818 - not an error, but an end like others
    """A limit was reached before the search began."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Preparation:
    """What comes before a stretch of a search, under its limits: code, tables, databases."""

    def __init__(self, limits: Limits, announce: Progress, cancelled: Cancelled | None) -> None:
        self._limits = limits.with_memory()
        self._announce = announce
        self._cancelled = cancelled
        self._seconds = 0.0

    def make(self, maker: Callable[[], T], searched: float) -> T:
        """Make it, `searched` seconds into the search; raises PreparationStopped at a limit."""
        watch = Watch(replace(self._limits, nodes=None), searched, self._cancelled)
        doing = ""
        first_news = next_news = searched + _SECONDS_BEFORE_NEWS

        def report_progress(now: str, fraction: float | None) -> None:
            nonlocal doing, next_news
            is_news, doing = now != doing and watch.seconds >= first_news, now
            if is_news or watch.seconds >= next_news:
                next_news = watch.seconds + _SECONDS_BETWEEN_NEWS
                self._announce(doing, fraction)
            if (status := watch.look(0)) is not None:
                raise PreparationStopped(status, f"it was still {doing}")

        def reserve(doing: str, size: int) -> None:
            most = self._limits.memory
            if most is not None and resident_bytes() + size > most:
                raise PreparationStopped(
                    Status.MEMORY_LIMIT, f"{doing} takes {size / 1e6:,.0f} MB of memory"
                )

        try:
            with monitored(report_progress, reserve):
                return maker()
        except MemoryError:
            reason = f"out of memory while {doing}" if doing else "out of memory"
            raise PreparationStopped(Status.MEMORY_LIMIT, reason) from None
        finally:
            self._seconds += watch.seconds - searched

    def left(self, limits: Limits) -> Limits:
        """The limits without the time that this stretch has spent before searching."""
        if limits.seconds is None:
            return limits
        return replace(limits, seconds=max(0.0, limits.seconds - self._seconds))


def solve(
    start: BoardLike,
    goal: BoardLike = "blank-first",
    algorithm: str | Algorithm | Callable[..., Any] | None = None,
    heuristic: str | Heuristic | Callable[..., float] | None = None,
    *,
    optimal: bool = False,
    shape: ShapeLike | None = None,
    preset: str = "textbook",
    conventions: Conventions | None = None,
    engine: str = "auto",
    force: bool = False,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    **parameters: Any,
) -> Result:
    """Solve a board.

    What is left open is chosen: A* with Manhattan distance for small boards, IDA* with pattern
    databases up to 4x4, and beyond that `anytime`, which answers at any size, for ten seconds
    unless there is a limit; `optimal` goes for a shortest path however long that takes.

    :param start: a board, its text, its tiles, or a published instance's name such as `korf:1`
    :param goal: a board, its text, its tiles, or one of the names such as `blank-last`
    :param algorithm: its name, `file.py:name` for one of your own, or the algorithm itself, which
        may be any function of a start and a goal that returns a path
    :param heuristic: its name, sizes of pattern databases such as `6-6-3`, `file.py:name`, or
        the heuristic itself, which may be any function from a Board to a number
    :param optimal: where the algorithm is left open, one that finds a shortest path
    :param shape: rows and columns, where the text of a board leaves them open
    :param preset: the conventions to count by
    :param conventions: the conventions, where no preset is what you want
    :param engine: `auto`, `textbook`, `compiled`, `parallel`, `gpu` or one that you installed
    :param force: search even a board that has no solution
    :param limits: when to stop
    :param time_limit: seconds of searching after which to stop
    :param node_limit: expanded nodes after which to stop
    :param memory_limit: bytes that the search may hold
    :param parameters: parameters of the algorithm by name, such as `weight=2` for `wastar`;
        see `slidelab list`

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> result = solve("1,2,5,3,4,0,6,7,8", algorithm="bfs")
    >>> result.cost, [move.word for move in result.moves]
    (3, ['Up', 'Left', 'Left'])
    >>> solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], goal="blank-last").cost
    31
    """
    _check_goal(goal)
    spec = SearchSpec(
        algorithm,
        heuristic,
        parameters=parameters,
        preset=preset,
        conventions=conventions,
        engine=engine,
        optimal=optimal,
    )
    most = join_limits(limits, time_limit, node_limit, memory_limit)
    return Search(start, goal, spec, shape=shape, force=force).advance(most)


def _check_goal(goal: BoardLike) -> None:
    """Raise ValueError where an algorithm or a heuristic stands in the place of the goal."""
    if not isinstance(goal, str) or goal in COMMON_GOALS:
        return  # before installed packages are asked for algorithms, which takes long
    if not any(character.isdigit() for character in goal):
        for kind, names in (("algorithm", ALGORITHMS), ("heuristic", heuristics.HEURISTICS)):
            if goal in names:
                raise ValueError(
                    f"goal is {goal!r}, which is the name of an {kind}: write "
                    f"solve(board, {kind}={goal!r})".replace("an heur", "a heur")
                )


def join_limits(
    limits: Limits, seconds: float | None, nodes: int | None, memory: int | None
) -> Limits:
    """The limits, with those given one by one in place of theirs."""
    check_is("limits", limits, Limits)
    given: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "memory": memory}
    return replace(limits, **{name: most for name, most in given.items() if most is not None})
