"""Heuristics and algorithms typed on the page; they run in Pyodide, never on a server.

The files are those that `slidelab solve -H file.py:name` takes, and the same loader reads them.
"""

import ast
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.own_code import OwnCodeError
from slidelab.puzzle import Board, goal_board, random_walk
from slidelab.search import ALGORITHMS, Algorithm, Limits
from slidelab.solving import Search, SearchSpec
from slidelab.solving.reference import about_algorithm, about_heuristic
from slidelab.web.schemas import CodeRequest
from slidelab.web.work import Lab, Report

_FILE_NAME = re.compile(r"[A-Za-z]\w{0,39}\.py", re.ASCII)
_EASY = 6
"""Random moves from the goal at which algorithms are tried: plain functions have no limits."""
_NODES = 10_000


def write_files(files: Iterable[Mapping[str, Any]]) -> None:
    """Write files into the working folder, where the loader finds them."""
    for file in files:
        name, text = file["name"], file["text"]
        if not _FILE_NAME.fullmatch(name):
            raise SlidelabError(f"{name!r} is not a usable file name; try mine.py, for example")
        Path(name).write_text(text, encoding="utf-8")
        # The loader knows versions by their times of change, which may be too coarse here.
        os.utime(name, times=(0, crc32(text.encode())))


def try_code(request: CodeRequest, lab: Lab, report: Report) -> dict[str, Any]:
    """List what a file defines, and try each; raises OwnCodeError with the line."""
    report("progress", doing="trying your code", fraction=None)
    write_files([{"name": request.name, "text": request.text}])
    start = Board(request.cells, request.shape)
    goal = goal_board(request.goal, start.shape)
    algorithms, heuristics = ALGORITHMS.in_file(request.name), HEURISTICS.in_file(request.name)
    for node in ast.parse(request.text).body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and node.name[0] != "_":
            name = f"{request.name}:{node.name}"
            if request.kind == "heuristic":
                heuristics += HEURISTICS.in_file(name)
            else:
                algorithms += ALGORITHMS.in_file(name)
    if not algorithms and not heuristics:
        wanted = "(state, goal) or (board)" if request.kind == "heuristic" else "(start, goal)"
        raise OwnCodeError(
            f"{request.name} has no function that could be a {request.kind}: define one, {wanted}"
        )
    return {
        "status": "done",
        "heuristics": [about_heuristic(each) for each in heuristics],
        "algorithms": [about_algorithm(each) for each in algorithms],
        "tried": [
            *(_try_heuristic(each, start, goal) for each in heuristics),
            *(_try_algorithm(each, goal) for each in algorithms),
        ],
    }


def _try_heuristic(heuristic: Heuristic, start: Board, goal: Board) -> dict[str, Any]:
    estimate = heuristic.bind(goal)
    here, there = estimate(start.state), estimate(goal.state)
    return {"name": heuristic.name, "start": float(here), "goal": float(there)}


def _try_algorithm(algorithm: Algorithm, goal: Board) -> dict[str, Any]:
    easy = random_walk(goal, _EASY, seed=1)
    spec = SearchSpec(algorithm.name, "manhattan" if algorithm.informed else None)
    result = Search(easy, goal, spec).advance(Limits(nodes=_NODES))
    return {"name": algorithm.name, "easy": result.status.value, "cost": result.cost}
