"""Server-sent events: a job's log, from where the listener left off, until the job is done."""

import asyncio
from contextlib import suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from slidelab.web.desk import Desk
from slidelab.web.jobs import Job

_RECONNECT = b"retry: 200\n\n"
"""A browser that lost the connection comes back after so many milliseconds, before the search is
given up."""

_BEAT = b": still here\n\n"
_SECONDS_BETWEEN_BEATS = 5.0


class EventStream(Response):
    """Sends what happens to a job. When the listener goes away, the desk is told."""

    media_type = "text/event-stream"

    def __init__(self, job: Job, desk: Desk, last_seen: int) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._job = job
        self._desk = desk
        self._last_seen = last_seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the job is done or the listener is gone."""
        news = self._job.subscribe()
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            await self._send(send, _RECONNECT)
            await self._follow(send, news, gone)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # the listener went away while we were speaking
        finally:
            gone.cancel()
            self._job.unsubscribe(news)
            self._desk.left(self._job)

    async def _follow(self, send: Send, news: asyncio.Event, gone: asyncio.Task[None]) -> None:
        while not gone.done():
            news.clear()
            for entry in self._job.entries_after(self._last_seen):
                self._last_seen = entry.number
                await self._send(send, entry.encode())
            if self._job.done:
                return
            if news.is_set():
                continue
            waiting = asyncio.create_task(news.wait())
            done, _ = await asyncio.wait(
                (waiting, gone),
                timeout=_SECONDS_BETWEEN_BEATS,
                return_when=asyncio.FIRST_COMPLETED,
            )
            waiting.cancel()
            if not done:
                await self._send(send, _BEAT)

    async def _send(self, send: Send, data: bytes) -> None:
        await send({"type": "http.response.body", "body": data, "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def answer_or_gone(receive: Receive, answer: asyncio.Task[Any]) -> Any:
    """What a task returns, or None when whoever asked went away, which ends the task."""
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
