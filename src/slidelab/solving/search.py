"""Solve a board: `Search` in several calls, which can stop in between, `solve` in one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from slidelab import heuristics
from slidelab.engines.engine import ENGINES
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, Move, goal_board, solvability
from slidelab.puzzle.shape import ShapeLike
from slidelab.search import Conventions, Counters, Limits, Run, SearchSpec, Status
from slidelab.search.limits import NO_LIMITS
from slidelab.search.run import Observer, OnCounters
from slidelab.search.spec import AlgorithmLike, HeuristicLike
from slidelab.solving.choose import engines_for
from slidelab.solving.result import Result
from slidelab.system.argument_checks import check_is
from slidelab.system.progress import Cancelled, CancelledError, stopping_when


class Search:
    """A search of a board that can stop and continue; call `advance` any number of times.

    `spec` says how; what it leaves open depends on the shape of the board. `force` searches even if
    there is no solution. `cores` is the number of cores that an engine may use (default: all). With
    a `checkpoint`, the search resumes from this file and is saved to it when `advance` returns, if
    the engine can do that.

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
        spec: SearchSpec = SearchSpec(),  # noqa: B008 - it is immutable
        *,
        shape: ShapeLike | None = None,
        force: bool = False,
        cores: int | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        check_is("spec", spec, SearchSpec)
        self.start = Board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        self.spec = spec.resolve(self.start.shape)
        self.solvability = solvability(self.start, self.goal)
        self.force = force
        self.run: Run | None = None
        """The run of the current engine."""
        self._engines = engines_for(self.spec, self.goal)
        self.engine = self._engines[0][0]
        """The name of the current engine."""
        self._cores, self._checkpoint = cores, checkpoint

    def __repr__(self) -> str:
        return f"<Search of {self.start.to_text('rows')}: {self.spec}>"

    @property
    def lower_bound(self) -> float | None:
        """Return the number of moves that any path needs, as far as the search knows."""
        return None if self.run is None else self.run.lower_bound

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: OnCounters | None = None,
        cancelled: Cancelled = lambda: False,
        improved: Callable[[Result], object] | None = None,
    ) -> Result:
        """Search until an end or a limit. A board without a solution is rejected at once.

        Limits are totals of searching: to continue a stopped search, call again with higher ones.
        `observer` is called with every event of the textbook engine, `progress` with the counters
        about ten times a second, and `cancelled` often, to ask whether to stop. `improved` is
        called with each better path while the search continues.

        Raises SlidelabError if another engine is given an observer.
        """
        check_is("limits", limits, Limits)
        if observer is not None and self._engines[0][0] != "textbook":
            raise SlidelabError("only the textbook engine can be observed: add engine='textbook'")
        if not (self.solvability.solvable or self.force):
            return self._make_result(Status.UNSOLVABLE)
        if limits.seconds is None and limits.nodes is None:
            limits = replace(limits, seconds=self.spec.method.seconds)

        def report_path(moves: list[Move]) -> None:
            if improved is not None:
                improved(self._make_result(Status.TIME_LIMIT, moves))

        try:
            while True:
                run, within, most = self._find_run(cancelled), limits, self._engines[0][1]
                # Only the textbook can be observed, so no other engine takes over then.
                if most is not None and observer is None:
                    nodes = most if limits.nodes is None else min(most, limits.nodes)
                    within = replace(limits, nodes=nodes)
                status = run.advance(
                    within,
                    observer=observer,
                    progress=progress,
                    cancelled=cancelled,
                    improved=report_path,
                )
                if status is not Status.NODE_LIMIT or within == limits:
                    break
                del self._engines[0]
        except CancelledError:
            return self._make_result(Status.CANCELLED)
        run.save()
        return self._make_result(status, run.path())

    def _find_run(self, cancelled: Cancelled) -> Run:
        """Return the run of the current engine, started if it has none."""
        name, _ = self._engines[0]
        if self.run is None or self.engine != name:
            with stopping_when(cancelled):
                run = ENGINES[name].start(self.start, self.goal, self.spec, cores=self._cores)
            if self._checkpoint is not None:
                run.resume(self._checkpoint)
            run.conventions = self.spec.conventions
            run.seconds = 0.0 if self.run is None else self.run.seconds
            self.run, self.engine = run, name
        return self.run

    def _make_result(self, status: Status, moves: list[Move] | None = None) -> Result:
        run, is_solved = self.run, status is Status.SOLVED
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
            proof=run.proof if run is not None and is_solved else None,
        )

    def _find_lower_bound(self, status: Status, moves: list[Move] | None) -> int | None:
        """Return the best known lower bound: the cost if it is proved to be optimal, else the
        search's bound or linear conflict, whichever is higher."""
        if not self.solvability.solvable:
            return None
        if status is Status.SOLVED:
            return len(moves or ()) if self.spec.promises_shortest else None
        estimate = heuristics.get("linear-conflict").bind(self.goal)(self.start.state)
        searched = self.run and self.spec.promises_shortest and self.run.lower_bound
        return ceil(max(estimate, searched or 0))


def solve(
    start: BoardLike,
    goal: BoardLike = "blank-first",
    algorithm: AlgorithmLike | None = None,
    heuristic: HeuristicLike | None = None,
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
    unless there is a limit; `optimal` finds a shortest path however long that takes.

    :param start: a board, its text, its tiles, or a published instance's name such as `korf:1`
    :param goal: a board, its text, its tiles, or one of the names such as `blank-last`
    :param algorithm: the algorithm's name, `file.py:name` for one of your own, or the algorithm
        itself, which may be any function of a start and a goal that returns a path
    :param heuristic: the heuristic's name, sizes of pattern databases such as `6-6-3`,
        `file.py:name`, or the heuristic itself, which may be any function from a Board to a number
    :param optimal: where the algorithm is left open, choose one that finds a shortest path
    :param shape: rows and columns, if the text of a board leaves them open
    :param preset: the conventions to count by, such as `driver`; see `slidelab list presets`
    :param conventions: the conventions, if no preset fits, such as `Conventions(ties="last-in")`
    :param engine: `auto`, `textbook`, `compiled`, `parallel`, or one that you installed
    :param force: search even a board that has no solution
    :param limits: when to stop; the next three are its parts one by one
    :param time_limit: time limit in seconds of searching
    :param node_limit: maximum number of nodes to expand
    :param memory_limit: maximum number of bytes that the process holds
    :param parameters: parameters of the algorithm by name, such as `weight=2` for `wastar`;
        see `slidelab list`

    Raises ValueError when names, parameters or boards do not fit together; the message says why.

    >>> result = solve("1,2,5,3,4,0,6,7,8", algorithm="bfs")
    >>> result.cost, [move.word for move in result.moves]
    (3, ['Up', 'Left', 'Left'])
    >>> solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], goal="blank-last").cost
    31
    """
    spec = SearchSpec(
        algorithm,
        heuristic,
        parameters=parameters,
        preset=preset,
        conventions=conventions,  # type: ignore[arg-type]
        engine=engine,
        optimal=optimal,
    )
    search = Search(start, goal, spec, shape=shape, force=force)
    check_is("limits", limits, Limits)
    parts: dict[str, Any] = {"seconds": time_limit, "nodes": node_limit, "memory": memory_limit}
    given = {name: most for name, most in parts.items() if most is not None}
    return search.advance(replace(limits, **given))
