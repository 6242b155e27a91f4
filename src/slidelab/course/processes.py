"""What Linux says about processes and folders."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


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


def list_processes_of(user: int) -> list[int]:
    """List the processes of a user."""
    return _list_processes(lambda process: process.stat().st_uid == user)


def list_processes_with_home(home: Path) -> list[int]:
    """List the processes that inherited this HOME, also those that left their session."""
    mark = f"HOME={home}\0".encode()
    return _list_processes(lambda process: mark in (process / "environ").read_bytes())


def _list_processes(is_wanted: Callable[[Path], bool]) -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):  # it may end at any moment, or be somebody else's
            if is_wanted(Path("/proc", name)):
                found.append(int(name))
    return found


def count_threads(processes: list[int]) -> int:
    """Count the threads of processes."""
    threads = 0
    for process in processes:
        with suppress(OSError):
            threads += len(os.listdir(f"/proc/{process}/task"))
    return threads


def measure_shared_memory(user: int) -> int:
    """Return the bytes of System V memory that a user made, whether or not it is attached."""
    with suppress(OSError):
        rows = [row.split() for row in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]]
        return sum(int(row[14]) for row in rows if int(row[9]) == user)
    return 0


def measure_folder(place: Path, most_files: int) -> tuple[int, int]:
    """Return the bytes that the files below a folder take, and their number, up to a number."""
    space = files = 0
    waiting = [str(place)]
    while waiting and files <= most_files:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                files += 1
                with suppress(OSError):  # it may vanish at any moment
                    space += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    return space, files
