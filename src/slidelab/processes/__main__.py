"""Inside a worker process: it does one job at a time, reports progress, and can be stopped.

It knows nothing of its owner but two pipes. When the owner is gone, so is the worker.
"""

import faulthandler
import os
import pickle
import threading
import traceback
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from time import sleep
from typing import Any, BinaryIO

from slidelab.own_code import OwnCodeError
from slidelab.processes.worker import Paused, RunCommand, WorkerJob, WorkerMessage, WorkerOptions
from slidelab.system.memory import resident_bytes
from slidelab.system.piped_process import open_pipes
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS


class WorkerLoop:
    """Carries out the commands that come in and sends what comes of them."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._one_sends = threading.Lock()
        self._commands: SimpleQueue[RunCommand] = SimpleQueue()
        self._interrupted = False
        self._working = threading.Event()
        self._job: WorkerJob | None = None

    def run(self) -> None:
        """Work for as long as the owner is there; the process ends with this."""
        self._options: WorkerOptions = pickle.load(self._incoming)
        _settle_in(self._options)
        for task in (self._receive, self._watch):
            threading.Thread(target=task, daemon=True).start()
        self._send("ready")
        while True:
            self._carry_out(self._commands.get())

    def _receive(self) -> None:
        """Take commands in while the main thread works, so that an interruption is heard."""
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                command: RunCommand | None = pickle.load(self._incoming)
                self._interrupted = command is None
                if command is not None:
                    self._commands.put(command)
        os._exit(0)

    def _carry_out(self, command: RunCommand) -> None:
        self._working.set()
        try:
            if command.job is not None:
                self._job = pickle.loads(command.job)
            assert self._job is not None
            value = self._job.run(
                command.limits, lambda news: self._send("reported", news), lambda: self._interrupted
            )
            self._send("finished", value)
            if isinstance(value, Paused):
                return
        except Exception as error:
            self._send("failed", _pack_error(error))
        except BaseException as error:  # Ctrl-C does not come here, so it was somebody's own doing
            words = f"their code raised {type(error).__name__}"
            self._send("failed", _pack_error(OwnCodeError(words)))
        finally:
            self._working.clear()
        resting_bytes = self._options.resting_bytes
        if resting_bytes is not None and resident_bytes() > resting_bytes:
            os._exit(0)  # the system takes millions of objects back faster than Python does
        self._job = None
        self._send("ready")

    def _watch(self) -> None:
        """End the process when a call inside a C library gives other threads no turn."""
        nowhere = open(os.devnull, "w")  # noqa: SIM115 - it stays open to the end
        while True:
            self._working.wait()
            seconds = self._options.seconds_without_a_turn
            faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            sleep(SECONDS_BETWEEN_LOOKS)
            faulthandler.cancel_dump_traceback_later()

    def _send(self, kind: Any, data: Any = None) -> None:
        content = pickle.dumps(WorkerMessage(kind, data))
        with self._one_sends:
            try:
                self._outgoing.write(content)
                self._outgoing.flush()
            except OSError:
                os._exit(0)


def main() -> None:
    """What a worker process runs."""
    WorkerLoop(*open_pipes()).run()


def _settle_in(options: WorkerOptions) -> None:
    with suppress(AttributeError, OSError):
        os.nice(options.niceness)
    if options.memory_bytes is not None:
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (options.memory_bytes,) * 2)
    for module in options.preload:
        import_module(module)


def _pack_error(error: Exception) -> tuple[bytes, str, str]:
    """An exception, pickled if it can be, in words, and with the place where it was raised."""
    try:
        pickled = pickle.dumps(error)
    except Exception:  # anything can go wrong in a class that somebody else wrote
        pickled = b""
    words = f"{type(error).__name__}: {error}"
    return pickled, words, "".join(traceback.format_exception(error))


if __name__ == "__main__":
    main()
