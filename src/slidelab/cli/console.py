"""What all commands do at a terminal: messages, progress, Ctrl-C, and exit statuses."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.exceptions import Exit

from slidelab.errors import SlidelabError
from slidelab.jobs import JobError
from slidelab.system.progress import Cancelled, CancelledError
from slidelab.system.text import printable

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from slidelab.search import Counters
    from slidelab.solving import Result

SOLVED = 0
FAILED = 1
BAD_INPUT = 2
UNSOLVABLE = 3
STOPPED = 4
OUT_OF_MEMORY = 5
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
READER_GONE = 141  # 128 + SIGPIPE

WIDTH = 100
"""Columns of a paragraph, at most: longer lines are hard to read."""


def exit_status(result: "Result") -> int:
    """Return the exit status for the outcome of a search."""
    from slidelab.search import Status

    if result.solved:
        return SOLVED
    if result.status is Status.EXHAUSTED and result.reason:
        return UNSOLVABLE  # searched with --force
    statuses = {
        Status.CANCELLED: INTERRUPTED,
        Status.UNSOLVABLE: UNSOLVABLE,
        Status.MEMORY_LIMIT: OUT_OF_MEMORY,
    }
    return statuses.get(result.status, STOPPED)


def exit_status_of(command: Callable[[], Any]) -> int:
    """Run a command and return its exit status; print errors that users can mend as sentences."""
    try:
        status = command()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status or SOLVED
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return print_problems([f"{error.format_message().rstrip('.')}{hint}."])
    except Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except CancelledError as stop:
        print_note(str(stop) or "Interrupted.")
        return INTERRUPTED
    except SystemExit as end:
        # Click ends so after completion, with 0, and when a pipe was closed, with 1.
        return READER_GONE if end.code == 1 else int(end.code or 0)
    except BrokenPipeError:
        # Python would complain again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE
    except MemoryError:
        return print_problems(
            ["out of memory: --memory-limit stops a search earlier"], OUT_OF_MEMORY
        )
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return print_problems([f"{where}{error.strerror or error}"])
    except SlidelabError as error:
        return print_problems(error.problems or [str(error)])
    except JobError as error:
        return print_problems([str(error)])
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        return print_problems([str(error)])
    except Exception as error:
        error.add_note("This is a mistake in slidelab: please report it with these lines.")
        raise


def print_problems(problems: Sequence[str], status: int = BAD_INPUT) -> int:
    """Print problems to standard error, one per line, and return the status."""
    label = click.style("Error:", fg="red", bold=True)
    if len(problems) == 1:
        click.echo(f"{label} {printable(problems[0])}", err=True)
        return status
    click.echo(f"{label} there are {len(problems)} problems", err=True)
    for problem in problems:
        click.echo(f"  - {printable(problem)}", err=True)
    return status


def print_note(message: str) -> None:
    """Print a remark to standard error."""
    click.echo(click.style(message, dim=True), err=True)


def is_terminal(stream: Any) -> bool:
    """Return whether a stream is a terminal."""
    return stream is not None and stream.isatty()


def is_interactive() -> bool:
    """Return whether somebody can see the output and answer questions."""
    return is_terminal(sys.stdout) and is_terminal(sys.stdin)


def text_width() -> int:
    """Return the number of columns of a paragraph."""
    if not is_terminal(sys.stdout):
        return 80
    return min(os.get_terminal_size(sys.stdout.fileno()).columns or 80, WIDTH)


@contextmanager
def interruptible() -> Iterator[Cancelled]:
    """Let the first Ctrl-C only set a flag, for the work to stop and keep its results.

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

    # Python lets only the main thread set handlers; elsewhere Ctrl-C never arrives anyway.
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, handle) if is_main else None
    try:
        yield lambda: happened
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


class Display(AbstractContextManager["Display"]):
    """A progress line on standard error, which goes away at the end.

    If standard error is not a terminal, each preparation is printed once, and nothing else.
    """

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._announced = ""

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away, so that results can be printed."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def announce(self, doing: str, fraction: float | None = None) -> None:
        """Show preparations, such as building a table, and the fraction that is done."""
        words = f"{doing[:1].upper()}{doing[1:]} …"
        if is_terminal(sys.stderr):
            self._show(words, fraction)
        elif doing != self._announced:
            self._announced = doing
            click.echo(printable(words), err=True)

    def work(self, doing: str, fraction: float | None = None, *_: object) -> None:
        """Show work and the fraction that is done, on a terminal only."""
        if is_terminal(sys.stderr):
            self._show(f"{doing[:1].upper()}{doing[1:]}", fraction)

    def count(self, doing: str, done: int, total: int, *_: object) -> None:
        """Show how many of several things are done, on a terminal only."""
        self.work(f"{doing}: {done:,} of {total:,}", done / total if total else None)

    def searching(self, counters: "Counters") -> None:
        """Show the counters of a search, and how to end it."""
        self.work(
            f"Searching: {counters.expanded:,} expanded, {counters.frontier:,} waiting, "
            f"depth {counters.max_depth:,} (Ctrl-C stops and shows the counts)"
        )

    def _show(self, words: str, fraction: float | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        if self._progress is None:
            columns = TextColumn("{task.description}", markup=False), BarColumn(24)
            console = Console(stderr=True, highlight=False)
            self._progress = Progress(
                *columns, TimeElapsedColumn(), console=console, transient=True
            )
            self._task = self._progress.add_task("", total=1)
            self._progress.start()
        assert self._task is not None
        self._progress.update(
            self._task,
            description=printable(words),
            total=None if fraction is None else 1,
            completed=fraction or 0,
        )
