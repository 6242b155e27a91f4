"""Hints: the next best move and how many are left, within a second or not at all."""

import asyncio
from bisect import bisect_left
from collections.abc import Hashable
from typing import Any

from slidelab import heuristics
from slidelab.processes import Job
from slidelab.puzzle import Board, Move, is_solvable
from slidelab.search import Limits
from slidelab.solving.spec import SMALL
from slidelab.web.boards import is_in_corner
from slidelab.web.job_manager import JobManager
from slidelab.web.job_specs import DatabasesJob, DistancesJob, PathJob

_FAR = 24
"""Boards estimated to be farther than this from the goal may take all the time there is. One at a
time is looked at, so that the others, which take milliseconds, need not wait for them."""

MOST_WITH_DATABASES = 25
"""Pattern databases for larger boards do not build in seconds."""

_PREPARING = Limits(seconds=300.0)
_MOST_PREPARED = 64
"""How many goals are remembered, each with two megabytes at most."""

_BUSY = "Many hints are being looked for just now. Ask again in a moment."
_TOO_FAR = "The shortest solution of this board cannot be found within a second."
_NOT_YET = "What is needed for boards of this size is being prepared. Ask again in a moment."
_UNSOLVABLE = "This board cannot be brought to the goal: no number of moves will do."


class Hints:
    """Answers requests for hints by quick jobs.

    The distances of small boards are found once for each goal. Larger boards are searched from,
    with pattern databases that are prepared when they are first asked for. Until they are there, a
    plain search does for boards near the goal.
    """

    def __init__(self, manager: JobManager, seconds: float) -> None:
        self._manager = manager
        self._seconds = seconds
        self._one_is_far = asyncio.Lock()
        self._one_prepares = asyncio.Lock()
        self._prepared: dict[Hashable, asyncio.Task[Any]] = {}

    async def hint(self, board: Board, goal: Board, visitor: str) -> dict[str, Any]:
        """What to tell about a board; raises ApiError when the server is too busy."""
        if board == goal:
            return {"solved": True, "moves_left": 0}
        if not is_solvable(board, goal):
            return {"solved": False, "unknown": _UNSOLVABLE}
        if board.shape.cells <= SMALL:
            distances = await asyncio.shield(self._prepare(DistancesJob(goal), visitor))
            left = _distance(board, *distances)
            move = next(m for m in board.moves() if _distance(board.move(m), *distances) < left)
            return _answer(board, left, move)
        preparing = None
        if _has_databases(goal):
            preparing = self._prepare(DatabasesJob(goal.shape, goal.blank), visitor)
        ready = preparing is not None and preparing.done()
        try:
            moves = await self._path(PathJob(board, goal, ready), visitor)
        except TimeoutError:
            return {"solved": False, "unknown": _BUSY}
        if moves is None:
            return {"solved": False, "unknown": _TOO_FAR if ready or not preparing else _NOT_YET}
        return _answer(board, len(moves), moves[0])

    async def _path(self, job: PathJob, visitor: str) -> Any:
        limits = Limits(seconds=self._seconds)
        estimate = heuristics.get("manhattan").bind(job.goal)(job.board.state)
        if job.databases or estimate <= _FAR:
            return await self._manager.ask(job, limits, visitor)
        async with asyncio.timeout(self._seconds):
            await self._one_is_far.acquire()
        try:
            return await self._manager.ask(job, limits, visitor)
        finally:
            self._one_is_far.release()

    def _prepare(self, job: DistancesJob | DatabasesJob, visitor: str) -> asyncio.Task[Any]:
        """The task that has a job done once for all who ask; one that failed is tried again."""
        task = self._prepared.pop(job, None)
        if task is None or (task.done() and task.exception() is not None):
            task = asyncio.create_task(self._do(job, visitor))
        self._prepared[job] = task
        while len(self._prepared) > _MOST_PREPARED:
            del self._prepared[next(iter(self._prepared))]
        return task

    async def _do(self, job: Job, visitor: str) -> Any:
        async with self._one_prepares:  # which leaves a place for hints
            return await self._manager.ask(job, _PREPARING, visitor)


def _has_databases(goal: Board) -> bool:
    """Whether there are pattern databases for a goal: up to 5x5, with the blank in a corner.

    >>> _has_databases(Board.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0"))
    True
    """
    return is_in_corner(goal) and SMALL < goal.shape.cells <= MOST_WITH_DATABASES


def _distance(board: Board, states: bytes, distances: bytes) -> int:
    """The distance of a board, where all states are in order, with their distances.

    >>> _distance(Board.parse("1 0 / 2 3"), bytes([0, 1, 2, 3, 1, 0, 2, 3]), bytes([0, 1]))
    1
    """
    cells = len(board.state)
    at = bisect_left(
        range(len(distances)), board.state, key=lambda at: states[at * cells : (at + 1) * cells]
    )
    return distances[at]


def _answer(board: Board, moves_left: int, move: Move) -> dict[str, Any]:
    target = board.shape.target(board.blank, move)
    assert target is not None
    return {
        "solved": False,
        "moves_left": moves_left,
        "move": move.letter,
        "tile": board.state[target],
    }
