"""The same calls through files of machine code, through Numba and as WebAssembly."""

import json
import subprocess
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidelab.engines.compiled.heuristics import bind_additive
from slidelab.engines.compiled.patterns.lookup import Lookup, open_lookup
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.native.function import observed
from slidelab.engines.native.numba_functions import just_in_time
from slidelab.engines.web_anytime.beam import LearnedBeam
from slidelab.engines.web_anytime.evaluation import make_evaluation
from slidelab.engines.web_anytime.local import LocalFeatures
from slidelab.engines.web_anytime.pairs import PairFeatures
from slidelab.engines.web_anytime.windows import PieceSearch
from slidelab.puzzle import Board, Move, Shape, goal_board, random_walk
from slidelab.search import Run, Status
from slidelab.search.conventions import TEXTBOOK, Conventions
from tests.engines.compiled.both_engines import assert_equal
from tests.engines.native.recording import Recorded, Recorder, write_calls

CALLS_OF_EACH = 4
LOWEST = 1 << 26
"""Where tables begin in the memory of WebAssembly: arrays are below."""
HALF = 1 << 32


def moved(tables: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copies of tables, the lower halves of whose addresses leave room for arrays."""
    size = sum(table.size for table in tables)
    room = np.empty(3 * LOWEST + 2 * size, dtype=np.uint8)
    low = room.ctypes.data % HALF
    skipped = max(0, LOWEST - low) if low + size < HALF else HALF - low + LOWEST
    ends = np.cumsum([0, *(table.size for table in tables)]) + skipped
    copies = tuple(room[a:b] for a, b in pairwise(ends))
    for copy, table in zip(copies, tables, strict=True):
        copy[:] = table
    return copies


def lookups_of_pairs(goals: list[Board], folder: Path) -> list[Lookup]:
    """Databases as in the warm-up, with what belongs in them."""
    found = []
    for goal in goals:
        tiles = [cell for cell in range(goal.shape.cells) if cell != goal.blank]
        pairs = tuple(tuple(tiles[first : first + 2]) for first in range(0, len(tiles), 2))
        found.append(open_lookup(pairs, goal.shape, goal.blank, folder=folder))
    copies = iter(moved(tuple(table for lookup in found for table in lookup.tables)))
    return [replace(each, tables=tuple(islice(copies, len(each.tables)))) for each in found]


def solve(start: Board, goal: Board, heuristic: Any) -> None:
    search = begin_search("ida", start, goal, heuristic=heuristic)
    assert Run(search, TEXTBOOK, blind=False).advance() is Status.SOLVED


def run_exported(folder: Path) -> tuple[Any, ...]:
    """Call every exported kernel in its usual way; returns the tables that addresses lead to."""
    fifteen = goal_board("blank-first", Shape(4, 4))
    goals = [fifteen, fifteen.move(Move.RIGHT)]  # one of them has a symmetry
    lookups = lookups_of_pairs(goals, folder)
    databases = map(bind_additive, lookups, goals)
    heuristics = ["manhattan", "linear-conflict", *databases]
    for goal, heuristic in zip([fifteen, fifteen, *goals], heuristics, strict=True):
        solve(random_walk(goal, moves=20, seed=1), goal, heuristic)
    generator = np.random.default_rng(1)
    start, home = random_walk(Board("012345678"), 20, 1), np.arange(9, dtype=np.int16)
    cells = np.frombuffer(start.state, np.uint8).astype(np.int16)
    for features in (PairFeatures(3, 3), LocalFeatures(3, 3)):
        weights = features.untaught() + generator.random(features.weights)
        beam = LearnedBeam(make_evaluation(features, weights), width=20)
        beam.begin(cells)
        beam.advance()
    PieceSearch(3, 3).find(cells, home, start.blank, 20, budget=1000)
    return tuple(table for lookup in lookups for table in lookup.tables)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, list[Recorded]], Any]:
    recorder = Recorder(CALLS_OF_EACH)
    with observed(recorder):
        tables = run_exported(tmp_path_factory.mktemp("tables"))
    return recorder.calls, tables


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_web_assembly_leaves_the_same_arrays(recorded: Any, exported: Path) -> None:
    calls, tables = recorded
    kernels = json.loads((exported / "kernels.json").read_text())["kernels"]
    forgotten = set(calls) - {kernel["export"] for kernel in kernels}
    # Files of databases are checked by a kernel that no browser needs.
    assert all(name.startswith("compiled.patterns.array_files.") for name in forgotten)
    each = [call for kernel in kernels for call in calls[kernel["export"]]]
    write_calls(exported, each, tables)
    replay = Path(__file__).with_name("replay.mjs")
    done = subprocess.run(["node", replay, exported], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{len(each)} calls replayed\n", "")


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_numba_leaves_the_same_arrays(recorded: Any) -> None:
    calls, _ = recorded
    for name in ("advance_manhattan", "additive_estimate"):
        kept = next(kept for export, kept in calls.items() if name in export)
        for call in kept:
            assert call.differences(just_in_time(call.function)) == []


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_numba_searches_as_the_textbook_does() -> None:
    """Where there are no files of code, Numba runs the kernels."""
    goal = goal_board("blank-first", Shape(3, 3))
    with observed(lambda function, arguments: just_in_time(function)(*arguments)):
        for seed in range(3):
            start = random_walk(goal, moves=20, seed=seed)
            for conventions in (TEXTBOOK, Conventions(order="RLDU")):
                assert_equal("ida", start, goal, conventions, stops=(1, 10))
