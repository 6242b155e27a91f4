"""The value of a heuristic on many boards.

Those of slidelab are called here. A person's own function is called in a process of its own, which
can be ended whatever the function does.
"""

import os
import sys
from array import array
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from time import monotonic

from slidelab import heuristics
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.state_space import StateSpace
from slidelab.processes import Reporter, Worker, WorkerDiedError
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError
from slidelab.search import Limits
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled, CancelledError, Progress

SECONDS_IN_ALL = 900.0
_BOARDS_BETWEEN_LOOKS = 512


def tabulate(
    heuristic: Heuristic,
    space: StateSpace,
    count_blank: bool = False,
    *,
    doing: str,
    progress: Progress,
    cancelled: Cancelled,
    seconds: float = SECONDS_IN_ALL,
) -> list[float]:
    """The heuristic's value for each board.

    Raises OwnCodeError when a person's own function fails, takes too long for one board, or more
    than `seconds` for all, and CancelledError when `cancelled` said so.
    """
    tell = partial(progress, doing)
    # A function at hand is called here, as `solve` does; in a browser there are no processes.
    is_elsewhere = not HEURISTICS.is_at_hand(heuristic.name) and sys.platform != "emscripten"
    if isinstance(heuristic, OwnHeuristic) and is_elsewhere:
        return _tabulate_own(heuristic, space, count_blank, tell, cancelled, seconds)
    estimate = heuristic.bind(space.goal, count_blank, space.metric)
    values: list[float] = []
    for first in range(0, len(space.states), _BOARDS_BETWEEN_LOOKS):
        part = space.states[first : first + _BOARDS_BETWEEN_LOOKS]
        values += map(float, map(estimate, part))
        tell(len(values) / len(space.states))
        if cancelled():
            raise CancelledError
    return values


@dataclass(frozen=True, slots=True)
class TabulateJob:
    """Call a person's own heuristic on many boards."""

    heuristic: str
    goal: Board
    count_blank: bool
    metric: str
    states: bytes
    """One after another."""

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> bytes:
        """The values as an array of float64; the report tells how many there are so far."""
        cells = self.goal.shape.cells
        values = array("d")
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            own = heuristics.get(self.heuristic)
            estimate = own.bind(self.goal, self.count_blank, self.metric)
            reported = monotonic()
            for at in range(0, len(self.states), cells):
                values.append(estimate(self.states[at : at + cells]))
                if monotonic() - reported > SECONDS_BETWEEN_LOOKS:
                    reported = monotonic()
                    report(len(values))
                    if cancelled():
                        break
        return values.tobytes()


def _tabulate_own(
    heuristic: Heuristic,
    space: StateSpace,
    count_blank: bool,
    progress: Callable[[float], object],
    cancelled: Cancelled,
    seconds: float,
) -> list[float]:
    done = 0

    def report(values: int) -> None:
        nonlocal done
        done = values
        progress(values / len(space.states))

    def blame(why: object) -> OwnCodeError:
        asked = f"asked about the board {space.board(done).to_text('rows')} or one soon after"
        return OwnCodeError(f"the heuristic {heuristic.name}, {asked}: {why}")

    boards = b"".join(space.states)
    job = TabulateJob(heuristic.name, space.goal, count_blank, space.metric, boards)
    try:
        with Worker() as worker:
            values = worker.run(job, seconds=seconds, report=report, cancelled=cancelled)
    except WorkerDiedError as error:
        raise blame(error) from None
    except TimeoutError:
        if cancelled():
            raise CancelledError from None
        raise blame(f"all boards together took more than {seconds:g} seconds") from None
    if len(values) < len(space.states) * array("d").itemsize:
        raise CancelledError
    report(len(space.states))
    return array("d", values).tolist()
