"""The fifty 24-puzzles of Korf and Felner (2002), each proved optimal, on a GPU or on the CPU.

    python benchmarks/korf24.py --engine gpu                 # all fifty, one queue
    python benchmarks/korf24.py --engine cpu --only 38,40,25
    python benchmarks/korf24.py --engine cpu --only 38,40 --plain   # counts as published

Prints a line for each board: length, nodes of every bound beside the published count, seconds and
rate. Lengths must be the published ones and every path is replayed; the exit code says so. Seconds
are wall time. For the GPU they are counted from the start of the process and include building
tables and compiling; the seconds of a board say when it was done, all being searched side by side.
With --plain, boards are searched in the textbook's order without automaton and beam on one core:
then the nodes expanded, the goal not counted, must equal those published with Clausecker's
24puzzle. By default, --plain takes the boards that need less than a minute or so.
"""

from __future__ import annotations

import time

BEGAN = time.perf_counter()

import argparse  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Iterable  # noqa: E402
from concurrent.futures import ThreadPoolExecutor  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

PUBLISHED = "expanded_ida_6666_regions"
SIZE = 5, 5
UNDER_A_MINUTE = 1_300_000_000
"""Nodes that a core expands in about a minute."""


def boards() -> dict[int, tuple[tuple[int, ...], int]]:
    return {each: (tuple(one.board.state), one.optimal) for each, one in instances()}


def published() -> dict[int, int]:
    return {each: one.published[PUBLISHED] for each, one in instances()}


def instances() -> Iterable[tuple[int, Any]]:
    from slidelab.puzzle.instances import instance_set

    return enumerate(instance_set("korf24"), start=1)


def on_gpu(numbers: list[int], longest: int) -> list[dict]:
    from slidelab.puzzle import Shape
    from slidelab24.gpu.solver import DeviceSolver, open_tables
    from slidelab24.sequences import open_automaton

    with ThreadPoolExecutor() as background:
        opening = background.submit(open_automaton, longest)
        tables = open_tables(Shape(*SIZE), 0)
        found = f"{tables.device.name}: {len(tables.patterns)} tables"
        print(f"{found} after {elapsed():.1f} s", flush=True)
        automaton = opening.result()
    print(f"automaton of {automaton.states:,} states after {elapsed():.1f} s", flush=True)
    chosen = boards()
    ready = elapsed()
    solver = DeviceSolver(tables, automaton, [chosen[number][0] for number in numbers])
    while not solver.advance(10.0):
        left = sum(search.moves is None for search in solver.searches)
        print(f"{elapsed():6.1f} s: {left} boards to go", flush=True)
    return [
        {
            "id": number,
            "moves": search.moves,
            "bounds": search.searched,
            "expanded": search.expanded,
            "beam": search.beam_nodes,
            "seconds": ready + search.seconds,
        }
        for number, search in zip(numbers, solver.searches, strict=True)
    ]


def on_cpu(numbers: list[int], plain: bool, workers: int, longest: int) -> list[dict]:
    from slidelab.puzzle import Shape
    from slidelab24.database import open_database
    from slidelab24.kernel import GradientProblem, Subtree
    from slidelab24.search import GradientSearch
    from slidelab24.sequences import open_automaton

    shape = Shape(*SIZE)
    database = open_database(shape)
    automaton = open_automaton(2 if plain else longest)
    print(f"tables and automaton read after {elapsed():.1f} s", flush=True)
    database = database.copy_to_large_pages()
    print(f"tables copied into large pages after {elapsed():.1f} s", flush=True)
    goal, results = tuple(range(shape.cells)), []
    for number in numbers:
        problem = GradientProblem.of(boards()[number][0], goal, database, automaton)
        Subtree(problem, problem.estimate).advance(0)
        began, cpu = time.perf_counter(), time.process_time()
        search = GradientSearch(problem, workers=workers, plain=plain)
        search.advance()
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        results.append(
            {
                "id": number,
                "moves": search.moves,
                "bounds": search.searched,
                "expanded": search.expanded,
                "beam": search.beam_expanded,
                "seconds": seconds,
                "cpu_seconds": cpu,
            }
        )
        print(row(results[-1], plain), flush=True)
    return results


def row(result: dict, plain: bool = False) -> str:
    number, moves = result["id"], result["moves"]
    verdict = "optimal" if is_right(result, plain) else "WRONG"
    per_core = ""
    if "cpu_seconds" in result:
        per_core = f", {result['expanded'] / result['cpu_seconds'] / 1e6:.1f} M/s of CPU time"
    bounds = " ".join(f"{bound}:{nodes}" for bound, nodes in result["bounds"])
    return (
        f"#{number:<2} {len(moves):>3} moves, {verdict}; {result['expanded']:>15,} expanded "
        f"(published {published()[number]:>15,}), {result['seconds']:7.2f} s{per_core}; {bounds}"
    )


def is_right(result: dict, plain: bool) -> bool:
    """The published length, a path that leads home and, where counts compare, the same count."""
    number, moves = result["id"], result["moves"]
    counted = not plain or result["expanded"] == published()[number]
    return len(moves) == boards()[number][1] and solves(number, moves) and counted


def solves(number: int, moves: str) -> bool:
    from slidelab.puzzle import Shape
    from slidelab24.proof import leads_home

    return leads_home(boards()[number][0], 0, Shape(*SIZE), moves)


def elapsed() -> float:
    return time.perf_counter() - BEGAN


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=["cpu", "gpu"], required=True)
    parser.add_argument("--only", help="numbers of boards, such as 38,40,25")
    parser.add_argument("--plain", action="store_true", help="CPU: count as published")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--longest", type=int, help="moves of the longest needless sequences")
    parser.add_argument("--json", type=Path, help="write everything there")
    chosen = parser.parse_args()
    numbers = list(map(int, chosen.only.split(","))) if chosen.only else list(range(1, 51))
    if chosen.plain and not chosen.only:
        numbers = [each for each in numbers if published()[each] < UNDER_A_MINUTE]
    if chosen.engine == "gpu":
        results = on_gpu(numbers, chosen.longest or 16)
        for result in results:
            print(row(result))
    else:
        results = on_cpu(numbers, chosen.plain, chosen.workers or 1, chosen.longest or 14)
    right = sum(is_right(each, chosen.plain) for each in results)
    expanded = sum(each["expanded"] for each in results)
    print(
        f"{right} of {len(numbers)} at the published length, every path replayed; "
        f"{expanded:,} expanded; {elapsed():.1f} s since the start of the process"
    )
    if chosen.json:
        chosen.json.write_text(json.dumps(results))
    return 0 if right == len(numbers) else 1


if __name__ == "__main__":
    sys.exit(main())
