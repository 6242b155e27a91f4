"""The kernels as WebAssembly in Node beside the compiled engine: Korf's hundred, and beams.

    python benchmarks/web_assembly_speed.py

Needs node and a linker for WebAssembly (lld or ziglang). Both solve the same boards with the same
databases, 5-5-5, or look for better paths for as many nodes; costs and nodes must be equal. Seconds
are processor time, that of Node's compiler included; the last two columns are those of one board.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from slidelab.engines.compiled import warmup
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.partitions import partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.searches import begin_loaded
from slidelab.engines.web_anytime import AnytimeSearch, exact
from slidelab.puzzle import Board, Shape, format_moves, goal_board, random_walk
from slidelab.puzzle.instances import instance
from slidelab.search import Run
from slidelab.search.conventions import TEXTBOOK

FOUR = Shape(4, 4)
GOAL = goal_board("blank-first", FOUR)
SIDES = (5, 6, 8, 10)
NODES = 5_000_000

Row = tuple[int, int, float]
"""The cost, the nodes, and the seconds."""


def timed(work: Callable[[], tuple[int, int]]) -> Row:
    before = process_time()
    cost, nodes = work()
    return cost, nodes, process_time() - before


def build() -> tuple[int, int]:
    for cells in partition("5-5-5", FOUR):
        DistanceBuild.start(Pattern.of(cells, 0, FOUR)).run(workers=1)
    return 0, 0


def solve(start: Board) -> tuple[int, int]:
    run = Run(begin_loaded("ida", start, GOAL, heuristic="5-5-5"), TEXTBOOK, blind=False)
    run.advance()
    assert run.goal is not None
    return len(run.goal.path()), run.counters().expanded


def improve(search: AnytimeSearch) -> tuple[int, int]:
    for _ in search:
        if search.tally.expanded >= NODES:
            break
    assert search.moves is not None
    return len(search.moves), search.tally.expanded


def in_node(searches: list[tuple[Any, ...]]) -> list[Row]:
    program = Path(__file__).with_suffix(".mjs")
    asked = [
        (how, list(start.state), list(goal.state), *more) for how, start, goal, *more in searches
    ]
    with tempfile.TemporaryDirectory() as folder:
        warmup.export(Path(folder), lambda doing, fraction: None)
        done = subprocess.run(
            ["node", program, folder], input=json.dumps(asked), stdout=subprocess.PIPE, text=True
        )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def describe(name: str, native: list[Row], node: list[Row]) -> None:
    same = [row[:2] for row in native] == [row[:2] for row in node]
    one, other = (sorted(row[2] for row in rows) for rows in (native, node))
    print(
        f"{name:14} {sum(row[1] for row in native):>12,} {sum(one):>9.3f} {sum(other):>9.3f} "
        f"{sum(other) / sum(one):>6.2f} {statistics.median(other):>8.3f} {other[-1]:>8.3f}  "
        + ("same" if same else "DIFFERENT")
    )


def main() -> None:
    exact.MOST_CELLS = 0  # browsers have no kernel that raises the bound
    boards = [instance(f"korf:{number}").board for number in range(1, 101)]
    solve(GOAL)  # the databases are read, or built, before the first that counts
    native = {"build 5-5-5": [timed(build)]}
    native["Korf's hundred"] = [timed(lambda start=start: solve(start)) for start in boards]
    searches = [("solveOptimally", start, GOAL) for start in (GOAL, *boards)]
    for side in SIDES:
        goal = goal_board("blank-first", Shape(side, side))
        start = random_walk(goal, 100 * side * side, seed=1)
        search = AnytimeSearch(start, goal)
        next(search)
        options = {
            "shape": {"rows": side, "cols": side},
            "known": format_moves(search.moves or [], style="letters"),
            "nodes": NODES,
        }
        searches.append(("improve", start, goal, options))
        native[f"{side}x{side}"] = [timed(lambda search=search: improve(search))]
    found = in_node(searches)
    print("search                nodes    native      node  ratio   median    worst")
    for name, rows in native.items():
        describe(name, rows, found[: len(rows)])
        found = found[len(rows) :]


if __name__ == "__main__":
    main()
