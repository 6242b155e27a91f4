"""How to start a program of which only its files are known."""

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from tomllib import TOMLDecodeError, loads
from typing import NamedTuple

from slidelab.course.judge.program import read_protocol
from slidelab.course.judge.tree import read_plain

USUAL_NAMES = ("driver", "main", "solver", "puzzle", "solution", "app", "index")
SOURCES, HEADERS = "src", "include"
"""Folders that may hold the program's files."""
LONGEST_SOURCE = 1_000_000


class Kind(NamedTuple):
    """A kind of file that can be run: how it ends, how it is started, how it is built."""

    ending: str
    command: str
    build: str | None = None
    begins: str = ""
    """A pattern that the file where the program begins has, and its other files do not."""


MAIN_OF_C = r"(?m)^\s*(int|void|auto)\s+main\s*\("
KINDS = (
    Kind(".py", "python3 {name}", begins=r"__main__|sys\.argv|argparse|input\(|stdin"),
    Kind(".jar", "java -jar {name}"),
    Kind(".java", "java -cp . {main}", "javac -d .{from} {name}", r"static\s+void\s+main\b"),
    Kind(".class", "java -cp . {stem}"),
    Kind(".js", "node {name}", begins=r"process\.(argv|stdin)|readFileSync\(\s*(0|\"/dev/stdin)"),
    Kind(".mjs", "node {name}", begins=r"process\.(argv|stdin)|readFileSync\(\s*(0|\"/dev/stdin)"),
    Kind(".cpp", "./{stem}", "c++ -O2{with} -o {stem} {all}", MAIN_OF_C),
    Kind(".cc", "./{stem}", "c++ -O2{with} -o {stem} {all}", MAIN_OF_C),
    Kind(".c", "./{stem}", "cc -O2{with} -o {stem} {all} -lm", MAIN_OF_C),
    Kind(".go", "./{stem}", "go build -o {stem} {all}", r"\bfunc\s+main\b"),
    Kind(".rs", "./{stem}", "rustc -O -o {stem} {name}", r"\bfn\s+main\b"),
    Kind(".rb", "ruby {name}", begins=r"ARGV|gets|STDIN"),
)


def guess_command(folder: Path, protocol: str) -> dict[str, str]:
    """Guess the command for a protocol, and the command that builds the program, if any.

    Raises ValueError when no file, or more than one, looks like the program.
    """
    found = guess_start(folder)
    return {**found, "command": found["command"] + _find_arguments(protocol)}


def guess_start(folder: Path) -> dict[str, str]:
    """Guess the same, with a command that has no arguments."""
    found = _guess_cargo(folder) or _guess_node(folder) or next(_guess_by_kind(folder), None)
    if found is None:
        raise ValueError(
            f"no file of {folder.name} looks like the program: call it {USUAL_NAMES[0]}, or put a "
            "program.toml beside it"
        )
    return found


def _find_arguments(protocol: str) -> str:
    """Find what the command has after the program's name."""
    words = shlex.split(read_protocol(protocol)["command"])
    places = [word for word in words if "{" in word]
    return "".join(f" {word}" for word in places)


def _guess_cargo(folder: Path) -> dict[str, str] | None:
    """Start a package of Rust, which is built offline."""
    if not (folder / "Cargo.toml").is_file():
        return None
    try:
        name = loads(_read_source(folder / "Cargo.toml"))["package"]["name"]
        is_plain = re.fullmatch(r"[\w-]+", name)
    except (TOMLDecodeError, KeyError, TypeError, RecursionError):
        is_plain = None
    if not is_plain:
        raise ValueError("Cargo.toml names no package")
    build = "cargo build --release --offline --target-dir target"
    return {"command": f"./target/release/{name}", "build": build}


def _guess_node(folder: Path) -> dict[str, str] | None:
    """Start a package of Node; its dependencies must be there, since they cannot be fetched."""
    if not (folder / "package.json").is_file():
        return None
    try:
        main = json.loads(_read_source(folder / "package.json")).get("main", "index.js")
    except (ValueError, AttributeError, RecursionError):
        raise ValueError("package.json is not a JSON object") from None
    if not isinstance(main, str) or not (folder / main).is_file():
        return None
    return {"command": f"node {quote(main)}"}


def _guess_by_kind(folder: Path) -> Iterator[dict[str, str]]:
    sources = _keep_folder(folder / SOURCES)
    for place in (folder, *sources):
        for kind in KINDS:
            files = _list_files(place, kind)
            chosen = _find_beginning(files, kind) if files else None
            if chosen is None:
                continue
            others = [other for other in sources if other != place]
            more = [file for other in others for file in _list_files(other, kind)]
            parts = [f for f in (*files, *more) if f == chosen or not _begins(f, kind)]
            names = {
                "name": _write_path(folder, chosen),
                "stem": quote(chosen.stem),
                "main": quote(_name_class(chosen) if kind.ending == ".java" else chosen.stem),
                "all": " ".join(_write_path(folder, file) for file in parts),
                "from": "" if place == folder else f" -sourcepath {SOURCES}",
                "with": f" -I{HEADERS}" if _keep_folder(folder / HEADERS) else "",
            }
            build = {} if kind.build is None else {"build": kind.build.format(**names)}
            yield {"command": kind.command.format(**names), **build}


def _keep_folder(place: Path) -> list[Path]:
    """Keep the place if it is a folder and not a link to one."""
    return [place] if place.is_dir() and not place.is_symlink() else []


def _list_files(place: Path, kind: Kind) -> list[Path]:
    return sorted(path for path in place.iterdir() if path.suffix == kind.ending)


def _write_path(folder: Path, file: Path) -> str:
    return quote(str(file.relative_to(folder)))


def _find_beginning(files: list[Path], kind: Kind) -> Path | None:
    """Find the file where the program begins: by its name, or the only one that looks like it."""
    if len(files) == 1:
        return files[0]
    for version in ("", r"[\W_]*v?\d+"):  # a name alone comes before one such as driver_3.py
        for name in USUAL_NAMES:
            for file in files:
                if re.fullmatch(name + version, file.stem.lower()):
                    return file
    begins = [file for file in files if _begins(file, kind)]
    return begins[0] if len(begins) == 1 else None


def _begins(file: Path, kind: Kind) -> bool:
    """Whether a program can begin in the file; not in one that cannot be read."""
    with suppress(ValueError):
        return bool(kind.begins) and re.search(kind.begins, _read_source(file)) is not None
    return False


def _name_class(file: Path) -> str:
    """Name the class with its package."""
    package = re.search(r"(?m)^\s*package\s+([\w.]+)\s*;", _read_source(file))
    return f"{package[1]}.{file.stem}" if package else file.stem


def _read_source(file: Path) -> str:
    """Read a text file; raises ValueError if it is too long, a link, or not in UTF-8."""
    return read_plain(file, LONGEST_SOURCE)
