"""Where a program runs: behind bwrap, as a user of its own, or with limits alone."""

import os
import platform
import shutil
import signal
import struct
import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from itertools import count
from math import ceil
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import BinaryIO

from slidelab.course import folders
from slidelab.course.limits import Limits
from slidelab.course.processes import (
    count_threads_of,
    list_children,
    list_descendants,
    list_processes_of,
    list_processes_with_home,
    measure_folder,
    measure_shared_memory,
)

SYSTEM = ("/usr", "/bin", "/sbin", "/lib*", "/etc/alternatives", "/etc/ld.so*", "/etc/java*")
"""What every program may read: what the languages of the system need."""
OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
FIRST_USER, USERS = 61_184, 4_000
"""Numbers of users that belong to nobody, below the 65,536 that a container may have."""

WORK = "/tmp/work"
"""The folder in which programs start behind bwrap."""

_RUNS = count()


class Place:
    """A folder for one run, which is confined by limits and, if root judges, by its user.

    Root runs each program as a user of its own, who gets a copy of its files.
    """

    def __init__(self, folder: Path, limits: Limits, build: bool = False) -> None:
        """Make a folder for the program in `folder`, which is changed only to build it."""
        self.limits = limits
        self.user = choose_user() if os.geteuid() == 0 else None
        self.home = Path(mkdtemp(prefix="slidelab-run-"))
        self.built = folder if build else None
        self.cwd = folder if build else self.home
        self.links = "" if build or self.user is not None else str(folder)
        """A folder to whose files there are to be links in the program's folder."""
        self.inner_home = str(self.home)
        """The home folder as the program sees it."""
        self.passed_files: list[int] = []
        """Open files that the command reads."""
        if self.user is not None:
            if not build:
                folders.check(folder)
                shutil.copytree(folder, self.home, symlinks=True, dirs_exist_ok=True)
                self.home.chmod(0o700)
            owner = f"{self.user}:{self.user}"
            subprocess.run(["chown", "-R", "-h", owner, str(self.cwd), str(self.home)], check=True)

    def make_command(self) -> list[str]:
        """Return the words that go before a program's own."""
        return self._bound([])

    def _bound(self, words: list[str]) -> list[str]:
        """Return the words that change the user, others, and those that bound each process."""
        limits = self.limits
        cpu = ceil(limits.seconds)
        # The system counts the processes of a user, so the judge's own are added.
        own = 0 if self.user is not None else count_threads_of(os.getuid())
        bounds = ["prlimit", f"--cpu={cpu}:{cpu + 1}", f"--data={limits.memory_bytes}", "--core=0"]
        bounds += [f"--fsize={limits.disk_bytes}", "--nofile=256", "--msgqueue=0"]
        bounds.append(f"--nproc={limits.processes + own}")
        return [*([] if self.user is None else become(self.user)), *words, *bounds]

    def list_members(self, process: int) -> list[int]:
        """List the processes that belong to the run that a process began."""
        if self.user is not None:
            return list_processes_of(self.user)
        return [process, *list_descendants(process, self.limits.processes + 100)]

    def measure_disk(self, process: int) -> tuple[int, int]:
        """Return the bytes and the number of the files that it wrote."""
        return measure_folder(self.cwd, self.limits.files)

    def measure_shared_memory(self) -> int:
        """Return the bytes of memory that are no process's own."""
        return 0 if self.user is None else measure_shared_memory(self.user)

    def kill(self, process: int) -> None:
        """End all processes of the run."""
        if self.user is not None:
            os.kill(process, signal.SIGKILL)  # it may not have become this user yet
            run_as(self.user, "kill -9 -1")
            return
        stopped: set[int] = set()
        # What is stopped starts no others, so that a fork bomb is caught up with.
        while found := {process, *list_processes_with_home(self.home)} - stopped:
            stopped |= found
            _kill(found, signal.SIGSTOP)
        _kill(stopped, signal.SIGKILL)

    def clean(self) -> None:
        """Remove what the run left."""
        if self.user is not None:
            for _ in range(50):  # where nobody reaps orphans some stay, but use nothing
                if not list_processes_of(self.user):
                    break
                time.sleep(0.01)
            remove = 'find "$@" -maxdepth 1 -user "$(id -u)" -exec rm -rf {} +; ipcrm --all'
            run_as(self.user, remove, *filter(os.path.isdir, OPEN_TO_ALL))
        self._clean_folders()

    def _clean_folders(self) -> None:
        """Remove the copy, and let the next user read what was built."""
        if self.user is not None and self.built is not None:
            run_as(self.user, 'chmod -R a+rX "$1"', str(self.built))
        folders.remove(self.home)


