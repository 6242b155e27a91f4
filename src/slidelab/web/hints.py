"""Hints: the next best move and how many are left, within a second or not at all.

Small boards are looked up in a table that is made when it is first needed. For larger ones a search
is tried in processes of its own, which no other search can hold up, with pattern databases that are
prepared when they are first needed.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from http import HTTPStatus
from typing import Any

from slidelab import heuristics
from slidelab.puzzle import Board, Move, Shape, is_solvable
from slidelab.search import Limits
from slidelab.web.boards import is_in_corner
from slidelab.web.distances import MOST_CELLS, best_move, blank_home
from slidelab.web.errors import ApiError
from slidelab.web.hint_orders import PathOrder, TableOrder
from slidelab.web.orders import Order
from slidelab.web.pool import Pool
from slidelab.web.settings import Settings
from slidelab.web.worker import Told

LOG = logging.getLogger("slidelab.web")

_NEAR_PLACES = 2
_FAR_PLACES = 1
_PLACES = _NEAR_PLACES + _FAR_PLACES
_FAR = 24
"""Boards estimated to be farther than this from the goal may take all the time there is. They have
a place of their own, so that the others, which take milliseconds, need not wait for them."""

_NICENESS = 5
"""Hints give way to the server and go before searches."""

_COMMON = (Shape(3, 3), 0)
"""The table that most people will ask for first: 3x3 with the blank in a corner."""

_MOST_KNOWN = 50_000
_LEAST_SECONDS = 0.05
_LOADING_SECONDS = 30.0
_PREPARING_SECONDS = 300.0

_TOO_FAR = "The shortest solution of this board cannot be found within a second."
_BUSY = "Many hints are being looked for just now. Ask again in a moment."
_NOT_YET = "What is needed for boards of this size is being prepared. Ask again in a moment."
_UNSOLVABLE = "This board cannot be brought to the goal: no number of moves will do."

Key = tuple[bytes, bytes, Shape]


class Hints:
    """Answers requests for hints."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(settings.search_memory, _NICENESS, self._on_ready)
        self._one_table_at_a_time = asyncio.Lock()
        self._near = asyncio.Semaphore(_NEAR_PLACES)
        self._far = asyncio.Semaphore(_FAR_PLACES)
        self._ready = asyncio.Event()
        self._tables: dict[tuple[Shape, int], bytes] = {}
        self._prepared: set[tuple[Shape, int]] = set()
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._known: OrderedDict[Key, tuple[int, Move]] = OrderedDict()

    def open(self) -> None:
        """Start the processes."""
        self._pool.keep_total(_PLACES)
        self._shared(_COMMON, partial(self._make_table, *_COMMON))

    async def close(self) -> None:
        """End the processes."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pool.close()

    async def hint(self, board: Board, goal: Board) -> dict[str, Any]:
        """What to tell about a board."""
        if board == goal:
            return _answer(board, 0, None)
        if not is_solvable(board, goal):
            return {"solved": False, "unknown": _UNSOLVABLE}
        small = board.shape.cells <= MOST_CELLS
        which = (board.shape, blank_home(goal) if small else goal.blank)
        if which in self._tables:
            return _answer(board, *best_move(board, goal, self._tables[which]))
        # What is prepared helps next time. Until it is there, a plain search does for boards near
        # the goal.
        if small:
            self._shared(which, partial(self._make_table, *which))
        elif which not in self._prepared and is_in_corner(goal):
            self._shared(which, partial(self._prepare, goal))
        return await self._find(board, goal, "auto" if which in self._prepared else None)

    async def _find(self, board: Board, goal: Board, heuristic: str | None) -> dict[str, Any]:
        key = (board.state, goal.state, board.shape)
        if key not in self._known:
            search = partial(self._search, board, goal, heuristic)
            try:
                await self._within_time(self._shared((*key, heuristic), search))
            except (TimeoutError, ApiError):
                return {"solved": False, "unknown": _BUSY}
        if key not in self._known:
            preparing = (board.shape, goal.blank) in self._tasks
            return {"solved": False, "unknown": _NOT_YET if preparing else _TOO_FAR}
        self._known.move_to_end(key)
        return _answer(board, *self._known[key])

    def _shared(
        self, key: Hashable, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> asyncio.Task[None]:
        """The task that does this work, one for all who wait for it."""
        if key not in self._tasks:
            task = asyncio.create_task(work())
            self._tasks[key] = task
            task.add_done_callback(partial(self._done, key))
        return self._tasks[key]

    def _done(self, key: Hashable, task: asyncio.Task[None]) -> None:
        self._tasks.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Those who still wait are told; nobody else needs to be.
            LOG.debug("a hint was not found: %s", error)

    async def _within_time(self, task: asyncio.Task[None]) -> None:
        """Wait for a task, which goes on when the time is over; raises TimeoutError then."""
        try:
            async with asyncio.timeout(self._settings.hint_seconds):
                await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():  # the server is being shut down
                raise TimeoutError from None
            raise

    async def _make_table(self, shape: Shape, home: int) -> None:
        async with self._one_table_at_a_time:
            order = TableOrder(shape, home)
            self._tables[shape, home] = await self._ask(order, _PREPARING_SECONDS, self._far)

    async def _prepare(self, goal: Board) -> None:
        """Have the pattern databases for a goal built, or read if they were built before."""
        async with self._one_table_at_a_time:
            await self._ask(PathOrder(goal, goal, "auto"), _PREPARING_SECONDS, self._far)
        self._prepared.add((goal.shape, goal.blank))

    async def _search(self, board: Board, goal: Board, heuristic: str | None) -> None:
        """Look for a shortest path. Every board on it is known from then on."""
        estimate = heuristics.get("manhattan").bind(goal)(board.state)
        place = self._far if heuristic is None and estimate > _FAR else self._near
        order = PathOrder(board, goal, heuristic)
        moves = await self._ask(order, self._settings.hint_seconds, place)
        for done, move in enumerate(moves or ()):
            self._known[board.state, goal.state, board.shape] = (len(moves) - done, move)
            board = board.move(move)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    async def _ask(self, order: Order, seconds: float, place: asyncio.Semaphore) -> Any:
        """Have an order carried out, the wait for a free process being part of the time.

        Raises TimeoutError when there is no time left.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        async with place:
            while (worker := self._pool.take()) is None:
                self._ready.clear()
                await self._ready.wait()
            left = end - loop.time()
            if left < _LEAST_SECONDS:
                raise TimeoutError
            answer: asyncio.Future[Told] = loop.create_future()

            def told(message: Told) -> None:
                if message.kind != "progress" and not answer.done():
                    answer.set_result(message)

            worker.begin(order, Limits(seconds=left * 0.9), told)
            try:
                # A process may first have to load the compiled engine, which is worth the wait.
                message = await asyncio.wait_for(answer, left + _LOADING_SECONDS)
            except BaseException:
                worker.kill()
                raise
        if message.kind != "result":
            raise ApiError(HTTPStatus.SERVICE_UNAVAILABLE, _BUSY)
        return message.data

    def _on_ready(self) -> None:
        self._ready.set()
        self._pool.keep_total(_PLACES)


def _answer(board: Board, moves_left: int, move: Move | None) -> dict[str, Any]:
    if move is None:
        return {"solved": True, "moves_left": 0, "move": None, "tile": None}
    target = board.shape.target(board.blank, move)
    assert target is not None
    return {
        "solved": False,
        "moves_left": moves_left,
        "move": move.letter,
        "tile": board.state[target],
    }
