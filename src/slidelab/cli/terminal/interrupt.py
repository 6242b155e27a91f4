"""Ctrl-C: the first asks a search to stop and tell what it has, the second ends at once."""

import signal
import threading
from types import FrameType
from typing import Any


class Interrupt:
    """While entered, Ctrl-C sets a flag; call it to ask whether that happened.

    >>> with Interrupt() as interrupted:
    ...     interrupted()
    False
    """

    def __init__(self) -> None:
        self._happened = False
        self._before: Any = None

    def __enter__(self) -> "Interrupt":
        # Python lets only the main thread set handlers; elsewhere Ctrl-C never arrives anyway.
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def __call__(self) -> bool:
        return self._happened

    def _handle(self, _signal: int, _frame: FrameType | None) -> None:
        if self._happened:
            raise KeyboardInterrupt
        self._happened = True