class Bubblewrap(Place):
    """Namespaces for one run, with the program's files in /program.

    Root starts bwrap as a user of its own, too: the kernel bounds the processes of all users but
    root, and bounds them before a fork bomb can be seen.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        build: bool = False,
        tools: Sequence[Path] = (),
        hidden: Sequence[Path] = (),
    ) -> None:
        """Show the program the system, its folder and `tools`; cover what is `hidden` in them."""
        super().__init__(folder, limits, build)
        self._program = folder if build or self.user is None else self.home
        self._tools, self._hidden = tools, hidden
        self.cwd, self.inner_home = Path("/"), WORK
        self.links = "" if build else "/program"
        self._filter = make_filter()
        if self._filter is not None:
            self.passed_files = [self._filter.fileno()]

    def make_command(self) -> list[str]:
        """Return the words that go before a program's own."""
        build = self.built is not None
        system = [place for pattern in SYSTEM for place in sorted(glob(pattern))]
        tools = [*map(str, self._tools)]
        space = ["--size", str(self.limits.disk_bytes), "--tmpfs"]
        # As process 1, so that bwrap waits until all have ended, and reports their processor time.
        words = ["bwrap", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"]
        words += ["--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
        words += _forbid_namespaces()
        for number in self.passed_files:
            words += ["--seccomp", str(number)]
        for place in system:
            words += ["--ro-bind", place, place]
        words += ["--proc", "/proc", "--dev", "/dev", *space, "/dev/shm", *space, "/tmp"]
        for place in tools:
            words += ["--ro-bind", place, place]
        bind = "--bind" if build else "--ro-bind"
        words += ["--dir", WORK, bind, str(self._program), "/program"]
        for path in self._hidden:
            if any(path.is_relative_to(place) for place in map(os.path.realpath, system + tools)):
                if path.is_dir():
                    words += ["--tmpfs", str(path), "--remount-ro", str(path)]
                elif path.exists():
                    words += ["--ro-bind", "/dev/null", str(path)]
        for place in ("/proc", "/dev", "/"):
            words += ["--remount-ro", place]
        return self._bound([*words, "--chdir", "/program" if build else WORK])

    def list_members(self, process: int) -> list[int]:
        """List the processes behind bwrap."""
        return list_descendants(process, self.limits.processes + 100)

    def measure_disk(self, process: int) -> tuple[int, int]:
        """Measure its own file systems, and the folder where it builds."""
        most = self.limits.disk_bytes
        space, files = (0, 0)
        if self.built is not None:
            space, files = measure_folder(self.built, self.limits.files)
        for first in list_children(process)[:1]:
            for place in ("tmp", "dev/shm"):
                with suppress(OSError):
                    about = os.statvfs(f"/proc/{first}/root/{place}")
                    # While bwrap starts and ends, these folders are still those of this machine.
                    if about.f_blocks * about.f_frsize - most in range(about.f_frsize):
                        space += (about.f_blocks - about.f_bfree) * about.f_frsize
                        files += about.f_files - about.f_ffree
        return space, files

    def kill(self, process: int) -> None:
        """Kill the first process of the namespace: all others end before it, and bwrap after."""
        _kill(list_children(process) or [process], signal.SIGKILL)

    def clean(self) -> None:
        """Remove the copy; everything else was in the namespaces."""
        if self._filter is not None:
            self._filter.close()
        self._clean_folders()


@cache
def _forbid_namespaces() -> list[str]:
    known = subprocess.run(["bwrap", "--help"], capture_output=True, text=True).stdout
    return ["--disable-userns"] if "--disable-userns" in known else []  # since version 0.8


CALLS = {"x86_64": (0xC000003E, (29, 64, 68)), "aarch64": (0xC00000B7, (194, 190, 186))}
"""Processors, with the numbers of the calls that get memory, semaphores and messages."""


def make_filter() -> BinaryIO | None:
    """Write the filter for seccomp that refuses System V objects, to a file without a name.

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
    """Choose a new number for each run: processes that nobody reaped count as the old one's."""
    return FIRST_USER + (97 * os.getpid() + next(_RUNS)) % USERS


def become(user: int) -> list[str]:
    """Return the command that starts another as a user without any rights."""
    words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
    return [*words, "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"]


def run_as(user: int, script: str, *words: str) -> str:
    """Run a script that can change nothing but what is this user's; return what it printed."""
    whole = [*become(user), "sh", "-c", script, "sh", *words]
    return subprocess.run(whole, capture_output=True, text=True, cwd="/").stdout


def _kill(processes: Iterable[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
