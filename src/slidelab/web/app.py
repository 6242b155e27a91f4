"""The application put together: the API, the page's files, and their security."""

import mimetypes
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from slidelab import __version__
from slidelab.jobs import preload
from slidelab.web.api import add_api
from slidelab.web.bundle import embedded_script
from slidelab.web.catalogue import make_catalogue
from slidelab.web.page import STATIC, page_text, version
from slidelab.web.security import Guard, TokenOnly
from slidelab.web.settings import Settings
from slidelab.web.site import serve_python
from slidelab.web.work import Lab, record_trial

_YEAR = "public, max-age=31536000, immutable"

# Some systems do not know these.
mimetypes.add_type("text/javascript", ".js")


def create_app(settings: Settings | None = None, token: str = "") -> FastAPI:
    """Return the page and its API as an ASGI application; with a token, visitors must know it.

    Raises ValueError when a file of the setting `own` cannot be used.
    """
    chosen = settings or Settings()
    catalogue = make_catalogue(chosen)
    names = {
        section: tuple(page["name"] for page in catalogue[section])
        for section in ("algorithms", "heuristics")
    }
    lab = Lab(
        names["algorithms"],
        names["heuristics"],
        tuple(catalogue["engines"]),
        chosen.seconds,
        chosen.film_seconds,
        memory=chosen.search_memory,
        record=None if chosen.public else record_trial,
    )
    preload("slidelab.web.work", "slidelab.lab.film", "numba")
    app = FastAPI(
        title="slidelab",
        version=__version__,
        description="Boards, searches, films, statistics and proofs of sliding-tile puzzles.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_api(app, chosen, catalogue, lab)
    _serve_files(app)
    serve_python(app, chosen.pyodide)
    # The last one added is the first to see a request.
    if token:
        app.add_middleware(TokenOnly, token=token)
    app.add_middleware(
        Guard, hosts=chosen.hosts, public=chosen.public, body_bytes=chosen.body_bytes
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    return app


class _Lasting(StaticFiles):
    """Files below a path with their version, which browsers need not ask for again."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = _YEAR
        return response


def _serve_files(app: FastAPI) -> None:
    app.mount(f"/static/{version()}", _Lasting(directory=STATIC))
    app.mount("/static", StaticFiles(directory=STATIC))
    if find_spec("plotly"):
        app.mount("/plotly", StaticFiles(packages=[("plotly", "package_data")]))

    async def page(request: Request) -> Response:
        return HTMLResponse(page_text(f"static/{version()}/"))

    app.add_route("/", page, methods=["GET", "HEAD"])

    async def script(request: Request) -> Response:
        return Response(embedded_script(), media_type="text/javascript")

    app.add_route("/embed.js", script, methods=["GET", "HEAD"])
