"""IDA* with Manhattan distance against a plain recursive C program, side by side.

    python benchmarks/ida_speed.py            # Korf's first instance, a few rounds
    python benchmarks/ida_speed.py --all      # all 100 instances, counts beside the published ones

Needs gcc. Rounds alternate between the programs, and the best round of each counts, because other
work on the machine can only make a program slower. Seconds are processor time; those of several
threads are wall time.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import tempfile
import time
from pathlib import Path

from slidelab.engines.compiled.heuristics import Estimator
from slidelab.engines.compiled.searches import begin_loaded, begin_search
from slidelab.puzzle import Shape, goal_board
from slidelab.puzzle.board import Board
from slidelab.search import Conventions, Counters, Run

HERE = Path(__file__).parent
KORF = HERE.parent / "tests" / "oracles" / "korf100.csv"
GOAL = goal_board("blank-first", Shape(4, 4))
KORF_ORDER = Conventions(order="ULRD", goal_test="generate")


def instances() -> list[dict[str, str]]:
    with KORF.open(encoding="ascii") as file:
        return list(csv.DictReader(file))


def board(row: dict[str, str]) -> Board:
    return Board.from_state(bytes(int(tile) for tile in row["tiles"].split()), GOAL.shape)


def compile_baseline(folder: str) -> Path:
    program = Path(folder) / "ida"
    source = HERE / "baseline" / "ida.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def run_baseline(program: Path, start: Board) -> tuple[int, int, float]:
    """Length, nodes generated, seconds."""
    answer = subprocess.run(
        [program, *map(str, start.state)], capture_output=True, text=True, check=True
    ).stdout.split()
    return int(answer[0]), int(answer[1]), float(answer[3])


def run_kernel(
    start: Board, heuristic: str | Estimator = "manhattan", **options: int
) -> tuple[Counters, int, float]:
    """Counters, length, seconds."""
    begin_loaded("ida", GOAL, GOAL, KORF_ORDER, heuristic, **options)
    began = time.process_time()
    search = begin_search("ida", start, GOAL, KORF_ORDER, heuristic, **options)
    run = Run(search, KORF_ORDER, blind=False)
    run.advance()
    seconds = time.process_time() - began
    assert run.goal is not None
    return run.counters(), run.goal.g, seconds


def first_instance(rounds: int) -> None:
    start = board(instances()[0])
    nodes = int(instances()[0]["nodes_ida_manhattan"])
    with tempfile.TemporaryDirectory() as folder:
        program = compile_baseline(folder)
        baseline, kernel = [], []
        for _ in range(rounds):
            length, count, seconds = run_baseline(program, start)
            assert (length, count) == (57, nodes)
            baseline.append(seconds)
            counters, length, seconds = run_kernel(start)
            assert (length, counters.generated) == (57, nodes)
            kernel.append(seconds)
    pruned, length, pruned_seconds = run_kernel(start, cycles=18)
    assert length == 57
    began = time.perf_counter()
    parallel, length, _ = run_kernel(start, parallel=True)
    parallel_seconds = time.perf_counter() - began
    assert length == 57
    print(f"Korf's instance 1, {nodes:,} nodes, best of {rounds} rounds")
    print(f"{'':34}{'seconds':>9}{'million nodes/s':>17}{'rate : C':>10}")
    best = min(baseline)
    lines = [
        ("C, recursive, -O3 -march=native", best, nodes),
        ("slidelab, one core", min(kernel), nodes),
        (f"slidelab, {os.cpu_count()} threads, wall time", parallel_seconds, parallel.generated),
        ("slidelab, cycles up to 18 pruned", pruned_seconds, pruned.generated),
    ]
    for name, seconds, count in lines:
        rate = count / seconds
        print(f"{name:34}{seconds:9.3f}{rate / 1e6:17.1f}{rate * best / nodes:10.2f}")
    print(
        f"cycle pruning: {pruned.generated:,} nodes, {pruned.generated / nodes:.2f} of the others"
    )


def all_instances() -> None:
    print(f"{'id':>3} {'length':>6} {'generated':>14} {'published':>14} {'seconds':>8}  equal")
    total, seconds_total, equal_total = 0, 0.0, 0
    for row in instances():
        counters, length, seconds = run_kernel(board(row))
        published = int(row["nodes_ida_manhattan"])
        equal = (length, counters.generated, counters.expanded) == (
            int(row["optimal"]),
            published,
            int(row["expanded_ida_manhattan"]),
        )
        total, seconds_total = total + counters.generated, seconds_total + seconds
        equal_total += equal
        print(
            f"{row['id']:>3} {length:6} {counters.generated:14,} {published:14,} {seconds:8.2f}  "
            f"{'yes' if equal else 'NO'}",
            flush=True,
        )
    print(f"{equal_total} of 100 equal; {total:,} nodes in {seconds_total:.1f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="all 100 instances")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    if chosen.all:
        all_instances()
    else:
        first_instance(chosen.rounds)
