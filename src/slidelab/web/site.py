"""The page as a folder of files that any web server can hand out, with Python inside the page.

The files that Python in a page needs are written into a site, or served.
"""

import json
import mimetypes
import shutil
from hashlib import sha256
from http import HTTPStatus
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import slidelab
from slidelab.errors import SlidelabError
from slidelab.web import runtime
from slidelab.web.bundle import embedded_script
from slidelab.web.catalogue import make_catalogue
from slidelab.web.page import STATIC, page_text
from slidelab.web.security import WEB_ASSEMBLY_POLICY, problem
from slidelab.web.settings import Settings

FOLDER = "python"
"""Where they are, below the page."""
FACTS = "site.json"

_PACKAGE = Path(slidelab.__file__).parent
_OTHER_PARTS = (
    *("cli", "notebook", "course/classroom", "course/judge", "course/sandbox"),
    "engines/anytime",
    *("lab/board_sets", "lab/cluster", "lab/experiment", "lab/grid", "lab/plots"),
    *("lab/report", "lab/results", "lab/run", "jobs"),
    *("web/api", "web/app", "web/bundle", "web/catalogue", "web/page", "web/runtime"),
    *("web/security", "web/server", "web/settings", "web/site", "web/static"),
)
"""What is of no use without NumPy, processes, a server or a terminal."""

_LOADED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

MARK = f"{FOLDER}/{FACTS}"
"""The file by which a folder is known to be a site."""

_PLOTLY = "plotly/plotly.min.js"
_FETCHED_ON_USE = (_PLOTLY, ".nojekyll")
"""What is large, and not every visit needs."""


class SiteError(SlidelabError):
    """The site cannot be written; the message says why."""


def write_site(folder: Path, pyodide: Path | None) -> None:
    """Write the site into a new or empty folder, or over a site that is there.

    `pyodide` is the folder of the npm package; None has npm fetch it. Raises SiteError or
    NoRuntimeError, and then changes nothing.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file; name a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SiteError(f"{folder} is not empty and not a site of slidelab; name another folder")
    found = runtime.find_runtime(pyodide)
    with TemporaryDirectory() as beside:
        site = Path(beside) / "site"  # with the permissions of any folder
        site.mkdir()
        _write_page(site)
        _write_python(site, found)
        _write_service_worker(site)
        shutil.copytree(site, folder, dirs_exist_ok=True)


def _write_page(site: Path) -> None:
    shutil.copytree(STATIC, site / "static", ignore=shutil.ignore_patterns("*.html", "*.d.ts"))
    chosen = site / "static" / "js" / "backend" / "chosen.js"
    chosen.write_text('export { backend } from "./site.js";\n', encoding="utf-8")
    text = _complete(page_text("static/", site / "static"))
    (site / "index.html").write_text(text, encoding="utf-8")
    (site / "embed.js").write_text(embedded_script(), encoding="utf-8")
    (site / ".nojekyll").touch()  # GitHub leaves out what begins with an underscore otherwise
    if find_spec("plotly"):
        from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]

        (site / _PLOTLY).parent.mkdir()
        (site / _PLOTLY).write_text(get_plotlyjs(), encoding="utf-8")
    manifest = {
        "name": "slidelab",
        "description": "A laboratory for sliding-tile puzzles",
        "start_url": "..",
        "scope": "..",
        "display": "standalone",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    (site / "static" / "manifest.webmanifest").write_text(json.dumps(manifest), encoding="utf-8")


def _complete(text: str) -> str:
    """Add to an HTML file what the headers of a server would say, and what a site has besides."""
    policy = WEB_ASSEMBLY_POLICY.replace("; frame-ancestors 'none'", "")  # only headers say that
    security = f'<meta http-equiv="Content-Security-Policy" content="{policy}" />'
    start = (
        '    <link rel="manifest" href="static/manifest.webmanifest" />\n'
        '    <script src="static/js/backend/served.js" defer></script>\n  </head>'
    )
    charset = '<meta charset="utf-8" />'
    text = text.replace(charset, f"{charset}\n    {security}")
    return text.replace("  </head>", start)


def _write_python(site: Path, package: Path) -> None:
    folder = site / FOLDER
    folder.mkdir()
    for name, target in runtime.FILES.items():
        shutil.copyfile(package / name, folder / target)
    for name, content in make_files(package).items():
        (folder / name).write_bytes(content)


def _write_service_worker(site: Path) -> None:
    files = [path for path in sorted(site.rglob("*")) if path.is_file()]
    names = {path: path.relative_to(site).as_posix() for path in files}
    kept = [path for path in files if not names[path].startswith(_FETCHED_ON_USE)]
    content = sha256()
    for path in files:
        content.update(names[path].encode() + b"\0" + path.read_bytes())
    addresses = [names[path].removesuffix("index.html") or "./" for path in kept]
    text = (STATIC / "js" / "backend" / "service-worker.js").read_text(encoding="utf-8")
    for old, new in (
        ('VERSION = ""', f'VERSION = "{content.hexdigest()[:16]}"'),
        ("FILES = []", f"FILES = {json.dumps(addresses)}"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (site / "service-worker.js").write_text(text, encoding="utf-8")


def make_files(package: Path) -> dict[str, bytes]:
    """slidelab itself and the facts that a desk needs, by name.

    `package` is Pyodide's.
    """
    # What is read from the environment of this machine means nothing there.
    settings = Settings(public=True)
    offered = make_catalogue(settings)
    offered["engines"] = ["auto", "textbook"]  # nothing is compiled there
    archive = _pack_slidelab()
    sizes = [(package / name).stat().st_size for name in _LOADED]
    facts = {"python_bytes": sum(sizes) + len(archive)}
    return {
        "slidelab.zip": archive,
        FACTS: json.dumps(facts).encode(),
        "catalogue.json": json.dumps(offered).encode(),
    }


def _pack_slidelab() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(_PACKAGE.rglob("*.py")):
            name = path.relative_to(_PACKAGE).as_posix()
            if not name.startswith(_OTHER_PARTS):
                archive.writestr(ZipInfo(f"slidelab/{name}"), path.read_bytes(), ZIP_DEFLATED, 9)
    return packed.getvalue()


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
            return problem(HTTPStatus.SERVICE_UNAVAILABLE, runtime.HOW_TO_FETCH)
        if name in originals:
            files = StaticFiles(directory=package)
            return await files.get_response(originals[name], request.scope)
        if not made:
            made.update(await run_in_threadpool(make_files, package))
        if name not in made:
            return problem(HTTPStatus.NOT_FOUND, f"Python in the page has no file {name!r}.")
        return Response(made[name], media_type=mimetypes.guess_type(name)[0])

    app.add_route(f"/{FOLDER}/{{name}}", serve, methods=["GET", "HEAD"])
