"""Find out how a program is started of which only its files are known, and by which protocol."""

import json
import re
import shlex
from importlib import resources
from pathlib import Path
from shlex import quote
from tomllib import TOMLDecodeError, loads
from typing import NamedTuple

from slidelab.course.folders import read_plain
from slidelab.course.judge import (
    build,
    check_figures_and_counts,
    check_run,
    require_programs,
    run_case,
)
from slidelab.course.program import PROTOCOLS, Program, read_protocol
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import Case
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, goal_board

USUAL_NAMES = ("driver", "main", "solver", "puzzle", "solution", "app", "index")
LONGEST_SOURCE = 1_000_000
TRIAL_SECONDS = 3.0
"""Processor time to solve a board of three moves."""
TRIALS = {"blank-first": Board("1,2,5,3,4,0,6,7,8"), "blank-last": Board("1,2,3,0,4,6,7,5,8")}
"""A board three moves from each goal."""


class Language(NamedTuple):
    """How programs of a language are started and built, and how to recognise their main file."""

    ending: str
    command: str
    build: str = ""
    begins: str = ""


_C = r"(?m)^\s*(int|void|auto)\s+main\s*\("
_NODE = r"process\.(argv|stdin)|readFileSync\(\s*(0|['\"]/dev/stdin)"
LANGUAGES = (
    Language(".py", "python3 {name}", begins=r"__main__|sys\.argv|argparse|input\(|stdin"),
    Language(".jar", "java -jar {name}"),
    Language(".java", "java -cp . {main}", "javac -d .{sources} {name}", r"static\s+void\s+main\b"),
    Language(".class", "java -cp . {stem}"),
    Language(".js", "node {name}", begins=_NODE),
    Language(".mjs", "node {name}", begins=_NODE),
    Language(".cpp", "./{stem}", "c++ -O2{headers} -o {stem} {all}", _C),
    Language(".cc", "./{stem}", "c++ -O2{headers} -o {stem} {all}", _C),
    Language(".c", "./{stem}", "cc -O2{headers} -o {stem} {all} -lm", _C),
    Language(".go", "./{stem}", "go build -o {stem} {all}", r"\bfunc\s+main\b"),
    Language(".rs", "./{stem}", "rustc -O -o {stem} {name}", r"\bfn\s+main\b"),
    Language(".rb", "ruby {name}", begins=r"ARGV|gets|STDIN"),
)


def new_program_file(folder: Path, sandbox: Sandbox) -> tuple[str, str]:
    """Return the text of a program.toml for the program in a folder, and what was found out.

    It has the first protocol by which the program solves a board, else it is a template.
    """
    problem = "no protocol leads to a solution"
    try:
        for protocol in PROTOCOLS:
            values = {"name": folder.resolve().name, "protocol": protocol}
            values |= detect(folder, protocol)
            program = Program.make(values, folder).restrict(seconds=TRIAL_SECONDS)
            require_programs(program, sandbox)
            if _solves(program, sandbox):
                lines = (f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in values.items())
                return "\n".join(lines) + "\n", f"it solves a board by the protocol {protocol}"
    except ValueError as error:
        problem = str(error)
    file = resources.files("slidelab.course") / "template.toml"
    return file.read_text("utf-8"), f"{problem}: fill in the template"


def _solves(program: Program, sandbox: Sandbox) -> bool:
    start = TRIALS[program.file.goal]
    goal = goal_board(program.file.goal, start.shape)
    case = Case(start, "solution", goal, 3, algorithm=next(iter(program.searches)))
    with build(program, sandbox) as (built, failed):
        if failed is not None:
            raise SlidelabError(f"{program.file.build!r} failed")
        verdict = check_run(program, case, run_case(built, case, sandbox))
    return check_figures_and_counts(program, verdict, None, prints_cost=True).solved


