"""What Linux says about processes and folders."""

import os
import subprocess
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Usage(NamedTuple):
    """What processes use together."""

    cpu_seconds: float
    memory_bytes: int
    threads: int
    sleeps: bool
    """Whether all of them sleep; False where there is none, as while a run starts."""
    disk_bytes: int = 0
    files: int = 0


def measure(processes: Iterable[int], own_files: Collection[int]) -> Usage:
    """Measure what processes use together.

    Anonymous files count as memory, which they may be, except those with these inode numbers.
    """
    ticks = pages = threads = 0
    states = set()
    unnamed: dict[int, int] = {}
    for process in processes:
        with suppress(OSError):  # it may end at any moment
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            states.add(fields[0])
            ticks += sum(map(int, fields[11:15]))  # with children that have ended
            threads += int(fields[17])
            pages += int(fields[21])
            about = [entry.stat() for entry in os.scandir(f"/proc/{process}/fd")]
            unnamed |= {one.st_ino: one.st_blocks * 512 for one in about if not one.st_nlink}
    memory = pages * os.sysconf("SC_PAGE_SIZE")
    memory += sum(size for inode, size in unnamed.items() if inode not in own_files)
    sleeps = bool(states) and states.isdisjoint({"R", "D"})
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), memory, threads, sleeps)


def list_children(process: int) -> list[int]:
    """List the processes that a process has started; none if it has ended."""
    with suppress(OSError):
        files = Path(f"/proc/{process}/task").glob("*/children")
        return [int(word) for file in files for word in file.read_text().split()]
    return []


def list_with_descendants(process: int, most: int) -> list[int]:
    """List a process, its children, their children, and so on, up to a number."""
    found = [process]
    for parent in found:
        if len(found) > most:  # a fork bomb makes them faster than they can be listed
            break
        found += list_children(parent)  # the list grows while it is read
    return found


def list_processes(is_wanted: Callable[[Path], bool]) -> list[int]:
    """List the processes whose folder in /proc is wanted."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):  # it may end at any moment, or be somebody else's
            if is_wanted(Path("/proc", name)):
                found.append(int(name))
    return found


def measure_shared_memory(user: int) -> int:
    """Return the bytes of System V memory that a user made, whether or not it is attached."""
    with suppress(OSError):
        rows = [row.split() for row in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]]
        return sum(int(row[14]) for row in rows if int(row[9]) == user)
    return 0


def measure_folder(place: Path) -> tuple[int, int]:
    """Return the bytes that the files below a folder take, and their number."""
    words = ["timeout", "2", "find", str(place), "-mindepth", "1", "-printf", "%b\n"]
    path = {"PATH": "/usr/bin:/bin"}  # whatever the judge's own is
    blocks = subprocess.run(words, capture_output=True, env=path).stdout.split()
    return 512 * sum(map(int, blocks)), len(blocks)
