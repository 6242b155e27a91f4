"""How much memory this process holds, and how much the machine has."""

import sys

if sys.platform == "linux":
    from os import sysconf
    from resource import getpagesize

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * getpagesize()

    def machine_bytes() -> int:
        """The memory of the machine."""
        return sysconf("SC_PAGE_SIZE") * sysconf("SC_PHYS_PAGES")

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
