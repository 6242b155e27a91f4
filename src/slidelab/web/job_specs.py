"""What the page has worker processes do. A spec travels to a worker and is carried out there.

Nothing here runs in the server's own process, and nothing here needs the server's libraries.
"""

import gzip
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.processes import Paused, Reporter
from slidelab.puzzle import Board, Move, Shape, format_moves
from slidelab.puzzle.scramble import layers
from slidelab.search import Counters, Limits, Status
from slidelab.search.by_hand import solve_by_hand
from slidelab.solving import Result, Search, SearchSpec
from slidelab.solving.formats import as_files
from slidelab.solving.games import board_at, find_next_move, review
from slidelab.system.progress import Cancelled, Progress, monitored, stopping_when, throttle
from slidelab.web.problems import LOG

if TYPE_CHECKING:
    from slidelab.course.explain import Inquiry, Match
    from slidelab.lab.proof import HeuristicProof

_FILM_COMPRESSION = 3  # twice as quick as the usual 6, and a film grows by a tenth
_MOST_MATCHES = 20


@dataclass(slots=True)
class SearchJob:
    """Search for a solution."""

    start: Board
    goal: Board
    spec: SearchSpec
    force: bool = False
    keep: Callable[[Result], object] | None = None
    """What remembers a search that came to an end for the statistics, if anything does."""
    prepare_seconds: float | None = None
    """How long it may prepare: to pause then would be to start over."""
    repeat: bool = False
    """Whether a short search is repeated, and timed by the median."""
    _task: Search | None = None

    def task(self, report: Reporter) -> Search:
        """The search that is asked for; raises ValueError when its parts do not fit together."""

        def announce(doing: str, fraction: float | None) -> None:
            report({"doing": doing, "fraction": fraction, "counters": asdict(Counters())})

        # The other cores are for the other visitors.
        return Search(
            self.start, self.goal, self.spec, force=self.force, announce=announce, cores=1
        )

    def run(
        self, limits: Limits, report: Reporter, cancelled: Cancelled
    ) -> dict[str, Any] | Paused:
        """Search on. Memory cannot be given back, so reaching its limit is an end."""

        task = self._task = self._task or self.task(report)

        def progress(counters: Counters) -> None:
            outlook = task.outlook
            told = {} if outlook is None else {"outlook": outlook.to_dict()}
            report({"counters": asdict(counters), **told})

        def improved(result: Result) -> None:
            report({"counters": asdict(result.counters), "best": describe_result(result)})

        result = task.advance(limits, progress=progress, cancelled=cancelled, improved=improved)
        if self.keep is not None and not result.status.can_continue:
            self.keep(result)
        may_go_on = result.status in (Status.TIME_LIMIT, Status.NODE_LIMIT)
        return Paused(describe_result(result)) if may_go_on else describe_result(result)


def describe_result(result: Result) -> dict[str, Any]:
    """The result as JSON carries it: the moves as one string of letters, and files to save."""
    moves = None if result.moves is None else format_moves(result.moves, style="letters")
    return result.to_dict() | {"moves": moves, "files": as_files(result)}


def record_trial(result: Result) -> None:
    """Remember a search among the trials of the person whose machine this is."""
    from slidelab.lab.trials import record

    record([result], "page", warn=LOG.warning)


class FilmJob(NamedTuple):
    """Record a film of a search; it comes as compressed JSON, ready to be sent."""

    search: SearchJob
    most_events: int

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> bytes:
        """Search with the textbook engine, which alone can be watched."""
        from slidelab.lab.film import record

        spec = replace(self.search.spec, engine="textbook")
        task = replace(self.search, spec=spec).task(report)

        def progress(counters: Counters, events: int) -> None:
            film = {"doing": "filming", "events": events, "fraction": events / self.most_events}
            report({"counters": asdict(counters), **film})

        film = record(task, limits, self.most_events, cancelled, progress)
        text = json.dumps(film.to_dict(), separators=(",", ":"))
        return gzip.compress(text.encode(), _FILM_COMPRESSION, mtime=0)


class TraceJob(NamedTuple):
    """Note the course of a search, and time it unobserved."""

    search: SearchJob

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """The trace, with the seconds that the search takes by itself."""
        from slidelab.lab.trace import trace

        def progress(counters: Counters) -> None:
            report({"counters": asdict(counters)})

        spec = replace(self.search.spec, engine="textbook")
        job = replace(self.search, spec=spec, repeat=True)
        found = trace(job.task(report), limits, cancelled=cancelled, progress=progress)
        if found.result.status.can_continue:
            return found.to_dict() | {"seconds": found.result.counters.seconds}
        timed = job.run(limits, report, cancelled)
        seconds = (timed.value if isinstance(timed, Paused) else timed)["seconds"]
        return found.to_dict() | {"seconds": seconds}


class ScrambleJob(NamedTuple):
    """Draw a board at an exact distance, which takes a search of its own."""

    goal: Board
    distance: int
    seed: int

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> list[int]:
        """The cells; raises BadScramble when there is no such board."""
        board = board_at(self.goal, self.distance, self.seed, cancelled=cancelled)
        return list(board.state)


class DistancesJob(NamedTuple):
    """Find the distances of all boards of a small shape."""

    goal: Board

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> tuple[bytes, bytes]:
        """All states in order, one after another, and the distance of each."""
        with stopping_when(cancelled):
            by_depth = enumerate(layers(self.goal))
            found = sorted((state, depth) for depth, layer in by_depth for state in layer)
        return b"".join(state for state, _ in found), bytes(depth for _, depth in found)


