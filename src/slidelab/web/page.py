"""The page's files: their version, and the modules that a module imports."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"

_IMPORT = re.compile(r'^(?:import |(?:import|export) [^;"()]* from )"(\.\.?/[^"]+)"', re.M)


def static_files() -> list[Path]:
    """Return all files of the page."""
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


@cache
def version() -> str:
    """Return a text that changes with every file of the page."""
    content = sha256()
    for path in static_files():
        content.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    return content.hexdigest()[:12]


@cache
def page_text(root: str, folder: Path = STATIC) -> str:
    """Return the HTML of the page with links to `root`, where `folder` is served.

    It names every module that the page starts with, so that browsers fetch them all at once.
    """
    text = (STATIC / "index.html").read_text(encoding="utf-8").replace('="static/', f'="{root}')
    paths = imported_modules(folder / "js" / "main.js")[:-1]
    names = (path.relative_to(folder.resolve()).as_posix() for path in paths)
    links = (f'    <link rel="modulepreload" href="{root}{name}" />\n' for name in names)
    return text.replace("    <script type=", "".join(links) + "    <script type=", 1)


def imported_modules(entry: Path) -> list[Path]:
    """Return a module and all that it imports, each after the modules that it imports."""
    found: list[Path] = []

    def add(path: Path) -> None:
        if path not in found:
            for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
                add((path.parent / name).resolve())
            found.append(path)

    add(entry.resolve())
    return found
