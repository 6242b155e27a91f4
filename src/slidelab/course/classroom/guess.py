"""How to start a program of which only its files are known."""

from pathlib import Path
from shlex import quote
from typing import NamedTuple

ARGUMENTS = {"driver": " {algorithm} {board}", "json": "", "moves": " {board}"}
"""What the command has after the program's name, by protocol."""

USUAL_NAMES = ("driver", "main", "solver", "puzzle")


class Kind(NamedTuple):
    """A kind of file that can be run: how it ends, how it is started, how it is built."""

    ending: str
    command: str
    build: str | None = None


KINDS = (
    Kind(".py", "python3 {name}"),
    Kind(".jar", "java -jar {name}"),
    Kind(".class", "java -cp . {stem}"),
    Kind(".java", "java -cp . {stem}", "javac {name}"),
    Kind(".js", "node {name}"),
    Kind(".mjs", "node {name}"),
    Kind(".cpp", "./{stem}", "c++ -O2 -o {stem} {name}"),
    Kind(".c", "./{stem}", "cc -O2 -o {stem} {name} -lm"),
    Kind(".go", "./{stem}", "go build -o {stem} {name}"),
    Kind(".rs", "./{stem}", "rustc -O -o {stem} {name}"),
    Kind(".rb", "ruby {name}"),
)


def guess_command(folder: Path, protocol: str) -> dict[str, str]:
    """The command, and what builds it if anything does.

    Raises ValueError when no file, or more than one, looks like the program.
    """
    for kind in KINDS:
        files = sorted(path for path in folder.iterdir() if path.suffix == kind.ending)
        usual = [file for file in files if file.stem.lower() in USUAL_NAMES]
        chosen = usual[0] if usual else files[0] if len(files) == 1 else None
        if chosen is None:
            continue
        names = {"name": quote(chosen.name), "stem": quote(chosen.stem)}
        build = {} if kind.build is None else {"build": kind.build.format(**names)}
        return {"command": kind.command.format(**names) + ARGUMENTS[protocol], **build}
    raise ValueError(
        f"no file of {folder.name} looks like the program: call it {USUAL_NAMES[0]}, or put a "
        "program.toml beside it"
    )
