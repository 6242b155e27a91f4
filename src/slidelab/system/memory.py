"""How much memory this process holds, and how much it may hold."""

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from time import monotonic

SHARE = 3 / 4
"""The part of free memory that slidelab takes by default; the rest is left to other programs."""

_IN_BROWSER = sys.platform == "emscripten"
_MOST_IN_BROWSER = 2 * 2**30
"""WebAssembly has 4 GB at most, and a page is seldom given more than two."""

_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_FILES = {
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}
"""The files with limit and use, and the name of the cache that counts as free, in versions 2 and 1
of control groups."""


def fair_share() -> int:
    """Return the default memory limit in bytes: 75% of what is held and what is free."""
    return _share_at(int(monotonic()))


@lru_cache(maxsize=1)
def _share_at(second: int) -> int:
    # Remembered for a second, since many searches take less time than reading this.
    _, free = total_and_free_bytes()
    return int(SHARE * (resident_bytes() + free))


def resident_bytes() -> int:
    """Return the memory of this process that is in RAM now."""
    if _IN_BROWSER:
        from pyodide_js._module import HEAP8  # type: ignore[import-not-found]

        return int(HEAP8.length)
    import psutil

    return int(psutil.Process().memory_info().rss)


def peak_resident_bytes() -> int:
    """Return the most memory of this process that was ever in RAM; if unknown, that of now."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return resident_bytes()
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def machine_bytes() -> int:
    """Return the memory of the machine, of the container, or of the page."""
    return total_and_free_bytes()[0]


def total_and_free_bytes() -> tuple[int, int]:
    """Return the memory there is, and what is available without swapping."""
    if _IN_BROWSER:
        return _MOST_IN_BROWSER, max(0, _MOST_IN_BROWSER - resident_bytes())
    import psutil

    machine = psutil.virtual_memory()
    groups = [(machine.total, machine.available), *_control_groups()]
    return min(total for total, _ in groups), max(0, min(free for _, free in groups))


def _control_groups() -> Iterator[tuple[int, int]]:
    """Yield limit and free memory of each control group of Linux that limits this process."""
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers not in _FILES:
            continue
        limit, use, cache = _FILES[controllers]
        # In a container the path may be the one outside of it: then only the root is there.
        folder = _CONTROL_GROUPS / controllers / path.strip("/")
        for group in (folder, *folder.parents):
            if (most := _read(group / limit).strip()).isdecimal():
                statistics = dict(map(str.split, _read(group / "memory.stat").splitlines()))
                yield int(most), int(most) - int(_read(group / use)) + int(statistics[cache])


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""
