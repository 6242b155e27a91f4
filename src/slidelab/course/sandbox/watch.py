"""Watching a program: what it prints is taken in, and it ends when it uses too much of anything."""

import os
import pickle
import select
import selectors
import signal
import sys
from contextlib import suppress
from time import monotonic
from typing import BinaryIO

from slidelab.course.sandbox import CANNOT_START, Ended, ProgramRun, Ran, descendants
from slidelab.course.sandbox.folders import WorkingFolder
from slidelab.course.sandbox.start import NOT_STARTED, Start

SECONDS_BETWEEN_LOOKS = 0.05
"""How often the folder, the memory and the number of processes are looked at."""

MOST_ERRORS = 65_536
"""Bytes kept of standard error."""

_A_PIPEFUL = 65_536
_MEMORY_UNIT = 1024 if sys.platform == "linux" else 1
_NEARLY = 0.9
_OUT_OF_MEMORY = (b"MemoryError", b"bad_alloc", b"OutOfMemory", b"out of memory")


class ProgramWatch:
    """A program from its start to its end, with all that it started."""

    def __init__(
        self, start: Start, run: ProgramRun, folder: WorkingFolder, owner: BinaryIO
    ) -> None:
        self._run = run
        self._group = start.group
        self._folder = folder
        self._owner = owner
        self._why: Ended | None = None
        """Why it was ended, unless it ended by itself."""
        self._status: int | None = None
        self._cpu_seconds = 0.0
        self._peak_memory = 0
        self._printed = {"stdout": bytearray(), "stderr": bytearray()}
        self._waiting = memoryview(run.stdin)
        self._selector = selectors.DefaultSelector()
        woken, wake = os.pipe()
        for end in (woken, wake):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        self._ends = [woken, wake]
        self._began = self._last_active = monotonic()
        self._activity: tuple[float, int] | None = None
        """How much it has computed and printed, when last looked at."""
        self._process = self._start(start)
        self._selector.register(woken, selectors.EVENT_READ, "woken")
        self._selector.register(owner, selectors.EVENT_READ, "owner")

    def wait_for_end(self) -> Ran:
        """Wait until it ends, or end it; nothing of it is left when this returns."""
        try:
            self._watch()
            seconds = monotonic() - self._began
            descendants.kill_all(self._process, self._reap, self._wait_for_one)
            self._drain()
        finally:
            signal.set_wakeup_fd(-1)
            self._selector.close()
            for end in self._ends:
                with suppress(OSError):
                    os.close(end)
        return self._sum_up(seconds)

    def _start(self, start: Start) -> int:
        (stdin, to_stdin), (from_out, stdout), (from_err, stderr) = (os.pipe() for _ in range(3))
        process = start(stdin, stdout, stderr)
        for theirs in (stdin, stdout, stderr):
            os.close(theirs)
        for mine in (to_stdin, from_out, from_err):
            os.set_blocking(mine, False)
        self._ends += [to_stdin, from_out, from_err]
        self._selector.register(to_stdin, selectors.EVENT_WRITE, "stdin")
        self._selector.register(from_out, selectors.EVENT_READ, "stdout")
        self._selector.register(from_err, selectors.EVENT_READ, "stderr")
        return process

    def _watch(self) -> None:
        deadline = self._began + self._run.bounds.wall
        next_look = self._began + SECONDS_BETWEEN_LOOKS
        while self._status is None and self._why is None:
            now = monotonic()
            if now >= deadline:
                self._why = "wall-clock limit"
            elif now >= next_look:
                self._check_usage()
                next_look = monotonic() + SECONDS_BETWEEN_LOOKS
            for key, _ in self._selector.select(max(0.0, min(deadline, next_look) - now)):
                self._handle(key.data, key.fd)

    def _wait_for_one(self) -> None:
        woken = self._ends[0]
        if select.select([woken], [], [], SECONDS_BETWEEN_LOOKS)[0]:
            os.read(woken, _A_PIPEFUL)

    def _handle(self, what: str, place: int) -> None:
        match what:
            case "woken":
                os.read(place, _A_PIPEFUL)
                self._reap()
            case "stdin":
                self._feed(place)
            case "owner":
                with suppress(EOFError, OSError, pickle.UnpicklingError):
                    pickle.load(self._owner)
                self._why = "cancelled"
            case stream:
                self._take_in(stream, place)

    def _feed(self, place: int) -> None:
        try:
            self._waiting = self._waiting[os.write(place, self._waiting) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # it does not read
            self._waiting = self._waiting[:0]
        if not self._waiting:
            self._selector.unregister(place)
            self._ends.remove(place)
            os.close(place)

    def _take_in(self, stream: str, place: int) -> bool:
        """Read what is there; False when that was nothing."""
        try:
            data = os.read(place, _A_PIPEFUL)
        except BlockingIOError:
            return False
        printed = self._printed[stream]
        printed += data
        if len(printed) > self._run.bounds.output_bytes:
            del printed[self._run.bounds.output_bytes :]
            self._why = "output limit"
            return False
        if not data:
            self._selector.unregister(place)
        return bool(data)

    def _drain(self) -> None:
        """Read what is still in the pipes; nobody writes to them any more."""
        keys = [key for key in self._selector.get_map().values() if key.data.startswith("std")]
        for key in keys:
            while key.data != "stdin" and self._take_in(key.data, key.fd):
                pass

    def _check_usage(self) -> None:
        threads, memory, cpu_seconds = descendants.measure_usage()
        unnamed, files = descendants.measure_unnamed_files()
        memory += unnamed
        self._peak_memory = max(self._peak_memory, memory)
        if self._cpu_seconds + cpu_seconds > self._run.bounds.seconds:
            self._why = "time limit"
        elif threads > self._run.bounds.processes:
            self._why = "process limit"
        elif memory > self._run.bounds.memory_bytes:
            self._why = "memory limit"
        elif files + self._folder.size() > self._run.bounds.disk_bytes:
            self._why = "disk limit"
        elif self._is_idle(cpu_seconds):
            self._why = "idle limit"

    def _is_idle(self, cpu_seconds: float) -> bool:
        """Whether it has slept too long; a thread that waits for a processor does not sleep."""
        activity = (self._cpu_seconds + cpu_seconds, sum(map(len, self._printed.values())))
        if activity != self._activity or not descendants.all_sleep():
            self._activity, self._last_active = activity, monotonic()
        return self._run.bounds.is_idle(monotonic() - self._last_active)

    def _reap(self) -> bool:
        """Take in the processes that have ended; False when none is left."""
        with suppress(ChildProcessError):
            while True:
                process, status, used = os.wait4(-1, os.WNOHANG)
                if not process:
                    return True
                self._cpu_seconds += used.ru_utime + used.ru_stime
                self._peak_memory = max(self._peak_memory, used.ru_maxrss * _MEMORY_UNIT)
                if process == self._process:
                    self._status = status
        return False

    def _sum_up(self, seconds: float) -> Ran:
        assert self._status is not None
        killed_by = os.WTERMSIG(self._status) if os.WIFSIGNALED(self._status) else 0
        status = killed_by or os.WEXITSTATUS(self._status)
        if not killed_by and status > 128:  # bwrap tells so of a signal that its program died of
            killed_by = status - 128
        ended = self._why or self._explain_end(status, killed_by)
        output, note = None, ""
        if self._run.output is not None:
            output, note = self._folder.read(self._run.output, self._run.bounds.output_bytes)
        return Ran(
            ended,
            killed_by if ended == "signal" else status,
            bytes(self._printed["stdout"]),
            bytes(self._printed["stderr"][:MOST_ERRORS]),
            output,
            seconds,
            self._cpu_seconds,
            self._peak_memory,
            note,
        )

    def _explain_end(self, status: int, killed_by: int) -> Ended:
        """Say how it ended by itself, which may be because it ran out of something."""
        bounds = self._run.bounds
        if killed_by == signal.SIGXCPU:
            return "time limit"
        if killed_by == signal.SIGXFSZ or self._folder.size() >= bounds.disk_bytes:
            return "disk limit"
        errors = self._printed["stderr"]
        if status and (
            self._group.ran_out_of_memory
            or self._peak_memory > _NEARLY * bounds.memory_bytes
            or any(word in errors for word in _OUT_OF_MEMORY)
        ):
            return "memory limit"
        if status == NOT_STARTED and errors.startswith(CANNOT_START.encode()):
            return "not started"
        return "signal" if killed_by else "exit"
