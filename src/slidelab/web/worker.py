"""A worker process: it takes one order at a time, reports while it works, and can be told to stop.

It knows nothing of the server but a pipe and a flag. When the server is gone, so is the worker.
"""

import logging
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

from slidelab.puzzle import PuzzleError
from slidelab.search import Limits
from slidelab.system.memory import resident_bytes
from slidelab.web.orders import Order, Work

LOG = logging.getLogger("slidelab.web")

_RESTING_BYTES = 200 * 2**20
"""A worker that holds more after its work ends makes room for a fresh one, which is quicker than to
take a large heap apart."""

_SLACK_BYTES = 512 * 2**20
"""What a worker may hold above a search's limit before the system refuses it more."""


class ServerGoneError(BaseException):
    """There is nobody left to work for.

    Like KeyboardInterrupt it is no Exception, so that no search takes it for a failure of its own.
    """


class Flag(Protocol):
    """A number that the server and the worker share."""

    value: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Carry out an order."""

    order: Order
    limits: Limits


@dataclass(frozen=True, slots=True)
class GoOn:
    """Continue the work that paused."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class Drop:
    """Forget the work that paused."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End: there are enough workers."""


@dataclass(frozen=True, slots=True)
class Told:
    """A message from the worker.

    `kind` is ready, progress, paused, result, refused, failed or idle.
    """

    kind: str
    data: Any = None


def serve(
    connection: Connection,
    stop: Flag,
    memory_bytes: int,
    niceness: int,
) -> None:
    """Work until the server goes away. This is what the process runs."""
    _settle_in(memory_bytes, niceness)
    with suppress(ServerGoneError):
        _Bench(connection, stop).work_on()
    # A search may hold millions of objects, and the system takes them back faster than Python.
    os._exit(0)


class _Bench:
    """Where a worker does its work."""

    def __init__(self, connection: Connection, stop: Flag) -> None:
        self._connection = connection
        self._stop = stop
        self._work: Work | None = None

    def work_on(self) -> None:
        """Take one message after another; raises ServerGoneError when there will be no more."""
        self._send(Told("ready"))
        while True:
            message = self._next_message()
            if isinstance(message, Leave):
                return
            if not isinstance(message, Drop):
                told = self._carry_out(message)
                self._send(told)
                if told.kind == "paused":
                    continue
            if resident_bytes() > _RESTING_BYTES:
                os._exit(0)
            self._work = None
            self._send(Told("idle"))

    def _carry_out(self, message: Begin | GoOn) -> Told:
        try:
            if isinstance(message, Begin):
                self._work = message.order.begin(self._report)
            assert self._work is not None
            outcome = self._work.advance(message.limits, self._report, self._cancelled)
            return Told("paused" if outcome.paused else "result", outcome.data)
        except PuzzleError as error:
            return Told("refused", error.problems)
        except ValueError as error:
            return Told("refused", [str(error)])
        except MemoryError:
            return Told("failed", "It needed more memory than one search may use.")
        except Exception:
            # For whoever runs the server; the visitor is told no internals.
            LOG.exception("a worker could not do its work")
            return Told("failed", "Something went wrong inside the search.")

    def _report(self, news: dict[str, Any]) -> None:
        self._send(Told("progress", news))

    def _next_message(self) -> Begin | GoOn | Drop | Leave:
        try:
            message: Begin | GoOn | Drop | Leave = self._connection.recv()
        except (EOFError, OSError):
            raise ServerGoneError from None
        return message

    def _send(self, told: Told) -> None:
        try:
            self._connection.send(told)
        except OSError:
            raise ServerGoneError from None

    def _cancelled(self) -> bool:
        return self._stop.value != 0


def _settle_in(memory_bytes: int, niceness: int) -> None:
    # Ctrl-C in a terminal reaches every process; the server decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = memory_bytes + _SLACK_BYTES
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
