"""A bar on the terminal for an experiment: how much is done, and how long the rest will take."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from slidelab.lab.experiment import Summary


@contextmanager
def shown_progress(name: str) -> Iterator[Callable[[Summary], None]]:
    """Give what to call with the summary of an experiment; nothing is shown but on a terminal."""
    if not sys.stderr.isatty():
        yield lambda summary: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        console=Console(stderr=True, highlight=False),
        transient=True,
    )
    task = bar.add_task(name, total=None, left="starting")

    def show(summary: Summary) -> None:
        bar.update(
            task,
            total=summary.cells,
            completed=summary.before + summary.now,
            left=f"{left_words(summary.seconds_left)} left",
        )

    with bar:
        yield show


def left_words(seconds: float | None) -> str:
    """A time in hours, minutes and seconds.

    >>> left_words(75.2), left_words(None)
    ('0:01:15', '?')
    """
    return "?" if seconds is None else str(timedelta(seconds=round(seconds)))
