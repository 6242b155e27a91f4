"""The files of the page, read once, compressed once, and told apart by their content."""

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path

from fastapi import Request, Response

from slidelab.web.errors import ApiError

STATIC = Path(__file__).parent / "static"

_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}
"""Python asks the system for these, and some systems answer wrongly."""

_COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")

_ASK_AGAIN = "no-cache"
_KEEP_A_DAY = "public, max-age=86400"
_KEEP = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Served:
    """A file ready to be sent."""

    modified: int
    content: bytes
    compressed: bytes | None
    kind: str
    tag: str


class Files:
    """Files in memory; one that changes on disk is read again."""

    def __init__(self, root: Path = STATIC) -> None:
        self._root = root.resolve()
        self._known: dict[Path, Served] = {}

    def respond(self, name: str, request: Request) -> Response:
        """The file of this name below the root; raises ApiError (404) when there is none."""
        try:
            path = (self._root / name).resolve()
            found = path.is_relative_to(self._root) and path.is_file()
        except (OSError, ValueError):  # too long, or not a name at all
            found = False
        if not found:
            raise ApiError(HTTPStatus.NOT_FOUND, "There is no such file.")
        return self.respond_with(path, request)

    def respond_with(self, path: Path, request: Request, keep: bool = False) -> Response:
        """A file of the server's own choice.

        Browsers ask each time whether it changed, or once a day with `keep`, and never again when
        the address says which version it is (`?v=`).
        """
        served = self._served(path)
        otherwise = _KEEP_A_DAY if keep else _ASK_AGAIN
        headers = {
            "ETag": served.tag,
            "Cache-Control": _KEEP if "v" in request.query_params else otherwise,
            "Vary": "Accept-Encoding",
        }
        if served.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = served.content
        if served.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            body = served.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=served.kind)

    def _served(self, path: Path) -> Served:
        modified = path.stat().st_mtime_ns
        served = self._known.get(path)
        if served is None or served.modified != modified:
            served = self._known[path] = _read(path, modified)
        return served


def plotly_script() -> Path | None:
    """Plotly's script in the installed package, without importing it; None if not installed."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "package_data" / "plotly.min.js"
    return path if path.is_file() else None


def _read(path: Path, modified: int) -> Served:
    content = path.read_bytes()
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    worth_it = kind.startswith(_COMPRESSIBLE) and len(content) > 500
    compressed = gzip.compress(content, 6, mtime=0) if worth_it else None
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    return Served(modified, content, compressed, kind, tag)
