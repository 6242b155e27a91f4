"""What a worker process can be asked to do. An order travels to the worker and is done there.

An order begins a `Work`, which advances until it is done or a limit is reached. Nothing here runs
in the server's own process.
"""

import gzip
import json
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from slidelab.puzzle import Board, at_distance, format_moves
from slidelab.search import Conventions, Counters, Limits
from slidelab.solving import Result, SearchSpec, Task

Report = Callable[[dict[str, Any]], None]
Cancelled = Callable[[], bool]

LOG = logging.getLogger("slidelab.web")

_FILM_COMPRESSION = 3  # twice as quick as the usual 6, and a film grows by a tenth


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a stretch of work; `paused` work can be advanced again."""

    data: Any
    paused: bool = False


class Work(Protocol):
    """Something under way in a worker."""

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Work until the end or a limit."""


class Order(Protocol):
    """Something to do in a worker. It raises ValueError when it makes no sense."""

    def begin(self, report: Report) -> Work:
        """Get ready. What takes long before the work proper is told to `report`."""


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """Search for a solution."""

    start: Board
    goal: Board
    algorithm: str
    heuristic: str
    preset: str
    conventions: Conventions
    engine: str
    force: bool = False
    record: bool = True
    """Whether the search counts in the statistics."""
    parameters: dict[str, Any] = field(default_factory=dict)

    def task(self, report: Report, engine: str | None = None) -> Task:
        """The search that is ordered; raises ValueError when its parts do not fit together."""

        def announce(doing: str, fraction: float | None) -> None:
            report({"doing": doing, "fraction": fraction, "counters": asdict(Counters())})

        spec = SearchSpec(
            self.algorithm,
            self.heuristic,
            parameters=self.parameters,
            preset=self.preset,
            conventions=self.conventions,
            engine=engine or self.engine,
        )
        return Task(self.start, self.goal, spec, force=self.force, announce=announce)

    def begin(self, report: Report) -> Work:
        """Set up the search."""
        return _Search(self.task(report), self.record)


class _Search:
    def __init__(self, task: Task, record: bool) -> None:
        self._task = task
        self._record = record

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Search on. Memory cannot be given back, so reaching its limit is an end."""

        def progress(counters: Counters) -> None:
            report({"counters": asdict(counters)})

        result = self._task.advance(limits, progress=progress, cancelled=cancelled)
        if self._record and not result.status.can_continue:
            record_trial(result)
        return Outcome(result_dict(result), paused=result.status.can_continue)


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """Record a film of a search."""

    search: SearchOrder
    most_events: int

    def begin(self, report: Report) -> Work:
        """Set up the search; only the textbook can be watched."""
        return _Filming(self.search.task(report, engine="textbook"), self.most_events)


class _Filming:
    def __init__(self, task: Task, most_events: int) -> None:
        self._task = task
        self._most_events = most_events

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Record the film; it comes as compressed JSON, ready to be sent."""
        from slidelab.lab.film import record

        film = record(self._task, limits, self._most_events, cancelled)
        text = json.dumps(film.to_dict(), separators=(",", ":"))
        return Outcome(gzip.compress(text.encode(), _FILM_COMPRESSION, mtime=0))


@dataclass(frozen=True, slots=True)
class ScrambleOrder:
    """Draw a board at an exact distance, which takes a search of its own."""

    goal: Board
    distance: int
    seed: int

    def begin(self, report: Report) -> Work:
        """There is nothing to prepare."""
        return self

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Draw the board; raises BadScramble when there is none."""
        return Outcome(list(at_distance(self.goal, self.distance, self.seed).state))


def record_trial(result: Result) -> None:
    """Remember a search that came to an end for the statistics."""
    from slidelab.lab.recording import record

    record([result], "page", warn=LOG.warning)


def result_dict(result: Result) -> dict[str, Any]:
    """The result as JSON carries it, with the moves as one string of letters."""
    moves = None if result.moves is None else format_moves(result.moves, style="letters")
    return result.to_dict() | {"moves": moves}
