"""How much memory this process holds."""

import sys

if sys.platform == "linux":
    from resource import getpagesize

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * getpagesize()

else:

    def resident_bytes() -> int:
        """The memory of this process that is in RAM now."""
        import psutil

        return int(psutil.Process().memory_info().rss)
