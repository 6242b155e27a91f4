"""A worker process as its owner sees it."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from slidelab.processes.jobs import Job
from slidelab.processes.messages import (
    Begin,
    Interrupt,
    Lost,
    Resume,
    WorkerMessage,
    WorkerOptions,
)
from slidelab.search import Limits


class Worker:
    """One process that carries out jobs, one at a time.

    What it says reaches `on_message`, together with the worker, in a thread of the worker's own.
    The last message is `Lost`, however the process came to its end. Raises OSError when the system
    starts no more processes.

    It is a program of its own, not a fork: it has none of the owner's threads, locks or open files,
    and does not run the owner's script again.
    """

    def __init__(
        self,
        on_message: Callable[["Worker", WorkerMessage], None],
        options: WorkerOptions | None = None,
    ) -> None:
        self._on_message = on_message
        # The worker imports what its owner can import. -P: nothing from the current folder.
        path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "slidelab.processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            **_out_of_reach_of_ctrl_c(),
        )
        self._send(options or WorkerOptions())
        threading.Thread(target=self._listen, name="slidelab-worker", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def begin(self, job: Job, limits: Limits) -> None:
        """Give a job to a worker that is ready; raises what pickle raises if it cannot travel."""
        self._send(Begin(pickle.dumps(job), limits))

    def resume(self, limits: Limits) -> None:
        """Let paused work go on."""
        self._send(Resume(limits))

    def interrupt(self) -> None:
        """Ask the work under way to stop."""
        self._send(Interrupt())

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self._process.kill()

    def join(self) -> None:
        """Wait until the process is gone."""
        self._process.wait()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        # A worker that is gone is noticed by the listening thread.
        with suppress(OSError, ValueError):
            self._process.stdin.write(pickle.dumps(message))
            self._process.stdin.flush()

    def _listen(self) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            while True:
                self._on_message(self, pickle.load(stdout))
        except (EOFError, OSError, pickle.UnpicklingError):
            pass  # it ended, perhaps in the middle of a message
        finally:
            self._process.kill()
            status = self._process.wait()
            stdout.close()
            with suppress(OSError):
                stdin.close()
            self._on_message(self, Lost(status))


def _out_of_reach_of_ctrl_c() -> dict[str, Any]:
    """A terminal sends Ctrl-C to a whole group, and a process that only starts would die of it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}
