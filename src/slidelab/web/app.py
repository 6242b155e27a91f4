"""The application put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware

from slidelab import __version__
from slidelab.web import stats
from slidelab.web.apidocs import api_page
from slidelab.web.errors import HANDLERS, ApiError, ProblemDetails
from slidelab.web.files import plotly_script
from slidelab.web.middleware import BoundedBodies, OwnHostsOnly, RateLimits, SecurityHeaders
from slidelab.web.routes import router
from slidelab.web.services import Services
from slidelab.web.settings import Settings

_READING = ["GET", "HEAD"]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The page and its API as an ASGI application."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = found = Services(chosen)
        found.open()
        yield
        await found.close()

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
    app.include_router(router)
    app.include_router(stats.router)
    _serve_files(app)
    _describe_problems(app)
    # The last one added is the first to see a request.
    app.add_middleware(BoundedBodies, settings=chosen)
    if not chosen.is_local:
        app.add_middleware(RateLimits, settings=chosen)
    app.add_middleware(OwnHostsOnly, settings=chosen)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(SecurityHeaders)
    return app


def _describe_problems(app: FastAPI) -> None:
    """Add the schema of problems to the description of the API, which only refers to it."""
    describe = app.openapi

    def with_problems() -> dict[str, Any]:
        openapi = describe()
        openapi["components"]["schemas"].setdefault(
            ProblemDetails.__name__, ProblemDetails.model_json_schema()
        )
        return openapi

    app.openapi = with_problems  # type: ignore[method-assign]


def _serve_files(app: FastAPI) -> None:
    @app.api_route("/", methods=_READING, include_in_schema=False)
    async def page(request: Request) -> Response:
        found: Services = request.app.state.services
        return found.files.respond("index.html", request)

    @app.api_route("/docs", methods=_READING, include_in_schema=False)
    async def docs(request: Request) -> Response:
        return HTMLResponse(api_page(app.openapi()), headers={"Cache-Control": "no-cache"})

    @app.api_route("/static/{name:path}", methods=_READING, include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        found: Services = request.app.state.services
        return found.files.respond(name, request)

    @app.api_route("/plotly.js", methods=_READING, include_in_schema=False)
    def plotly(request: Request) -> Response:
        # Not async: compressing the script takes a while, and a thread can do that.
        script = plotly_script()
        if script is None:
            raise ApiError(HTTPStatus.NOT_FOUND, "Plotly is not installed on the server.")
        found: Services = request.app.state.services
        return found.files.respond_with(script, request, keep=True)
