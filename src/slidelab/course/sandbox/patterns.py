"""Matching patterns that strangers wrote: one such as `(a+)+$` may take for ever."""

import re
import signal
from types import FrameType

from slidelab.course.sandbox.messages import Found, PatternSearch


class _TooLateError(Exception):
    pass


def search(search: PatternSearch) -> Found:
    """Look for all patterns, in the main thread: only there a signal ends a match."""
    before = signal.signal(signal.SIGPROF, _end)
    texts: list[str | None] = []
    try:
        signal.setitimer(signal.ITIMER_PROF, search.cpu_seconds)
        for pattern, text in search.asked:
            match = re.search(pattern, text)
            texts.append(match and _told(match))
    except (_TooLateError, RecursionError, MemoryError):
        return Found(tuple(texts), False)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return Found(tuple(texts), True)


def _told(match: "re.Match[str]") -> str:
    group: str | None = match.group(1) if match.re.groups else None
    return match.group() if group is None else group


def _end(number: int, frame: FrameType | None) -> None:
    raise _TooLateError
