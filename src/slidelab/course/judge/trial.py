"""Starting something trivial first: where that fails, no program is to blame."""

import os
import re
import shlex
import sys
from collections.abc import Iterable
from shutil import which

from slidelab.course.judge.program import Program
from slidelab.course.sandbox import Bounds, ProgramRun, Sandbox

TRIVIAL = {
    **dict.fromkeys(("python", "pypy"), ("-c", "")),
    **dict.fromkeys(("java", "javac"), ("-version",)),
    **dict.fromkeys(("cc", "c++", "gcc", "g++", "clang", "clang++"), ("--version",)),
    **dict.fromkeys(("cargo", "node", "perl", "ruby", "rustc"), ("--version",)),
    "go": ("version",),
}
"""What interpreters and compilers do at once, without a program."""

PATIENCE = Bounds(seconds=60.0)


def interpreters(program: Program) -> list[str]:
    """What has to be installed for a program: the first words of its commands."""
    commands = filter(None, (program.file.build, program.file.command))
    words = [shlex.split(command)[0] for command in commands]
    return [word for word in words if not word.startswith("./") and not program.has_file(word)]


def missing(names: Iterable[str]) -> list[str]:
    """Those of these programs that are not installed."""
    return [name for name in names if which(name) is None]


class SetUpError(ValueError):
    """The machine is not set up for judging, which is not the fault of a program."""


def require_executable(folder: str) -> None:
    """Raise SetUpError where nothing that is built in a folder can be started."""
    if os.statvfs(folder).f_flag & getattr(os, "ST_NOEXEC", 0):
        raise SetUpError(
            f"{os.path.dirname(folder)} is mounted noexec, and programs are built there: set "
            "TMPDIR to a folder where programs may be started"
        )


def try_out(sandbox: Sandbox, names: Iterable[str]) -> None:
    """Start these interpreters and slidelab's own; raises SetUpError where one does not start."""
    for name in dict.fromkeys((sys.executable, *names)):
        kind = re.match(r"[a-z+]+", os.path.basename(name).lower())
        arguments = TRIVIAL.get(kind[0]) if kind else None
        if arguments is None:
            continue
        ran = sandbox.run(ProgramRun((name, *arguments), os.path.dirname(sys.executable), PATIENCE))
        if ran.ended != "exit" or ran.status != 0:
            lines = ran.stderr.decode(errors="replace").strip().splitlines()
            why = ran.note or (lines[-1] if lines else f"{ran.ended} {ran.status}")
            raise SetUpError(
                f"nothing was judged, because the sandbox cannot start {name} ({why}): judge with "
                "another one, or run programs that you trust with --no-sandbox"
            )
