"""How much memory this process holds, and how much it may hold."""

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from time import monotonic

SHARE = 3 / 4
"""Of what this process holds and what is free: the rest is left to others."""


def fair_share() -> int:
    """The bytes that this process may hold unless somebody says more."""
    return _share_at(int(monotonic()))


@lru_cache(maxsize=1)
def _share_at(second: int) -> int:
    """What is free is asked for once a second at most: many searches take less than the answer."""
    return int(SHARE * (resident_bytes() + free_bytes()))


if sys.platform == "linux":
    from pathlib import Path
    from resource import RUSAGE_SELF, getpagesize, getrusage

    _CONTROL_GROUPS = Path("/sys/fs/cgroup")
    _LIMIT_AND_USE = (
        ("memory.max", "memory.current", "inactive_file"),
        ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    )
    """The names of the files in version 2 and 1, and of what is only kept while nobody needs it."""

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        # Every search asks twice, and a file of Python's takes twice the time.
        statm = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(os.read(statm, 128).split()[1]) * getpagesize()
        finally:
            os.close(statm)

    def machine_bytes() -> int:
        """The memory of the machine, or of the container that this is run in."""
        installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return min([installed, *(limit for limit, _ in _read_control_groups())])

    def free_bytes() -> int:
        """The memory that this process could take without pushing others out."""
        known = _read_numbers(Path("/proc/meminfo")).get("MemAvailable:")
        on_machine = machine_bytes() // 2 if known is None else 1024 * known
        return max(0, min([on_machine, *(limit - used for limit, used in _read_control_groups())]))

    def _read_control_groups() -> Iterator[tuple[int, int]]:
        """What each group that this process is in may hold, and what it holds."""
        for line in _read_text(Path("/proc/self/cgroup")).splitlines():
            _, controllers, inside = line.split(":", 2)
            if controllers not in ("", "memory"):
                continue
            # In a container the path may be the one outside of it: then only the root is there.
            folder = _CONTROL_GROUPS / controllers / inside.strip("/")
            for group in (folder, *folder.parents):
                for limit, used, spare in _LIMIT_AND_USE:
                    text = _read_text(group / limit).strip()
                    if text.isdecimal():
                        kept = _read_numbers(group / "memory.stat").get(spare, 0)
                        yield int(text), int(_read_text(group / used) or 0) - kept
                if group == _CONTROL_GROUPS:
                    break

    def _read_numbers(file: Path) -> dict[str, int]:
        """The lines of a file that begin with a name and a number."""
        lines = (line.split() for line in _read_text(file).splitlines())
        return {name: int(number) for name, number, *_ in lines if number.isdecimal()}

    def _read_text(file: Path) -> str:
        try:
            return file.read_text()
        except OSError:
            return ""

    def peak_resident_bytes() -> int:
        """The most memory of this process that was ever in RAM."""
        return 1024 * getrusage(RUSAGE_SELF).ru_maxrss

elif sys.platform == "emscripten":
    # In a browser: WebAssembly has 4 GB at most, of which a page is seldom given more than two.
    _MOST = 2 * 2**30

    def resident_bytes() -> int:
        from pyodide_js._module import HEAP8  # type: ignore[import-not-found]

        return int(HEAP8.length)

    def peak_resident_bytes() -> int:
        """The most memory of this process that was ever in RAM: it is never given back."""
        return resident_bytes()

    def machine_bytes() -> int:
        """The memory that a page may be given."""
        return _MOST

    def free_bytes() -> int:
        return max(0, _MOST - resident_bytes())

else:
    # Linux tells a process these through its own files; elsewhere psutil does.

    def resident_bytes() -> int:
        import psutil

        return int(psutil.Process().memory_info().rss)

    def peak_resident_bytes() -> int:
        """The most memory of this process that was ever in RAM; where unknown, what is now."""
        import psutil

        known = psutil.Process().memory_info()
        return int(getattr(known, "peak_wset", known.rss))

    def machine_bytes() -> int:
        """The memory of the machine."""
        import psutil

        return int(psutil.virtual_memory().total)

    def free_bytes() -> int:
        import psutil

        return int(psutil.virtual_memory().available)
