"""A sandbox as its owner sees it."""

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from slidelab.course.sandbox.messages import Cancel, Found, PatternSearch, ProgramRun, Ran, Ready
from slidelab.course.sandbox.needs import own_folders


class Sandbox:
    """Runs programs, one at a time. Use it in a `with`, which ends whatever runs.

    Without bwrap, or with `confined=False`, programs run under limits only.

    Raises OSError when the system starts no more processes, and ValueError where it cannot run
    programs within limits at all.
    """

    def __init__(self, confined: bool = True) -> None:
        if sys.platform == "win32":
            raise ValueError("programs can be judged on Linux and macOS: on Windows, use WSL")
        path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-S", "-P", "-m", "slidelab.course.sandbox"),
                *("confined" if confined else "free", *own_folders()),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            process_group=0,
        )
        self._one_sends = threading.Lock()
        ready = self._receive()
        assert isinstance(ready, Ready)
        self.problem = ready.problem
        """Why programs are not confined; empty where they are."""

    @property
    def isolation(self) -> str:
        """What keeps a program from the rest of the machine, in words."""
        if self.problem:
            return f"no sandbox, limits only ({self.problem})"
        return "bwrap: no network, only its own folder and the system's files"

    def run(self, run: ProgramRun) -> Ran:
        """What came of a program, once it and all that it started have ended."""
        self._send(run)
        ran = self._receive()
        assert isinstance(ran, Ran)
        return ran

    def search(self, *asked: tuple[str, str], cpu_seconds: float = 1.0) -> Found:
        """Look for patterns in texts, each pattern with its text, within a time for all."""
        self._send(PatternSearch(asked, cpu_seconds))
        found = self._receive()
        assert isinstance(found, Found)
        return found

    def cancel(self) -> None:
        """End the program that runs; another thread than the one that waits may do so."""
        self._send(Cancel())

    def close(self) -> None:
        """End what runs, and the supervisor."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        with self._one_sends:
            self._process.stdin.write(pickle.dumps(message))
            self._process.stdin.flush()

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            raise OSError(
                0, f"the process that runs programs has ended ({self._process.wait()})"
            ) from None
