"""bwrap: a program gets namespaces of its own, and a file system made of what it needs.

It has no network, sees no processes but its own, has no capabilities, and finds the system's
programs and libraries, its interpreter and its own folder, all of them read-only. It can write to
its working folder and to its `/tmp`. The folders above those are made for it, so that it does not
matter where they are: in a home that nobody else may enter, or in the system's temporary folder.

The namespace of users maps the judge to another number. So a program can read what it is
given wherever its owner can, and nothing is done with more rights than that.
"""

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from glob import glob
from shutil import which

from slidelab.course.sandbox import ProgramRun
from slidelab.course.sandbox.folders import WorkingFolder
from slidelab.course.sandbox.needs import find_needs, find_tool_folders, is_below, resolve_all
from slidelab.course.sandbox.privileges import namespaces_count_threads

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so*", "/etc/localtime"),
    *("/etc/java*", "/etc/perl", "/etc/python*"),
)
"""What every program may read."""

NUMBER = "1000"
"""The user that a program is, as it sees it."""

_SECONDS_TO_TRY = 60
_THREADS_OF_BWRAP = 2


class Bwrap:
    """Wraps commands; `problem` tells why it cannot, if so."""

    def __init__(self, own: Iterable[str]) -> None:
        self._own = [*own]
        self.problem = self._try()

    def wrap(self, run: ProgramRun, folder: WorkingFolder, command: list[str]) -> list[str]:
        """Wrap a command whose first word is a path."""
        tools, needs = find_tool_folders().values(), self._find_needs(command[0])
        readable = [*self._own, *tools, *run.reads, *needs]
        bound, links = resolve_all([*_list_system(), *readable, run.folder])
        work, tmp = str(folder.work), str(folder.tmp)
        hidden = [os.path.realpath(place) for place in run.hidden]
        # Those below come after those above, which would cover them.
        binds: list[tuple[str, ...]] = [("--ro-bind", place, place) for place in bound]
        for place in hidden:
            if any(is_below(place, other) for other in bound) and os.path.exists(place):
                folder_or_file = ("--tmpfs",) if os.path.isdir(place) else ("--ro-bind", os.devnull)
                binds.append((*folder_or_file, place))
        own = os.path.realpath(run.folder)
        if any(is_below(own, place) for place in hidden):
            binds.append(("--ro-bind", own, own))
        binds += [("--bind", tmp, place) for place in ("/tmp", "/dev/shm", tmp)]
        binds += [("--bind", work, work)]
        words = [*self._list_namespaces(), "--proc", "/proc", "--dev", "/dev"]
        for bind in sorted(binds, key=lambda bind: bind[-1].count("/")):
            words += bind
        for link, target in links.items():
            if not any(is_below(link, place) for place in bound):
                words += ["--symlink", target, link]
        covers = [bind[-1] for bind in binds if bind[0] == "--tmpfs"]
        for place in (*covers, "/proc", "/dev", "/"):
            words += ["--remount-ro", place]
        return [*words, "--chdir", work, "--", *_limit_threads(run.bounds.processes), *command]

    def _try(self) -> str:
        if which("bwrap") is None:
            return "bwrap is not installed"
        try:
            with WorkingFolder() as folder:
                run = ProgramRun(("true",), str(folder.work))
                true = which("true") or "true"
                tried = subprocess.run(
                    self.wrap(run, folder, [true]),
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=_SECONDS_TO_TRY,
                )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"bwrap does not work here ({error})"
        said = tried.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        return "" if tried.returncode == 0 else f"bwrap does not work here ({said[-1]})"

    @cache  # noqa: B019 (one lives as long as its process)
    def _list_namespaces(self) -> list[str]:
        words = [which("bwrap") or "bwrap", "--die-with-parent", "--cap-drop", "ALL"]
        words += [f"--unshare-{kind}" for kind in ("user", "ipc", "pid", "net", "uts")]
        words += ["--unshare-cgroup-try", "--uid", NUMBER, "--gid", NUMBER]
        # Versions before 0.8 cannot.
        helps = subprocess.run([words[0], "--help"], capture_output=True, timeout=_SECONDS_TO_TRY)
        return [*words, "--disable-userns"] if b"--disable-userns" in helps.stdout else words

    @cache  # noqa: B019
    def _find_needs(self, program: str) -> list[str]:
        return [*find_needs(program)]


@cache
def counts_threads_apart() -> bool:
    """Whether threads in a namespace of users are counted for themselves, and can be bounded there.

    The bound has to be set within: one set outside would also hold for
    all threads of the judge, and a program that forks for ever would keep others from forking.
    """
    return namespaces_count_threads() and _find_prlimit() is not None


def _limit_threads(threads: int) -> list[str]:
    prlimit = _find_prlimit() if counts_threads_apart() else None
    return [] if prlimit is None else [prlimit, f"--nproc={threads + _THREADS_OF_BWRAP}"]


def _find_prlimit() -> str | None:
    return which("prlimit", path=os.defpath)  # programs can read the system's own alone


@cache
def _list_system() -> list[str]:
    return [place for pattern in SYSTEM for place in sorted(glob(pattern))]
