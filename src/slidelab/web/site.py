"""Write the page as a folder of files for any web server; Python runs in the browser.

The files that Python in a page needs are written into a site, or served.
"""

import json
import mimetypes
import shutil
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from starlette.responses import Response

import slidelab
from slidelab.errors import SlidelabError
from slidelab.web import runtime
from slidelab.web.bundle import STATIC, embedded_script
from slidelab.web.catalogue import make_catalogue
from slidelab.web.page import page_files, page_text
from slidelab.web.security import WEB_ASSEMBLY_POLICY, problem
from slidelab.web.settings import Settings

PYTHON = "python"
"""The folder of Python's files, below the page."""

_PACKAGE = Path(slidelab.__file__).parent
_LEFT_OUT = ("cli/", "course/", "notebook/", "web/static/", "lab/cluster", "lab/experiment")
"""Parts that need processes or a terminal."""
_MARK = f"{PYTHON}/catalogue.json"
"""The file by which a folder is known to be a site."""


def write_site(folder: Path, pyodide: Path | None) -> None:
    """Write the site into a new or empty folder, or over an earlier site.

    `pyodide` is the folder of the npm package; None has npm fetch it. Raises SlidelabError, and
    then changes nothing.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise SlidelabError(
            f"{folder} is not empty and not a site of slidelab; name another folder"
        )
    package = runtime.find_runtime(pyodide)
    with TemporaryDirectory() as beside:
        site = Path(beside) / "site"  # with the permissions of any folder
        _write_page(site)
        (site / PYTHON).mkdir()
        for name, content in make_files(package).items():
            (site / PYTHON / name).write_bytes(content)
        shutil.copytree(site, folder, dirs_exist_ok=True)


def _write_page(site: Path) -> None:
    from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]

    source = site.parent / "source"
    shutil.copytree(STATIC, source)
    backends = source / "js" / "backend"
    shutil.copyfile(backends / "site.js", backends / "chosen.js")
    for name, content in page_files(source).items():
        path = site / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    policy = WEB_ASSEMBLY_POLICY.replace("; frame-ancestors 'none'", "")  # only for headers
    head = (
        f'    <meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        '    <script src="static/js/backend/file-notice.js" defer></script>\n'
    )
    charset = '    <meta charset="utf-8" />\n'
    text = page_text("static/").replace(charset, charset + head)
    (site / "index.html").write_text(text, encoding="utf-8")
    (site / "embed.js").write_text(embedded_script(), encoding="utf-8")
    (site / "plotly").mkdir()
    (site / "plotly" / "plotly.min.js").write_text(get_plotlyjs(), encoding="utf-8")


def make_files(package: Path) -> dict[str, bytes]:
    """Return all files for Python in a page, by name; `package` is Pyodide's folder."""
    files = {name: (package / original).read_bytes() for original, name in runtime.FILES.items()}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(_PACKAGE.rglob("*.py")):
            name = path.relative_to(_PACKAGE).as_posix()
            if not name.startswith(_LEFT_OUT):
                archive.writestr(ZipInfo(f"slidelab/{name}"), path.read_bytes(), ZIP_DEFLATED, 9)
    files["slidelab.zip"] = packed.getvalue()
    # The settings of this machine's environment mean nothing there.
    offered = make_catalogue(Settings(public=True))
    offered["engines"] = ["auto", "textbook"]  # nothing is compiled there
    offered["python_bytes"] = sum(map(len, files.values()))
    return files | {"catalogue.json": json.dumps(offered).encode()}


_keep_files = cache(make_files)


def read_python_file(name: str, pyodide: Path | None) -> Response:
    """Return a file that Python in the page needs; slidelab's own are made on first use."""
    try:
        files = _keep_files(runtime.find_runtime(pyodide, fetch=False))
    except runtime.NoRuntimeError:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, runtime.HOW_TO_FETCH)
    if name not in files:
        return problem(HTTPStatus.NOT_FOUND, f"Python in the page has no file {name!r}.")
    return Response(files[name], media_type=mimetypes.guess_type(name)[0])
