"""The value of a heuristic on many boards.

Those of slidelab are called here. A person's own function is called in a process of its own, which
can be ended whatever the function does.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import IO, TYPE_CHECKING

from slidelab.heuristics import Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.many_boards import CancelledError, Progress
from slidelab.lab.prove.messages import ERROR, VALUES, read_message
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError, calls

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SECONDS_IN_ALL = 900.0
_SECONDS_BETWEEN_LOOKS = 0.1
_BOARDS_BETWEEN_LOOKS = 4096


def tabulate(
    heuristic: Heuristic,
    goal: Board,
    states: list[bytes],
    count_blank: bool = False,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    seconds: float = SECONDS_IN_ALL,
) -> NDArray[np.float64]:
    """The heuristic's value for each state.

    `progress` is told how many of how many are done, and `cancelled` asked whether to stop.

    Raises OwnCodeError when a person's own function fails, takes too long for one board, or more
    than `seconds` for all, and CancelledError when `cancelled` said so.
    """
    import numpy as np

    if isinstance(heuristic, OwnHeuristic):
        work = _Work(heuristic, goal, states, count_blank)
        return work.values(progress, cancelled, seconds)
    estimate = heuristic.bind(goal, count_blank)
    values = np.empty(len(states))
    for first in range(0, len(states), _BOARDS_BETWEEN_LOOKS):
        part = states[first : first + _BOARDS_BETWEEN_LOOKS]
        values[first : first + len(part)] = list(map(estimate, part))
        progress(first + len(part), len(states))
        if cancelled():
            raise CancelledError
    return values


class _Work:
    """The tabulating of one heuristic in a process of its own."""

    def __init__(
        self, heuristic: Heuristic, goal: Board, states: list[bytes], count_blank: bool
    ) -> None:
        self._name = heuristic.name
        self._goal = goal
        self._states = states
        order = {
            "heuristic": heuristic.name,
            "goal": list(goal.state),
            "shape": str(goal.shape),
            "count_blank": count_blank,
            "states": len(states),
            "seconds_a_call": calls.SECONDS_A_CALL,
        }
        self._order = json.dumps(order).encode() + b"\n" + b"".join(states)

    def values(
        self, progress: Progress, cancelled: Callable[[], bool], seconds: float
    ) -> NDArray[np.float64]:
        """All values; see `tabulate`."""
        process = subprocess.Popen(
            [sys.executable, "-m", "slidelab.lab.prove.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        messages: queue.Queue[tuple[bytes, bytes] | None] = queue.Queue()
        threads = [
            threading.Thread(target=_write, args=(process.stdin, self._order), daemon=True),
            threading.Thread(target=_read, args=(process.stdout, messages), daemon=True),
        ]
        for thread in threads:
            thread.start()
        try:
            return self._gather(process, messages, progress, cancelled, seconds)
        finally:
            process.kill()
            process.wait()
            for thread in threads:
                thread.join()
            process.stdout.close()

    def _gather(
        self,
        process: subprocess.Popen[bytes],
        messages: queue.Queue[tuple[bytes, bytes] | None],
        progress: Progress,
        cancelled: Callable[[], bool],
        seconds: float,
    ) -> NDArray[np.float64]:
        import numpy as np

        received = bytearray()
        began = heard = monotonic()
        while (done := len(received) // 8) < len(self._states):
            try:
                message = messages.get(timeout=_SECONDS_BETWEEN_LOOKS)
                heard = monotonic()
            except queue.Empty:
                message = (VALUES, b"")
            if message is None:
                raise self._error(f"its process ended with status {process.wait()}", done)
            kind, content = message
            if kind == ERROR:
                raise OwnCodeError(content.decode())
            received += content
            progress(len(received) // 8, len(self._states))
            if cancelled():
                raise CancelledError
            # The process interrupts a call that does not end; if it cannot, this ends it.
            if monotonic() - heard > 2 * calls.SECONDS_A_CALL + calls.SECONDS_TO_LOAD * (not done):
                raise self._error(f"it did not end within {calls.SECONDS_A_CALL:g} seconds", done)
            if monotonic() - began > seconds:
                raise self._error(f"all boards together took more than {seconds:g} seconds", done)
        return np.frombuffer(bytes(received), dtype=np.float64)

    def _error(self, why: str, done: int) -> OwnCodeError:
        board = Board.from_state(self._states[done], self._goal.shape).to_text("rows")
        return OwnCodeError(
            f"the heuristic {self._name}, asked about the board {board} or one soon after: {why}"
        )


def _write(stream: IO[bytes], content: bytes) -> None:
    try:
        stream.write(content)
        stream.close()
    except OSError:
        pass  # the process ended early, and the reader of its answers tells why


def _read(stream: IO[bytes], messages: queue.Queue[tuple[bytes, bytes] | None]) -> None:
    while (message := read_message(stream)) is not None:
        messages.put(message)
    messages.put(None)
