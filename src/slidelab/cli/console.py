"""What every command does at a terminal: messages, progress, Ctrl-C and exit statuses."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import rich_click as click

from slidelab.errors import SlidelabError
from slidelab.system.progress import Cancelled, CancelledError, monitored
from slidelab.system.text import printable

if TYPE_CHECKING:
    from slidelab.solving import Result

SOLVED, FAILED, BAD_INPUT, UNSOLVABLE, STOPPED, OUT_OF_MEMORY = range(6)
INTERRUPTED = 130
"""128 and the number of the signal, as shells report it."""

_STATUSES = {
    "cancelled": INTERRUPTED,
    "unsolvable": UNSOLVABLE,
    "memory-limit": OUT_OF_MEMORY,
}


def exit_status(result: "Result") -> int:
    """Return the exit status for the outcome of a search."""
    if result.solved:
        return SOLVED
    if result.status == "exhausted" and result.reason:
        return UNSOLVABLE  # searched with --force
    return _STATUSES.get(result.status, STOPPED)


def exit_status_of(command: Callable[[], Any]) -> int:
    """Run a command and return its exit status; print errors that users can fix as sentences."""
    try:
        status = command()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status or SOLVED
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return print_problems([f"{error.format_message().rstrip('.')}{hint}."])
    except click.Abort as abort:  # raised by Click from Ctrl-C and from the end of the input
        if isinstance(abort.__context__, EOFError):
            return print_problems(["the input ended before the last answer"])
        return INTERRUPTED
    except CancelledError:
        print_note("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # Otherwise Python complains again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except MemoryError:
        problem = "out of memory: --memory-limit stops a search earlier"
        return print_problems([problem], OUT_OF_MEMORY)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return print_problems([f"{where}{error.strerror or error}"])
    except SlidelabError as error:
        return print_problems(error.problems)
    except Exception as error:
        error.add_note("This is a bug in slidelab: please report it with these lines.")
        raise


def print_problems(problems: Sequence[str], status: int = BAD_INPUT) -> int:
    """Print problems to standard error, one per line, and return the status."""
    for problem in problems:
        click.echo(f"{click.style('Error:', fg='red', bold=True)} {printable(problem)}", err=True)
    return status


def print_note(message: str) -> None:
    """Print a remark to standard error."""
    click.echo(click.style(message, dim=True), err=True)


def is_terminal(stream: Any) -> bool:
    """Return whether a stream is a terminal."""
    return stream is not None and stream.isatty()


def require_terminal(instead: str) -> None:
    """Raise SlidelabError, with what to do instead, unless input and output are a terminal."""
    if not (is_terminal(sys.stdout) and is_terminal(sys.stdin)):
        raise SlidelabError(f"this needs a terminal; {instead}")


def text_width() -> int:
    """Return the number of columns of a paragraph: longer lines are hard to read."""
    return min(get_terminal_size().columns, 100)


@contextmanager
def interruptible() -> Iterator[Cancelled]:
    """Show progress, and let the first Ctrl-C only set a flag: work stops and keeps its results.

    >>> with interruptible() as interrupted:
    ...     interrupted()
    False
    """
    happened = False

    def handle(*_: object) -> None:
        nonlocal happened
        if happened:
            raise KeyboardInterrupt
        happened = True

    before = signal.signal(signal.SIGINT, handle)
    try:
        with showing_progress():
            yield lambda: happened
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def showing_progress() -> Iterator[None]:
    """Show the progress of the work inside the block on standard error, if that is a terminal."""
    if not is_terminal(sys.stderr):
        yield
        return
    from rich import progress
    from rich.console import Console

    line = progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(20),
        progress.TimeElapsedColumn(),
        console=Console(stderr=True, highlight=False),
        transient=True,
    )
    task = line.add_task("")

    def show(doing: str, fraction: float | None) -> None:
        line.start()  # now, since most searches end before there is anything to show
        words = printable(f"{doing[:1].upper()}{doing[1:]}")
        total = None if fraction is None else 1
        line.update(task, description=words, completed=fraction or 0, total=total)

    try:
        with monitored(show):
            yield
    finally:
        line.stop()
