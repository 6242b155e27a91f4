"""How much memory this process holds, and how much it may hold."""

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from time import monotonic

SHARE = 3 / 4
"""The part of free memory that slidelab takes by default; the rest is left to other programs."""

_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_FILES = {
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}
"""The files with limit and use, and the name of the cache that counts as free, in versions 2 and 1
of control groups."""
_MOST_IN_BROWSER = 2 * 2**30
"""WebAssembly has 4 GB at most, and a page is seldom given more than two."""


def fair_share() -> int:
    """Return the default memory limit in bytes: 75% of what is held and what is free."""
    return _share_at(int(monotonic()))


@lru_cache(maxsize=1)
def _share_at(second: int) -> int:
    # Remembered for a second, since many searches take less time than reading this.
    return int(SHARE * (resident_bytes() + free_bytes()))


if sys.platform == "linux":
    from resource import RUSAGE_SELF, getpagesize, getrusage

    def resident_bytes() -> int:
        """Return the memory of this process that is in RAM now."""
        # Every search asks, and a file object takes twice the time.
        statm = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(os.read(statm, 128).split()[1]) * getpagesize()
        finally:
            os.close(statm)

    def peak_resident_bytes() -> int:
        """Return the most memory of this process that was ever in RAM."""
        return 1024 * getrusage(RUSAGE_SELF).ru_maxrss

    def machine_bytes() -> int:
        """Return the memory of the machine, or of the container."""
        installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return min([installed, *(limit for limit, _ in _control_groups())])

    def free_bytes() -> int:
        """Return the memory that this process could take without pushing others out."""
        lines = Path("/proc/meminfo").read_text().splitlines()
        [available] = [int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
        free = [1024 * available, *(limit - used for limit, used in _control_groups())]
        return max(0, min(free))

    def _control_groups() -> Iterator[tuple[int, int]]:
        """Yield limit and use of each control group that limits this process."""
        for line in _read(Path("/proc/self/cgroup")).splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers not in _FILES:
                continue
            limit, use, cache = _FILES[controllers]
            # In a container the path may be the one outside of it: then only the root is there.
            folder = _CONTROL_GROUPS / controllers / path.strip("/")
            for group in (folder, *folder.parents):
                if (text := _read(group / limit).strip()).isdecimal():
                    statistics = dict(map(str.split, _read(group / "memory.stat").splitlines()))
                    used = int(_read(group / use) or 0) - int(statistics.get(cache, 0))
                    yield int(text), used

    def _read(file: Path) -> str:
        try:
            return file.read_text()
        except OSError:
            return ""

elif sys.platform == "emscripten":

    def resident_bytes() -> int:
        """Return the memory of the page, which only grows."""
        from pyodide_js._module import HEAP8  # type: ignore[import-not-found]

        return int(HEAP8.length)

    peak_resident_bytes = resident_bytes

    def machine_bytes() -> int:
        """Return the memory that a page may be given."""
        return _MOST_IN_BROWSER

    def free_bytes() -> int:
        """Return the memory that the page could still take."""
        return max(0, _MOST_IN_BROWSER - resident_bytes())

else:

    def resident_bytes() -> int:
        """Return the memory of this process that is in RAM now."""
        import psutil

        return int(psutil.Process().memory_info().rss)

    def peak_resident_bytes() -> int:
        """Return the most memory of this process that was ever in RAM; if unknown, that of now."""
        import psutil

        known = psutil.Process().memory_info()
        return int(getattr(known, "peak_wset", known.rss))

    def machine_bytes() -> int:
        """Return the memory of the machine."""
        import psutil

        return int(psutil.virtual_memory().total)

    def free_bytes() -> int:
        """Return the memory that this process could take."""
        import psutil

        return int(psutil.virtual_memory().available)
