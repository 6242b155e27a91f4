"""A long piece of work, shown to a person who waits as a bar on the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class ShownWork:
    """Called with what is being done, how much is done and how much there is, it draws a bar.

    Nothing is drawn where standard error is not a terminal.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ShownWork:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, doing: str, done: int, total: int) -> None:
        if sys.stderr is None or not sys.stderr.isatty():
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.completed:,} of {task.total:,}"),
                TimeRemainingColumn(),
                console=Console(stderr=True, highlight=False),
                transient=True,
            )
            self._task = self._bar.add_task(doing, total=total)
            self._bar.start()
        assert self._task is not None
        if self._bar.tasks[0].description != doing:
            self._bar.reset(self._task, description=doing, total=total)
        self._bar.update(self._task, completed=done)
