"""The three ways to run a program: behind bwrap, as another user, and with limits alone."""

import os
import platform
import shutil
import signal
import struct
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from glob import glob
from itertools import count
from math import ceil
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryFile, mkdtemp

from slidelab.course import folders
from slidelab.course.processes import (
    Limits,
    count_threads_of,
    has_ended,
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

_RUNS = count()


class Confinement(ABC):
    """One run: `command` goes before the program's own, which starts in `cwd`."""

    command: list[str]
    home: Path
    cwd: Path
    links: str = ""
    """A folder to whose files there are to be links in the program's folder."""
    hands_out: bool = False
    """Whether the answer has to be handed out by the program that starts the other one."""

    @abstractmethod
    def list_members(self, process: int) -> list[int]:
        """List the processes that belong to a run."""

    @abstractmethod
    def measure_disk(self, process: int) -> tuple[int, int]:
        """Return the bytes and the number of the files that it wrote."""

    def measure_shared_memory(self) -> int:
        """Return the bytes of memory that are no process's own."""
        return 0

    @abstractmethod
    def kill(self, process: int) -> None:
        """End all processes of the run."""

    def read(self, name: str, most: int) -> bytes | None:
        """Read a file that the program wrote; None for links, pipes and other names of files."""
        with suppress(OSError):
            number = os.open(self.home / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(number, "rb") as file:
                about = os.fstat(number)
                if S_ISREG(about.st_mode) and about.st_nlink == 1:
                    return file.read(most)
        return None

    @abstractmethod
    def clean(self) -> None:
        """Remove what the run left."""


class Bubblewrap(Confinement):
    """Namespaces of its own, with the program's files in /program.

    Root starts bwrap as a user of its own, too: the kernel bounds the processes of all users but
    root, and bounds them before a fork bomb can be seen.
    """

    hands_out = True

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        build: bool = False,
        tools: Sequence[Path] = (),
        hidden: Sequence[Path] = (),
    ) -> None:
        """Show the program the system, its folder and `tools`; cover what is `hidden` in them."""
        self.home, self.cwd, self._limits = Path("/tmp/work"), Path("/"), limits
        self.links = "" if build else "/program"
        self._built = folder if build else None
        self._user = User(folder, build) if os.geteuid() == 0 else None
        shown = folder if self._user is None or build else self._user.home
        system = [place for pattern in SYSTEM for place in sorted(glob(pattern))]
        readable = [*system, *map(str, tools)]
        space = ["--size", str(limits.disk_bytes), "--tmpfs"]
        # As process 1, so that bwrap waits until all have ended, and reports their processor time.
        words = ["bwrap", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"]
        words += ["--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
        words += _forbid_namespaces()
        for place in system:
            words += ["--ro-bind", place, place]
        words += ["--proc", "/proc", "--dev", "/dev", *space, "/dev/shm", *space, "/tmp"]
        for place in map(str, tools):
            words += ["--ro-bind", place, place]
        words += ["--dir", "/tmp/work", "--bind" if build else "--ro-bind", str(shown), "/program"]
        for path in hidden:
            if any(path.is_relative_to(place) for place in map(os.path.realpath, readable)):
                if path.is_dir():
                    words += ["--tmpfs", str(path), "--remount-ro", str(path)]
                elif path.exists():
                    words += ["--ro-bind", "/dev/null", str(path)]
        for place in ("/proc", "/dev", "/"):
            words += ["--remount-ro", place]
        words += ["--chdir", "/program" if build else "/tmp/work"]
        self._bwrap = words
        self.command = self._join()

    def forbid_shared_memory(self, stack: ExitStack) -> list[int]:
        """Refuse System V objects by a filter for seccomp; return the descriptor to pass on.

        Such memory is no process's own while it is detached, so that nothing could count it.
        Return nothing on unknown processors.
        """
        if platform.machine() not in CALLS:
            return []
        file = stack.enter_context(TemporaryFile())  # noqa: SIM115
        file.write(make_filter(*CALLS[platform.machine()]))
        file.seek(0)
        self._bwrap[1:1] = ["--seccomp", str(file.fileno())]
        self.command = self._join()
        return [file.fileno()]

    def _join(self) -> list[str]:
        first = [] if self._user is None else become(self._user.number)
        return [*first, *self._bwrap, *bound(self._limits, self._user)]

    def list_members(self, process: int) -> list[int]:
        """List the processes behind bwrap."""
        return list_descendants(process, self._limits.processes + 100)

    def measure_disk(self, process: int) -> tuple[int, int]:
        """Measure its own file systems, and the folder where it builds."""
        limits = self._limits
        built = self._built
        space, files = (0, 0) if built is None else measure_folder(built, limits.files)
        for first in list_children(process)[:1]:
            for place in ("tmp", "dev/shm"):
                with suppress(OSError):
                    about = os.statvfs(f"/proc/{first}/root/{place}")
                    size = about.f_blocks * about.f_frsize
                    # While bwrap starts and ends, these folders are still those of this machine.
                    if size - limits.disk_bytes in range(about.f_frsize):
                        space += (about.f_blocks - about.f_bfree) * about.f_frsize
                        files += about.f_files - about.f_ffree
        return space, files

    def kill(self, process: int) -> None:
        """Kill the first process of the namespace: all others end before it, and bwrap after."""
        if has_ended(process):
            return  # and so has all that it started
        for first in list_children(process) or [process]:
            with suppress(ProcessLookupError):
                os.kill(first, signal.SIGKILL)

    def clean(self) -> None:
        """Remove the copy; everything else was in the namespaces."""
        if self._user is not None:
            self._user.clean()


class OtherUser(Confinement):
    """A user for each run."""

    def __init__(self, folder: Path, limits: Limits, build: bool = False) -> None:
        """Copy the files, unless they are to be changed by a build."""
        self._user, self._limits = User(folder, build), limits
        self.home = self._user.home
        self.cwd = folder if build else self.home
        self.command = [*become(self._user.number), *bound(limits, self._user)]

    def list_members(self, process: int) -> list[int]:
        """List the processes of its user."""
        return list_processes_of(self._user.number)

    def measure_disk(self, process: int) -> tuple[int, int]:
        """Measure its folder."""
        return measure_folder(self.cwd, self._limits.files)

    def measure_shared_memory(self) -> int:
        """Measure the System V memory of its user."""
        return measure_shared_memory(self._user.number)

    def kill(self, process: int) -> None:
        """Kill the process, which may not have become this user yet, and all that the user can."""
        os.kill(process, signal.SIGKILL)
        run_as(self._user.number, "kill -9 -1")

    def clean(self) -> None:
        """Remove the files and shared memory of its user."""
        for _ in range(50):  # where nobody reaps orphans some stay, but use nothing
            if not list_processes_of(self._user.number):
                break
            time.sleep(0.01)
        clean = 'find "$@" -maxdepth 1 -user "$(id -u)" -exec rm -rf {} +; ipcrm --all'
        run_as(self._user.number, clean, *filter(os.path.isdir, OPEN_TO_ALL))
        self._user.clean()


class LimitsAlone(Confinement):
    """A folder of its own, and everything that the judge's user can do."""

    def __init__(self, folder: Path, limits: Limits, build: bool = False) -> None:
        """Make the folder."""
        self.home = Path(mkdtemp(prefix="slidelab-run-"))
        self.cwd = folder if build else self.home
        self.links = "" if build else str(folder)
        self._limits = limits
        self.command = bound(limits, None)

    def list_members(self, process: int) -> list[int]:
        """List the process and its descendants."""
        return [process, *list_descendants(process, self._limits.processes + 100)]

    def measure_disk(self, process: int) -> tuple[int, int]:
        """Measure its folder."""
        return measure_folder(self.cwd, self._limits.files)

    def kill(self, process: int) -> None:
        """Kill the process and all that inherited its folder as HOME."""
        stopped: set[int] = set()
        # What is stopped starts no others, so that a fork bomb is caught up with.
        while found := {process, *list_processes_with_home(self.home)} - stopped:
            stopped |= found
            for each in found:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGSTOP)
        for each in stopped:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    def clean(self) -> None:
        """Remove the folder."""
        folders.remove(self.home)


class User:
    """A user that belongs to nobody, with a copy of a program's files; for root alone."""

    def __init__(self, folder: Path, build: bool) -> None:
        """Copy the files into `home`, or hand over the folder itself for a build."""
        self.number = choose_user()
        self.home = Path(mkdtemp(prefix="slidelab-run-"))
        self._built = folder if build else None
        if not build:
            for _ in folders.walk(folder):  # it raises an error if there is too much
                pass
            shutil.copytree(folder, self.home, symlinks=True, dirs_exist_ok=True)
            self.home.chmod(0o700)
        place = folder if build else self.home
        owner = f"{self.number}:{self.number}"
        subprocess.run(["chown", "-R", "-h", owner, str(place), str(self.home)], check=True)

    def clean(self) -> None:
        """Remove the copy, and let the next user read what was built."""
        if self._built is not None:
            run_as(self.number, 'chmod -R a+rX "$1"', str(self._built))
        folders.remove(self.home)


def bound(limits: Limits, user: User | None) -> list[str]:
    """Return the command that bounds each process; `Watch` bounds all of them together."""
    cpu = ceil(limits.seconds)
    # The system counts the processes of a user, so those that the judge's own has come on top.
    others = 0 if user is not None else count_threads_of(os.getuid())
    words = ["prlimit", f"--cpu={cpu}:{cpu + 1}", f"--data={limits.memory_bytes}", "--core=0"]
    words += [f"--fsize={limits.disk_bytes}", "--nofile=256", "--msgqueue=0"]
    return [*words, f"--nproc={limits.processes + others}"]


@cache
def _forbid_namespaces() -> list[str]:
    known = subprocess.run(["bwrap", "--help"], capture_output=True, text=True).stdout
    return ["--disable-userns"] if "--disable-userns" in known else []  # since version 0.8


CALLS = {"x86_64": (0xC000003E, (29, 64, 68)), "aarch64": (0xC00000B7, (194, 190, 186))}
"""Processors, with the numbers of the calls that get memory, semaphores and messages."""


def make_filter(architecture: int, calls: Sequence[int]) -> bytes:
    """Assemble the filter that refuses some system calls of an architecture, and kills others'."""
    load, equal, at_least, finish = 0x20, 0x15, 0x35, 0x06  # operations of the Berkeley filter
    kill, allow, not_permitted = 0x80000000, 0x7FFF0000, 0x00050001
    refused = len(calls) + 1  # instructions from the first comparison to the last line
    lines = [(load, 0, 0, 4), (equal, 1, 0, architecture), (finish, 0, 0, kill)]
    lines += [(load, 0, 0, 0), (at_least, refused, 0, 0x40000000)]  # x32 has other numbers
    lines += [(equal, refused - at, 0, call) for at, call in enumerate(calls, 1)]
    lines += [(finish, 0, 0, allow), (finish, 0, 0, not_permitted)]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


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
