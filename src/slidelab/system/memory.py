"""How much memory this process holds, and how much the machine has."""

import gc
import sys

_SMALL = 20 * 2**20
"""A process that holds no more has nothing worth giving back."""

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


def settled_bytes() -> int:
    """The memory that this process holds, once it has given back what it no longer uses.

    Freed memory that stays with the process would otherwise hide what comes next.
    """
    held = resident_bytes()
    if held <= _SMALL:
        return held
    gc.collect()
    if sys.platform == "linux":
        from contextlib import suppress
        from ctypes import CDLL

        with suppress(OSError, AttributeError):  # only the GNU library can
            CDLL(None).malloc_trim(0)
    return resident_bytes()
