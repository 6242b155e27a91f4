"""What stands before every request: who may ask, how much they may send, what browsers are told.

These are plain ASGI applications around an ASGI application: streams pass through untouched.
"""

import asyncio
import socket
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slidelab.web.problems import problem_response
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

_HEADERS = {
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


class SecurityHeaders:
    """Tells browsers what the page may do, which is little."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every response."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class OwnHostsOnly:
    """Answers only to the server's own names, and lets no other site act in a visitor's name.

    A page from elsewhere can make a browser call this server, by a name of its own that it lets
    point here, or by a form. Neither gets through.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        names = {*_LOOPBACK_NAMES, settings.host.strip("[]").lower()}
        names |= {name.strip().lower() for name in settings.allowed_hosts.split(",")}
        if not settings.is_local:
            names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        self._names = names - {"", "0.0.0.0", "::"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what comes for another host or from another site."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            host = _host_name(headers.get("host", ""))
            own_address = (scope.get("server") or ("",))[0]
            if host not in self._names and host != own_address:
                refusal = problem_response(
                    HTTPStatus.MISDIRECTED_REQUEST, "This server does not go by that name."
                )
                return await refusal(scope, receive, send)
            if scope["method"] in _CHANGING and _from_elsewhere(headers):
                refusal = problem_response(
                    HTTPStatus.FORBIDDEN, "This request comes from a page of another site."
                )
                return await refusal(scope, receive, send)
        await self._app(scope, receive, send)
        return None


class BoundedBodies:
    """Reads the body before anything else does, and no further than allowed."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._most = settings.body_bytes
        self._seconds = settings.body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a body that is too long, too slow or not JSON."""
        if scope["type"] != "http" or scope["method"] not in _CHANGING:
            return await self._app(scope, receive, send)
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
        except TimeoutError:
            refusal = problem_response(
                HTTPStatus.REQUEST_TIMEOUT, "The body took too long to arrive."
            )
            return await refusal(scope, receive, send)
        if body is None:
            refusal = problem_response(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"The body is longer than {self._most:,} bytes.",
                headers={"Connection": "close"},
            )
            return await refusal(scope, receive, send)
        kind = Headers(scope=scope).get("content-type", "").split(";")[0].strip().lower()
        if body and kind != "application/json":
            refusal = problem_response(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json."
            )
            return await refusal(scope, receive, send)
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        return await self._app(scope, receive_again, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """The body, or None when it is too long."""
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or len(length) > 18 or int(length) > self._most:
            return None
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return body
            body += message.get("body", b"")
            if len(body) > self._most:
                return None
            if not message.get("more_body"):
                return body


def _host_name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> _host_name("localhost:8008"), _host_name("[::1]:8008"), _host_name("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _place(origin: str) -> str | None:
    """The host and port in an Origin header; None where it makes no sense."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _from_elsewhere(headers: Headers) -> bool:
    origin = headers.get("origin")
    if origin is not None and _place(origin) != headers.get("host"):
        return True
    return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
