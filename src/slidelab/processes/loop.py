"""Inside a worker process: it takes one job at a time, reports while it works, and can be told to
stop.

It knows nothing of its owner but two pipes. When the owner is gone, so is the worker.
"""

import faulthandler
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from time import sleep
from typing import Any, BinaryIO

from slidelab.processes.jobs import Work
from slidelab.processes.messages import (
    Begin,
    Command,
    Failed,
    Finished,
    Interrupt,
    Ready,
    Reported,
    Resume,
    WorkerMessage,
    WorkerOptions,
)
from slidelab.registry import calls
from slidelab.system.memory import resident_bytes

_SECONDS_BETWEEN_LOOKS = 0.1


class WorkerLoop:
    """Carries out the commands that come in and sends what comes of them."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._one_sends = threading.Lock()
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._interrupted = False
        self._working = threading.Event()
        self._work: Work | None = None

    def run(self) -> None:
        """Work for as long as the owner is there; the process ends with this."""
        options: WorkerOptions = pickle.load(self._incoming)
        _settle_in(options)
        threading.Thread(target=self._receive, name="commands", daemon=True).start()
        threading.Thread(
            target=self._watch, args=[options.seconds_without_a_turn], name="watch", daemon=True
        ).start()
        self._send(Ready())
        while True:
            if self._carry_out(self._commands.get()):
                continue  # it paused, and may go on
            if options.resting_bytes is not None and resident_bytes() > options.resting_bytes:
                _leave()
            self._work = None
            self._send(Ready())

    def _receive(self) -> None:
        """Take commands in while the main thread works, so that an interruption is heard."""
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                command: Command = pickle.load(self._incoming)
                self._interrupted = isinstance(command, Interrupt)
                if not self._interrupted:
                    self._commands.put(command)
        _leave()

    def _carry_out(self, command: Command) -> bool:
        """Do what is asked for and send what came of it; says whether it paused."""
        self._working.set()
        try:
            if isinstance(command, Begin):
                self._work = pickle.loads(command.job).begin(self._report)
            assert self._work is not None
            assert isinstance(command, Begin | Resume)
            result = self._work.advance(command.limits, self._report, lambda: self._interrupted)
            self._send(Finished(result))
        except Exception as error:
            self._send(Failed.of(error))
            return False
        finally:
            self._working.clear()
        return result.paused

    def _watch(self, seconds_without_a_turn: float) -> None:
        """End the process when a call of somebody's own code does not return."""
        stopwatch = calls.Stopwatch()
        nowhere = open(os.devnull, "w")  # noqa: SIM115 - it stays open to the end
        while True:
            self._working.wait()
            # A call inside a C library may give this thread no turn. Then a timer of the system
            # ends the process, unless this thread comes to take it back.
            faulthandler.dump_traceback_later(seconds_without_a_turn, exit=True, file=nowhere)
            sleep(_SECONDS_BETWEEN_LOOKS)
            faulthandler.cancel_dump_traceback_later()
            if (error := stopwatch.look()) is not None:
                self._send(Failed.of(error))
                os._exit(1)

    def _report(self, data: Any) -> None:
        self._send(Reported(data))

    def _send(self, message: WorkerMessage) -> None:
        content = pickle.dumps(message)
        with self._one_sends:
            try:
                self._outgoing.write(content)
                self._outgoing.flush()
            except OSError:
                _leave()


def main() -> None:
    """What a worker process runs."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a person's own code reads or prints must not get between the messages.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nowhere, 1)
    sys.stdout = sys.stderr
    WorkerLoop(incoming, outgoing).run()


def _settle_in(options: WorkerOptions) -> None:
    # Ctrl-C in a terminal is for the owner, who decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls.SECONDS_A_CALL = options.seconds_a_call
    with suppress(AttributeError, OSError):
        os.nice(options.niceness)
    if options.memory_bytes is not None:
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (options.memory_bytes,) * 2)
    for module in options.preload:
        import_module(module)


def _leave() -> None:
    """End at once: a search may hold millions of objects, and the system takes them back faster
    than Python does.
    """
    os._exit(0)
