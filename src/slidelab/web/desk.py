"""The lab of a page without a server: slidelab in a Web Worker of the page, by Pyodide.

Heuristics and algorithms that a person types on a page run there, never on a server; the files are
those that `slidelab solve -H file.py:name` takes, and the same loader reads them.

`site/worker.js` hands each request to a `Desk` as text. A desk does one job at a time; where it
cannot hear that it is to stop, the page ends its worker, as the server ends a process.
"""

import ast
import asyncio
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from math import ceil
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any, NamedTuple

from slidelab import heuristics
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.lab.rows import Row
from slidelab.lab.trials import as_csv, as_json, average, trial_of
from slidelab.own_code import OwnCodeError
from slidelab.processes import Paused, Reporter, WorkerJob
from slidelab.puzzle import Board, format_moves, parse_moves, random_walk
from slidelab.search import ALGORITHMS, Algorithm, Counters, Limits, Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, Search, SearchSpec, solve
from slidelab.solving.reference import about_algorithm, about_heuristic
from slidelab.system.progress import Cancelled
from slidelab.web import answers
from slidelab.web.job_specs import describe_result
from slidelab.web.parsing import Lab, extend_limits, read_board_and_goal
from slidelab.web.problems import explain_error, refusal

_SECONDS_BETWEEN_LOOKS = 0.05
_BOUNDS = ("linear-conflict", "inversion-distance")
"""Admissible heuristics that take no time to prepare, as in the compiled engine."""

HEURISTIC = "heuristic"
_FILE_NAME = re.compile(r"[A-Za-z]\w{0,39}\.py", re.ASCII)
_EASY = 6
"""How many random moves the board is away on which algorithms are tried: plain functions among
them cannot be stopped by a limit."""
_NODES = 10_000

_versions: dict[str, tuple[str, int]] = {}
"""The text of each file, and how often it was written."""

Teller = Callable[[str, str], object]
"""What hears an event: its name, and its data as JSON."""


class Desk:
    """What one worker knows: what `slidelab site` wrote, and the job in hand."""

    def __init__(self, site_json: str, catalogue_json: str) -> None:
        site = json.loads(site_json)
        self._built_in: dict[str, Any] = json.loads(catalogue_json)
        self.catalogue = self._built_in
        self.settings: Any = SimpleNamespace(**site["settings"])
        self._defaults: dict[str, Any] = site["requests"]
        self._order: answers.Order | None = None
        self._trials: list[Row] = []

    def keep(self, result: Result) -> None:
        """Remember a search that came to an end; the page keeps it when the job is done."""
        self._trials.append(trial_of(result, "page"))

    def take_code(self, files_json: str) -> None:
        """Have at hand what the person typed on the page and uses."""
        files = json.loads(files_json)
        write_code(files)
        self.catalogue = add_code(self._built_in, files)

    async def answer(self, kind: str, text: str) -> str:
        """The answer to what is answered at once: a status and a body, as JSON."""
        try:
            value = await self._answer(kind, self._read_body(kind, text))
        except Exception as error:
            problem = explain_error(error)
            return json.dumps({"status": problem.status, "body": problem.details()})
        return json.dumps({"status": 200, "body": value})

    async def _answer(self, kind: str, body: Any) -> Any:
        if kind == "check":
            return answers.check(body, self)
        if kind == "rows":
            return answers.read_rows(body, self)
        if kind == "found":
            return self._describe_found(body)
        if kind == "stats":
            return describe_trials(body.trials, body.chosen)
        drawn, order = answers.scramble(body, self)
        if order is not None:
            drawn["cells"] = await _Here().ask(order.job, order.limits, "")
        return drawn

    def _describe_found(self, body: Any) -> dict[str, Any]:
        """Describe what the page's solver found, with the trial to record if it is the last.

        For large boards Python adds its own path, if there is none yet, and lower bounds.
        """
        start, goal = read_board_and_goal(body, self.settings)
        found = body.found
        moves, least = found["moves"], found["lower_bound"]
        exact = found.get("heuristic")
        if not exact:
            moves = moves or format_moves(solve(start, goal, "human").moves or (), style="letters")
            bounds = (heuristics.get(name).bind(goal)(start.state) for name in _BOUNDS)
            least = max(least, *map(ceil, bounds))
        spec = SearchSpec("ida", exact) if exact else SearchSpec("anytime")
        ended = Status.TIME_LIMIT if found["status"] == "running" else Status(found["status"])
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
        return {"result": describe_result(result), "trial": trial}

    def begin(self, kind: str, text: str) -> str:
        """Take on a job; the answer is empty, or says as JSON why not."""
        try:
            self._order = _JOBS[kind](self._read_body(kind, text), self)
        except Exception as error:
            return json.dumps({"problem": explain_error(error).details()})
        return ""

    def run(
        self, tell: Teller, stopped: Callable[[], bool], used: float = 0.0, seconds: float = 0.0
    ) -> Any:
        """Do the job, or go on with it: `seconds` more after those `used`.

        Returns a film, which is too large for an event. `stopped` is asked now and then.
        """
        assert self._order is not None
        job, limits, _ = self._order
        if seconds:
            limits = extend_limits(used, seconds, self.settings)

        def report(news: dict[str, Any]) -> None:
            tell("improved" if "best" in news else "progress", json.dumps(news))

        try:
            value = job.run(limits, report, stopped)
        except Exception as error:
            tell("error", json.dumps({"problem": explain_error(error).details()}))
            return None
        while self._trials:
            tell("trial", json.dumps(self._trials.pop()))
        if isinstance(value, bytes):
            return value
        if isinstance(value, Paused) and value.value["seconds"] < self.settings.seconds:
            counters = {name: value.value[name] for name in COUNTERS}
            tell("paused", json.dumps({**value.value, "counters": counters}))
        else:
            tell("result", json.dumps(value.value if isinstance(value, Paused) else value))
        return None

    def _read_body(self, kind: str, text: str) -> Any:
        """A request's body, with what the page left out as the server's schemas have it."""
        return _fill_in(self._defaults.get(kind, {}), json.loads(text))


