"""The application put together."""

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from slidelab import __version__
from slidelab.web import routes
from slidelab.web.bundle import STATIC, embedded_script, join_modules
from slidelab.web.catalogue import make_catalogue
from slidelab.web.errors import HANDLERS, ProblemDetails
from slidelab.web.middleware import BoundedBodies, OwnHostsOnly, RateLimits, SecurityHeaders
from slidelab.web.settings import Settings
from slidelab.web.site import serve_python
from slidelab.web.token import TokenOnly

_PAGES = {"/": "index.html", "/docs": "api.html", "/reference": "reference.html"}

# Python asks the system for this, and some systems answer wrongly.
mimetypes.add_type("text/javascript", ".js")


def create_app(settings: Settings | None = None, token: str = "") -> FastAPI:
    """The page and its API as an ASGI application; `token` is what visitors must know, if anything.

    Raises ValueError when a file of the setting `own` cannot be used.
    """
    chosen = settings or Settings()
    offered = make_catalogue(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = found = routes.Services(chosen, offered)
        found.jobs.open()
        if chosen.warmup:
            found.warmup.open()
        yield
        found.warmup.close()
        await found.jobs.close()

    app = FastAPI(
        title="slidelab",
        version=__version__,
        description="Boards, searches, films, statistics and proofs of sliding-tile puzzles.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=HANDLERS,
    )
    app.include_router(routes.router)
    _serve_files(app)
    serve_python(app, chosen.pyodide)
    _describe_problems(app)
    # The last one added is the first to see a request.
    app.add_middleware(BoundedBodies, settings=chosen)
    if not chosen.is_local:
        app.add_middleware(RateLimits, settings=chosen)
    if token:
        app.add_middleware(TokenOnly, settings=chosen, token=token)
    app.add_middleware(OwnHostsOnly, settings=chosen)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(SecurityHeaders)
    return app


class _PageFiles(StaticFiles):
    """The page's files as they are on disk, or with all that they import: `main.js?joined`."""

    def file_response(
        self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200
    ) -> Response:
        asked = {b"joined": 0, b"sources": 1}.get(scope["query_string"])
        if asked is None or not full_path.endswith(".js"):
            return super().file_response(full_path, stat_result, scope, status_code)
        text = join_modules(Path(full_path))[asked]
        tag = f'"{sha256(text.encode()).hexdigest()}"'
        response = Response(text, media_type="text/javascript", headers={"ETag": tag})
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def _serve_files(app: FastAPI) -> None:
    """Serve the page's files: reload the page to see a change."""
    files = _PageFiles(directory=STATIC)
    app.mount("/static", files)
    if find_spec("plotly"):
        app.mount("/plotly", StaticFiles(packages=[("plotly", "package_data")]))

    async def page(request: Request) -> Response:
        return await files.get_response(_PAGES[request.url.path], request.scope)

    for path in _PAGES:
        app.add_route(path, page, methods=["GET", "HEAD"])

    async def script(request: Request) -> Response:
        return Response(embedded_script(), media_type="text/javascript")

    app.add_route("/embed.js", script, methods=["GET", "HEAD"])


def _describe_problems(app: FastAPI) -> None:
    """Add the schema of problems to the description of the API, which only refers to it."""
    describe = app.openapi

    def with_problems() -> dict[str, Any]:
        openapi = describe()
        name, schema = ProblemDetails.__name__, ProblemDetails.model_json_schema()
        openapi["components"]["schemas"].setdefault(name, schema)
        return openapi

    app.openapi = with_problems  # type: ignore[method-assign]
