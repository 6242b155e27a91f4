"""Calls of other people's code: errors include the file and the line.

Python cannot stop a call that never returns. So if the code runs in a separate process
(`slidelab.processes`), that process checks how long a call takes, and ends itself.
"""

import os
import sys
import traceback
from collections.abc import Callable
from threading import get_ident
from types import CodeType
from typing import Any, ParamSpec, TypeVar

from slidelab.registry.registry import OwnCodeError

P = ParamSpec("P")
T = TypeVar("T")

SECONDS_A_CALL = 5.0
"""How long one call of somebody's own function may take where it can be ended."""

SECONDS_TO_LOAD = 30.0
"""How long their file may take to load, and a function to get ready: importing a large library
takes a while."""

_NOT_THEIRS = (OwnCodeError, KeyboardInterrupt, GeneratorExit)
"""What passes through their code without being a failure of it."""

under_way: dict[int, tuple["OwnCode", tuple[Any, ...]]] = {}
"""What each thread calls, with which arguments; the innermost where calls are nested."""


class OwnCode:
    """Somebody's own code, in the file given, and how to tell what goes wrong in it.

    `doing` says, from the arguments of a call, what was asked. A call that takes more than
    `seconds` (`SECONDS_A_CALL`, unless given) is `late`.

    >>> OwnCode(lambda state: f"the heuristic h, asked about {state}").call(bytes.hex, "0123")
    Traceback (most recent call last):
    ...
    slidelab.registry.registry.OwnCodeError: the heuristic h, asked about 0123: TypeError: ...
    """

    __slots__ = ("_doing", "_file", "_late", "_seconds")

    def __init__(
        self,
        doing: Callable[..., str],
        file: str | None = None,
        seconds: float | None = None,
        late: str = "it did not end",
    ) -> None:
        self._doing = doing
        self._file = file
        self._seconds = seconds
        self._late = late

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of theirs; raises OwnCodeError when it fails."""
        thread = get_ident()
        before = under_way.get(thread)
        under_way[thread] = self, args
        try:
            return function(*args, **kwargs)
        except _NOT_THEIRS:
            raise
        except BaseException as error:
            raise OwnCodeError(f"{self._doing(*args)}: {self._words(error)}") from error
        finally:
            if before is None:
                del under_way[thread]
            else:
                under_way[thread] = before

    @property
    def seconds(self) -> float:
        """How long a call may take."""
        return SECONDS_A_CALL if self._seconds is None else self._seconds

    def stuck_error(self, args: tuple[Any, ...], thread: int) -> OwnCodeError:
        """The error that tells where a thread is that does not return from a call."""
        where = self._line(traceback.extract_stack(sys._current_frames()[thread]))
        return OwnCodeError(
            f"{self._doing(*args)}: {self._late} within {self.seconds:g} seconds ({where})"
        )

    def _words(self, error: BaseException) -> str:
        name = type(error).__name__
        if isinstance(error, SyntaxError) and error.filename:
            return f"{name}: {error.msg} ({_place(error.filename, error.lineno)})"
        told = _text(error)
        words = f"{name}: {told}" if told else name
        return f"{words} ({self._line(traceback.extract_tb(error.__traceback__))})"

    def _line(self, frames: traceback.StackSummary) -> str:
        theirs = [frame for frame in frames if frame.filename == self._file]
        frame = (theirs or frames)[-1]
        return _place(frame.filename, frame.lineno)


def safe_repr(value: object) -> str:
    """What a value of theirs looks like; their classes may fail even at that.

    >>> safe_repr([1, 2])
    '[1, 2]'
    """
    try:
        return repr(value)
    except BaseException as error:
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as another:
        return f"its text cannot be had, for that raises {type(another).__name__}"


def place_of(code: CodeType) -> str:
    """Where a function begins."""
    return _place(code.co_filename, code.co_firstlineno)


def _place(file: str, line: int | None) -> str:
    return f"{os.path.basename(file)}, line {line}"
