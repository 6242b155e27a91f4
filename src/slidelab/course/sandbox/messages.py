"""What a supervisor is asked to run, and what it tells of it."""

from typing import Literal, NamedTuple

MEBIBYTE = 1024 * 1024

Ended = Literal[
    "exit",
    "signal",
    "time limit",
    "processor limit",
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
    """By the clock."""
    cpu_seconds: float | None = None
    """Of processor time, for each of its processes; None: as much as fits into the time."""
    memory_bytes: int = 1024 * MEBIBYTE
    output_bytes: int = 16 * MEBIBYTE
    """What it prints, and what is read of the file that it writes."""
    disk_bytes: int = 64 * MEBIBYTE
    """All that it writes into its folder."""
    open_files: int = 256
    processes: int = 128
    """Threads count, and managed languages start dozens."""


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
    """The first so many bytes of each."""
    output: bytes | None = None
    """What the file held, if there was a readable one."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int = 0
    note: str = ""
    """What else is to be said of its end."""


class PatternSearch(NamedTuple):
    """Patterns to look for in texts. Some patterns take for ever, so this is not done at home."""

    asked: tuple[tuple[str, str], ...]
    """Each pattern with its text."""
    cpu_seconds: float
    """For all of them."""


class Found(NamedTuple):
    """What patterns matched: their first group, or the whole where that took no part."""

    texts: tuple[str | None, ...]
    in_time: bool
    """Whether all were looked for; the texts end with the first that took too long."""


class Cancel(NamedTuple):
    """End the program that runs."""


class Ready(NamedTuple):
    """What a supervisor says when it is there."""

    problem: str
    """Why programs are not confined; empty where they are."""
