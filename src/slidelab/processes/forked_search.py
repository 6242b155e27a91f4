"""A search in a copy of this process, so that the memory it takes is its own alone.

The memory that a search gives back stays with its process for a while, and the next one would seem
to need less. A copy has everything loaded already, and takes a hundredth of a second to make.
"""

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import NoReturn

from slidelab.search import Counters, Limits
from slidelab.search.driver import OnCounters
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled

CAN_FORK = sys.platform == "linux"
"""Elsewhere a process cannot be copied, or not safely."""


class ForkedSearch:
    """A `Search` that is prepared here and searches in a copy of this process, once.

    >>> from slidelab.solving import SearchSpec
    >>> ForkedSearch(Search("125340678", spec=SearchSpec("bfs"))).advance().cost
    3
    """

    def __init__(self, task: Search) -> None:
        self._task = task
        self.prepare = task.prepare

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        progress: OnCounters | None = None,
        cancelled: Cancelled = lambda: False,
    ) -> Result:
        """Search until an end or a limit; see `Search.advance`.

        Raises what the search raises, and MemoryError when the copy was killed.
        """
        if (stopped := self._task.prepare(limits, cancelled)) is not None:
            return stopped
        if cancelled():  # a short search would be done before the copy hears of it
            return self._task.advance(limits, cancelled=cancelled)
        here, there = Pipe()
        copy = os.fork()
        if copy == 0:
            here.close()
            self._search_and_leave(there, limits)
        there.close()
        try:
            while True:
                if cancelled():
                    here.send("stop")
                if not here.poll(SECONDS_BETWEEN_LOOKS):
                    continue
                news = here.recv()
                if isinstance(news, Result):
                    return news
                if isinstance(news, Exception):
                    raise news
                if progress is not None:
                    progress(news)
        except (EOFError, OSError):
            # The system kills a process without a word where memory runs out, and hardly elsewhere.
            raise MemoryError(f"{self._task.spec}: the process was killed") from None
        finally:
            here.close()
            os.waitpid(copy, 0)

    def _search_and_leave(self, owner: Connection, limits: Limits) -> NoReturn:
        """What the copy does; it must not go on with what the process was doing."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that was copied hears it
        told_to_stop = False

        def report(counters: Counters) -> None:
            nonlocal told_to_stop
            owner.send(counters)
            told_to_stop = owner.poll()  # to ask at every look would be to search more slowly

        with suppress(BaseException):
            try:
                owner.send(
                    self._task.advance(limits, progress=report, cancelled=lambda: told_to_stop)
                )
            except Exception as error:
                owner.send(error)
        os._exit(0)
