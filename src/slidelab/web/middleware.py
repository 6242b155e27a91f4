"""What stands before every request: who may ask, how much, and the headers that browsers get.

These are plain ASGI applications around an ASGI application: streams pass through untouched.
"""

import asyncio
import socket
from abc import ABC, abstractmethod
from http import HTTPStatus
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slidelab.web.errors import respond
from slidelab.web.problems import ApiError
from slidelab.web.settings import Settings

_EMPTY_TEXT = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""Plotly adds a style element that is empty and fills it through the style sheet's own interface.

That is all its plots need. The script also brings along the style of its maps as text; the browser
refuses that and says so in the console, and nothing here draws maps.
"""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' {_EMPTY_TEXT}",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

WEB_ASSEMBLY_POLICY = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
"""The same for what may also compile WebAssembly."""

_WORKER = "/static/js/site/worker.js"
"""Runs Python, and what visitors type: the one place that may compile WebAssembly."""

_HEADERS = {
    "Cache-Control": "no-cache",  # browsers ask each time whether a file has changed
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")

_BURST_SECONDS = 5.0
"""After a pause, a visitor may make the requests of this number of seconds at once."""
_MOST_VISITORS = 10_000
_HEAVY = (
    *("/api/searches", "/api/films", "/api/traces", "/api/proofs", "/api/explanations"),
    *("/api/reviews", "/api/scramble", "/continue"),
)
"""How the paths end that put a worker to work."""


class SecurityHeaders:
    """Tells browsers what the page may do, which is little."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["path"] == _WORKER:
                    headers["Content-Security-Policy"] = WEB_ASSEMBLY_POLICY
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Guard(ABC):
    """Lets a request pass, answers it, or refuses it where `admit` raises ApiError."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    @abstractmethod
    async def admit(self, scope: Scope, receive: Receive) -> Receive | Response:
        """From where the application reads the request on, or the answer to it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        passed: Receive | Response = receive
        try:
            if scope["type"] == "http":
                passed = await self.admit(scope, receive)
        except ApiError as refusal:
            passed = respond(refusal, Headers(scope=scope))
        if isinstance(passed, Response):
            await passed(scope, receive, send)
        else:
            await self._app(scope, passed, send)


class OwnHostsOnly(Guard):
    """Answers only to the server's own names, and lets no other site act in a visitor's name.

    A page from elsewhere can make a browser call this server, by a name of its own that it lets
    point here, or by a form. Neither gets through.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app, settings)
        names = {*_LOOPBACK_NAMES, settings.host.strip("[]").lower()}
        names |= {name.lower() for name in settings.allowed_hosts}
        if not settings.is_local:
            names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        self._names = names - {"", "0.0.0.0", "::"}

    async def admit(self, scope: Scope, receive: Receive) -> Receive:
        headers = Headers(scope=scope)
        host = _read_host(headers.get("host", ""))
        own_address = (scope.get("server") or ("",))[0]
        if host not in self._names and host != own_address:
            raise ApiError(HTTPStatus.MISDIRECTED_REQUEST, "This server does not go by that name.")
        if scope["method"] in _CHANGING and _is_from_elsewhere(headers):
            raise ApiError(HTTPStatus.FORBIDDEN, "This request comes from a page of another site.")
        return receive


class RateLimits(Guard):
    """Refuses what one visitor asks beyond a rate. What a worker has to do counts as heavy."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app, settings)
        self._paid_until: dict[tuple[str, bool], float] = {}

    async def admit(self, scope: Scope, receive: Receive) -> Receive:
        """Each request costs its share of a second, and debts have a limit."""
        visitor = (scope.get("client") or ("",))[0]
        heavy = scope["method"] == "POST" and scope["path"].endswith(_HEAVY)
        cost = 1 / (self._settings.heavy_rate if heavy else self._settings.light_rate)
        now = monotonic()
        paid_until = max(now, self._paid_until.get((visitor, heavy), now)) + cost
        if paid_until - now > max(_BURST_SECONDS, cost):
            raise ApiError(
                HTTPStatus.TOO_MANY_REQUESTS,
                "That was too much at once. Try again in a moment.",
                headers={"Retry-After": "1"},
            )
        if len(self._paid_until) >= _MOST_VISITORS:
            self._paid_until.clear()
        self._paid_until[visitor, heavy] = paid_until
        return receive


class BoundedBodies(Guard):
    """Reads the body before anything else does, and no further than allowed."""

    async def admit(self, scope: Scope, receive: Receive) -> Receive:
        """Refuse a body that is too long, too slow or not JSON."""
        if scope["method"] not in _CHANGING:
            return receive
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                body = await self._read(receive)
        except TimeoutError:
            raise ApiError(
                HTTPStatus.REQUEST_TIMEOUT, "The body took too long to arrive."
            ) from None
        kind = Headers(scope=scope).get("content-type", "").split(";")[0].strip().lower()
        if body and kind != "application/json":
            raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.")
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        return receive_again

    async def _read(self, receive: Receive) -> bytes:
        most = self._settings.body_bytes
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                raise ApiError(
                    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                    f"The body is longer than {most:,} bytes.",
                    headers={"Connection": "close"},
                )
        return body


def _read_host(host: str) -> str:
    """The name in a Host header, without the port.

    >>> _read_host("localhost:8008"), _read_host("[::1]:8008"), _read_host("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_from_elsewhere(headers: Headers) -> bool:
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
