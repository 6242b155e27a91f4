"""Prove the fifty 24-puzzles of Korf and Felner (2002) optimal, on a GPU or on the CPU.

    python benchmarks/korf24.py --engine gpu                        # all fifty, side by side
    python benchmarks/korf24.py --engine cpu --only 38,40,25
    python benchmarks/korf24.py --engine cpu --only 38,40 --plain   # counts as published

Prints a line for each board: its length, the nodes expanded beside the published count, seconds
(and of processor time on the CPU), and the nodes of every bound. Every path is replayed, and the
exit status is 0 only if all lengths are the published ones. With --plain, boards are searched in
the textbook's order on one core, without long sequences and without a beam: then the nodes
expanded, not counting the goal, must equal those published with Clausecker's 24puzzle.

For the GPU, seconds count from the start of the process, building tables and compiling included;
the boards are searched side by side.
"""

import time

BEGAN = time.perf_counter()

import argparse  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Iterator  # noqa: E402

from slidelab.puzzle import Board  # noqa: E402
from slidelab.puzzle.instances import instance_set  # noqa: E402
from slidelab24.proof import Progress  # noqa: E402
from slidelab24.sequences import open_automaton  # noqa: E402

INSTANCES = dict(enumerate(instance_set("korf24"), start=1))
GOAL = Board.goal("5x5")

Solved = tuple[Progress, str]
"""What was found out about a board, and the time that it took."""


def solve_on_gpu(numbers: list[int]) -> Iterator[Solved]:
    """Solve all boards side by side."""
    from slidelab24.gpu.solver import DeviceSolver, open_tables

    tables = open_tables(GOAL.shape, GOAL.blank)
    print(
        f"{tables.device.name}: {len(tables.patterns)} tables after {elapsed():.1f} s", flush=True
    )
    boards = [tuple(INSTANCES[number].board.state) for number in numbers]
    solver = DeviceSolver(tables, open_automaton(), boards)
    ready = reported = elapsed()
    while not solver.step():
        if elapsed() > reported + 10:
            reported = elapsed()
            left = sum(search.moves is None for search in solver.searches)
            print(f"{reported:6.1f} s: {left} boards to go", flush=True)
    for search in solver.searches:
        yield search, f"{ready + search.seconds:7.2f} s"


def solve_on_cpu(numbers: list[int], plain: bool, workers: int) -> Iterator[Solved]:
    """Solve one board after another."""
    from slidelab24.database import open_database
    from slidelab24.engines import CPU_SEQUENCES
    from slidelab24.search import GradientSearch

    database, automaton = open_database(GOAL.shape), open_automaton(2 if plain else CPU_SEQUENCES)
    for number in numbers:
        board = INSTANCES[number].board
        search = GradientSearch(board, GOAL, database, automaton, workers=workers, plain=plain)
        began, processor = time.perf_counter(), time.process_time()
        while search.step(1) is None:
            pass
        seconds, processor = time.perf_counter() - began, time.process_time() - processor
        yield search.progress, f"{seconds:7.2f} s ({processor:.2f} s of processor time)"


def elapsed() -> float:
    """Return the seconds since the start of the process."""
    return time.perf_counter() - BEGAN


def main() -> int:
    """Solve the boards and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=["cpu", "gpu"], required=True)
    parser.add_argument("--only", help="numbers of boards, such as 38,40,25 (default: all fifty)")
    parser.add_argument("--plain", action="store_true", help="CPU: count as published")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="CPU: threads")
    chosen = parser.parse_args()
    numbers = [int(each) for each in chosen.only.split(",")] if chosen.only else [*INSTANCES]
    if chosen.engine == "gpu":
        solving = solve_on_gpu(numbers)
    else:
        solving = solve_on_cpu(numbers, chosen.plain, chosen.workers)
    right = expanded = 0
    for number, (progress, seconds) in zip(numbers, solving, strict=True):
        instance, moves = INSTANCES[number], progress.moves or ""
        published = instance.published["expanded_ida_6666_regions"]
        is_right = (
            len(moves) == instance.optimal
            and instance.board.play(moves) == GOAL
            and (not chosen.plain or progress.expanded == published)
        )
        bounds = " ".join(f"{bound.moves}:{bound.nodes}" for bound in progress.searched)
        print(
            f"#{number:<2} {len(moves):>3} moves; {progress.expanded:>15,} expanded "
            f"(published {published:>15,}), {seconds}; {bounds} {'' if is_right else 'WRONG'}",
            flush=True,
        )
        right, expanded = right + is_right, expanded + progress.expanded
    print(
        f"{right} of {len(numbers)} at the published length, every path replayed; "
        f"{expanded:,} expanded; {elapsed():.1f} s since the start of the process"
    )
    return 0 if right == len(numbers) else 1


if __name__ == "__main__":
    sys.exit(main())
