"""Who may ask, how much they may send, and what browsers are told: plain ASGI middleware."""

import secrets
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "token"

_EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""Plotly adds an empty style element and fills it through the style sheet's interface."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' {_EMPTY_STYLE}",
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
"""The policy of the worker that runs Python, which alone may compile WebAssembly."""

_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_LOCAL = ("localhost", "127.0.0.1", "::1")


def problem(status: HTTPStatus, *problems: str, **more: object) -> JSONResponse:
    """Return the response that says why a request is refused."""
    body = {"title": status.phrase, "problems": list(problems), **more}
    return JSONResponse(body, status, {"Cache-Control": "no-store"})


class Guard:
    """Refuses requests of other sites, for other hosts or with long bodies; adds headers.

    Another site's page cannot act in a visitor's name, and a name of another site that leads to
    this machine is refused. Browsers say where a request comes from, also behind a proxy.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], public: bool, body_bytes: int) -> None:
        self._app = app
        self._hosts = {*_LOCAL, *hosts}
        self._any_host = public and not hosts
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["path"].endswith("/backend/pyodide-worker.js"):
                    headers["Content-Security-Policy"] = WEB_ASSEMBLY_POLICY
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refuse(scope)
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self._app(scope, self._limit(receive), send_with_headers)

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._any_host and _host_name(headers.get("host", "")) not in self._hosts:
            return problem(
                HTTPStatus.MISDIRECTED_REQUEST,
                "This server does not know that host name: start it with --allow-host NAME.",
            )
        if scope["method"] not in ("GET", "HEAD") and _is_from_elsewhere(headers):
            return problem(HTTPStatus.FORBIDDEN, "Requests of other sites are refused.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._body_bytes:
            return self._too_long()
        return None

    def _too_long(self) -> Response:
        return problem(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"The body is longer than {self._body_bytes:,} bytes.",
        )

    def _limit(self, receive: Receive) -> Receive:
        """Cut off a body that is sent without a length."""
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._body_bytes:
                return {"type": "http.disconnect"}
            return message

        return limited


class TokenOnly:
    """Refuses whoever does not know the token.

    It comes in the address once, then in a cookie; programs send `Authorization: Bearer TOKEN`.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self._admit(scope) if scope["type"] == "http" else None
        await (response or self._app)(scope, receive, send)

    def _admit(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        cookie = f"slidelab-{(scope.get('server') or ('', 0))[1]}"  # cookies are for all ports
        scheme, _, sent = headers.get("authorization", "").partition(" ")
        known = cookie_parser(headers.get("cookie", "")).get(cookie, "")
        if self._is_right(known) or (scheme.lower() == "bearer" and self._is_right(sent)):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if self._is_right(dict(query).get(TOKEN, "")) and scope["method"] in ("GET", "HEAD"):
            rest = urlencode([(name, value) for name, value in query if name != TOKEN])
            # Relative, so that it holds below the path of a proxy.
            name = scope["path"].rpartition("/")[2] or "."
            answer = RedirectResponse(f"{name}{'?' if rest else ''}{rest}", HTTPStatus.SEE_OTHER)
            answer.set_cookie(cookie, self._token, httponly=True, samesite="strict")
            return answer
        return problem(
            HTTPStatus.UNAUTHORIZED,
            "This page needs an access token: open the address that 'slidelab web' printed.",
        )

    def _is_right(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._token.encode())


def _host_name(host: str) -> str:
    """Return the name in a Host header.

    >>> _host_name("localhost:8008"), _host_name("[::1]:8008")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_from_elsewhere(headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
