"""Where a program runs: behind bwrap or in a plain folder and, if root judges, as another user.

Root gives each run a user of its own, behind bwrap too: the kernel bounds the processes of all
users but root, and bounds them before a fork bomb can be seen.
"""

import fcntl
import os
import platform
import signal
import struct
import subprocess
import time
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from itertools import count
from math import ceil
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import BinaryIO

from slidelab.course import folders
from slidelab.course.limits import ProgramLimits
from slidelab.course.processes import (
    Usage,
    list_children,
    list_processes,
    list_with_descendants,
    measure,
    measure_folder,
    measure_shared_memory,
)

SYSTEM = ("/usr", "/bin", "/sbin", "/lib*", "/etc/alternatives", "/etc/ld.so*", "/etc/java*")
"""What every program may read: what the languages of the system need."""
OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
FIRST_USER, USERS = 61_184, 4_000
"""Numbers of users that belong to nobody, below the 65,536 that a container may have."""
LOCKS = "/run/slidelab-users.lock"
"""A file that all judges of root share, in a folder where only root can write."""
CALLS = {"x86_64": (0xC000003E, (29, 64, 68)), "aarch64": (0xC00000B7, (194, 190, 186))}
"""Processors, with the numbers of the calls that get memory, semaphores and messages."""

_RUNS = count()


class Place:
    """The folder of one run, which begins empty, and what keeps the program there."""

    def __init__(
        self,
        folder: Path,
        limits: ProgramLimits,
        *,
        confined: bool = True,
        build: bool = False,
        tools: Sequence[Path] = (),
        hidden: Sequence[Path] = (),
    ) -> None:
        """Make a place for the program in `folder`, which is changed only to build it.

        Behind bwrap it can read `tools`, and what is `hidden` in them or in the system is covered.
        """
        self.limits, self._confined, self._builds = limits, confined, build
        self._user = choose_user() if os.geteuid() == 0 else None
        self._temporary = Path(mkdtemp(prefix="slidelab-run-"))
        work, program = self._temporary / "work", self._temporary / "program"
        work.mkdir()
        if self._user is not None and not build:
            folders.copy(folder, program)
            folder = program
        if self._user is not None:
            owned = [f"{self._user}:{self._user}", str(folder), str(self._temporary)]
            subprocess.run(["chown", "-R", "-h", *owned], check=True)
        self._written = folder if build else self._temporary
        self.cwd, self.home, self.links = folder if build else work, str(work), str(folder)
        self.command = [] if self._user is None else become(self._user)
        """The words before a program's own, which confine it and bound each process."""
        self.passed_files: list[int] = []
        """The open files that the command reads."""
        self._filter = make_filter() if confined else None
        if confined:
            self.command += _confine(folder, limits, build, tools, hidden)
            self.cwd, self.home, self.links = Path("/"), "/tmp/work", "/program"
        if self._filter is not None:
            self.passed_files = [self._filter.fileno()]
            self.command += ["--seccomp", str(self._filter.fileno())]
        if build:
            self.links = ""  # else the folder to whose files there are links where it runs
        # The system counts all processes of a user, and those of this one are not the run's alone.
        others = _count_threads() if self._user is None else 0
        self.command += _bound(limits, others)

    def measure(self, process: int, own_files: Collection[int]) -> Usage:
        """Measure what the run uses that a process began; its streams are `own_files`."""
        if self._user is not None:
            members = _list_processes_of(self._user)
        else:
            members = list_with_descendants(process, self.limits.processes + 100)
        used = measure(members, own_files)
        if self._user is not None and not self._confined:  # bwrap's filter refuses such memory
            shared = measure_shared_memory(self._user)
            used = used._replace(memory_bytes=used.memory_bytes + shared)
        space, files = self._measure_disk(process)
        return used._replace(disk_bytes=space, files=files)

    def _measure_disk(self, process: int) -> tuple[int, int]:
        """Return the bytes and the number of the files that it wrote.

        Behind bwrap, the system bounds the bytes, but not the number.
        """
        space = files = 0
        if self._builds or not self._confined:
            space, files = measure_folder(self._written)
        for first in list_children(process)[:1] if self._confined else ():
            for place in ("tmp", "dev/shm"):
                with suppress(OSError):
                    about = os.statvfs(f"/proc/{first}/root/{place}")
                    # While bwrap starts and ends, these folders are still those of this machine.
                    size = about.f_blocks * about.f_frsize - self.limits.disk_bytes
                    if size in range(about.f_frsize):
                        files += about.f_files - about.f_ffree
        return space, files

    def kill(self, process: int) -> None:
        """End all processes of the run."""
        if self._user is not None:
            _kill([process], signal.SIGKILL)  # it may not have become this user yet
            if {*_list_processes_of(self._user)} - {process}:
                run_as(self._user, "kill -9 -1")
        elif self._confined:
            # The first process of the namespace: all others end before it does, and bwrap after.
            _kill(list_children(process) or [process], signal.SIGKILL)
        else:
            mark = f"HOME={self.home}\0".encode()  # which those have too that left their session
            while found := _list_processes_with(mark):
                _kill(found, signal.SIGKILL)

    def clean(self) -> None:
        """Remove what the run left."""
        if self._filter is not None:
            self._filter.close()
        if self._user is not None:
            for _ in range(50):  # where nobody reaps orphans some stay, but use nothing
                if not _list_processes_of(self._user):
                    break
                time.sleep(0.01)
            if not self._confined:
                remove = 'find "$@" -maxdepth 1 -user "$(id -u)" -exec rm -rf {} +; ipcrm --all'
                run_as(self._user, remove, *filter(os.path.isdir, OPEN_TO_ALL))
            release_user(self._user)
        folders.remove(self._temporary)


