"""An access token in the address, known only to the person who started the server.

Without it, anybody who has an account on the machine could open the page, and anybody on the
network where the page is served to it. As with notebooks, the address that is printed carries the
token; the first visit trades it for a cookie.
"""

import os
import secrets
import stat
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope

from slidelab.web.middleware import Guard
from slidelab.web.problems import ApiError
from slidelab.web.settings import Settings

QUERY = "token"
_BYTES = 16
_FIRST_PERSON = 1000
_NO_SHELLS = ("nologin", "false", "sync")


def keep_token(folder: Path) -> str:
    """The token kept in this folder, so that links still open after a restart.

    The first time one is drawn. Only its owner can read the file: one that others could have read
    is replaced. Where nothing can be kept, the token lasts as long as the server.
    """
    path = folder / "web-token"
    token = secrets.token_urlsafe(_BYTES)
    with suppress(OSError, ValueError):
        if _is_private(path) and (kept := path.read_text(encoding="ascii").strip()):
            return kept
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(token)
    return token


def _is_private(path: Path) -> bool:
    if not path.exists():
        return False
    found = path.lstat()
    mine = not hasattr(os, "getuid") or (
        found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077
    )
    return mine and stat.S_ISREG(found.st_mode)


def machine_is_shared() -> bool:
    """Whether somebody else has an account here with which they could log in."""
    try:
        import pwd
    except ImportError:  # Windows: a machine of one person, as a rule
        return False
    return any(
        person.pw_uid >= _FIRST_PERSON
        and person.pw_uid != os.getuid()
        and not person.pw_shell.endswith(_NO_SHELLS)
        for person in pwd.getpwall()
    )


class TokenOnly(Guard):
    """Lets nobody in who does not know the token.

    It comes in the address once, then in a cookie; programs send `Authorization: Bearer TOKEN`.
    """

    def __init__(self, app: ASGIApp, settings: Settings, token: str) -> None:
        super().__init__(app, settings)
        self._token = token.encode()

    async def admit(self, scope: Scope, receive: Receive) -> Receive | Response:
        """Pass the request on, answer it with the cookie, or refuse it."""
        headers = Headers(scope=scope)
        cookie = f"slidelab-{(scope.get('server') or ('', 0))[1]}"  # a cookie is for all ports
        scheme, _, sent = headers.get("authorization", "").partition(" ")
        known = cookie_parser(headers.get("cookie", "")).get(cookie, "")
        if self._is_right(known) or (scheme.lower() == "bearer" and self._is_right(sent)):
            return receive
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if self._is_right(dict(query).get(QUERY, "")) and scope["method"] in ("GET", "HEAD"):
            rest = urlencode([(name, value) for name, value in query if name != QUERY])
            address = scope["path"] + (f"?{rest}" if rest else "")
            answer = RedirectResponse(address, HTTPStatus.SEE_OTHER)
            token = self._token.decode()
            answer.set_cookie(cookie, token, httponly=True, samesite="strict", path="/")
            return answer
        raise ApiError(
            HTTPStatus.UNAUTHORIZED,
            "This page needs an access token: open the address that 'slidelab web' printed.",
            "If somebody sent you this link, ask for a file instead: Share, then Save HTML.",
            headers={"WWW-Authenticate": "Bearer"},
        )

    def _is_right(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._token)
