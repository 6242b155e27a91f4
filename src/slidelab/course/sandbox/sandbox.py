"""A sandbox as its owner sees it."""

import os
import sys
from typing import Any

from slidelab.course.sandbox.messages import Found, PatternSearch, ProgramRun, Ran, Wanted
from slidelab.course.sandbox.needs import own_folders
from slidelab.system.piped_process import PipedProcess


class Sandbox:
    """Runs programs, one at a time. Use it in a `with`, which ends whatever runs.

    Without bwrap, or with `confined=False`, programs run under limits only; those of root run as
    another user then.

    Raises OSError when the system starts no more processes, and ValueError where it cannot run
    programs within limits at all.
    """

    def __init__(self, confined: bool = True) -> None:
        if sys.platform == "win32":
            raise ValueError("programs can be judged on Linux and macOS: on Windows, use WSL")
        self._supervisor = PipedProcess(
            "slidelab.course.sandbox.supervisor",
            *("confined" if confined else "free", *own_folders()),
            flags=["-S"],
        )
        self.problem: str = self._receive()
        """Why programs are not confined; empty where they are."""

    @property
    def is_confined(self) -> bool:
        """Whether bwrap keeps programs from the rest of the machine."""
        return not self.problem

    @property
    def changes_user(self) -> bool:
        """Whether programs run as another user than this one, as root's do without bwrap."""
        return not self.is_confined and os.geteuid() == 0

    @property
    def isolation(self) -> str:
        """What keeps a program from the rest of the machine, in words."""
        if self.problem:
            return f"no sandbox, limits only ({self.problem})"
        return "bwrap: no network, only its own folder and the system's files"

    def run(self, run: ProgramRun) -> Ran:
        """What came of a program, once it and all that it started have ended."""
        self._supervisor.send(run)
        ran: Ran = self._receive()
        return ran

    def search(self, *asked: Wanted, cpu_seconds: float = 1.0) -> Found:
        """Look for patterns in texts, within a time for all."""
        self._supervisor.send(PatternSearch(asked, cpu_seconds))
        found: Found = self._receive()
        return found

    def cancel(self) -> None:
        """End the program that runs; another thread than the one that waits may do so."""
        self._supervisor.send(None)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self._supervisor.close()

    def _receive(self) -> Any:
        try:
            return self._supervisor.receive()
        except EOFError:
            status = self._supervisor.wait()
            raise OSError(0, f"the process that runs programs has ended ({status})") from None
