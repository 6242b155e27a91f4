"""Hints: the next best move and how many are left, within a second or not at all."""

import asyncio
from typing import Any

from slidelab.puzzle import Board, Shape, is_solvable
from slidelab.search import Limits
from slidelab.solving.spec import SMALL
from slidelab.web.boards import is_in_corner
from slidelab.web.errors import ApiError
from slidelab.web.job_manager import JobManager
from slidelab.web.job_specs import HintJob, PrepareJob

_PREPARING = Limits(seconds=300.0)

_TOO_FAR = "The shortest solution of this board cannot be found within a second."
_NOT_YET = "What is needed for boards of this size is being prepared. Ask again in a moment."
_UNSOLVABLE = "This board cannot be brought to the goal: no number of moves will do."


class Hints:
    """Answers requests for hints by quick jobs.

    Larger boards need pattern databases, which are prepared when they are first asked for. Until
    they are there, a plain search does for boards near the goal.
    """

    def __init__(self, manager: JobManager, seconds: float) -> None:
        self._manager = manager
        self._limits = Limits(seconds=seconds)
        self._preparing: dict[tuple[Shape, int], asyncio.Task[bool]] = {}

    async def hint(self, board: Board, goal: Board, visitor: str) -> dict[str, Any]:
        """What to tell about a board; raises ApiError when the server is too busy."""
        if board == goal:
            return {"solved": True, "moves_left": 0}
        if not is_solvable(board, goal):
            return {"solved": False, "unknown": _UNSOLVABLE}
        preparing = self._prepared(goal, visitor)
        ready = preparing is not None and preparing.done() and preparing.result()
        found = await self._manager.ask(HintJob(board, goal, ready), self._limits, visitor)
        if found is None:
            not_yet = preparing is not None and not ready
            return {"solved": False, "unknown": _NOT_YET if not_yet else _TOO_FAR}
        moves_left, move = found
        target = board.shape.target(board.blank, move)
        assert target is not None
        return {
            "solved": False,
            "moves_left": moves_left,
            "move": move.letter,
            "tile": board.state[target],
        }

    def _prepared(self, goal: Board, visitor: str) -> asyncio.Task[bool] | None:
        """The task that prepares for a goal, one for all who ask; None where there is no need."""
        if goal.shape.cells <= SMALL or not is_in_corner(goal):
            return None
        which = goal.shape, goal.blank
        task = self._preparing.get(which)
        if task is None or (task.done() and not task.result()):
            task = self._preparing[which] = asyncio.create_task(self._prepare(goal, visitor))
        return task

    async def _prepare(self, goal: Board, visitor: str) -> bool:
        try:
            await self._manager.ask(PrepareJob(goal), _PREPARING, visitor)
        except ApiError:
            return False  # it is tried again when it is next needed
        return True
