"""Detect from a program's files how to start it, and which protocol it follows."""

import json
import re
import shlex
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from slidelab.course.folders import read_plain
from slidelab.course.judge import judge
from slidelab.course.program import PROTOCOLS, Program, read_protocol
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import Case
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, goal_board

USUAL_NAMES = ("driver", "main", "solver", "puzzle", "solution", "app", "index")
LONGEST_SOURCE = 1_000_000
SAMPLE_SECONDS = 3.0
"""Processor time to solve a board of three moves."""
SAMPLES = {"blank-first": Board("1,2,5,3,4,0,6,7,8"), "blank-last": Board("1,2,3,0,4,6,7,5,8")}
"""A board three moves from each goal."""


class Language(NamedTuple):
    """How programs of a language are started and built, and how to recognise their main file."""

    ending: str
    command: str
    begins: str = "(?!)"
    build: str = ""


_C = r"(?m)^\s*(int|void|auto)\s+main\s*\("
_NODE = r"process\.(argv|stdin)|readFileSync\(\s*(0|['\"]/dev/stdin)"
LANGUAGES = (
    Language("py", "python3 {name}", r"__main__|sys\.argv|argparse|input\(|stdin"),
    Language("jar", "java -jar {name}"),
    Language("java", "java -cp . {main}", r"static\s+void\s+main\b", "javac -d . {all}"),
    Language("js", "node {name}", _NODE),
    Language("mjs", "node {name}", _NODE),
    Language("cpp", "./{main}", _C, "c++ -O2 -o {main} {all}"),
    Language("cc", "./{main}", _C, "c++ -O2 -o {main} {all}"),
    Language("c", "./{main}", _C, "cc -O2 -o {main} {all} -lm"),
    Language("go", "./{main}", r"\bfunc\s+main\b", "go build -o {main} {all}"),
    Language("rs", "./{main}", r"\bfn\s+main\b", "rustc -O -o {main} {name}"),
    Language("rb", "ruby {name}", r"ARGV|gets|STDIN"),
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
            program = Program.make(values, folder).restrict(seconds=SAMPLE_SECONDS)
            if _solves(program, sandbox):
                lines = (f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in values.items())
                return "\n".join(lines) + "\n", f"it solves a board by the protocol {protocol}"
    except ValueError as error:
        problem = str(error)
    file = resources.files("slidelab.course") / "template.toml"
    return file.read_text("utf-8"), f"{problem}: fill in the template"


def _solves(program: Program, sandbox: Sandbox) -> bool:
    start = SAMPLES[program.file.goal]
    goal = goal_board(program.file.goal, start.shape)
    row = Case(start, "solution", goal, 3, algorithm=next(iter(program.searches)))
    judged = judge(program, [row], suite="sample", sandbox=sandbox)
    if judged["errors"] and program.file.build:
        raise SlidelabError(f"{program.file.build!r} failed")
    [case] = judged["cases"]
    failed = {check["criterion"] for check in case["checks"] if check["status"] == "failed"}
    return failed.isdisjoint({"answers", "path"})


def detect(folder: Path, protocol: str) -> dict[str, str]:
    """Return the `command` for a protocol, and the `build` if it must be compiled.

    Raise ValueError if no file, or more than one, looks like the program.
    """
    usual = shlex.split(read_protocol(protocol)["command"])
    arguments = "".join(f" {word}" for word in usual if "{" in word)
    for language in LANGUAGES:
        files = sorted(folder.glob(f"*.{language.ending}"))
        begins = [file for file in files if re.search(language.begins, _read(file))]
        main = _choose(files) or _choose(begins)
        if main is not None:
            parts = [file for file in files if file == main or file not in begins]
            names = {
                "name": shlex.quote(main.name),
                "main": shlex.quote(_name_class(main)),
                "all": shlex.join(file.name for file in parts),
            }
            build = {"build": language.build.format(**names)} if language.build else {}
            return {"command": language.command.format(**names) + arguments, **build}
    raise SlidelabError(
        f"no file of {folder.name} looks like the program: call it {USUAL_NAMES[0]}, or put a "
        "program.toml beside it"
    )


def _choose(files: list[Path]) -> Path | None:
    """Choose the file where the program begins: the only one, or one with a usual name."""
    if len(files) == 1:
        return files[0]
    for version in ("", r"[\W_]*v?\d+"):  # driver.py comes before driver_3.py
        for name in USUAL_NAMES:
            for file in files:
                if re.fullmatch(name + version, file.stem.lower()):
                    return file
    return None


def _name_class(file: Path) -> str:
    """Return the name of a compiled file, in Java with its package."""
    package = re.search(r"(?m)^\s*package\s+([\w.]+)\s*;", _read(file))
    return f"{package[1]}.{file.stem}" if package else file.stem


def _read(file: Path) -> str:
    """Read a text file; a long one, and one that is not in UTF-8, count as empty."""
    try:
        return read_plain(file, LONGEST_SOURCE).decode("utf-8-sig")
    except (ValueError, OSError):
        return ""
