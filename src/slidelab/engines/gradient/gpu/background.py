"""Work of seconds that cannot look up, such as compiling, beside the thread that waits for it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")

_SECONDS_BETWEEN_LOOKS = 0.02


class Beside(Generic[T]):
    """Work that begins when it is first waited for.

    Whoever stops waiting may wait again later.

    >>> work = Beside(lambda: 6 * 7)
    >>> work.is_done(lambda: True), work.result
    (True, 42)
    """

    result: T
    """What came of it, once it is done."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._thread: Thread | None = None
        self._error: BaseException | None = None

    def is_done(self, going_on: Callable[[], bool]) -> bool:
        """Wait until it is done or ``going_on`` says no. Raises what the work raises."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="slidelab-beside", daemon=True)
            self._thread.start()
        self._thread.join(_SECONDS_BETWEEN_LOOKS)
        while self._thread.is_alive():
            if not going_on():
                return False
            self._thread.join(_SECONDS_BETWEEN_LOOKS)
        if self._error is not None:
            raise self._error
        return True

    def _run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # it is raised in the thread that waits
            self._error = error
