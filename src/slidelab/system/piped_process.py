"""A Python process of slidelab's own, to which pickled messages go and from which they come.

The owner has a `PipedProcess`; the process itself calls `open_pipes`.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, BinaryIO


class PipedProcess:
    """Runs `python -m module`, which reads messages from its standard input and writes its own.

    It is a program of its own, not a fork: it has none of the owner's threads, locks or open files,
    and does not run the owner's script again. It imports what its owner can import, and nothing
    from the current folder. Ctrl-C in a terminal does not reach it.

    Raises OSError when the system starts no more processes.
    """

    def __init__(self, module: str, *arguments: str, flags: Sequence[str] = ()) -> None:
        path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, *flags, "-P", "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            **_separate_group(),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._one_sends = threading.Lock()

    def send(self, message: object) -> None:
        """Send a message; raises OSError or ValueError when the process is gone."""
        with self._one_sends:
            self._stdin.write(pickle.dumps(message))
            self._stdin.flush()

    def receive(self) -> Any:
        """Wait for a message; raises EOFError when the process has ended instead."""
        try:
            return pickle.load(self._stdout)
        except (OSError, pickle.UnpicklingError) as error:  # perhaps in the middle of a message
            raise EOFError from error

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self._process.kill()

    def wait(self) -> int:
        """Wait for the end of the process, and return its exit status."""
        return self._process.wait()

    def close(self) -> int:
        """Close its input, which asks it to end, and return its exit status."""
        with suppress(OSError):
            self._stdin.close()
        status = self._process.wait()
        self._stdout.close()
        return status


def open_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take over the standard streams of such a process, for messages from and to its owner.

    What else is read finds nothing, and what else is printed goes to standard error, so that it
    does not get between the messages. Ctrl-C is for the owner, who decides what it means.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # the owner has no standard error
        os.dup2(nowhere, 1)
    sys.stdout = sys.stderr
    return incoming, outgoing


def _separate_group() -> dict[str, Any]:
    """A terminal sends Ctrl-C to a whole group, and a process that only starts would die of it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}
