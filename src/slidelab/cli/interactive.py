"""Working while a person waits: what is shown meanwhile, Ctrl-C, and asking whether to go on."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from slidelab.cli import terminal
from slidelab.cli.errors import tell
from slidelab.puzzle.wording import answer_words, printable
from slidelab.search import Counters, Limits, Status
from slidelab.solving import Result, Search
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled, CancelledError

if TYPE_CHECKING:
    from slidelab.processes.process_search import ProcessSearch
    from slidelab.search.outlook import Outlook

PATIENCE = 10.0
"""Seconds after which a person is asked whether to go on."""

ABOUT_MEMORY = "By default, a search stops at 75% of free memory; change it with --memory-limit."

WIDTH_OF_BAR = 24


class Display(AbstractContextManager["Display"]):
    """What is under way, in one line of the terminal that is drawn over again.

    It is drawn on standard error. If that isn't a terminal, each preparation is printed once, and
    nothing else.
    """

    _doing = _best = ""
    _is_drawn = _is_covered = False
    _next_drawing = 0.0
    _done = inf
    _began = 0.0, 0.0

    def announce(self, doing: str, fraction: float | None = None) -> None:
        """Tell what takes long before the work proper, and which fraction of it is done."""
        if fraction is not None and self._can_draw():
            self._draw(doing, f"{_capitalise(doing)} … {fraction:.0%}")
        elif doing != self._doing and sys.stderr is not None:
            self.clear()
            self._doing = doing
            print(printable(f"{_capitalise(doing)} …"), file=sys.stderr, flush=True)

    def announce_until(
        self, interrupted: Cancelled, words: str
    ) -> Callable[[str, float | None], None]:
        """What announces, and raises CancelledError with these words once Ctrl-C was pressed."""

        def announce(doing: str, fraction: float | None) -> None:
            if doing != "searching":  # which was asked for
                self.announce(doing, fraction)
            if interrupted():
                raise CancelledError(f"Interrupted: {words}.")

        return announce

    def searching(self, counters: Counters, outlook: "Outlook | None" = None) -> None:
        if self._best:
            self._draw("searching", f"{self._best}; looking for fewer, {counters.seconds:.0f} s")
        else:
            self._draw("searching", f"Searching: {_describe_progress(counters, outlook)}")

    def follow(self, search: "Search | ProcessSearch") -> Callable[[Counters], None]:
        """Return what shows how a search is doing, and how far it is where it can tell."""
        return lambda counters: self.searching(counters, search.outlook)

    def show_best(self, result: Result) -> None:
        """Show the best path so far from now on."""
        if result.cost is not None and result.lower_bound is not None:
            self._best = answer_words(result.cost, result.lower_bound)

    def work(self, doing: str, fraction: float | None, seconds_left: float | None = None) -> None:
        """Show how much is done, and how long the rest will take.

        Unless that is known, every part is taken to need the same time. A fraction below the last
        one begins other work.
        """
        now, done = monotonic(), fraction or 0.0
        if done < self._done:
            self._began = now, done
            self._doing = ""
        self._done = done
        began, before = self._began
        if seconds_left is None and done > before:
            seconds_left = (now - began) * (1 - done) / (done - before)
        left = "?" if seconds_left is None else timedelta(seconds=round(seconds_left))
        full = int(WIDTH_OF_BAR * done)
        bar = "━" * full + "╌" * (WIDTH_OF_BAR - full)
        self._draw("work", f"{doing} {bar} {done:.0%}, {left} left")

    def count(self, doing: str, done: int, total: int, seconds_left: float | None = None) -> None:
        self.work(f"{doing}: {done:,} of {total:,}", done / max(total, 1), seconds_left)

    @contextmanager
    def live(self, text: Callable[[], str]) -> Iterator[None]:
        """Keep a text on standard output up to date; it stays there when this ends."""
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        self._is_covered = True
        with Live(
            console=Console(highlight=False),
            refresh_per_second=8,
            get_renderable=lambda: Text.from_ansi(text()),
        ):
            yield
        self._is_covered = False

    def clear(self) -> None:
        """Take the line away, so that others can write."""
        if self._is_drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_drawn = False

    def __exit__(self, *_: object) -> None:
        self.clear()

    def _can_draw(self) -> bool:
        return not self._is_covered and sys.stderr is not None and sys.stderr.isatty()

    def _draw(self, doing: str, line: str) -> None:
        now = monotonic()
        if not self._can_draw() or (doing == self._doing and now < self._next_drawing):
            return
        self._doing = doing
        self._next_drawing = now + SECONDS_BETWEEN_LOOKS
        self._is_drawn = True
        sys.stderr.write(f"\r\x1b[K{printable(line)[: terminal.width(sys.stderr) - 1]}")
        sys.stderr.flush()


@contextmanager
def catch_interrupt() -> Iterator[Cancelled]:
    """Ctrl-C: the first asks what is under way to stop and to tell what it has, the second ends it.

    >>> with catch_interrupt() as interrupted:
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


def run(
    search: "Search | ProcessSearch",
    limits: Limits,
    display: Display,
    patience: float | None = None,
) -> Result:
    """Search within the limits; Ctrl-C ends it with what was counted so far.

    With `patience`, a person at a terminal is shown progress. When no time limit is set and
    `patience` seconds pass without a solution, the person is asked whether to go on; the next
    question comes after as long again.
    """
    if not terminal.is_interactive():
        patience = None
    progress = None if patience is None else display.follow(search)
    if patience is not None:
        # Patience is for searching: what is being built when it ends would have to be built anew.
        with catch_interrupt() as interrupted:
            if (stopped := search.prepare(limits, interrupted)) is not None:
                return stopped
    while True:
        asking = patience is not None and limits.seconds is None
        stretch = replace(limits, seconds=patience) if asking else limits
        with catch_interrupt() as interrupted:
            result = search.advance(
                stretch, progress=progress, cancelled=interrupted, improved=display.show_best
            )
        display.clear()
        if result.status is Status.MEMORY_LIMIT and limits.memory is None:
            tell(ABOUT_MEMORY)
        unfinished = result.status is Status.TIME_LIMIT and not result.solved
        if patience is None or not (asking and unfinished):
            return result
        if not _wants_more(_describe_progress(result.counters, search.outlook)):
            return replace(result, status=Status.CANCELLED)
        patience *= 2


def _wants_more(so_far: str) -> bool:
    import click  # few wait so long

    click.echo(f"No solution yet: {so_far}.", err=True)
    try:
        return click.confirm("Continue searching?", default=None, err=True)
    except click.Abort:
        return False


def _describe_progress(counters: Counters, outlook: "Outlook | None") -> str:
    if outlook is not None:
        return f"{outlook}; {counters.seconds:.0f} s so far"
    return (
        f"{counters.expanded:,} expanded, {counters.frontier:,} waiting, "
        f"depth {counters.max_depth:,}, {counters.seconds:.0f} s"
    )


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
