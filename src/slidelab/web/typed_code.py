"""A heuristic or an algorithm that a person types on a page. It runs there, never on a server.

The files are those that `slidelab solve -H file.py:name` takes, and the same loader reads them.
"""

import ast
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.processes import Reporter
from slidelab.puzzle import Board, random_walk
from slidelab.registry import OwnCodeError
from slidelab.search import ALGORITHMS, Algorithm, Limits
from slidelab.solving import Search, SearchSpec
from slidelab.solving.reference import about_algorithm, about_heuristic
from slidelab.system.progress import Cancelled
from slidelab.web.problems import refusal

HEURISTIC = "heuristic"
_FILE_NAME = re.compile(r"[A-Za-z]\w{0,39}\.py", re.ASCII)
_EASY = 6
"""How many random moves the board is away on which algorithms are tried: plain functions among
them cannot be stopped by a limit."""
_NODES = 10_000

_versions: dict[str, tuple[str, int]] = {}
"""The text of each file, and how often it was written."""


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


def with_code(catalogue: dict[str, Any], files: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The catalogue with what the files offer."""
    added = {
        section: [page for file in files for page in file[section]]
        for section in ("heuristics", "algorithms")
    }
    return catalogue | {section: catalogue[section] + pages for section, pages in added.items()}


@dataclass(frozen=True, slots=True)
class CodeJob:
    """Load a file, list what it offers, and try each of them once."""

    name: str
    kind: str
    """What its plain functions are: heuristics or algorithms."""
    start: Board
    goal: Board

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> dict[str, Any]:
        """What the file offers, and what came of trying it.

        Raises OwnCodeError with the file and the line where something is wrong.
        """
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
        for function in _plain_functions(Path(self.name).read_text(encoding="utf-8")):
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


def _plain_functions(text: str) -> list[str]:
    """The functions without a decorator whose names do not begin with an underscore."""
    return [
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
        and not node.decorator_list
        and not node.name.startswith("_")
    ]
