"""How much memory this process holds, and how much the machine has."""

import sys

if sys.platform == "linux":
    from os import sysconf
    from resource import RLIM_INFINITY, RLIMIT_DATA, getpagesize, getrlimit

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * getpagesize()

    def machine_bytes() -> int:
        """The memory of the machine."""
        return sysconf("SC_PAGE_SIZE") * sysconf("SC_PHYS_PAGES")

    def usable_bytes() -> int:
        """The memory that this process may take at most."""
        limit = getrlimit(RLIMIT_DATA)[0]
        return machine_bytes() if limit == RLIM_INFINITY else min(machine_bytes(), limit)

else:
    # Linux tells a process these through its own files; elsewhere psutil does.

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        import psutil

        return int(psutil.Process().memory_info().rss)

    def machine_bytes() -> int:
        """The memory of the machine."""
        import psutil

        return int(psutil.virtual_memory().total)

    def usable_bytes() -> int:
        """The memory that this process may take at most."""
        return machine_bytes()
