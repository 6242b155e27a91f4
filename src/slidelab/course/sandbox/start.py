"""From a fork to a program: what is done in the new process before the program takes over."""

import os
import resource
import signal
import sys
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import NamedTuple, NoReturn

from slidelab.course.sandbox import CANNOT_START, Bounds, descendants, privileges
from slidelab.course.sandbox.cgroup import ControlGroup
from slidelab.course.sandbox.needs import find_tool_folders

KEPT = ("PATH", "LANG", "LC_ALL", "PYENV_VERSION", "RUSTUP_TOOLCHAIN")
"""The environment variables that a program inherits from the judge."""

NOT_STARTED = 127
"""The exit status that shells have for this, too."""


def make_environment(work: Path, tmp: Path) -> dict[str, str]:
    """Make the environment variables of a program."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ} | find_tool_folders()
    return {"LANG": "C.UTF-8", "PATH": os.defpath} | kept | {"HOME": str(work), "TMPDIR": str(tmp)}


class Rights(NamedTuple):
    """Who a program is, and with whom its threads are counted."""

    confined: bool
    """Whether the command is bwrap's, which sees to all else."""
    user: int | None = None
    """The user that it becomes; None for the judge's own."""
    own_namespace: bool = False
    """Whether its threads are counted in a namespace of its own."""
    other_threads: int | None = None
    """Those that are counted with its own; None where bwrap bounds the threads."""


@dataclass
class Start:
    """A program about to start."""

    command: list[str]
    """The first word is a path."""
    work: Path
    environment: dict[str, str]
    bounds: Bounds
    rights: Rights
    group: ControlGroup

    def __call__(self, stdin: int, stdout: int, stderr: int) -> int:
        """Start it with these three streams; returns its process."""
        process = os.fork()
        if process == 0:
            try:
                self._become(stdin, stdout, stderr)
            except OSError as error:
                os.write(2, f"{CANNOT_START}{self._explain(error)}\n".encode())
            finally:
                os._exit(NOT_STARTED)
        return process

    def _become(self, stdin: int, stdout: int, stderr: int) -> NoReturn:
        for stream, place in enumerate((stdin, stdout, stderr)):
            os.dup2(place, stream)
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)  # Python ignores SIGPIPE, and that is inherited
        self.group.enter()
        if self.rights.own_namespace:
            privileges.enter_namespace()
        if not self.rights.confined:
            privileges.give_up(self.rights.user)
        descendants.die_with_parent()  # Linux forgets this when the user changes
        os.chdir(self.work)
        os.umask(0o022)
        self._limit()
        os.execve(self.command[0], self.command, self.environment)

    def _explain(self, error: OSError) -> str:
        if self.rights.user is None or not isinstance(error, PermissionError):
            return str(error)
        if error.filename is None:
            return f"root may not become user {self.rights.user} here"
        return f"user {self.rights.user} may not use {error.filename}"

    def _limit(self) -> None:
        bounds = self.bounds
        cpu = ceil(bounds.seconds)
        limits = {
            # The watch ends it sooner; the first ends it by a signal that says why.
            resource.RLIMIT_CPU: (cpu, cpu + 1),
            resource.RLIMIT_FSIZE: (bounds.disk_bytes,) * 2,
            resource.RLIMIT_NOFILE: (bounds.open_files,) * 2,
            resource.RLIMIT_CORE: (0, 0),
        }
        if self.rights.other_threads is not None:
            limits[resource.RLIMIT_NPROC] = (bounds.processes + self.rights.other_threads,) * 2
        if sys.platform == "linux":
            if not self.rights.confined:
                limits[resource.RLIMIT_MSGQUEUE] = (0, 0)  # queues would outlive it
            # Not the address space: managed languages reserve far more than they ever use.
            limits[resource.RLIMIT_DATA] = (bounds.memory_bytes,) * 2
        for kind, (soft, hard) in limits.items():
            most = resource.getrlimit(kind)[1]
            if most != resource.RLIM_INFINITY:
                soft, hard = min(soft, most), min(hard, most)
            resource.setrlimit(kind, (soft, hard))
