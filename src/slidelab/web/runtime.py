"""Pyodide, which is CPython for browsers, from its package on npm."""

import json
import shutil
import subprocess
import tarfile
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
"""The files of the package that a page needs, and what they are called there."""

HOW_TO_FETCH = (
    "Your code runs in the browser, by Pyodide, which this server does not have: the command "
    "'slidelab warmup --pyodide' fetches it."
)

_PACKAGE = "package.json"
_SECONDS = 600.0


class NoRuntimeError(SlidelabError):
    """Pyodide is not to be had; the message says what to do."""


def find_runtime(folder: Path | None, fetch: bool = True) -> Path:
    """The folder of the npm package: the one given, or fetched by npm and kept in the cache.

    Raises NoRuntimeError, also where it would have to be fetched and is not to be.
    """
    if folder is not None:
        return _check(folder)
    kept = cache_folder() / f"pyodide-{VERSION}"
    if fetch and not kept.exists():
        _fetch(kept)
    return _check(kept)


def _check(folder: Path) -> Path:
    missing = [name for name in (_PACKAGE, *FILES) if not (folder / name).is_file()]
    if missing:
        raise NoRuntimeError(
            f"{folder} is not the npm package pyodide: it has no {', '.join(missing)}"
        )
    try:
        found = json.loads((folder / _PACKAGE).read_text(encoding="utf-8"))["version"]
    except (ValueError, KeyError, TypeError):
        found = "unknown"
    if found != VERSION:
        raise NoRuntimeError(f"{folder} has version {found} of pyodide; {VERSION} is needed")
    return folder


def _fetch(target: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoRuntimeError(
            "Python for browsers comes from npm, which is not installed: install node, or give "
            f"'slidelab web' or 'slidelab site' its package pyodide {VERSION}: --pyodide FOLDER"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.parent) as beside:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        try:
            done = subprocess.run(
                command, cwd=beside, capture_output=True, text=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise NoRuntimeError(f"npm did not fetch pyodide {VERSION} in {_SECONDS:g} s") from None
        packed = [*Path(beside).glob("*.tgz")]
        if done.returncode or not packed:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise NoRuntimeError(
                f"npm could not fetch pyodide {VERSION}: {' '.join(last) or 'it said nothing'}"
            )
        wanted, files = {_PACKAGE, *FILES}, Path(beside) / "package"
        files.mkdir()
        with tarfile.open(packed[0]) as archive:
            # One by one: `extractall` has a filter for what is unsafe from Python 3.11.4 on only.
            for member in archive:
                name = member.name.removeprefix("package/")
                if name in wanted and (file := archive.extractfile(member)) is not None:
                    (files / name).write_bytes(file.read())
        try:
            files.rename(target)
        except OSError:
            if not target.exists():
                raise  # it is not that another process was faster
