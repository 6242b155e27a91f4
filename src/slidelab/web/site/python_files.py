"""Python in a page: the files that its worker loads, written into a site or served."""

import json
import mimetypes
from collections.abc import Iterable
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import slidelab
from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.sizes import EXACT
from slidelab.web.catalogue import catalogue
from slidelab.web.problems import ApiError
from slidelab.web.schemas import requests
from slidelab.web.settings import Settings
from slidelab.web.site import runtime

FOLDER = "python"
"""Where they are, below the page."""
FACTS = "site.json"

_PACKAGE = Path(slidelab.__file__).parent
_OTHER_PARTS = (
    *("cli", "notebook", "course/classroom", "course/judge", "course/sandbox"),
    *("engines/anytime", "engines/automaton", "engines/gradient", "engines/native"),
    *("lab/experiment", "lab/interop", "lab/plots", "lab/report", "lab/store"),
    *("lab/studies", "puzzle/instances", "web/schemas", "web/site", "web/static"),
)
"""What is of no use without NumPy, processes, a server or a terminal."""

_REQUESTS = {
    "check": requests.CheckRequest,
    "scramble": requests.ScrambleRequest,
    "hint": requests.BoardRequest,
    "rows": requests.RowsRequest,
    "searches": requests.SearchRequest,
    "found": requests.SearchRequest,
    "films": requests.FilmRequest,
    "traces": requests.SearchRequest,
    "reviews": requests.ReviewRequest,
    "proofs": requests.ProofRequest,
    "explanations": requests.ExplanationRequest,
    "code": requests.BoardRequest,
}
"""What the desk reads, by its address."""

_SETTINGS = (
    *("pause_seconds", "seconds", "nodes", "search_memory", "film_seconds", "film_events"),
    *("hint_seconds", "proof_seconds", "review_seconds", "max_rows", "max_cols"),
)
_LOADED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_MEMORY = 1024 * 2**20


def make_files(package: Path, kernels: Iterable[str] = ()) -> dict[str, bytes]:
    """slidelab itself and the facts that a desk needs, by name.

    `package` is Pyodide's. `kernels` are the shapes that the page has kernels for.
    """
    # What is read from the environment of this machine means nothing there.
    settings = Settings(host="0.0.0.0", memory_bytes=_MEMORY)
    archive = _pack_slidelab()
    sizes = [(package / name).stat().st_size for name in _LOADED]
    facts = {
        "settings": {name: getattr(settings, name) for name in _SETTINGS},
        "requests": {kind: _defaults(model) for kind, model in _REQUESTS.items()},
        "kernels": list(kernels),
        "exact_cells": EXACT,
        "python_bytes": sum(sizes) + len(archive),
    }
    return {
        "slidelab.zip": archive,
        FACTS: json.dumps(facts).encode(),
        "catalogue.json": json.dumps(_catalogue(settings)).encode(),
    }


def _pack_slidelab() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(_PACKAGE.rglob("*.py")):
            name = path.relative_to(_PACKAGE).as_posix()
            if not name.startswith(tuple(f"{part}/" for part in _OTHER_PARTS)):
                archive.writestr(ZipInfo(f"slidelab/{name}"), path.read_bytes(), ZIP_DEFLATED, 9)
    return packed.getvalue()


def _catalogue(settings: Settings) -> dict[str, Any]:
    """What the page offers where Python has no compiled engine."""
    found = catalogue(settings)
    heuristics = [page for page in found["heuristics"] if page["name"] != GRADIENT]
    return found | {"engines": ["auto", "textbook"], "heuristics": heuristics}


def _defaults(model: Any) -> dict[str, Any]:
    """What stands for the fields that a request leaves out."""
    fields = {name: field for name, field in model.model_fields.items() if not field.is_required()}
    made = {name: field.get_default(call_default_factory=True) for name, field in fields.items()}
    plain: dict[str, Any] = json.loads(json.dumps(made, default=lambda value: value.model_dump()))
    return plain


def serve_python(app: Starlette, pyodide: Path | None) -> None:
    """Serve what the page needs to run a visitor's code, which the server itself never does.

    Only the files that are listed here are served; they are made when the first visitor asks.
    """
    originals = {served: name for name, served in runtime.FILES.items()}
    made: dict[str, bytes] = {}

    async def serve(request: Request) -> Response:
        name = request.path_params["name"]
        try:
            package = runtime.find_runtime(pyodide, fetch=False)
        except runtime.NoRuntimeError:
            raise ApiError(HTTPStatus.SERVICE_UNAVAILABLE, runtime.HOW_TO_FETCH) from None
        if name in originals:
            files = StaticFiles(directory=package)
            return await files.get_response(originals[name], request.scope)
        if not made:
            made.update(await run_in_threadpool(make_files, package))
        if name not in made:
            raise ApiError(HTTPStatus.NOT_FOUND, f"Python in the page has no file {name!r}.")
        return Response(made[name], media_type=mimetypes.guess_type(name)[0])

    app.add_route(f"/{FOLDER}/{{name}}", serve, methods=["GET", "HEAD"])
