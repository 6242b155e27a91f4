"""The lab inside a page: the server's jobs and answers, done by Pyodide in a Web Worker.

Needs nothing but Python's standard library. A worker does one job at a time, and the page stops a
job by ending its worker.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from slidelab import heuristics
from slidelab.lab.rows import Row
from slidelab.lab.trials import as_csv, average, trial_of
from slidelab.puzzle import parse_moves
from slidelab.search import Counters, Status
from slidelab.solving import Result, SearchSpec
from slidelab.web import schemas, work
from slidelab.web.boards import read_board, read_goal
from slidelab.web.typed_code import try_code, write_files

_BOUNDS = ("linear-conflict", "inversion-distance")
"""Admissible heuristics that take no time to prepare."""

_VERSIONS: dict[str, Callable[[str], bool]] = {
    "graph": lambda counted_as: "tree" not in counted_as,
    "tree": lambda counted_as: "tree" in counted_as,
    "fixed": lambda counted_as: "random" not in counted_as,
    "random": lambda counted_as: "random" in counted_as,
}
"""The conditions of `slidelab.lab.trials`."""

JOBS = {kind: job for kind, job in work.JOBS.items() if kind != "explain"} | {
    "code": (schemas.CodeRequest, try_code)
}
"""All but explaining numbers, which needs NumPy."""


class PageLab:
    """What the page asks. `catalogue` and `code`, the visitor's own files, are JSON."""

    def __init__(self, catalogue: str) -> None:
        self._catalogue = json.loads(catalogue)
        self._trials: list[Row] = []

    def ask(self, kind: str, body: str, code: str) -> str:
        """Answer at once; returns {"result": …} or what went wrong, as JSON."""
        try:
            lab = self._lab(code)
            if kind == "found":
                result = self._describe_found(json.loads(body))
            elif kind == "stats":
                result = describe_trials(**json.loads(body))
            elif kind == "scramble":
                events: dict[str, Any] = {}
                request = schemas.ScrambleRequest(**json.loads(body))
                result = work.scramble(request, lab, lambda event, **data: events.update(data))
            else:
                read, answer = work.ASKED[kind]
                result = answer(read(**json.loads(body)), lab)
        except Exception as error:
            return json.dumps(_explain(error))
        return json.dumps({"result": result})

    def run(self, kind: str, body: str, code: str, post: Callable[[str], object]) -> None:
        """Do a job; `post` gets each event as JSON."""

        def report(event: str, **data: Any) -> None:
            post(json.dumps({"event": event, **data}))

        try:
            lab = self._lab(code)
            read, job = JOBS[kind]
            result = job(read(**json.loads(body)), lab, report)
        except Exception as error:
            report("error", **_explain(error))
            return
        while self._trials:
            report("trial", trial=self._trials.pop())
        report("result", result=result)

    def _lab(self, code: str) -> work.Lab:
        files = json.loads(code)
        write_files(files)
        names = {
            section: tuple(
                page["name"]
                for page in [
                    *self._catalogue[section],
                    *(page for file in files for page in file[section]),
                ]
            )
            for section in ("algorithms", "heuristics")
        }
        return work.Lab(
            names["algorithms"],
            names["heuristics"],
            tuple(self._catalogue["engines"]),
            memory=1 << 30,
            record=lambda result: self._trials.append(trial_of(result, "page")),
        )

    def _describe_found(self, body: dict[str, Any]) -> dict[str, Any]:
        """Describe what the page's solver found, with the trial to record if it is the last.

        For large boards Python adds lower bounds.
        """
        start = read_board(body["cells"], body.get("shape"))
        goal = read_goal(body.get("goal", "blank-first"), start.shape)
        found = body["found"]
        moves, least = found["moves"], found["lower_bound"]
        exact = found.get("heuristic")
        if not exact:
            bounds = (heuristics.get(name).bind(goal)(start.state) for name in _BOUNDS)
            least = max(least, *(-int(-bound // 1) for bound in bounds))
        ended = Status.TIME_LIMIT if found["status"] == "running" else Status(found["status"])
        spec = SearchSpec("ida", exact) if exact else SearchSpec("anytime")
        result = Result(
            ended,
            start,
            goal,
            spec.resolve(start.shape),
            "compiled",
            None if moves is None else list(parse_moves(moves)),
            Counters(**found["counters"]),
            lower_bound=least,
        )
        trial = trial_of(result, "page") if found["status"] != "running" and moves else None
        return {"result": work.describe_result(result), "trial": trial}


def describe_trials(trials: list[Row], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Return the statistics of the chosen trials, also as files."""
    fields = {name: value for name, value in chosen.items() if value}
    version = fields.pop("version", "")
    if "engine" in fields:
        fields["engine_asked"] = fields.pop("engine")
    those = [
        trial
        for trial in trials
        if all(trial[name] == value for name, value in fields.items())
        and (not version or _VERSIONS[version](trial["counted_as"]))
    ]
    rows = average(those)
    return {
        "recording": True,
        "trials": len(those),
        "rows": rows,
        "csv": f"{as_csv(rows)}\n",
    }


def _explain(error: Exception) -> dict[str, Any]:
    try:
        return work.explain_error(error)
    except Exception:
        return {"title": "Something went wrong", "problems": [f"{type(error).__name__}: {error}"]}
