"""Watch the processes of a run, and end it at the first limit that they exceed together."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import BinaryIO

from slidelab.course.confinement import Confinement
from slidelab.course.processes import Limits

SECONDS_BETWEEN_LOOKS = 0.05


class Watch:
    """What the processes of a run have used so far."""

    def __init__(
        self,
        process: int,
        limits: Limits,
        printed: Sequence[BinaryIO],
        place: Confinement,
    ) -> None:
        """Watch a process, and all that belong to it in its place."""
        self.cpu_seconds, self.peak_memory_bytes = 0.0, 0
        self._process, self._limits, self._printed = process, limits, printed
        self._place = place
        self._own = {os.fstat(file.fileno()).st_ino for file in printed}

    def wait(self, cancelled: Callable[[], bool]) -> str:
        """Wait for the end; return the limit that was exceeded, or an empty text."""
        began = active = time.monotonic()
        before = 0.0
        ended = os.pidfd_open(self._process)
        try:
            while not select([ended], [], [], SECONDS_BETWEEN_LOOKS)[0]:
                if cancelled():
                    return "cancelled"
                memory, threads, sleeps = self._measure()
                space, files = self._place.measure_disk(self._process)
                now = time.monotonic()
                if self.cpu_seconds != before or not sleeps:
                    before, active = self.cpu_seconds, now
                limits = self._limits
                exceeded = {
                    "time limit": self.cpu_seconds > limits.seconds,
                    "process limit": threads > limits.processes + 2,  # the shell and prlimit
                    "memory limit": memory > limits.memory_bytes,
                    "disk limit": space > limits.disk_bytes or files > limits.files,
                    "output limit": self._printed_too_much(),
                    "idle limit": now - active > limits.idle_seconds,
                    "wall limit": now - began > limits.most_wall_seconds,
                }
                if why := next((name for name, is_so in exceeded.items() if is_so), ""):
                    return why
        finally:
            os.close(ended)
        return ""

    def _printed_too_much(self) -> bool:
        sizes = (os.fstat(file.fileno()).st_size for file in self._printed)
        return any(size > self._limits.output_bytes for size in sizes)

    def _measure(self) -> tuple[int, int, bool]:
        """Return the memory in bytes, the number of threads, and whether all of them sleep.

        Files without a name count as memory, which they may be, except its own streams.
        """
        ticks, memory, threads = 0, self._place.measure_shared_memory(), 0
        states = ""
        unnamed: dict[int, int] = {}
        for process in self._place.list_members(self._process):
            with suppress(OSError):  # it may end at any moment
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))  # with children that have ended
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
                threads += int(fields[17])
                states += fields[0]
                about = [entry.stat() for entry in os.scandir(f"/proc/{process}/fd")]
                unnamed |= {one.st_ino: one.st_blocks * 512 for one in about if not one.st_nlink}
        memory += sum(size for number, size in unnamed.items() if number not in self._own)
        self.cpu_seconds = max(self.cpu_seconds, ticks / os.sysconf("SC_CLK_TCK"))
        self.peak_memory_bytes = max(self.peak_memory_bytes, memory)
        # Where there is none yet, the run is only starting.
        return memory, threads, bool(states) and not set(states) & {"R", "D"}