def _bound(limits: ProgramLimits, others: int) -> list[str]:
    """Return the words that bound each process of a command, beside those of the same user."""
    cpu = ceil(limits.seconds)
    words = ["prlimit", f"--cpu={cpu}:{cpu + 1}", f"--data={limits.memory_bytes}", "--core=0"]
    words += [f"--fsize={limits.disk_bytes}", "--nofile=256", "--msgqueue=0"]
    return [*words, f"--nproc={limits.processes + others}"]


def _confine(
    folder: Path, limits: ProgramLimits, build: bool, tools: Sequence[Path], hidden: Sequence[Path]
) -> list[str]:
    """Return the words that start a command in namespaces of its own, its folder in /program."""
    readable = [place for pattern in SYSTEM for place in sorted(glob(pattern))]
    readable += map(str, tools)
    space = ["--size", str(limits.disk_bytes), "--tmpfs"]
    # As process 1, so that bwrap waits until all have ended, and reports their processor time.
    words = ["bwrap", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"]
    words += ["--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    words += _forbid_namespaces()
    words += ["--proc", "/proc", "--dev", "/dev", *space, "/dev/shm", *space, "/tmp"]
    for place in readable:
        words += ["--ro-bind", place, place]
    words += ["--dir", "/tmp/work", "--bind" if build else "--ro-bind", str(folder), "/program"]
    for path in hidden:
        if any(path.is_relative_to(os.path.realpath(place)) for place in readable):
            if path.is_dir():
                words += ["--tmpfs", str(path), "--remount-ro", str(path)]
            elif path.exists():
                words += ["--ro-bind", "/dev/null", str(path)]
    for place in ("/proc", "/dev", "/"):
        words += ["--remount-ro", place]
    return [*words, "--chdir", "/program" if build else "/tmp/work"]


@cache
def _forbid_namespaces() -> list[str]:
    known = subprocess.run(["bwrap", "--help"], capture_output=True, text=True).stdout
    return ["--disable-userns"] if "--disable-userns" in known else []  # since version 0.8


def make_filter() -> BinaryIO | None:
    """Write the filter for seccomp that refuses System V objects, to an anonymous file.

    Such memory is no process's own while it is detached, so that nothing could count it. Programs
    of other architectures are killed. Return None on unknown processors.
    """
    if platform.machine() not in CALLS:
        return None
    architecture, calls = CALLS[platform.machine()]
    load, equal, at_least, finish = 0x20, 0x15, 0x35, 0x06  # operations of the Berkeley filter
    kill, allow, not_permitted = 0x80000000, 0x7FFF0000, 0x00050001
    refused = len(calls) + 1  # instructions from the first comparison to the last line
    lines = [(load, 0, 0, 4), (equal, 1, 0, architecture), (finish, 0, 0, kill)]
    lines += [(load, 0, 0, 0), (at_least, refused, 0, 0x40000000)]  # x32 has other numbers
    lines += [(equal, refused - at, 0, call) for at, call in enumerate(calls, 1)]
    lines += [(finish, 0, 0, allow), (finish, 0, 0, not_permitted)]
    file: BinaryIO = TemporaryFile()  # noqa: SIM115
    file.write(b"".join(struct.pack("HBBI", *line) for line in lines))
    file.seek(0)
    return file


def choose_user() -> int:
    """Choose a user for a run that no other judge has and no process, not even a zombie.

    It is the run's until `release_user`.
    """
    while True:
        user = FIRST_USER + (97 * os.getpid() + next(_RUNS)) % USERS
        with suppress(BlockingIOError):  # another judge has it
            fcntl.lockf(_open_locks(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, user)
            if not _list_processes_of(user):
                return user
            release_user(user)


def release_user(user: int) -> None:
    """Let other judges choose a user again."""
    fcntl.lockf(_open_locks(), fcntl.LOCK_UN, 1, user)


@cache
def _open_locks() -> int:
    """Open the file in which each judge locks one byte for each user that it has."""
    return os.open(LOCKS, os.O_RDWR | os.O_CREAT, 0o600)


def become(user: int) -> list[str]:
    """Return the command that starts another as a user without any rights."""
    words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
    return [*words, "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"]


def run_as_nobody(script: str, *words: str) -> str:
    """Run a script as a user without any rights, as runs are; return what it printed."""
    user = choose_user()
    try:
        return run_as(user, script, *words)
    finally:
        release_user(user)


def run_as(user: int, script: str, *words: str) -> str:
    """Run a script with the rights of a user; return what it printed."""
    whole = [*become(user), "sh", "-c", script, "sh", *words]
    return subprocess.run(whole, capture_output=True, text=True, cwd="/").stdout


def _list_processes_of(user: int) -> list[int]:
    return list_processes(lambda process: process.stat().st_uid == user)


def _list_processes_with(mark: bytes) -> list[int]:
    return list_processes(lambda process: mark in (process / "environ").read_bytes())


def _count_threads() -> int:
    """Count the threads of the whole system."""
    return int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])


def _kill(processes: Iterable[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