class NextMoveJob(NamedTuple):
    """Find the best next move in the time there is."""

    board: Board
    goal: Board
    databases: bool
    """Whether its pattern databases are ready (see `DatabasesJob`)."""

    def run(
        self, limits: Limits, report: Reporter, cancelled: Cancelled
    ) -> tuple[list[Move], int, str | None]:
        """A path, how many moves are needed at least, and what a person would do first."""
        with stopping_when(cancelled):
            found = find_next_move(
                self.board, self.goal, limits, prepare=self.databases, cancelled=cancelled
            )
        assert found.moves is not None
        assert found.lower_bound is not None
        tip = None if found.proven else next(solve_by_hand(self.board, self.goal)).words
        return found.moves, found.lower_bound, tip


class DatabasesJob(NamedTuple):
    """Have the pattern databases for goals with this blank built, or read if they are there."""

    shape: Shape
    blank: int

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> None:
        """Solve what is solved, with them."""
        tiles = list(range(1, self.shape.cells))
        goal = Board([*tiles[: self.blank], 0, *tiles[self.blank :]], self.shape)
        spec = SearchSpec("ida", affordable(self.shape))
        Search(goal, goal, spec).advance(limits, cancelled=cancelled)


class ReviewJob(NamedTuple):
    """Look at a game again, board by board."""

    start: Board
    goal: Board
    moves: tuple[Move, ...]

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """How far from the goal each board was, as bounds."""
        with stopping_when(cancelled):
            found = review(
                self.start,
                self.goal,
                self.moves,
                seconds=limits.seconds or 0.0,
                progress=_progress_to(report),
                cancelled=cancelled,
            )
        status = "cancelled" if cancelled() else "done"
        return {"status": status, "at_least": found.at_least, "at_most": found.at_most}


class ProofJob(NamedTuple):
    """Check a heuristic on every board, or on many."""

    heuristic: str
    goal: Board
    count_blank: bool
    boards: int
    """How many boards of each distance are searched."""

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """Do the proof; raises ValueError when there is not enough time for it."""
        from slidelab.lab.prove import prove
        from slidelab.system.progress import CancelledError

        end = monotonic() + (limits.seconds or 0.0)
        try:
            proof = prove(
                self.heuristic,
                self.goal,
                count_blank=self.count_blank,
                boards=self.boards,
                progress=_progress_to(report),
                found=lambda proof: report({"best": self._describe(proof)}),
                cancelled=lambda: cancelled() or monotonic() > end,
            )
        except CancelledError:
            if cancelled():
                return {"status": "cancelled"}
            raise ValueError(
                f"the proof was not done after {limits.seconds:g} seconds, which is the limit here"
            ) from None
        return self._describe(proof)

    def _describe(self, proof: "HeuristicProof") -> dict[str, Any]:
        # As everywhere in the API, the goal is told by its cells.
        return {"status": "done", **proof.to_dict(), "goal": list(self.goal.state)}


class ExplanationJob(NamedTuple):
    """Find the conventions that lead to the numbers that a program printed."""

    printed: list[tuple[Board, Board, dict[str, Any]]]
    """Boards with their goals and numbers."""
    algorithm: str
    heuristic: str | None

    def inquiry(self) -> "Inquiry":
        """The inquiry; raises ValueError where that makes no sense."""
        from slidelab.course.explain import Inquiry

        return Inquiry(self.printed, algorithm=self.algorithm, heuristic=self.heuristic)

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """Try conventions until all are tried or time is up; report matches as they come."""
        from slidelab.course.explain.answer import answer

        inquiry = self.inquiry()
        end = monotonic() + (limits.seconds or 0.0)
        matches: list[Match] = []

        def tell_all(news: dict[str, Any]) -> None:
            report(news | {"matches": [match.to_dict() for match in matches[:_MOST_MATCHES]]})

        progress = _progress_to(tell_all)
        for match in inquiry.matches(progress, lambda: cancelled() or monotonic() > end):
            matches.append(match)
        stopped = "stopped" if monotonic() > end else "done"
        told = answer(inquiry, matches, cancelled).to_dict()
        return told | {
            "status": "cancelled" if cancelled() else stopped,
            "found": len(told["matches"]),
            "matches": told["matches"][:_MOST_MATCHES],
        }


class WarmupJob:
    """Compile all searches in a worker process; reports the steps done and their total.

    Nothing is reported before something is really compiled: code of an earlier run is only loaded.
    """

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> None:
        """Compile until everything is on disk; kill the process to stop it."""
        from slidelab.engines.compiled.warmup import STEPS, warmup

        done, compiling = 0, False

        def on_step(doing: str, fraction: float | None) -> None:
            nonlocal done
            done = round((fraction or 0) * len(STEPS))
            if compiling:
                report((done, len(STEPS)))

        def on_progress(doing: str, fraction: float | None) -> None:
            nonlocal compiling
            # Tables are built on the way, too, each time.
            if not compiling and doing.startswith("compiling"):
                compiling = True
                report((done, len(STEPS)))

        with monitored(on_progress, lambda doing, size: None):
            warmup(on_step)


def _progress_to(report: Reporter) -> Progress:
    return throttle(lambda doing, fraction: report({"doing": doing, "fraction": fraction}))
