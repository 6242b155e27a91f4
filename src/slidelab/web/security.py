"""Access control, the size limit of requests, and response headers: plain ASGI middleware."""

import secrets
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "token"
BODY_BYTES = 65_536
"""The longest request body."""

_EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""Plotly adds an empty style element and fills it through the style sheet's interface."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; "
    f"style-src 'self' {_EMPTY_STYLE}; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
WEB_ASSEMBLY_POLICY = CONTENT_SECURITY_POLICY.replace("script-src", "script-src 'wasm-unsafe-eval'")
"""The policy of the worker that runs Python, which alone may compile WebAssembly."""

_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def problem(status: HTTPStatus, *problems: str) -> JSONResponse:
    """Return the response that says why a request is refused."""
    body = {"title": status.phrase, "problems": problems}
    return JSONResponse(body, status, {"Cache-Control": "no-store"})


class Guard:
    """Refuses requests of other sites, with long bodies or without the token; adds headers.

    The token, if there is one, comes in the address once and then in a cookie.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

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

        connection = HTTPConnection(scope)
        refusal = self._check_token(connection) if self._token else None
        if refusal is None and scope["method"] not in ("GET", "HEAD"):
            refusal = _check_body(connection.headers)
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _check_token(self, connection: HTTPConnection) -> Response | None:
        cookie = f"slidelab-{connection.scope['server'][1]}"  # cookies are for all ports
        if self._is_right(connection.cookies.get(cookie, "")):
            return None
        if self._is_right(connection.query_params.get(TOKEN, "")):
            # Relative, so that it holds below the path of a proxy.
            answer = RedirectResponse("./", HTTPStatus.SEE_OTHER)
            answer.set_cookie(cookie, self._token, httponly=True, samesite="strict")
            return answer
        return problem(
            HTTPStatus.UNAUTHORIZED,
            "This page needs an access token: open the address that 'slidelab web' printed.",
        )

    def _is_right(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._token.encode())


def _check_body(headers: Headers) -> Response | None:
    # Browsers name the site that asks, also behind a proxy; old ones only the origin.
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    is_own = origin is None or origin.partition("://")[2] == headers.get("host")
    if not (is_own if site is None else site in ("same-origin", "none")):
        return problem(HTTPStatus.FORBIDDEN, "Requests from other sites are refused.")
    length = headers.get("content-length", "")
    if not length.isdecimal():
        return problem(HTTPStatus.LENGTH_REQUIRED, "The request has no Content-Length.")
    if int(length) > BODY_BYTES:
        too_large = f"The body is longer than {BODY_BYTES:,} bytes."
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_large)
    return None
