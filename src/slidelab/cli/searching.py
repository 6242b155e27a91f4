"""Run searches for commands: with progress, stopped by Ctrl-C, users' own code in a process."""

import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from slidelab.cli.console import Display, interruptible, print_note
from slidelab.jobs import Channel, Job, JobError
from slidelab.own_code import OwnCodeError, file_and_object, is_file_name, load_file
from slidelab.puzzle import Board
from slidelab.search import Counters, Limits, Status
from slidelab.solving import Result, Search, SearchSpec
from slidelab.system.progress import Cancelled, monitored

LOAD_SECONDS = 5.0
"""How long a user's file may take to load, and a call of its functions to return."""
POLL_SECONDS = 0.1
ABOUT_MEMORY = "By default, a search stops at 75% of free memory; change it with --memory-limit."


def load_own_code(names: Iterable[str | None]) -> None:
    """Load the user's files among the names; raises OwnCodeError, also if one hangs."""
    files = [file_and_object(name)[0] for name in names if name and is_file_name(name)]
    if files:
        run_in_job(_load, (files,), "the file did not load")
        with redirect_stdout(sys.stderr):  # what it prints is not part of a result
            _load(None, files)


def _load(channel: Channel | None, files: list[str]) -> None:
    for path in files:
        load_file(path)


def run_in_job(
    function: Any,
    args: tuple[Any, ...],
    doing: str,
    show: Callable[[Any], object] = lambda event: None,
    interrupted: Cancelled = lambda: False,
) -> Any:
    """Call a function that runs the user's code in a process, and return what it returns.

    `show` is called with each of its events. Once interrupted, it is killed, and None is returned.
    Raises OwnCodeError that begins with `doing` if the process hangs or dies.
    """
    try:
        with Job(function, args, hang_seconds=LOAD_SECONDS) as job:
            for event in job.events(timeout=POLL_SECONDS):
                if interrupted():
                    job.kill()
                elif event is not None:
                    show(event)
            return job.result
    except JobError as error:
        raise OwnCodeError(f"{doing}: {error}") from None


def run_search(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    limits: Limits,
    force: bool = False,
    checkpoint: Path | None = None,
) -> Result:
    """Search with progress; the first Ctrl-C ends the search with the counts so far."""
    with interruptible() as interrupted, Display() as display:
        if spec.uses_own_code:
            result = search_in_job(start, goal, spec, limits, force, display, interrupted)
        else:
            task = Search(start, goal, spec, force=force, kept_in=checkpoint)
            result = task.advance(limits, progress=display.searching, cancelled=interrupted)
    if result.status is Status.MEMORY_LIMIT and limits.memory is None:
        print_note(ABOUT_MEMORY)
    return result


def search_in_job(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    limits: Limits,
    force: bool,
    display: Display,
    interrupted: Cancelled,
) -> Result:
    """Search with the user's own code in a process, which is killed if it hangs or on Ctrl-C."""
    counters = Counters()

    def show(event: Any) -> None:
        nonlocal counters
        if isinstance(event, Counters):
            counters = event
            display.searching(counters)
        else:
            display.work(*event)

    arguments = start, goal, spec, limits, force
    result: Result | None = run_in_job(_search, arguments, spec.name, show, interrupted)
    if result is not None:
        return result
    return Result(
        status=Status.CANCELLED,
        start=start,
        goal=goal,
        spec=spec.resolve(start.shape),
        engine="textbook",
        moves=None,
        counters=counters,
    )


def _search(
    channel: Channel, start: Board, goal: Board, spec: SearchSpec, limits: Limits, force: bool
) -> Result:
    with monitored(lambda *doing: channel.send(doing)):
        return Search(start, goal, spec, force=force).advance(limits, progress=channel.send)
