"""The files of the page, joined into few, since each request takes time."""

import re
from hashlib import sha256
from pathlib import Path

from slidelab.web.bundle import STATIC, join_modules

_SCRIPTS = ("js/main.js", "js/solver/worker.js")
_STYLES = "css/page.css"
_OTHERS = (
    "icon.svg",
    "js/backend/pyodide-worker.js",
    "js/backend/file-notice.js",
    "js/solver/weights.bin",
)


def page_files(folder: Path = STATIC) -> dict[str, bytes]:
    """Return the files that the page links to, by name; scripts hold all that they import."""
    files = {name: join_modules(folder / name).encode() for name in _SCRIPTS}
    files |= {name: (folder / name).read_bytes() for name in _OTHERS}
    styles = folder / _STYLES
    imported = re.findall('@import "(.+)";', styles.read_text(encoding="utf-8"))
    files[_STYLES] = b"".join((styles.parent / name).read_bytes() for name in imported)
    return files


def version(files: dict[str, bytes]) -> str:
    """Return a hash of the files."""
    return sha256(b"".join(files.values())).hexdigest()[:12]


def page_text(root: str) -> str:
    """Return the HTML of the page with links to `root`, where its files are."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    return text.replace('="static/', f'="{root}')