def _read_code(body: Any, lab: Lab) -> answers.Order:
    write_code([{"name": body.name, "text": body.text}])
    start, goal = read_board_and_goal(body, lab.settings)
    return answers.Order(CodeJob(body.name, body.kind, start, goal), Limits())


_JOBS = answers.JOBS | {"code": _read_code}


class _Here:
    """In place of the server's `JobManager`: a quick job is done at once, in this worker."""

    async def ask(self, job: WorkerJob, limits: Limits, visitor: str) -> Any:
        return job.run(limits, lambda news: None, lambda: False)


def _fill_in(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> SimpleNamespace:
    """The fields of both; `limits` and the `boards` of an explanation have fields of their own."""
    fields = {**defaults, **given}
    if "limits" in fields:
        fields["limits"] = SimpleNamespace(**{**defaults["limits"], **fields["limits"]})
    if isinstance(boards := fields.get("boards"), list):
        each: dict[str, Any] = {"counts": {}, "path": None}
        fields["boards"] = [SimpleNamespace(**{**each, **board}) for board in boards]
    return SimpleNamespace(**fields)


_VERSIONS: dict[str, Callable[[str], bool]] = {
    "graph": lambda counted_as: "tree" not in counted_as,
    "tree": lambda counted_as: "tree" in counted_as,
    "fixed": lambda counted_as: "random" not in counted_as,
    "random": lambda counted_as: "random" in counted_as,
}
"""The same as the conditions of `slidelab.lab.trials`."""


def describe_trials(trials: list[Row], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The statistics of the trials that agree with what was chosen, also as files."""
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
        "json": f"{as_json(rows)}\n",
    }


def asking_now_and_then(stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Ask whether to stop once the browser could hear of it; no where it can't pause Python."""
    from pyodide.ffi import can_run_sync, run_sync  # type: ignore[import-not-found]

    next_look = 0.0

    def cancelled() -> bool:
        nonlocal next_look
        if monotonic() < next_look or not can_run_sync():
            return False
        run_sync(asyncio.sleep(0))
        next_look = monotonic() + _SECONDS_BETWEEN_LOOKS
        return stopped()

    return cancelled


def write_code(files: Iterable[Mapping[str, Any]]) -> None:
    """Write the files that changed into the current folder, where their names are looked up."""
    for file in files:
        name, text = file["name"], file["text"]
        if not _FILE_NAME.fullmatch(name):
            raise refusal(f"{name!r} is not a usable name of a file; call it mine.py, for instance")
        before, version = _versions.get(name, (None, 0))
        if text != before or not os.path.exists(name):
            Path(name).write_text(text, encoding="utf-8")
            # What is loaded is remembered by the time of change, which may be too coarse here.
            os.utime(name, (version + 1, version + 1))
            _versions[name] = text, version + 1


def add_code(catalogue: dict[str, Any], files: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The catalogue with what the files offer."""
    return catalogue | {
        section: catalogue[section] + [page for file in files for page in file[section]]
        for section in ("heuristics", "algorithms")
    }


class CodeJob(NamedTuple):
    """Load a file, list what it offers, and try each of them once."""

    name: str
    kind: str
    """What its plain functions are: heuristics or algorithms."""
    start: Board
    goal: Board

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """What the file offers, and what came of trying it; raises OwnCodeError with the line."""
        report({"doing": "trying your code", "fraction": None})
        algorithms, heuristics = self._find_offers()
        return {
            "status": "done",
            "heuristics": [about_heuristic(each) for each in heuristics],
            "algorithms": [about_algorithm(each) for each in algorithms],
            "tried": [*map(self._try_heuristic, heuristics), *map(self._try_algorithm, algorithms)],
        }

    def _find_offers(self) -> tuple[list[Algorithm], list[Heuristic]]:
        algorithms, heuristics = ALGORITHMS.in_file(self.name), HEURISTICS.in_file(self.name)
        for function in _find_functions(Path(self.name).read_text(encoding="utf-8")):
            if self.kind == HEURISTIC:
                heuristics += HEURISTICS.in_file(f"{self.name}:{function}")
            else:
                algorithms += ALGORITHMS.in_file(f"{self.name}:{function}")
        if not algorithms and not heuristics:
            arguments = "(state, goal) or (board)" if self.kind == HEURISTIC else "(start, goal)"
            raise OwnCodeError(
                f"{self.name} has no function that could be a {self.kind}: define one, {arguments}"
            )
        return algorithms, heuristics

    def _try_heuristic(self, heuristic: Heuristic) -> dict[str, Any]:
        estimate = heuristic.bind(self.goal)
        here, there = estimate(self.start.state), estimate(self.goal.state)
        return {"name": heuristic.name, "start": float(here), "goal": float(there)}

    def _try_algorithm(self, algorithm: Algorithm) -> dict[str, Any]:
        easy = random_walk(self.goal, _EASY, seed=1)
        spec = SearchSpec(algorithm.name, "manhattan" if algorithm.informed else None)
        result = Search(easy, self.goal, spec).advance(Limits(nodes=_NODES))
        return {"name": algorithm.name, "easy": result.status.value, "cost": result.cost}


def _find_functions(text: str) -> list[str]:
    """The functions without a decorator whose names do not begin with an underscore."""
    return [
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
        and not node.decorator_list
        and not node.name.startswith("_")
    ]
