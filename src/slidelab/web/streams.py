"""Server-sent events: a job's log, from where the listener left off, until the job is done."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from sse_starlette import EventSourceResponse, JSONServerSentEvent
from starlette.types import Receive

from slidelab.web.job_manager import JobManager
from slidelab.web.jobs import JobRecord

_RECONNECT_MILLISECONDS = 200
"""A browser that lost the connection comes back before the search is given up."""

_SECONDS_BETWEEN_BEATS = 5
_SECONDS_TO_SAY_GOODBYE = 3
"""When the server ends, so does every job, and listeners are notified."""


def event_stream(
    record: JobRecord, manager: JobManager, last_seen: int, keep: float
) -> EventSourceResponse:
    """What happens to a job after the event last seen. Reports when the listener leaves."""
    return EventSourceResponse(
        _events(record, manager, last_seen, keep),
        sep="\n",
        ping=_SECONDS_BETWEEN_BEATS,
        shutdown_grace_period=_SECONDS_TO_SAY_GOODBYE,
    )


async def _events(
    record: JobRecord, manager: JobManager, last_seen: int, keep: float
) -> AsyncIterator[JSONServerSentEvent]:
    news = asyncio.Event()
    record.listeners.add(news)
    try:
        while True:
            news.clear()
            for entry in record.entries_after(last_seen):
                last_seen = entry.number
                yield JSONServerSentEvent(
                    entry.data,
                    id=str(entry.number),
                    event=entry.name,
                    retry=_RECONNECT_MILLISECONDS,
                    sep="\n",
                )
            if record.done and not record.entries_after(last_seen):
                return
            await news.wait()
    finally:
        record.listeners.discard(news)
        manager.notice_leaving(record, keep)


async def answer_or_gone(receive: Receive, answer: asyncio.Task[Any]) -> Any:
    """What a task returns, or None when the client disconnected, which ends the task."""
    gone = asyncio.create_task(_until_gone(receive))
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        answer.cancel()
        with suppress(asyncio.CancelledError):
            await answer
        return None
    finally:
        gone.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
