"""Calling code that others wrote: what goes wrong in it is told with its place, and no call may
take for ever.
"""

import ctypes
import os
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import CodeType

from slidelab.registry.errors import OwnCodeError

SECONDS_A_CALL = 5.0
"""How long one call of somebody's own function may take before it is given up."""

SECONDS_TO_LOAD = 30.0
"""How long their file may take to load: importing a large library takes a while."""

_SECONDS_BETWEEN_LOOKS = 0.05


class TookTooLongError(BaseException):
    """Raised inside a call that does not end.

    Like KeyboardInterrupt it is no Exception, so that `except Exception` does not swallow it.
    """


class Overseer:
    """Watches the calls that one thread makes and interrupts one that takes too long.

    Python can only be interrupted between its own steps: a call that hangs inside a C library is
    told when that comes back.
    """

    def __init__(self) -> None:
        self.deadline: float | None = None
        """When the call under way must have ended; None while there is none."""
        self._watched = threading.current_thread()
        threading.Thread(target=self._watch, daemon=True, name="slidelab-overseer").start()

    def _watch(self) -> None:
        while self._watched.is_alive():
            sleep(_SECONDS_BETWEEN_LOOKS)
            deadline = self.deadline
            if deadline is not None and monotonic() > deadline and self.deadline == deadline:
                self.deadline = None
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._watched.ident or 0), ctypes.py_object(TookTooLongError)
                )


_of_thread = threading.local()


def overseer() -> Overseer:
    """The overseer of the thread that asks; there is one for each."""
    if not hasattr(_of_thread, "overseer"):
        _of_thread.overseer = Overseer()
    found: Overseer = _of_thread.overseer
    return found


@contextmanager
def guarded(
    doing: str, file: str | None = None, seconds: float = SECONDS_TO_LOAD
) -> Iterator[None]:
    """Do something once with somebody's own code; raises OwnCodeError when that fails."""
    watch = overseer()
    before, watch.deadline = watch.deadline, monotonic() + seconds
    try:
        yield
    except OwnCodeError:
        raise
    except (Exception, SystemExit, TookTooLongError) as error:
        raise OwnCodeError(f"{doing}: {what_went_wrong(error, seconds, file)}") from error
    finally:
        watch.deadline = before


def what_went_wrong(error: BaseException, seconds: float, file: str | None = None) -> str:
    """The error in words, with the line of the person's file where it happened.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     print(what_went_wrong(error, 5).split(" (")[0])
    ZeroDivisionError: division by zero
    """
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{os.path.basename(error.filename)}, line {error.lineno}"
        return f"{type(error).__name__}: {error.msg} ({place})"
    if isinstance(error, TookTooLongError):
        words = f"it did not end within {seconds:g} seconds"
    else:
        words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{words} ({_place(error, file)})"


def place_of(code: CodeType) -> str:
    """Where a function begins."""
    return f"{os.path.basename(code.co_filename)}, line {code.co_firstlineno}"


def _place(error: BaseException, file: str | None) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if frame.filename == file]
    frame = (theirs or frames)[-1]
    return f"{os.path.basename(frame.filename)}, line {frame.lineno}"
