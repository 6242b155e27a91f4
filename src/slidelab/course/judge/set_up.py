"""Starting something trivial first: where that fails, no program is to blame."""

import os
import re
import shlex
import sys
from collections.abc import Iterable
from shutil import which

from slidelab.course.judge.program import Program
from slidelab.course.sandbox import CANNOT_START, Bounds, ProgramRun, Sandbox

TRIVIAL = {
    **dict.fromkeys(("python", "pypy"), ("-c", "")),
    **dict.fromkeys(("java", "javac"), ("-version",)),
    **dict.fromkeys(("cc", "c++", "gcc", "g++", "clang", "clang++"), ("--version",)),
    **dict.fromkeys(("cargo", "node", "perl", "ruby", "rustc"), ("--version",)),
    "go": ("version",),
}
"""What interpreters and compilers do at once, without a program."""

PATIENCE = Bounds(seconds=60.0)

_PRINT_UNREADABLE = r'for path; do [ -r "$path" ] || printf "%s\0" "$path"; done'
"""In sh, which every user can start, as perhaps not the Python that slidelab runs on."""


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


def try_out(sandbox: Sandbox, names: Iterable[str], programs: Iterable[Program] = ()) -> None:
    """Start these interpreters, and find out whether the programs can be read.

    slidelab's own has to start, too, unless programs run as a user who may not be allowed to.
    Raises SetUpError where an interpreter does not start, and where no program can be read.
    """
    own, folder = [sys.executable], os.path.dirname(sys.executable)
    if sandbox.changes_user:
        own, folder = [], "/"
    for name in dict.fromkeys((*own, *names)):
        kind = re.match(r"[a-z+]+", os.path.basename(name).lower())
        arguments = TRIVIAL.get(kind[0]) if kind else None
        if arguments is None:
            continue
        ran = sandbox.run(ProgramRun((name, *arguments), folder, PATIENCE))
        if ran.ended != "exit" or ran.status != 0:
            lines = ran.stderr.decode(errors="replace").strip().splitlines()
            why = ran.note or (lines[-1] if lines else f"{ran.ended} {ran.status}")
            why = why.removeprefix(CANNOT_START)
            what = "the sandbox" if sandbox.is_confined else "slidelab"
            raise SetUpError(
                f"nothing was judged, because {what} cannot start {name} ({why}): "
                f"{_advise(sandbox)}"
            )
    if sandbox.changes_user:
        _require_readable(sandbox, programs)


def _require_readable(sandbox: Sandbox, programs: Iterable[Program]) -> None:
    """Raise SetUpError where the user that programs run as can read none of them."""
    # What is built is copied first, as whoever judges.
    needed = [program.files for program in programs if program.file.build is None]
    paths = [str(path) for files in needed for path in files]
    run = ProgramRun(("sh", "-c", _PRINT_UNREADABLE, "sh", *paths), "/")
    unreadable = {*os.fsdecode(sandbox.run(run).stdout).split("\0")}
    if needed and all(unreadable.intersection(map(str, files)) for files in needed):
        first = next(path for path in paths if path in unreadable)
        raise SetUpError(
            f"nothing was judged, because programs of root run as another user without bwrap, and "
            f"that user cannot read {first}: {_advise(sandbox)}"
        )


def _advise(sandbox: Sandbox) -> str:
    if sandbox.changes_user:
        return (
            "install bwrap (apt-get install bubblewrap) where user namespaces are allowed, move it "
            "to a folder that all users can read, or judge as an ordinary user"
        )
    if sandbox.is_confined:
        return "judge with another one, or run programs that you trust with --no-sandbox"
    return "judge with another one"
