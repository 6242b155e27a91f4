"""Run searches for commands: with progress, stopped by Ctrl-C, users' own code in a job."""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from slidelab.cli.console import Display, interruptible, is_terminal, print_note
from slidelab.heuristics import HEURISTICS
from slidelab.jobs import Channel, Job, JobError
from slidelab.own_code import OwnCodeError, is_file_name
from slidelab.puzzle import Board
from slidelab.search import ALGORITHMS, Counters, Limits, Status
from slidelab.solving import Result, Search, SearchSpec
from slidelab.system.progress import Cancelled

LOAD_SECONDS = 5.0
"""How long a file of the user may take to load, and a call of its functions to return."""
POLL_SECONDS = 0.1
ABOUT_MEMORY = "By default, a search stops at 75% of free memory; change it with --memory-limit."


def load_own_code(algorithms: Iterable[str | None], heuristics: Iterable[str | None]) -> None:
    """Load the user's files among the names; raises OwnCodeError, also for one that hangs."""
    named = [
        [name for name in names if name and is_file_name(name)]
        for names in (algorithms, heuristics)
    ]
    if not any(named):
        return
    run_in_job(_load, (*named,), "the file did not load")
    # It loads there, so it does here; what it prints is not part of a result.
    with redirect_stdout(sys.stderr):
        _load(None, *named)


def _load(channel: Channel | None, algorithms: list[str], heuristics: list[str]) -> None:
    for name in algorithms:
        ALGORITHMS[name]
    for name in heuristics:
        HEURISTICS[name]


def run_in_job(
    function: Any, args: tuple[Any, ...], doing: str, display: Display | None = None
) -> Any:
    """Run a function that calls the user's code in a process, and return what it returns.

    Its events are shown as progress. Ctrl-C kills it. Raises OwnCodeError that begins with `doing`
    if the process hangs or dies.
    """
    try:
        with Job(function, args, hang_seconds=LOAD_SECONDS) as job:
            for event in job.events():
                if display is not None:
                    display.work(*event)
            return job.result
    except JobError as error:
        raise OwnCodeError(f"{doing}: {error}") from None


def run_search(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    limits: Limits,
    display: Display,
    *,
    force: bool = False,
    checkpoint: Path | None = None,
) -> Result:
    """Search within the limits; the first Ctrl-C ends the search with what was counted so far."""
    with interruptible() as interrupted:
        if spec.uses_own_code:
            result = search_in_job(start, goal, spec, limits, display, interrupted, force)
        else:
            task = Search(
                start, goal, spec, force=force, announce=display.announce, kept_in=checkpoint
            )
            progress = display.searching if is_terminal(sys.stderr) else None
            result = task.advance(limits, progress=progress, cancelled=interrupted)
    display.clear()
    if result.status is Status.MEMORY_LIMIT and limits.memory is None:
        print_note(ABOUT_MEMORY)
    return result


def search_in_job(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    limits: Limits,
    display: Display,
    interrupted: Cancelled,
    force: bool = False,
) -> Result:
    """Search with the user's own code in a process, which is killed if it hangs or on Ctrl-C."""
    counters = Counters()
    try:
        with Job(_search, (start, goal, spec, limits, force), hang_seconds=LOAD_SECONDS) as job:
            for event in job.events(timeout=POLL_SECONDS):
                if interrupted():
                    job.kill()
                elif isinstance(event, Counters):
                    counters = event
                    display.searching(counters)
                elif event is not None:
                    display.announce(*event)
            if job.result is not None:
                result: Result = job.result
                return result
    except JobError as error:
        used = spec.algorithm_name, spec.heuristic_name
        names = " or ".join(name for name in used if name and is_file_name(name))
        raise OwnCodeError(f"{names}: {error}") from None
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
    def announce(doing: str, fraction: float | None) -> None:
        channel.send((doing, fraction))

    task = Search(start, goal, spec, force=force, announce=announce)
    return task.advance(limits, progress=channel.send)
