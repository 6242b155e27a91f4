"""Programs to judge, written into folders."""

import sys
from pathlib import Path
from shlex import quote

from slidelab.course.judge import (
    Judgement,
    Program,
    SandboxPool,
    cases,
    command_program,
    judge,
    read_suite,
)
from slidelab.course.judge.suite import SuiteRow

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
PYTHON = quote(sys.executable)


def written(folder: Path, source: str, protocol: str = "driver", **more: object) -> Program:
    """A Python program in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "driver.py").write_text(source)
    words = {"driver": "{algorithm} {board}", "moves": "{board}", "json": ""}[protocol]
    return command_program(f"{PYTHON} driver.py {words}", folder, protocol, **more)


def judgement_of(program: Program, rows: list[SuiteRow] | str, pool: SandboxPool) -> Judgement:
    """What is to be said of a program on these rows, or on a suite of this name."""
    if isinstance(rows, str):
        rows = read_suite(rows, program.file.goal)
    return judge(program, cases(rows, program), suite="test", pool=pool)


def says(moves: str, **counts: int) -> str:
    """A driver that says always the same."""
    lines = [f"path_to_goal: {moves.split()}", *(f"{name}: {n}" for name, n in counts.items())]
    return f"open('output.txt', 'w').write({chr(10).join(lines)!r})"
