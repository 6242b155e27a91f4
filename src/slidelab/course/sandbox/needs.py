"""What a program needs of the file system: its interpreter, with all that belongs to that."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import which
from tempfile import gettempdir

TOOLS = {
    "GOROOT": None,
    "JAVA_HOME": None,
    "PYENV_ROOT": "~/.pyenv",
    "RUSTUP_HOME": "~/.rustup",
}
"""Variables that say where a language is installed, with the folder that is meant without them."""

_MOST_LINKS = 40
"""As many as Linux follows."""


def find_tool_folders() -> dict[str, str]:
    """Find the folders of the languages that are installed, by their variables."""
    said = {name: os.environ.get(name) or usual for name, usual in TOOLS.items()}
    places = {name: os.path.expanduser(place) for name, place in said.items() if place}
    return {name: place for name, place in places.items() if os.path.isdir(place)}


def list_own_folders() -> list[str]:
    """List where this Python and slidelab are: its own driver can be judged, too."""
    package = Path(__file__).parents[2]
    packages = [folder for folder in sys.path if folder.endswith("-packages")]
    return [sys.prefix, sys.base_prefix, str(package), *filter(os.path.isdir, packages)]


def find_needs(program: str) -> Iterator[str]:
    """Find the folders and files without which an executable does not start.

    That is its prefix: the folder above the `bin` that it is in. Of a virtual environment it is
    also the prefix of the Python that it was made from, and of a script that of its interpreter.
    """
    yield program
    for hop in _follow_links(program):
        yield hop
        prefix = Path(hop).parent.parent
        try:
            lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            continue
        yield str(prefix)
        for key, _, value in (line.partition("=") for line in lines):
            if key.strip() == "home":
                yield value.strip()
                yield _find_prefix(os.path.realpath(value.strip())) or value.strip()
    yield _find_prefix(os.path.dirname(hop)) or hop
    if (interpreter := _find_interpreter(hop)) is not None:
        yield from find_needs(interpreter)


def find_surroundings(file: str) -> str:
    """Find the folder of a file; the file alone if that folder is a whole home."""
    folder = file if os.path.isdir(file) else os.path.dirname(file)
    return file if _is_broad(os.path.realpath(folder)) else folder


def resolve_all(paths: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Resolve paths; returns where they really are, and each link on the way with its target."""
    real: list[str] = []
    links: dict[str, str] = {}
    for path in paths:
        place = _resolve(path, links)
        if place != "/" and os.path.exists(place):
            real.append(place)
    outermost: list[str] = []
    for place in sorted(set(real), key=lambda place: place.split("/")):
        if not outermost or not is_below(place, outermost[-1]):
            outermost.append(place)
    return outermost, links


def is_below(path: str, folder: str) -> bool:
    """Whether a path is in a folder, or the folder itself."""
    return os.path.join(path, "").startswith(os.path.join(folder, ""))


def _follow_links(program: str) -> Iterator[str]:
    """Follow links from a program to a file that is not a link, and yield each of them."""
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(program)
        program = os.path.join(os.path.realpath(folder), name)
        yield program
        if not os.path.islink(program):
            return
        program = os.path.join(os.path.dirname(program), os.readlink(program))


def _find_prefix(folder: str) -> str:
    """Find the folder that belongs to executables in this one; empty if that would be a home."""
    home = os.path.realpath(os.path.expanduser("~"))
    homes = {home, os.path.join(home, ".local"), os.path.join(home, ".cargo")}
    above, name = os.path.split(folder)
    if name in ("bin", "sbin", "shims") and above not in homes:
        folder = above
    return "" if _is_broad(folder) else folder


def _is_broad(folder: str) -> bool:
    """Whether a folder holds everything of a person, or of all."""
    return any(
        is_below(os.path.realpath(place), folder)
        for place in (os.path.expanduser("~"), gettempdir())
    )


def _find_interpreter(program: str) -> str | None:
    """Find the interpreter that the first line of a script names."""
    try:
        with open(program, "rb") as file:
            first = file.readline(1_000)
    except OSError:
        return None
    words = os.fsdecode(first[2:]).split() if first.startswith(b"#!") else []
    if len(words) > 1 and os.path.basename(words[0]) == "env":
        return which(words[-1])
    return words[0] if words and os.path.exists(words[0]) else None


def _resolve(path: str, links: dict[str, str]) -> str:
    """Resolve a path, and note the links on the way."""
    place, left = "/", os.path.abspath(path).split("/")
    met = 0
    while left:
        part = left.pop(0)
        here = os.path.dirname(place) if part == ".." else os.path.join(place, part)
        if part in ("", "."):
            continue
        if os.path.islink(here) and met < _MOST_LINKS:
            met += 1
            links[here] = target = os.readlink(here)
            left = [*target.split("/"), *left]
            here = "/" if target.startswith("/") else place
        place = here
    return place
