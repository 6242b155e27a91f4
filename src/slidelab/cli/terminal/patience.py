"""Running a search for a person who waits: progress, Ctrl-C, and asking whether to go on."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from slidelab.cli.terminal.announcing import Announcer
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.search import Counters, Limits, Status
from slidelab.solving import Result, Task

if TYPE_CHECKING:
    from rich.status import Status as Spinner

PATIENCE = 10.0
"""Seconds after which a person is asked whether to go on."""


def run(
    task: Task, limits: Limits, patience: float | None = None, announce: Announcer | None = None
) -> Result:
    """Search within the limits; Ctrl-C ends it with what was counted so far.

    With `patience`, there is a person at the terminal who waits. What `announce` still has to say
    by then ends before anything else is shown.
    """
    if patience is not None:
        return _run_patiently(task, limits, patience, announce or Announcer())
    with Interrupt() as interrupted:
        return task.advance(limits, cancelled=interrupted)


def _run_patiently(task: Task, limits: Limits, patience: float, announce: Announcer) -> Result:
    """Search with a person at the terminal.

    Progress is shown meanwhile. When no time limit is set and `patience` seconds pass without a
    solution, the person is asked whether to go on; the next question comes after as long again.
    """
    asking = limits.seconds is None
    while True:
        stretch = replace(limits, seconds=patience) if asking else limits
        with Interrupt() as interrupted, ShownProgress(announce) as progress:
            result = task.advance(stretch, progress=progress, cancelled=interrupted)
        if not (asking and result.status is Status.TIME_LIMIT):
            return result
        try:
            if not _wants_more(result.counters):
                return result
        except KeyboardInterrupt:
            return replace(result, status=Status.CANCELLED)
        patience *= 2


class ShownProgress:
    """A line on the terminal that tells how a search is doing, if it takes long enough."""

    def __init__(self, announce: Announcer) -> None:
        self._announce = announce
        self._spinner: Spinner | None = None

    def __enter__(self) -> "ShownProgress":
        return self

    def __exit__(self, *_: object) -> None:
        self._announce.close()
        if self._spinner is not None:
            self._spinner.stop()

    def __call__(self, counters: Counters) -> None:
        if self._spinner is None:
            from rich.console import Console  # only a search that takes a while pays for it

            self._announce.close()
            self._spinner = Console(stderr=True, highlight=False).status("")
            self._spinner.start()
        self._spinner.update(f"[dim]Searching:[/dim] {progress_words(counters)}")


def progress_words(counters: Counters) -> str:
    """The counters that tell how a search is doing."""
    return (
        f"{counters.expanded:,} expanded, {counters.frontier:,} waiting, "
        f"depth {counters.max_depth:,}, {counters.seconds:.0f} s"
    )


def _wants_more(counters: Counters) -> bool:
    print(f"No solution yet: {progress_words(counters)}.", file=sys.stderr)
    while True:
        print("Go on searching? [y/n] ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline()
        if not answer or answer.strip().lower() in ("n", "no"):
            return False
        if answer.strip().lower() in ("y", "yes"):
            return True
