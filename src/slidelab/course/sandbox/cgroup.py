"""A control group for each run, where the system lets this process make one.

The system then counts all that the processes of a run hold, also what belongs to none of them:
shared memory, and files in memory that nobody has mapped. Root can make groups outside of most
containers, others where systemd has handed them a part of the tree.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import sleep

_PREFIX = "slidelab-run-"
_ROOT = "/sys/fs/cgroup"
_FOR_THE_STARTER = 32 << 20
_THREADS_OF_THE_STARTER = 4
_TRIES_TO_REMOVE = 20


class ControlGroup:
    """The group of one run; without any rights it is of no effect."""

    def __init__(self, memory_bytes: int, threads: int) -> None:
        memory = str(memory_bytes + _FOR_THE_STARTER)
        most = str(threads + _THREADS_OF_THE_STARTER)
        self._folders: list[Path] = []
        for parent, limits in (
            (_find_place(""), {"memory.max": memory, "memory.swap.max": "0", "pids.max": most}),
            (_find_place("memory"), {"memory.limit_in_bytes": memory}),
            (_find_place("pids"), {"pids.max": most}),
        ):
            with suppress(OSError):
                self._make(parent, limits)

    def enter(self) -> None:
        """Bring this process, and all that it starts, into the group."""
        for folder in self._folders:
            with suppress(OSError):
                (folder / "cgroup.procs").write_text("0")

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the system has killed a process of the group, so that it stays within memory."""
        for folder in self._folders:
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError):
                    lines = (folder / name).read_text().splitlines()
                    if any(line.startswith("oom_kill ") and line[9:] != "0" for line in lines):
                        return True
        return False

    def remove(self) -> None:
        """Remove it; its processes have ended, but the system may take a moment to see that."""
        for folder in self._folders:
            for _ in range(_TRIES_TO_REMOVE):
                try:
                    folder.rmdir()
                    break
                except OSError:
                    sleep(0.01)

    def _make(self, parent: Path, limits: dict[str, str]) -> None:
        folder = parent / f"{_PREFIX}{os.getpid()}"
        folder.mkdir()
        self._folders.append(folder)
        for name, limit in limits.items():
            if (folder / name).exists():
                (folder / name).write_text(limit)


def remove_abandoned_groups() -> None:
    """Remove the groups of processes that were killed before they could."""
    for controller in ("", "memory", "pids"):
        for folder in _find_place(controller).glob(f"{_PREFIX}*"):
            if not os.path.exists(f"/proc/{folder.name.removeprefix(_PREFIX)}"):
                with suppress(OSError):
                    folder.rmdir()


@cache
def _find_place(controller: str) -> Path:
    """The group of this process among those of a controller; that of all is in a tree of its own
    in the first version, and the only one in the second. Nothing can be made in that of none.
    """
    tree = _ROOT
    if not os.path.exists(f"{_ROOT}/cgroup.controllers"):
        tree = f"{_ROOT}/{controller or 'unified'}"
    with suppress(OSError), open("/proc/self/cgroup") as file:
        for line in file:
            _, name, path = line.rstrip("\n").split(":", 2)
            if name == controller:
                return Path(tree + path)
    return Path(os.devnull)
