"""What the exit status of the command means."""

from slidelab.search import Status
from slidelab.solving import Result

SOLVED = 0
BAD_INPUT = 2
UNSOLVABLE = 3
STOPPED = 4
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
READER_GONE = 141  # 128 + SIGPIPE


def exit_status(result: Result) -> int:
    """The exit status that tells how a search ended."""
    if result.solved:
        return SOLVED
    if result.status is Status.CANCELLED:
        return INTERRUPTED
    if result.status is Status.UNSOLVABLE:
        return UNSOLVABLE
    if result.status is Status.EXHAUSTED and result.reason:
        return UNSOLVABLE  # searched by force, and there was nothing to find
    return STOPPED
