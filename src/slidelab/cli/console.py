"""What every command does at a terminal: messages, progress, Ctrl-C and exit statuses."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import rich_click as click

from slidelab.errors import SlidelabError
from slidelab.jobs import JobError
from slidelab.system.progress import Cancelled, CancelledError, monitored
from slidelab.system.text import printable

if TYPE_CHECKING:
    from rich.progress import Progress

    from slidelab.solving import Result

SOLVED, FAILED, BAD_INPUT, UNSOLVABLE, STOPPED, OUT_OF_MEMORY = range(6)
INTERRUPTED, READER_GONE = 130, 141
"""128 and the number of the signal, as shells report it."""

_STATUSES = {
    "cancelled": INTERRUPTED,
    "unsolvable": UNSOLVABLE,
    "memory-limit": OUT_OF_MEMORY,
}
_WIDTH = 100


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
    except CancelledError as stop:
        print_note(str(stop) or "Interrupted.")
        return INTERRUPTED
    except SystemExit as end:
        # Click ends with 0 after completion, and with 1 when the output pipe was closed.
        return READER_GONE if end.code == 1 else int(end.code or 0)
    except BrokenPipeError:
        # Otherwise Python complains again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE
    except MemoryError:
        problem = "out of memory: --memory-limit stops a search earlier"
        return print_problems([problem], OUT_OF_MEMORY)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return print_problems([f"{where}{error.strerror or error}"])
    except (SlidelabError, JobError) as error:
        return print_problems(getattr(error, "problems", None) or [str(error)])
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        return print_problems([str(error)])
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


def is_interactive() -> bool:
    """Return whether somebody can see the output and answer questions."""
    return is_terminal(sys.stdout) and is_terminal(sys.stdin)


def text_width() -> int:
    """Return the number of columns of a paragraph: longer lines are hard to read."""
    return min(get_terminal_size().columns, _WIDTH) if is_terminal(sys.stdout) else 80


def describe_value(value: object) -> str:
    """Return a value as people write it.

    >>> [describe_value(value) for value in (True, None, 2.0, ["bfs", "dfs"])]
    ['yes', '–', '2', 'bfs, dfs']
    """
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


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
    with ExitStack() as stack:
        line: Progress | None = None

        def show(doing: str, fraction: float | None) -> None:
            nonlocal line
            # Most searches end before there is anything to show.
            line = line or stack.enter_context(_progress_line(fraction is not None))
            words = printable(f"{doing[:1].upper()}{doing[1:]}")
            line.update(line.task_ids[0], description=words, completed=fraction or 0)

        with monitored(show):
            yield


def _progress_line(has_end: bool) -> "Progress":
    """Return a line that vanishes at its end; with a bar, if it is known how much there is."""
    from rich import progress
    from rich.console import Console

    words = progress.TextColumn("{task.description}", markup=False)
    columns: list[progress.ProgressColumn] = [words, progress.TimeElapsedColumn()]
    if has_end:
        columns[1:] = [progress.BarColumn(20), progress.TimeRemainingColumn()]
    console = Console(stderr=True, highlight=False)
    line = progress.Progress(*columns, console=console, transient=True)
    line.add_task("", total=1)
    return line
