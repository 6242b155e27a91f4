"""Quick requests and jobs, whether they run on the server or in Pyodide.

Nothing here needs FastAPI or Pydantic. Each function takes a request of `schemas`, the `Lab` and a
callback for events, and returns its result as JSON carries it. To stop a job, its caller ends the
process or the worker.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from slidelab.engines.sizes import EXACT, SMALL, is_in_corner
from slidelab.errors import SlidelabError
from slidelab.lab.rows import COLUMNS, row_of
from slidelab.puzzle import Board, Shape, at_distance, format_moves, goal_board, new_seed
from slidelab.search import PRESETS, Counters, Limits, Status
from slidelab.search.spec import AUTO
from slidelab.solving import Result, Search, SearchSpec
from slidelab.solving.formats import as_driver, csv_text
from slidelab.solving.rows import VERSIONS, Row, read_row, rows_on_one_engine
from slidelab.system.progress import CancelledError, monitored, stopping_when
from slidelab.web import schemas
from slidelab.web.names import check_heuristic, check_name

if TYPE_CHECKING:
    from slidelab.jobs import Channel
    from slidelab.lab.proof import HeuristicProof

Report = Callable[..., None]
"""Called with the name of an event and its data: report("progress", counters={...})."""

LOG = logging.getLogger("slidelab.web")

FILM_EVENTS = 100_000
PROOF_SECONDS = 120.0
_SPEC_FIELDS = ("algorithm", "heuristic", "preset", "conventions", "parameters", "engine")


@dataclass(frozen=True)
class Lab:
    """What requests may name and use."""

    algorithms: list[str]
    heuristics: list[str]
    engines: list[str]
    seconds: float = 600.0
    film_seconds: float = 10.0
    memory: int | None = None
    record: Callable[[Result], object] | None = None
    """Records a finished search for the statistics."""


def make_lab(catalogue: dict[str, Any], **limits: Any) -> Lab:
    """Return the lab that offers what a catalogue names."""
    algorithms = [page["name"] for page in catalogue["algorithms"]]
    heuristics = [page["name"] for page in catalogue["heuristics"]]
    return Lab(algorithms, heuristics, catalogue["engines"], **limits)


def check(request: schemas.CheckRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Read a board in any notation."""
    board = Board(request.text, request.shape)
    return {"cells": list(board.state), "shape": str(board.shape)}


