"""Pyodide, which is CPython for browsers, from its package on npm."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from slidelab.errors import SlidelabError
from slidelab.system.paths import cache_folder

VERSION = "0.29.5"
"""Later ones have failed on long chains of parents, as depth-first search makes them."""

FILES = {
    "pyodide.mjs": "pyodide.js",  # not every server knows that .mjs is JavaScript
    "pyodide.asm.js": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
    "pyodide-lock.json": "pyodide-lock.json",
}
"""The files of the package that a page needs, and their names there."""

HOW_TO_FETCH = (
    "Your code runs in the browser with Pyodide, which this server does not have: the command "
    "'slidelab warmup --pyodide' fetches it."
)

_PACKAGE = "package.json"


class NoRuntimeError(SlidelabError):
    """Pyodide is missing; the message says what to do."""


def find_runtime(folder: Path | None, fetch: bool = True) -> Path:
    """Return the folder of the npm package: the given one, or the one that npm fetched.

    Raises NoRuntimeError if it is missing and cannot, or with `fetch=False` may not, be fetched.
    """
    found = folder or cache_folder() / f"pyodide-{VERSION}"
    if folder is None and fetch and not found.exists():
        _fetch(found)
    missing = [name for name in (_PACKAGE, *FILES) if not (found / name).is_file()]
    if missing:
        raise NoRuntimeError(f"{found} is not the npm package pyodide: no {', '.join(missing)}")
    version = json.loads((found / _PACKAGE).read_text(encoding="utf-8")).get("version")
    if version != VERSION:
        raise NoRuntimeError(f"{found} has version {version} of pyodide; {VERSION} is needed")
    return found


def _fetch(target: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoRuntimeError(
            "Python for browsers comes from npm, which is not installed: install Node, or pass the "
            f"folder of the package pyodide {VERSION} with --pyodide FOLDER"
        )
    with TemporaryDirectory() as folder:
        command = [npm, "install", "--silent", "--ignore-scripts", "--prefix", folder]
        command.append(f"pyodide@{VERSION}")
        try:
            subprocess.run(command, capture_output=True, text=True, check=True)
        except subprocess.CalledProcessError as error:
            words = f"npm could not fetch pyodide {VERSION}: {error.stderr.strip()}"
            raise NoRuntimeError(words) from None
        package = Path(folder) / "node_modules" / "pyodide"
        shutil.copytree(package, target, dirs_exist_ok=True)  # another process may be faster
