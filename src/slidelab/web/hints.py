"""Hints: a good next move and how many follow, the best one where it is known in a second."""

import asyncio
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from slidelab.engines.sizes import SMALL, has_databases
from slidelab.processes import WorkerJob
from slidelab.puzzle import Board, Move, format_moves, is_solvable
from slidelab.search import Limits
from slidelab.solving.games import is_near
from slidelab.web.job_specs import DatabasesJob, DistancesJob, NextMoveJob

if TYPE_CHECKING:
    from slidelab.web.job_manager import JobManager

_MOST_WAITING = 5
"""Boards far from the goal take all the time that a hint may take. One at a time is looked at, so
that those which take milliseconds need not wait; the others wait up to this many times as long."""

_PREPARING = Limits(seconds=300.0)
_MOST_PREPARED = 64
"""How many goals are remembered, each with two megabytes at most."""

_BUSY = "Many hints are being looked for just now. Ask again in a moment."
_UNSOLVABLE = "This board cannot be brought to the goal: no number of moves will do."


class Hints:
    """Answers requests for hints by quick jobs.

    Small boards are looked up in a table of all distances. Up to 4x4 a shortest path is searched,
    with pattern databases that are prepared after the first hint; until they are there a nearly
    shortest one does, unless the goal is near. On larger boards a good path does.
    """

    def __init__(self, manager: "JobManager", seconds: float) -> None:
        self._manager = manager
        self._seconds = seconds
        self._one_is_far = asyncio.Lock()
        self._one_prepares = asyncio.Lock()
        self._prepared: dict[WorkerJob, asyncio.Task[Any]] = {}

    async def hint(self, board: Board, goal: Board, visitor: str) -> dict[str, Any]:
        """What to tell about a board; raises ApiError when the server is too busy."""
        if board == goal:
            return {"solved": True, "moves_left": 0}
        if not is_solvable(board, goal):
            return {"solved": False, "unknown": _UNSOLVABLE}
        if board.shape.cells <= SMALL:
            # Looked up here: a class that plays must not wait for worker processes.
            distances = await asyncio.shield(self._prepare(DistancesJob(goal), visitor))
            return _describe_path(board, _walk_down(board, *distances))
        if not has_databases(goal):
            return await self._search(board, goal, visitor, databases=False)
        databases = DatabasesJob(goal.shape, goal.blank)
        ready = self._is_prepared(databases)
        try:
            found = await self._search(board, goal, visitor, databases=ready)
        finally:
            # Only now, so that the first hint has the process that stands ready.
            self._prepare(databases, visitor)
        return found | {"better_soon": not ready and found.get("path") is not None}

    async def _search(
        self, board: Board, goal: Board, visitor: str, *, databases: bool
    ) -> dict[str, Any]:
        limits = Limits(seconds=self._seconds)
        job = NextMoveJob(board, goal, databases)
        if databases or is_near(board, goal):
            return _describe_path(board, *await self._manager.ask(job, limits, visitor))
        try:
            async with asyncio.timeout(_MOST_WAITING * self._seconds):
                await self._one_is_far.acquire()
        except TimeoutError:
            return {"solved": False, "unknown": _BUSY}
        try:
            return _describe_path(board, *await self._manager.ask(job, limits, visitor))
        finally:
            self._one_is_far.release()

    def _is_prepared(self, job: DatabasesJob) -> bool:
        task = self._prepared.get(job)
        return task is not None and task.done() and task.exception() is None

    def _prepare(self, job: WorkerJob, visitor: str) -> asyncio.Task[Any]:
        """The task that has a job done once for all who ask; one that failed is tried again."""
        task = self._prepared.pop(job, None)
        if task is None or (task.done() and task.exception() is not None):
            task = asyncio.create_task(self._do(job, visitor))
        self._prepared[job] = task
        while len(self._prepared) > _MOST_PREPARED:
            del self._prepared[next(iter(self._prepared))]
        return task

    async def _do(self, job: WorkerJob, visitor: str) -> Any:
        async with self._one_prepares:  # which leaves a place for hints
            return await self._manager.ask(job, _PREPARING, visitor)


def _look_up(board: Board, states: bytes, distances: bytes) -> int:
    """The distance of a board, where all states are in order, with their distances.

    >>> _look_up(Board("1 0 / 2 3"), bytes([0, 1, 2, 3, 1, 0, 2, 3]), bytes([0, 1]))
    1
    """
    cells = len(board.state)
    at = bisect_left(
        range(len(distances)), board.state, key=lambda at: states[at * cells : (at + 1) * cells]
    )
    return distances[at]


def _walk_down(board: Board, states: bytes, distances: bytes) -> list[Move]:
    """A shortest path: each move leads to a board that is nearer."""
    moves: list[Move] = []
    left = _look_up(board, states, distances)
    while left:
        left -= 1
        move = next(
            m for m in board.legal_moves if _look_up(board.move(m), states, distances) == left
        )
        board = board.move(move)
        moves.append(move)
    return moves


def _describe_path(
    board: Board, moves: list[Move], at_least: int | None = None, by_hand: str | None = None
) -> dict[str, Any]:
    """A path as a hint; unless told otherwise it is a shortest one."""
    target = board.shape.target(board.blank, moves[0])
    assert target is not None
    return {
        "solved": False,
        "moves_left": len(moves),
        "move": moves[0].letter,
        "tile": board.state[target],
        "path": format_moves(moves, style="letters"),
        "at_least": len(moves) if at_least is None else at_least,
        "by_hand": by_hand,
    }
