"""The processes that a program has started, and ending all of them."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

_SUBREAPER, _DIE_WITH_PARENT = 36, 1
"""What to ask of Linux's `prctl`."""


class Usage(NamedTuple):
    """What processes use together."""

    threads: int
    memory: int
    cpu_seconds: float


_libc = ctypes.CDLL(None)


def adopt_orphans() -> None:
    """Become the parent of every process below this one whose own parent ends.

    Only Linux can: elsewhere a process that leaves its group and parent gets away.
    """
    if sys.platform == "linux":
        _libc.prctl(_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    """Be killed as soon as the process that started this one is gone; only Linux can."""
    if sys.platform == "linux":
        _libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def find_descendants() -> list[int]:
    """Find the processes below this one."""
    if sys.platform != "linux":
        import psutil

        return [child.pid for child in psutil.Process().children(recursive=True)]
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        for child in _find_children(waiting.pop()):
            found.append(child)
            waiting.append(child)
    return found


def _find_children(parent: int) -> list[int]:
    found: list[int] = []
    # A process may end while it is looked at.
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{parent}/task"):
            with suppress(OSError), open(f"/proc/{parent}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    return found


def measure_usage() -> Usage:
    """Measure what the processes below this one use."""
    threads, memory, cpu_seconds = 0, 0, 0.0
    if sys.platform != "linux":
        import psutil

        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                threads += child.num_threads()
                memory += child.memory_info().rss
                cpu_seconds += sum(child.cpu_times()[:2])
        return Usage(threads, memory, cpu_seconds)
    page, ticks = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
    for process in find_descendants():
        with suppress(OSError):
            with open(f"/proc/{process}/stat") as file:
                # The name, in brackets, may hold anything.
                fields = file.read().rpartition(")")[2].split()
            threads += int(fields[17])
            memory += int(fields[21]) * page
            cpu_seconds += sum(map(int, fields[11:15])) / ticks  # with its children that have ended
    return Usage(threads, memory, cpu_seconds)


def all_sleep() -> bool:
    """Whether no thread of the processes below this one runs, or wants to; only Linux tells."""
    if sys.platform != "linux":
        return False
    for process in find_descendants():
        with suppress(OSError):
            for thread in os.listdir(folder := f"/proc/{process}/task"):
                with suppress(OSError), open(f"{folder}/{thread}/stat") as file:
                    if file.read().rpartition(")")[2].split()[0] in "RD":
                        return False
    return True


def measure_unnamed_files() -> tuple[int, int]:
    """Measure the open files without a name of the processes below: in memory, and on disk.

    Only Linux tells.
    """
    held: dict[tuple[int, int], int] = {}
    in_memory = 0
    for process in find_descendants() if sys.platform == "linux" else ():
        with suppress(OSError):
            for number in os.listdir(folder := f"/proc/{process}/fd"):
                with suppress(OSError):
                    link = os.readlink(f"{folder}/{number}")
                    if not link.endswith(" (deleted)"):
                        continue
                    about = os.stat(f"{folder}/{number}")
                    if (about.st_dev, about.st_ino) not in held:
                        held[about.st_dev, about.st_ino] = size = about.st_blocks * 512
                        in_memory += size if link.startswith("/memfd:") else 0
    return in_memory, sum(held.values()) - in_memory


def count_user_threads() -> int:
    """Count the threads of the user of this process, or the processes except on Linux."""
    user, threads = os.getuid(), 0
    if sys.platform != "linux":
        import psutil

        return sum(each.info["uids"].real == user for each in psutil.process_iter(["uids"]))
    for process in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            if os.stat(f"/proc/{process}").st_uid == user:
                threads += len(os.listdir(f"/proc/{process}/task"))
    return threads


def kill_all(leader: int, reap: Callable[[], bool], pause: Callable[[], object]) -> None:
    """End every process below this one.

    `reap` takes in those that have ended, and tells whether any are left; `pause` waits until one
    ends. Killing a group is one act, which no fork within it escapes. A process that left
    the group becomes a child of this process when its parent dies, and is met in the next round.
    """
    while reap():
        with suppress(OSError):
            os.killpg(leader, signal.SIGKILL)
        for process in find_descendants():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        pause()
