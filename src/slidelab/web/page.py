"""The page's files: their version, and the modules that it starts with."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"

_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";$', re.M)


@cache
def version() -> str:
    """Return a text that changes with every file of the page."""
    content = sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            content.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    return content.hexdigest()[:12]


@cache
def page_text(root: str, folder: Path = STATIC) -> str:
    """Return the HTML of the page with links to `root`, where `folder` is served.

    It names all modules that it starts with, so that browsers need not find them one in another.
    """
    text = (STATIC / "index.html").read_text(encoding="utf-8").replace('="static/', f'="{root}')
    script = re.search(r'<script type="module" src="[^"]*?(js/[^"]+)"', text)
    assert script is not None
    names = imported_modules(folder / script[1])
    links = (f'    <link rel="modulepreload" href="{root}{name}" />\n' for name in names[1:])
    return text.replace("    <script type=", "".join(links) + "    <script type=", 1)


def imported_modules(entry: Path) -> list[str]:
    """Return a module of `js` and all that it imports, by their paths in the page's folder."""
    found = [entry.resolve()]
    for path in found:
        for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
            module = (path.parent / name).resolve()
            if module not in found:
                found.append(module)
    folder = entry.resolve().parent.parent
    return [path.relative_to(folder).as_posix() for path in found]
