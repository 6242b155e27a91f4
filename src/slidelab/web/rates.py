"""Rate limits, for a server that the network can reach: nobody may crowd out the others."""

import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from slidelab.web.problems import problem_response
from slidelab.web.settings import Settings

_BURST_SECONDS = 5.0
"""After a rest, a visitor may make the requests of so many seconds at once."""

_MOST_VISITORS = 10_000

_HEAVY = ("/api/searches", "/api/films", "/api/proofs", "/api/scramble", "/continue")
"""How the paths end that put a worker to work."""


class Bucket:
    """Lets a number of calls through each second, and a few more after a rest.

    >>> now = 0.0
    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: now)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    >>> now = 1.0
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_seen")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._clock = clock
        self._seen = clock()

    def take(self) -> bool:
        """Whether one more call may pass now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """Refuses what one visitor asks beyond a rate. What a worker has to do counts as heavy."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._rates = {False: settings.light_rate, True: settings.heavy_rate}
        self._buckets: dict[tuple[str, bool], Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass or refuse it."""
        if scope["type"] == "http" and not self._may_pass(scope):
            refusal = problem_response(
                HTTPStatus.TOO_MANY_REQUESTS,
                "That was too much at once. Try again in a moment.",
                headers={"Retry-After": "1"},
            )
            return await refusal(scope, receive, send)
        return await self._app(scope, receive, send)

    def _may_pass(self, scope: Scope) -> bool:
        visitor = (scope.get("client") or ("",))[0]
        heavy = scope["method"] == "POST" and scope["path"].endswith(_HEAVY)
        key = (visitor, heavy)
        if key not in self._buckets:
            if len(self._buckets) >= _MOST_VISITORS:
                self._buckets.clear()
            rate = self._rates[heavy]
            self._buckets[key] = Bucket(rate, max(1.0, rate * _BURST_SECONDS))
        return self._buckets[key].take()
