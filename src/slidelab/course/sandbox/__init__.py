"""Running a program that nobody trusts: bounded in every way, and nothing of it left behind.

    with Sandbox() as sandbox:
        ran = sandbox.run(ProgramRun(("python3", "driver.py", "bfs", "1,2,5,3,4,0,6,7,8"), folder))

A sandbox is a process of its own, the *supervisor*, which runs one program at a time. It is small
and has one thread, so that it forks quickly and safely; every process that a program leaves behind
becomes its child, so that none gets away; and when its owner dies, it ends the program and itself.

bwrap keeps a program from the rest of the machine, where it is installed and allowed; else there
are limits only, and `Sandbox.problem` says why. What root judges without bwrap runs as a user to
whom nothing else belongs.

The supervisor's first message is why it cannot confine programs, or an empty text. None ends what
runs.
"""

import os
import sys
from contextlib import AbstractContextManager
from typing import Any, Literal, NamedTuple

from slidelab.course.sandbox.needs import list_own_folders
from slidelab.system.piped_process import PipedProcess

MEBIBYTE = 1024 * 1024

CANNOT_START = "slidelab cannot start it: "
"""What the errors of a program that was not started begin with."""

_WALL_FACTOR = 5.0
_SECONDS_TO_START = 5.0

_SECONDS_OF_PATTERNS = 1.0
_SECONDS_PER_CHARACTER = 2e-6
"""For all patterns together, and several times what the usual ones take on a slow machine."""

Ended = Literal[
    "exit",
    "signal",
    "time limit",
    "wall-clock limit",
    "idle limit",
    "memory limit",
    "output limit",
    "disk limit",
    "process limit",
    "not started",
    "cancelled",
]
"""How a program came to its end."""


class Bounds(NamedTuple):
    """How much a program may use."""

    seconds: float = 10.0
    """Processor time of all its processes together, which does not depend on how busy the machine
    is."""
    wall_seconds: float | None = None
    """Time by the clock, so that waiting ends too; None for a generous multiple of `seconds`."""
    idle_seconds: float = 10.0
    """Time by the clock in which all its threads sleep, and neither compute nor print. It applies
    where `wall_seconds` is None: on a busy machine a thread that wants to run does not sleep."""
    memory_bytes: int = 1024 * MEBIBYTE
    output_bytes: int = 16 * MEBIBYTE
    """What it prints, and what is read of the file that it writes."""
    disk_bytes: int = 64 * MEBIBYTE
    """All that it writes into its folder."""
    open_files: int = 256
    processes: int = 128
    """Threads count, and managed languages start dozens."""

    @property
    def wall(self) -> float:
        """The limit by the clock."""
        usual = _WALL_FACTOR * self.seconds + _SECONDS_TO_START
        return usual if self.wall_seconds is None else self.wall_seconds

    def is_idle(self, seconds: float) -> bool:
        """Whether a program that has been asleep for these seconds is to be ended."""
        return self.wall_seconds is None and seconds > self.idle_seconds


class ProgramRun(NamedTuple):
    """A program to run."""

    command: tuple[str, ...]
    folder: str
    """Where its files are. It cannot write there, unless `builds`."""
    bounds: Bounds = Bounds()
    stdin: bytes = b""
    files: tuple[tuple[str, bytes], ...] = ()
    """Files to put into its working folder, by name."""
    output: str | None = None
    """The file of its working folder that holds its answer."""
    builds: bool = False
    """Whether it works in `folder` itself, and may write there."""
    reads: tuple[str, ...] = ()
    """Other folders and files that it may read."""
    hidden: tuple[str, ...] = ()
    """Folders and files that it must not see, should they be below what it may read."""


class Ran(NamedTuple):
    """What came of it."""

    ended: Ended
    status: int = 0
    """The exit status, or the number of the signal."""
    stdout: bytes = b""
    stderr: bytes = b""
    """The first bytes of each, up to this number."""
    output: bytes | None = None
    """What the file held, if there was a readable one."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int = 0
    note: str = ""
    """What else is to be said of its end."""


class Wanted(NamedTuple):
    """A pattern to look for in a text."""

    pattern: str
    text: str
    every: bool = False
    """Whether all matches are wanted, one per line, and not the first alone."""


class PatternSearch(NamedTuple):
    """Patterns to look for in texts. Some patterns take for ever, so this is not done at home."""

    asked: tuple[Wanted, ...]
    cpu_seconds: float
    """For all of them."""


class Found(NamedTuple):
    """What patterns matched: their first group, or the whole where that took no part."""

    texts: tuple[str | None, ...]
    in_time: bool
    """Whether all were looked for; the texts end with the first that took too long."""


class Sandbox(AbstractContextManager["Sandbox"]):
    """Runs programs, one at a time. Use it in a `with`, which ends whatever runs.

    Without bwrap, or with `confined=False`, programs run under limits only; those of root run as
    another user then.

    Raises OSError when the system starts no more processes, and ValueError where it cannot run
    programs within limits at all.
    """

    def __init__(self, confined: bool = True) -> None:
        if sys.platform == "win32":
            raise ValueError("programs can be judged on Linux and macOS: on Windows, use WSL")
        self._supervisor = PipedProcess(
            "slidelab.course.sandbox.supervisor",
            *("confined" if confined else "free", *list_own_folders()),
            flags=["-S"],
        )
        self.problem: str = self._receive()
        """Why programs are not confined; empty where they are."""

    @property
    def is_confined(self) -> bool:
        """Whether bwrap keeps programs from the rest of the machine."""
        return not self.problem

    @property
    def changes_user(self) -> bool:
        """Whether programs run as another user than this one, as root's do without bwrap."""
        return not self.is_confined and os.geteuid() == 0

    @property
    def isolation(self) -> str:
        """What keeps a program from the rest of the machine, in words."""
        if self.problem:
            return f"no sandbox, limits only ({self.problem})"
        return "bwrap: no network, only its own folder and the system's files"

    def run(self, run: ProgramRun) -> Ran:
        """Run a program, until it and all that it started have ended."""
        self._supervisor.send(run)
        ran: Ran = self._receive()
        return ran

    def search(self, *asked: Wanted, cpu_seconds: float = _SECONDS_OF_PATTERNS) -> Found:
        """Look for patterns in texts, within a time for all, which is longer for long texts."""
        longest = max((len(wanted.text) for wanted in asked), default=0)
        most = cpu_seconds + _SECONDS_PER_CHARACTER * longest
        self._supervisor.send(PatternSearch(asked, most))
        found: Found = self._receive()
        return found

    def cancel(self) -> None:
        """End the program that runs; another thread than the one that waits may do so."""
        self._supervisor.send(None)

    def __exit__(self, *_: object) -> None:
        self._supervisor.close()

    def _receive(self) -> Any:
        try:
            return self._supervisor.receive()
        except EOFError:
            status = self._supervisor.wait()
            raise OSError(0, f"the process that runs programs has ended ({status})") from None
