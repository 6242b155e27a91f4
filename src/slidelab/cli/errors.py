"""The one place where errors become messages, and what the exit status means."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from slidelab.cli.terminal import echo, style
from slidelab.puzzle import PuzzleError
from slidelab.puzzle.wording import printable
from slidelab.system.progress import CancelledError

if TYPE_CHECKING:
    from slidelab.solving import Result

SOLVED = 0
BAD_INPUT = 2
UNSOLVABLE = 3
STOPPED = 4
OUT_OF_MEMORY = 5
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
READER_GONE = 141  # 128 + SIGPIPE


def exit_status(result: "Result") -> int:
    """The exit status that tells how a search ended."""
    from slidelab.search import Status

    if result.solved:
        return SOLVED
    if result.status is Status.EXHAUSTED and result.reason:
        return UNSOLVABLE  # searched by force, and there was nothing to find
    statuses = {
        Status.CANCELLED: INTERRUPTED,
        Status.UNSOLVABLE: UNSOLVABLE,
        Status.MEMORY_LIMIT: OUT_OF_MEMORY,
    }
    return statuses.get(result.status, STOPPED)


@contextmanager
def report_errors() -> Iterator[None]:
    """Turn what goes wrong inside into a message on standard error and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except CancelledError as stop:
        tell(str(stop) or "Interrupted.")
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again when it closes
        # standard output, so that is given somewhere else to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(READER_GONE) from None
    except PuzzleError as error:
        tell_problems(error.problems)
        raise SystemExit(BAD_INPUT) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        tell_problems([f"{where}{error.strerror or error}"])
        raise SystemExit(BAD_INPUT) from None
    except ValueError as error:
        tell_problems([str(error)])
        raise SystemExit(BAD_INPUT) from None
    except MemoryError:
        tell_problems(["out of memory: use --memory-limit to stop a search earlier"])
        raise SystemExit(OUT_OF_MEMORY) from None


def tell_problems(problems: list[str]) -> None:
    """Write the problems to standard error, one per line."""
    label = style("Error:", fg="red", bold=True)
    if len(problems) == 1:
        echo(f"{label} {printable(problems[0])}", err=True)
        return
    echo(f"{label} there are {len(problems)} problems", err=True)
    for problem in problems:
        echo(f"  - {printable(problem)}", err=True)


def tell(message: str) -> None:
    """Write a word about what is going on to standard error."""
    echo(style(message, dim=True), err=True)
