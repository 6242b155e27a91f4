"""The lab in the browser: Pyodide runs it in a web worker, in place of the server.

Needs only Python's standard library. The page stops a job by ending its worker.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slidelab import heuristics
from slidelab.lab.rows import Row
from slidelab.lab.trials import trial_of
from slidelab.puzzle import Board, goal_board, parse_moves
from slidelab.search import Counters, Status
from slidelab.search.problem import Node
from slidelab.solving import Result, SearchSpec
from slidelab.web import schemas, work
from slidelab.web.typed_code import try_code, write_files


@dataclass(kw_only=True)
class TrialsRequest:
    """The trials that the browser recorded, and which of them to average."""

    trials: list[Row]
    chosen: dict[str, str]


class PageLab:
    """Answer the requests of the page; `catalogue` is JSON."""

    def __init__(self, catalogue: str) -> None:
        self._catalogue = json.loads(catalogue)
        Node.__del__ = _free_ancestors  # type: ignore[attr-defined]

    def run(self, kind: str, body: str, code: str, post: Callable[[str], object]) -> None:
        """Handle a request; `post` gets each event as JSON, the result or an error last.

        `code` lists the visitor's own files and what they offer, as JSON.
        """

        def report(event: str, **data: Any) -> None:
            post(json.dumps({"event": event, **data}))

        try:
            files = json.loads(code)
            write_files(files)
            offered = {**self._catalogue}
            for section in ("algorithms", "heuristics"):
                own = [page for file in files for page in file[section]]
                offered[section] = [*offered[section], *own]
            lab = work.make_lab(
                offered,
                memory=1 << 30,
                record=lambda result: report("trial", trial=trial_of(result, "page")),
            )
            schema, function = KINDS[kind]
            work.run(function, schema(**json.loads(body)), lab, report)
        except Exception as error:
            problems = [f"{type(error).__name__}: {error}"]
            report("error", title="Something went wrong", problems=problems)


def _free_ancestors(node: Node) -> None:
    """Free the ancestors of a node that nothing else holds, one after the other.

    By itself Python frees a path by nested calls, for which the stack of a worker is too small.
    """
    parent, node.parent = node.parent, None
    while parent is not None and sys.getrefcount(parent) <= 2:  # this variable and the argument
        parent.parent, parent = None, parent.parent


def describe_found(
    request: schemas.FoundRequest, lab: work.Lab, report: work.Report
) -> dict[str, Any]:
    """Describe what the page's solver found, with a lower bound; record the final result."""
    start = Board(request.cells, request.shape)
    goal = goal_board(request.goal, start.shape)
    found = request.found
    moves, bound = found["moves"], found["lower_bound"]
    databases = found.get("heuristic")
    if not databases:
        bound = max(bound, int(heuristics.get("linear-conflict").bind(goal)(start.state)))
    is_running = found["status"] == "running"
    spec = SearchSpec("ida", databases) if databases else SearchSpec("anytime")
    result = Result(
        Status.TIME_LIMIT if is_running else Status(found["status"]),
        start,
        goal,
        spec.resolve(start.shape),
        "compiled",
        None if moves is None else list(parse_moves(moves)),
        Counters(**found["counters"]),
        lower_bound=bound,
    )
    if moves and not is_running and lab.record is not None:
        lab.record(result)
    return work.describe_result(result)


def describe_trials(request: TrialsRequest, lab: work.Lab, report: work.Report) -> dict[str, Any]:
    """Return the averages of the chosen trials."""
    chosen = request.chosen.items()
    trials = [each for each in request.trials if all(each[name] == value for name, value in chosen)]
    return work.describe_averages(trials, recording=True)


KINDS: dict[str, tuple[type, work.Work]] = work.KINDS | {
    "code": (schemas.CodeRequest, try_code),
    "found": (schemas.FoundRequest, describe_found),
    "stats": (TrialsRequest, describe_trials),
}
"""The server's kinds of work, and those of a page without one."""
