"""Writes the folder of `slidelab site`: the page's files, slidelab's own Python, and Pyodide."""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from slidelab.web.bundle import STATIC, embedded_script, imported_modules
from slidelab.web.middleware import CONTENT_SECURITY_POLICY, with_web_assembly
from slidelab.web.site import runtime
from slidelab.web.site.python_files import FACTS, FOLDER, make_files

MARK = f"{FOLDER}/{FACTS}"
"""The file by which a folder is known to be a site."""

_PLOTLY = "plotly/plotly.min.js"
_FETCHED_ON_USE = (_PLOTLY, ".nojekyll", "kernels/pairs-")
"""What is large, and not every visit needs."""
_STARTS = {
    '<meta charset="utf-8" />': '<meta charset="utf-8" />\n'
    '    <meta http-equiv="Content-Security-Policy" content="{policy}" />',
    '<script type="module"': '<link rel="manifest" href="static/manifest.webmanifest" />\n'
    '    <script src="static/js/site/served.js" defer></script>\n'
    '    <script type="module"',
}


class SiteError(ValueError):
    """The site cannot be written; the message says why."""


def write_site(
    folder: Path, pyodide: Path | None, write_kernels: Callable[[Path], object] | None
) -> None:
    """Write the site into a new or empty folder, or over a site that is there.

    `pyodide` is the folder of the npm package; None has npm fetch it. `write_kernels` writes the
    kernels as WebAssembly into a folder. Raises SiteError or NoRuntimeError, and then changes
    nothing.
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
        if write_kernels is not None:
            write_kernels(site / "kernels")
        _write_python(site, found)
        _write_worker_that_caches(site)
        shutil.copytree(site, folder, dirs_exist_ok=True)


def _write_page(site: Path) -> None:
    shutil.copytree(STATIC, site / "static", ignore=shutil.ignore_patterns("*.html", "*.d.ts"))
    own = site / "static" / "js" / "net" / "transport.js"
    own.write_text('export * from "../site/transport.js";\n', encoding="utf-8")
    text = _read_page("index.html").replace('      <a href="docs">JSON API</a>\n', "")
    (site / "index.html").write_text(_with_modules(text, site), encoding="utf-8")
    text = _read_page("reference.html").replace('="static/', '="../static/').replace('"."', '".."')
    (site / "reference").mkdir()
    (site / "reference" / "index.html").write_text(text, encoding="utf-8")
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


def _read_page(name: str) -> str:
    """A page with what the headers of a server would say, and what a site has beyond that."""
    text = (STATIC / name).read_text(encoding="utf-8")
    for old, new in _STARTS.items():
        assert text.count(old) == 1, f"{name}: {old}"
        text = text.replace(old, new.replace("{policy}", _policy()))
    return text


def _with_modules(text: str, site: Path) -> str:
    """A page that names all its modules: browsers need not find one in another to fetch it."""
    start = '    <script type="module"'
    modules = imported_modules(site / "static" / "js" / "main.js")
    names = [path.relative_to(site.resolve()).as_posix() for path in modules]
    links = [f'    <link rel="modulepreload" href="{name}" />\n' for name in names]
    return text.replace(start, "".join(links) + start)


def _policy() -> str:
    """That of the server, as far as a page may say it, with WebAssembly."""
    rules = with_web_assembly(CONTENT_SECURITY_POLICY).split("; ")
    return "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))


def _write_python(site: Path, package: Path) -> None:
    folder = site / FOLDER
    folder.mkdir()
    for name, target in runtime.FILES.items():
        shutil.copyfile(package / name, folder / target)
    kernels = [path.stem.split("-")[1] for path in site.glob("kernels/beams-*.tables")]
    for name, content in make_files(package, kernels).items():
        (folder / name).write_bytes(content)


def _write_worker_that_caches(site: Path) -> None:
    files = [path for path in sorted(site.rglob("*")) if path.is_file()]
    names = {path: path.relative_to(site).as_posix() for path in files}
    kept = [path for path in files if not names[path].startswith(_FETCHED_ON_USE)]
    content = sha256()
    for path in files:
        content.update(names[path].encode() + b"\0" + path.read_bytes())
    addresses = [names[path].removesuffix("index.html") or "./" for path in kept]
    text = (STATIC / "js" / "site" / "service-worker.js").read_text(encoding="utf-8")
    for old, new in (
        ('VERSION = ""', f'VERSION = "{content.hexdigest()[:16]}"'),
        ("FILES = []", f"FILES = {json.dumps(addresses)}"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (site / "service-worker.js").write_text(text, encoding="utf-8")
