"""Create the application: the API, the page's files, and access control."""

import mimetypes
from http import HTTPStatus

from fastapi import FastAPI, HTTPException, Response
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.staticfiles import StaticFiles

from slidelab import __version__
from slidelab.jobs import preload
from slidelab.web.api import add_api
from slidelab.web.bundle import embedded_script
from slidelab.web.catalogue import make_catalogue
from slidelab.web.page import page_files, page_text, version
from slidelab.web.security import Guard
from slidelab.web.settings import Settings
from slidelab.web.site import PYTHON, read_python_file
from slidelab.web.work import make_lab, record_trial

_YEAR = "public, max-age=31536000, immutable"
_LOCAL = ("localhost", "127.0.0.1", "[::1]")

# Some systems do not know these.
mimetypes.add_type("text/javascript", ".js")


def create_app(settings: Settings, token: str = "") -> FastAPI:
    """Return the page and its API as an ASGI application; visitors need the token, if one is set.

    Raises ValueError when a file of the setting `own` cannot be used.
    """
    catalogue = make_catalogue(settings)
    lab = make_lab(
        catalogue,
        seconds=settings.seconds,
        film_seconds=settings.film_seconds,
        memory=settings.search_memory,
        record=None if settings.public else record_trial,
    )
    preload("slidelab.web.work", "slidelab.lab.film", "numba")
    app = FastAPI(
        title="slidelab",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_api(app, catalogue, lab, settings.workers)
    _serve_files(app, settings)
    # The last one added is the first to see a request.
    hosts = ("*",) if settings.public and not settings.hosts else (*_LOCAL, *settings.hosts)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
    app.add_middleware(Guard, token=token)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    return app


def _serve_files(app: FastAPI, settings: Settings) -> None:
    files = page_files()
    root = f"static/{version(files)}/"
    text = page_text(root)

    @app.get(f"/{root}{{name:path}}", include_in_schema=False)
    async def static(name: str) -> Response:
        if name not in files:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        kind, _ = mimetypes.guess_type(name)
        return Response(files[name], media_type=kind, headers={"Cache-Control": _YEAR})

    app.mount("/plotly", StaticFiles(packages=[("plotly", "package_data")]))

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page() -> Response:
        return HTMLResponse(text)

    @app.get("/embed.js", include_in_schema=False)
    def script() -> Response:
        return Response(embedded_script(), media_type="text/javascript")

    @app.get(f"/{PYTHON}/{{name}}", include_in_schema=False)
    def python(name: str) -> Response:
        return read_python_file(name, settings.pyodide)
