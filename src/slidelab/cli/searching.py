"""Run searches for commands: with progress, stopped by Ctrl-C, users' own code in a process."""

import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Any

from slidelab.cli.console import interruptible
from slidelab.jobs import Channel, Job, JobError
from slidelab.own_code import OwnCodeError, file_and_object, is_file_name, load_file
from slidelab.search import Counters, Limits, Status
from slidelab.solving import Result, Search
from slidelab.system.progress import Cancelled, CancelledError, report_progress

CALL_SECONDS = 5.0
"""How long a user's file may take to load, and a call of its functions to return."""
POLL_SECONDS = 0.1


def load_own_code(names: Iterable[str]) -> None:
    """Load the user's files among the names; raises OwnCodeError, also if one hangs."""
    for path in [file_and_object(name)[0] for name in names if is_file_name(name)]:
        run_in_job(_load, (path,), "the file did not load")
        with redirect_stdout(sys.stderr):  # what it prints is not part of a result
            load_file(path)


def _load(channel: Channel, path: str) -> None:
    load_file(path)


def run_in_job(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    doing: str,
    *,
    hang_seconds: float | None = CALL_SECONDS,
    show: Callable[[Any], object] = lambda event: None,
    interrupted: Cancelled = lambda: False,
) -> Any:
    """Call a function in a process, and return what it returns.

    Its progress is reported here, and `show` is called with each event that it sends. Raises
    OwnCodeError that begins with `doing` if the process dies or is silent for `hang_seconds`, as
    the user's code may be, and CancelledError once it was interrupted and killed.
    """
    try:
        with Job(function, args, hang_seconds=hang_seconds) as job:
            for event in job.events(timeout=POLL_SECONDS):
                if interrupted():
                    raise CancelledError
                if event is not None:
                    show(event)
            return job.result
    except JobError as error:
        raise OwnCodeError(f"{doing}: {error}") from None


def run_search(task: Search, limits: Limits) -> Result:
    """Search with progress; the first Ctrl-C ends the search with the counts so far."""
    with interruptible() as interrupted:
        return advance(task, limits, interrupted)


def advance(task: Search, limits: Limits, interrupted: Cancelled) -> Result:
    """Search; with the user's own code in a process, which is killed if it hangs or on Ctrl-C."""
    counters = Counters()

    def show(latest: Counters) -> None:
        nonlocal counters
        counters = latest
        reached = f"{counters.frontier:,} waiting, depth {counters.max_depth:,}"
        if (bound := task.lower_bound) is not None:
            reached = f"no solution below {bound:,g} moves"
        report_progress(f"searching: {counters.expanded:,} expanded, {reached} (Ctrl-C stops)")

    if not task.spec.uses_own_code:
        return task.advance(limits, progress=show, cancelled=interrupted)
    try:
        result: Result = run_in_job(
            _advance, (task, limits), task.spec.name, show=show, interrupted=interrupted
        )
    except CancelledError:
        status, engine = Status.CANCELLED, task.engine
        return Result(status, task.start, task.goal, task.spec, engine, None, counters)
    return result


def _advance(channel: Channel, task: Search, limits: Limits) -> Result:
    return task.advance(limits, progress=channel.send)
