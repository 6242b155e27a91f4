"""Pattern databases: building, loading, and all 100 of Korf's instances, beside the C program.

    python benchmarks/pattern_speed.py               # 5-5-5 and 6-6-3, built in a temporary folder
    python benchmarks/pattern_speed.py --large       # and 7-8, kept in the cache folder

Needs gcc. Times are also given as multiples of the C program's time on Korf's instance 1. Building
and loading use all cores and are wall time, all others are processor time; "threads s" is the
processor time of all threads of a build together.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from ida_speed import GOAL, board, compile_baseline, instances, run_baseline, run_kernel
from numba import njit
from numpy.typing import NDArray

from slidelab.engines.compiled.heuristics import bind_additive
from slidelab.engines.compiled.patterns.lookup import Lookup, open_lookup
from slidelab.engines.compiled.patterns.tables import resident_copy


@njit(cache=True)
def chase(table: NDArray[np.uint8], steps: int, dependent: bool) -> int:
    """Random lookups; with ``dependent`` each needs the result of the one before."""
    word, total = np.uint64(88172645463325252), np.uint64(0)
    for _ in range(steps):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        entry = np.uint64(table[word % np.uint64(table.size)])
        total += entry
        if dependent:
            word += entry
    return int(total)


def nanoseconds(table: NDArray[np.uint8], dependent: bool) -> float:
    chase(table, 1000, dependent)
    began = time.process_time()
    chase(table, 3_000_000, dependent)
    return (time.process_time() - began) / 3_000_000 * 1e9


def solve_all(lookup: Lookup) -> tuple[int, int, float]:
    """Generated, expanded, seconds; every cost compared with the published one."""
    generated = expanded = 0
    seconds = 0.0
    for row in instances():
        counters, length, taken = run_kernel(board(row), bind_additive(lookup, GOAL))
        assert length == int(row["optimal"]), row["id"]
        generated += counters.generated
        expanded += counters.expanded
        seconds += taken
    return generated, expanded, seconds


def main(large: bool, rounds: int) -> None:
    start = board(instances()[0])
    with tempfile.TemporaryDirectory() as folder:
        program = compile_baseline(folder)
        # The first build and search compile the kernels, or load them from disk.
        solve_all(open_lookup("5-5-5", GOAL.shape, folder=Path(folder) / "warm"))
        names = ["5-5-5", "6-6-3", *(["7-8"] if large else [])]
        lookups, build, work, load = {}, {}, {}, {}
        for name in names:
            place = None if name == "7-8" else Path(folder)
            began, worked = time.perf_counter(), time.process_time()
            open_lookup(name, GOAL.shape, folder=place, progress=report)
            build[name] = time.perf_counter() - began
            work[name] = time.process_time() - worked
            began = time.perf_counter()
            lookup = open_lookup(name, GOAL.shape, folder=place)
            load[name] = time.perf_counter() - began
            lookups[name] = replace(lookup, tables=tuple(map(resident_copy, lookup.tables)))
        baseline: list[float] = []
        results: dict[str, list[tuple[int, int, float]]] = {name: [] for name in names}
        for _ in range(rounds):
            baseline.append(run_baseline(program, start)[2])
            for name, lookup in lookups.items():
                results[name].append(solve_all(lookup))
    unit = min(baseline)
    print(f"C program on Korf's instance 1: {unit:.3f} s, the unit of the columns x C")
    print("100 instances, one core, board and mirror image; best of", rounds, "rounds")
    print(
        f"{'':8}{'build s':>9}{'x C':>6}{'threads s':>11}{'load s':>8}{'solve s':>9}{'x C':>6}"
        f"{'generated':>12}{'expanded':>12}{'lookups':>12}{'M nodes/s':>10}"
    )
    for name in names:
        generated, expanded, seconds = min(results[name], key=lambda result: result[2])
        print(
            f"{name:8}{build[name]:9.2f}{build[name] / unit:6.2f}{work[name]:11.2f}"
            f"{load[name]:8.3f}{seconds:9.3f}{seconds / unit:6.2f}"
            f"{generated:12,}{expanded:12,}{2 * (generated - 100):12,}"
            f"{generated / seconds / 1e6:10.1f}"
        )
    if large:
        ratio = min(r[2] for r in results["6-6-3"]) / min(r[2] for r in results["7-8"])
        print(f"7-8 is {ratio:.1f} times faster than 6-6-3")
        print("(a build of 7-8 that takes a fraction of a second found the database in the cache)")
    print()
    print("The floor: a node's lookups overlap, but the next node must wait for them.")
    print(f"{'':8}{'one random lookup, ns':>23}{'overlapped, ns':>16}{'spent a node, ns':>18}")
    for name, lookup in lookups.items():
        largest = max(lookup.tables, key=len)
        expanded, seconds = min((result[1:] for result in results[name]), key=lambda r: r[1])
        print(
            f"{name:8}{nanoseconds(largest, True):23.1f}{nanoseconds(largest, False):16.1f}"
            f"{seconds / expanded * 1e9:18.1f}"
        )


def report(name: str, fraction: float) -> None:
    if sys.stderr.isatty():
        print(f"\rbuilding {name}: {fraction:6.1%}", end="", flush=True, file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--large", action="store_true", help="7-8 too; its first build takes minutes"
    )
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    main(chosen.large, chosen.rounds)