def detect(folder: Path, protocol: str) -> dict[str, str]:
    """Return the `command` for a protocol, and the `build` if there has to be one.

    Raise ValueError if no file, or more than one, looks like the program.
    """
    found = _detect_cargo(folder) or _detect_node(folder) or _detect_language(folder)
    if found is None:
        raise SlidelabError(
            f"no file of {folder.name} looks like the program: call it {USUAL_NAMES[0]}, or put a "
            "program.toml beside it"
        )
    usual = shlex.split(read_protocol(protocol)["command"])
    arguments = "".join(f" {word}" for word in usual if "{" in word)
    return {**found, "command": found["command"] + arguments}


def _detect_cargo(folder: Path) -> dict[str, str] | None:
    """Start a package of Rust, which is built offline."""
    if not (folder / "Cargo.toml").is_file():
        return None
    try:
        name = loads(_read(folder / "Cargo.toml"))["package"]["name"]
        is_plain = re.fullmatch(r"[\w-]+", name)
    except (TOMLDecodeError, KeyError, TypeError, RecursionError):
        is_plain = None
    if not is_plain:
        raise SlidelabError("Cargo.toml names no package")
    build = "cargo build --release --offline --target-dir target"
    return {"command": f"./target/release/{name}", "build": build}


def _detect_node(folder: Path) -> dict[str, str] | None:
    """Start a package of Node; its dependencies must be there, since they cannot be fetched."""
    if not (folder / "package.json").is_file():
        return None
    try:
        main = json.loads(_read(folder / "package.json")).get("main", "index.js")
    except (ValueError, AttributeError, RecursionError):
        raise SlidelabError("package.json is not a JSON object") from None
    if not isinstance(main, str) or not (folder / main).is_file():
        return None
    return {"command": f"node {quote(main)}"}


def _detect_language(folder: Path) -> dict[str, str] | None:
    """Start the main file of a language, in the folder or below `src`."""
    places = [folder, *filter(_is_folder, [folder / "src"])]
    for at, place in enumerate(places):
        for language in LANGUAGES:
            chosen = _choose(_list(place, language), language)
            if chosen is None:
                continue
            every = [file for other in places[at:] for file in _list(other, language)]
            parts = [file for file in every if file == chosen or not _begins(file, language)]
            names = {
                "name": quote(str(chosen.relative_to(folder))),
                "stem": quote(chosen.stem),
                "main": quote(_name_class(chosen) if language.ending == ".java" else chosen.stem),
                "all": " ".join(quote(str(file.relative_to(folder))) for file in parts),
                "sources": "" if place == folder else " -sourcepath src",
                "headers": " -Iinclude" if _is_folder(folder / "include") else "",
            }
            build = {"build": language.build.format(**names)} if language.build else {}
            return {"command": language.command.format(**names), **build}
    return None


def _is_folder(place: Path) -> bool:
    return place.is_dir() and not place.is_symlink()


def _list(place: Path, language: Language) -> list[Path]:
    return sorted(path for path in place.iterdir() if path.suffix == language.ending)


def _choose(files: list[Path], language: Language) -> Path | None:
    """Choose the file where the program begins, by its name or because it alone looks like it."""
    if len(files) == 1:
        return files[0]
    for version in ("", r"[\W_]*v?\d+"):  # driver.py comes before driver_3.py
        for name in USUAL_NAMES:
            for file in files:
                if re.fullmatch(name + version, file.stem.lower()):
                    return file
    begins = [file for file in files if _begins(file, language)]
    return begins[0] if len(begins) == 1 else None


def _begins(file: Path, language: Language) -> bool:
    try:
        return bool(language.begins) and re.search(language.begins, _read(file)) is not None
    except ValueError:  # it cannot be read
        return False


def _name_class(file: Path) -> str:
    package = re.search(r"(?m)^\s*package\s+([\w.]+)\s*;", _read(file))
    return f"{package[1]}.{file.stem}" if package else file.stem


def _read(file: Path) -> str:
    """Read a text file; raise ValueError for a long one and one that is not in UTF-8."""
    return read_plain(file, LONGEST_SOURCE).decode("utf-8-sig")
