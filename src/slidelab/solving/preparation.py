"""What comes before a search, under the limits of the search: code, tables, databases."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from slidelab.search import Limits, Status
from slidelab.search.limits import Watch
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled, Progress, monitored

_SECONDS_BEFORE_NEWS = 0.2
"""What is ready sooner is not worth a word."""
_SECONDS_BETWEEN_NEWS = 0.1

T = TypeVar("T")


class PreparationStopped(Exception):  # noqa: N818 - not an error, but an end like others
    """A limit was reached before the search began."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Preparation:
    """The preparations of one stretch of a search."""

    def __init__(self, limits: Limits, announce: Progress, cancelled: Cancelled | None) -> None:
        self._limits = limits.with_memory()
        self._announce = announce
        self._cancelled = cancelled
        self._seconds = 0.0

    def make(self, maker: Callable[[], T], searched: float) -> T:
        """What the maker makes; `searched` are the seconds of the search so far.

        Raises PreparationStopped when a limit is reached, or is sure to be.
        """
        watch = Watch(replace(self._limits, nodes=None), searched, self._cancelled, None)
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
