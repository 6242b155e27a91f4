"""Run a function in a child process, follow it by events, and stop it by killing it.

    def count(channel, to):
        for number in range(to):
            channel.send(number)
        return to

    with Job(count, (3,)) as job:
        for number in job.events():
            print(number)
        print(job.result)

The function gets a `Channel` first, and then its arguments. It must be importable, and so must
everything that its arguments refer to; a lambda or a function of a notebook works if cloudpickle is
installed.

Other people's code may hang: when the function gives no sign of life for `hang_seconds`, the child
ends itself, and the JobError names the line where it hung, even inside a C library. Signs of life
are events, `channel.tick()`, and progress that it reports (`slidelab.system.progress`), which the
parent reports too. The child also ends as soon as its parent has ended.
"""

import faulthandler
import os
import pickle
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, Self

from slidelab.own_code import find_place
from slidelab.system.progress import monitored, report_progress
from slidelab.system.text import signal_name

HANG_SECONDS = 10.0
"""Default for `hang_seconds`: importing a large library takes a while."""

_LONGEST_TRACE = 1 << 16
_preloaded = ["slidelab.solving"]
_one_starts = threading.Lock()


class JobError(RuntimeError):
    """The child of a job died or hung; the message says how, and where it hung."""


class Channel:
    """The child's end of a job: it sends events to the parent."""

    def __init__(self, connection: Any, trace: Any, hang_seconds: float | None) -> None:
        self._connection, self._trace, self._hang_seconds = connection, trace, hang_seconds

    def send(self, event: Any, kind: str = "event") -> None:
        """Send an event to the parent, which is a sign of life too."""
        self.tick()
        self._connection.send((kind, event))

    def tick(self) -> None:
        """Tell the parent that the child is alive."""
        if self._hang_seconds is not None:
            trace = self._trace.fileno()
            faulthandler.dump_traceback_later(self._hang_seconds, exit=True, file=trace)


class Job:
    """A function that runs in a child process, which starts at once.

    `memory_bytes` limits the memory that the child may allocate, `niceness` lowers its priority,
    and `hang_seconds` is how long it may be silent (None: for ever).
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...] = (),
        *,
        hang_seconds: float | None = HANG_SECONDS,
        memory_bytes: int | None = None,
        niceness: int = 0,
    ) -> None:
        from multiprocessing import get_context

        self.result: Any = None
        """What the function returned, once `events` has ended."""
        self._killed = False
        context = get_context("forkserver")
        context.set_forkserver_preload(_preloaded)
        self._connection, connection = context.Pipe()
        self._trace, trace = context.Pipe(duplex=False)
        os.set_blocking(trace.fileno(), False)  # the end of a very long trace is dropped
        channel, call = Channel(connection, trace, hang_seconds), _dump((function, args))
        environment = dict(os.environ)  # the forkserver may have started in another one
        arguments = channel, call, environment, memory_bytes, niceness
        self._process = context.Process(target=_run_child, args=arguments, daemon=True)
        with _hidden_main():
            self._process.start()
        for end in (connection, trace):
            end.close()  # so that the end of the child is the end of the pipe

    @property
    def pid(self) -> int:
        """The process id of the child."""
        return self._process.pid or 0

    def events(self, timeout: float | None = None) -> Iterator[Any]:
        """Yield what the function sends, until it has returned; `result` holds its value then.

        With a timeout, None is yielded after each such number of seconds without an event. After
        `kill` there are no more events. Raises what the function raised, and JobError when the
        child died or hung.
        """
        while not self._killed:
            try:
                if timeout is not None and not self._connection.poll(timeout):
                    yield None
                    continue
                kind, value = self._connection.recv()
            except (EOFError, OSError):
                if self._killed:
                    return
                raise self._explain_death() from None
            if kind == "event":
                yield value
            elif kind == "progress":
                report_progress(*value)
            elif kind == "result":
                self.result = value
                return
            else:
                raise value

    def kill(self) -> None:
        """End the child, whatever it is doing, and wait until it is gone."""
        self._killed = True
        self._process.kill()
        self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def _explain_death(self) -> JobError:
        self._process.join()
        status = self._process.exitcode or 0
        if trace := os.read(self._trace.fileno(), _LONGEST_TRACE).decode(errors="replace"):
            return JobError(f"it did not respond and was ended ({_read_place(trace)})")
        if status < 0:
            name = signal_name(-status)
            return JobError(f"its process was killed by {name}; the memory may be too small")
        return JobError(f"its process ended with status {status}")


def preload(*modules: str) -> None:
    """Import modules once for all jobs; call it before the first one."""
    _preloaded.extend(modules)


def _dump(call: tuple[Any, ...]) -> bytes:
    try:
        from cloudpickle import dumps
    except ImportError:
        from pickle import dumps
    dumped: bytes = dumps(call)
    return dumped


@contextmanager
def _hidden_main() -> Iterator[None]:
    """Keep multiprocessing from running the program's own file again in each child.

    A child needs nothing of it, and a program without `if __name__ == "__main__"` would start
    children without end.
    """
    with _one_starts:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _run_child(
    channel: Channel,
    call: bytes,
    environment: dict[str, str],
    memory_bytes: int | None,
    niceness: int,
) -> None:
    """Run the function of a job in its child process."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    os.dup2(2, 1)  # what the function prints is not part of the parent's output
    os.environ.clear()
    os.environ.update(environment)
    os.nice(niceness)
    if memory_bytes is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    try:
        function, args = pickle.loads(call)
        channel.tick()
        with monitored(lambda *progress: channel.send(progress, "progress")):
            result = function(channel, *args)
        channel.send(result, "result")
    except BaseException as error:  # also a result that cannot be pickled
        channel.send(_portable(error), "error")
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_with(parent: Any) -> None:
    """End this process at once when its parent has ended, whatever it is doing."""
    parent.join()
    os._exit(1)


def _portable(error: BaseException) -> Exception:
    """Return the error, or a JobError that quotes it if the parent could not read it."""
    portable: Exception = JobError(traceback.format_exception_only(error)[0].strip())
    if isinstance(error, Exception):
        with suppress(Exception):
            portable = pickle.loads(pickle.dumps(error))
    trace = "".join(traceback.format_exception(error))
    portable.add_note(f"In the child process:\n{trace}")
    return portable


def _read_place(trace: str) -> str:
    """Return where the function was, from a traceback of faulthandler."""
    threads = [part for part in trace.split("\n\n") if "_run_child" in part] or [trace]
    frames = re.findall(r'File "(.+)", line (\d+) in', threads[0])
    return find_place(frames[::-1])
