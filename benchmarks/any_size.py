"""How short the answers of anytime search are after a tenth of a second, a second, ten seconds.

One thread; seconds are those of the processor, so that a busy machine does not matter. Code is
loaded before. Beside each figure stands what others published, with their seconds.

    python benchmarks/any_size.py --seconds 10 --boards 10 --only 5x5 6x6 8x8 10x10 16x16
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from statistics import mean
from time import process_time
from typing import NamedTuple

from slidelab import Board, Limits, Shape, heuristics
from slidelab.engines.anytime.search import AnytimeSearch, load
from slidelab.puzzle import goal_board, random_board
from slidelab.puzzle.instances import instance_set

CHECKPOINTS = (0.1, 1.0, 10.0, 20.0, 60.0, 140.0)
DEEPCUBEA = Path(__file__).parent / "data" / "deepcubea.csv"
RANDOM_SIZES = (5, 6, 8, 10, 16)


class Case(NamedTuple):
    """A board, what its length is compared with, and a shortest length if it is known."""

    start: Board
    goal: str
    yardstick: int
    optimal: int | None = None
    published: tuple[int, float] | None = None


def korf24() -> Iterator[Case]:
    """Korf's fifty 24-puzzles: the yardstick is the optimum."""
    for instance in instance_set("korf24"):
        yield Case(instance.board, "blank-first", instance.optimal, instance.optimal)


def deepcubea(puzzle: str) -> Callable[[], Iterator[Case]]:
    """DeepCubeA's boards: the yardstick is the length that it found."""

    def cases() -> Iterator[Case]:
        with DEEPCUBEA.open(encoding="utf-8") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            for row in rows:
                if row["puzzle"] == puzzle:
                    length = int(row["length_deepcubea"])
                    optimal = int(row["optimal"]) if row["optimal"] else None
                    published = length, float(row["seconds_deepcubea"])
                    board = Board([int(tile) for tile in row["tiles"].split()])
                    yield Case(board, "blank-last", length, optimal, published)

    return cases


def random_boards(side: int) -> Callable[[], Iterator[Case]]:
    """Random boards: the yardstick is Manhattan distance."""

    def cases() -> Iterator[Case]:
        shape = Shape(side, side)
        goal = goal_board("blank-first", shape)
        distance = heuristics.get("manhattan").bind(goal)
        for seed in range(1000):
            start = random_board(shape, goal, f"any size {seed}")
            yield Case(start, "blank-first", int(distance(start.state)))

    return cases


SETS: dict[str, Callable[[], Iterator[Case]]] = {
    "korf24": korf24,
    **{f"deepcubea{puzzle}": deepcubea(puzzle) for puzzle in ("24", "35", "48")},
    **{f"{side}x{side}": random_boards(side) for side in RANDOM_SIZES},
}


def lengths_at(case: Case, times: list[float], memory: int) -> list[float]:
    """Return the length of the best answer at each of the times; infinity where there is none."""
    search = AnytimeSearch(case.start, goal_board(case.goal, case.start.shape))
    search.limits = Limits(memory=memory)
    answers = []
    began = process_time()
    while search.step(1) is None:
        seconds = process_time() - began
        if search.counts.cost is not None:
            answers.append((seconds, search.counts.cost))
        if seconds >= times[-1] or (answers and answers[-1][1] == case.optimal):
            break
    return [
        min((cost for seconds, cost in answers if seconds <= time), default=inf) for time in times
    ]


def measure(name: str, boards: int, seconds: float, memory: int) -> None:
    """Print a line for each time."""
    times = [time for time in CHECKPOINTS if time <= seconds]
    cases = [case for case, _ in zip(SETS[name](), range(boards), strict=False)]
    load()
    lengths_at(cases[0], times[:1], memory)  # imports the rest
    lengths = [lengths_at(case, times, memory) for case in cases]
    for at, time in enumerate(times):
        found = [each[at] for each in lengths]
        ratio = mean(length / case.yardstick for length, case in zip(found, cases, strict=True))
        line = f"{name:12} {time:6.1f} s  {mean(found):9.2f} moves  ratio {ratio:.4f}"
        known = [(length, c) for length, c in zip(found, cases, strict=True) if c.optimal]
        if known:
            optimal = sum(length == case.optimal for length, case in known)
            line += f"  optimal {optimal} of {len(known)}"
        published = [case.published for case in cases if case.published]
        if published:
            line += (
                f"  (published: {mean(p[0] for p in published):.2f} moves "
                f"in {mean(p[1] for p in published):.1f} s)"
            )
        print(line, flush=True)


def main() -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", type=int, default=2 << 30, help="bytes")
    arguments = parser.parse_args()
    for name in arguments.only:
        measure(name, arguments.boards, arguments.seconds, arguments.memory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