def rows(request: schemas.RowsRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Return the searches that the rows of a comparison stand for."""
    shape = Shape.parse(request.shape)
    check_heuristic(request.heuristic, lab.heuristics)
    usual = SearchSpec.from_dict({**_spec_fields(request), "algorithm": None})
    found = []
    for text in request.rows:
        algorithm, *words = text.split() or [""]
        check_name("algorithm", algorithm, lab.algorithms)
        for word in words:
            if "=" not in word and word not in (*VERSIONS, *PRESETS, "random"):
                check_heuristic(word, lab.heuristics)
        found.append(read_row(text, usual, shape))
    return {"rows": [_describe_row(row) for row in rows_on_one_engine(found, shape)]}


def scramble(request: schemas.ScrambleRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Draw a small board at an exact distance from the goal; the page draws all others."""
    shape = Shape.parse(request.shape)
    if shape.cells > SMALL:
        raise SlidelabError(f"here boards of up to {SMALL} cells are drawn at a distance")
    board = at_distance(goal_board(request.goal, shape), request.distance, new_seed())
    return {"cells": list(board.state)}


def stats(request: schemas.StatsRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Return the averages of the recorded searches by path cost."""
    from slidelab.lab.trials import TrialStore, records_trials

    with TrialStore() as store:
        trials = store.select(**vars(request))
    return describe_averages(trials, recording=lab.record is not None and records_trials())


def search(request: schemas.SearchRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Search for a path; reports progress and each improvement."""

    def progress(counters: Counters) -> None:
        report("progress", counters=asdict(counters))

    def improved(result: Result) -> None:
        report("improved", counters=asdict(result.counters), best=describe_result(result))

    task = _make_search(request, lab)
    limits = _limits(request, lab, lab.seconds)
    result = task.advance(limits, progress=progress, improved=improved)
    if lab.record is not None:
        lab.record(result)
    return describe_result(result)


def film(request: schemas.SearchRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Record every event of a search by the textbook engine."""
    from slidelab.lab.film import record

    def progress(counters: Counters, events: int) -> None:
        fraction = events / FILM_EVENTS
        report("progress", counters=asdict(counters), events=events, fraction=fraction)

    task = _make_search(replace(request, engine="textbook"), lab)
    limits = _limits(request, lab, lab.film_seconds)
    return record(task, limits, FILM_EVENTS, progress=progress).to_dict()


def trace(request: schemas.SearchRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Sample a search at a few hundred moments."""
    from slidelab.lab.trace import trace as sample

    return sample(
        _make_search(replace(request, engine="textbook"), lab),
        _limits(request, lab, lab.film_seconds),
        progress=lambda counters: report("progress", counters=asdict(counters)),
    ).to_dict()


def prove(request: schemas.ProveRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Check whether a heuristic is admissible and consistent."""
    from slidelab.lab.prove import prove as prove_heuristic

    goal = goal_board(request.goal, Shape.parse(request.shape))
    check_heuristic(request.heuristic, [name for name in lab.heuristics if name != AUTO])

    def describe(proof: "HeuristicProof") -> dict[str, Any]:
        return {"status": "done", **proof.to_dict(), "goal": list(goal.state)}

    def found(proof: "HeuristicProof") -> None:
        report("improved", best=describe(proof))

    with stopping_when(_deadline()):
        return describe(prove_heuristic(request.heuristic, goal, found=found))


def explain(request: schemas.ExplainRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """Find the conventions behind printed numbers."""
    from slidelab.course.explain import Observation, explain_program

    shape = Shape.parse(request.shape)
    check_name("algorithm", request.algorithm, ["any", *lab.algorithms])
    check_name("heuristic", request.heuristic, lab.heuristics)
    goal = goal_board(request.goal, shape)
    printed = [
        Observation.of(Board(each.cells, request.shape), goal, {**each.counts, "path": each.path})
        for each in request.boards
    ]
    with stopping_when(_deadline()):
        found = explain_program(printed, request.algorithm, request.heuristic)
    return {"status": "done", **found.to_dict()}


Work = Callable[[Any, Lab, Report], dict[str, Any]]

KINDS: dict[str, tuple[type, Work]] = {
    "check": (schemas.CheckRequest, check),
    "rows": (schemas.RowsRequest, rows),
    "scramble": (schemas.ScrambleRequest, scramble),
    "stats": (schemas.StatsRequest, stats),
    "search": (schemas.SearchRequest, search),
    "film": (schemas.SearchRequest, film),
    "trace": (schemas.SearchRequest, trace),
    "prove": (schemas.ProveRequest, prove),
    "explain": (schemas.ExplainRequest, explain),
}
"""The request that each kind of work takes, and the function that does it."""

ANSWERS = ("check", "rows", "scramble", "stats")
"""Kinds that take no time. The others are jobs, which report events."""


def run(function: Work, request: Any, lab: Lab, report: Report) -> None:
    """Run a job, and report its result, or an `error` with the reason."""
    try:
        with monitored(lambda doing, part: report("progress", doing=doing, fraction=part)):
            result = function(request, lab, report)
    except Exception as error:
        report("error", **explain_error(error))
    else:
        report("result", result=result)


def run_in_child(channel: "Channel", kind: str, request: Any, lab: Lab) -> None:
    """Run a job in its child process, without FastAPI; send its events as lines of JSON."""
    _, function = KINDS[kind]
    run(function, request, lab, lambda event, **data: channel.send(write_event(event, **data)))


def write_event(event: str, **data: Any) -> str:
    """Return an event as a line of JSON."""
    return json.dumps({"event": event, **data}, separators=(",", ":")) + "\n"


def explain_error(error: Exception) -> dict[str, Any]:
    """Describe an error for visitors; raises it again if it is a bug."""
    if isinstance(error, MemoryError):
        problem = "The search used all the memory that it may use."
        return {"title": "Out of memory", "problems": [problem]}
    if isinstance(error, CancelledError):
        problem = "This took too long. Choose a smaller board."
        return {"title": "Out of time", "problems": [problem]}
    if not isinstance(error, SlidelabError):
        raise error
    return {"title": "Check your input", "problems": error.problems}


def describe_result(result: Result) -> dict[str, Any]:
    """Return a result for JSON: the moves as letters, and files to save."""
    moves = None if result.moves is None else format_moves(result.moves, style="letters")
    files = {
        "output.txt": as_driver(result) + "\n",
        "result.csv": csv_text(COLUMNS, [row_of(result)]) + "\n",
    }
    return result.to_dict() | {"moves": moves, "files": files}


def describe_averages(trials: list[dict[str, Any]], recording: bool) -> dict[str, Any]:
    """Return the averages of trials for JSON, with a file to save."""
    from slidelab.lab.trials import as_csv, average

    rows = average(trials)
    csv = f"{as_csv(rows)}\n"
    return {"recording": recording, "trials": len(trials), "rows": rows, "csv": csv}


def record_trial(result: Result) -> None:
    """Record a search in the trials of this machine's user."""
    from slidelab.lab.trials import record, trial_of

    if result.status is not Status.CANCELLED:
        record([trial_of(result, "page")], LOG.warning)


def _make_search(request: schemas.SearchRequest, lab: Lab) -> Search:
    board = Board(request.cells, request.shape)
    goal = goal_board(request.goal, board.shape)
    check_name("algorithm", request.algorithm, lab.algorithms)
    check_heuristic(request.heuristic, lab.heuristics)
    check_name("engine", request.engine, lab.engines)
    fields = _spec_fields(request)
    # The pattern databases of every other goal would fill the disk.
    if goal.shape.cells > SMALL and not is_in_corner(goal):
        if request.heuristic == AUTO:
            raise SlidelabError(
                "auto needs a goal with the blank in a corner; choose another heuristic"
            )
        if request.algorithm is None and goal.shape.cells <= EXACT:
            fields["algorithm"] = "anytime"
    spec = SearchSpec.from_dict(fields)
    # The other cores are for the other visitors.
    return Search(board, goal, spec, force=request.force, cores=1)


def _limits(request: schemas.SearchRequest, lab: Lab, seconds: float) -> Limits:
    return Limits(seconds=min(request.seconds or seconds, lab.seconds), memory=lab.memory)


def _deadline() -> Callable[[], bool]:
    end = monotonic() + PROOF_SECONDS
    return lambda: monotonic() > end


def _spec_fields(request: schemas.SpecRequest) -> dict[str, Any]:
    return {name: getattr(request, name) for name in _SPEC_FIELDS}


def _describe_row(row: Row) -> dict[str, Any]:
    first = row.specs[0]
    searches = [spec.to_dict() | {"conventions": spec.deviations()} for spec in row.specs]
    return {
        "label": row.label,
        "counted_as": first.counted_as if len(searches) == 1 else None,
        "promises_shortest": first.promises_shortest and first.method.seconds is None,
        "searches": [{name: each[name] for name in _SPEC_FIELDS} for each in searches],
    }
