"""Prove the fifty 24-puzzles of Korf and Felner (2002) optimal, on a GPU or on the CPU.

    python benchmarks/korf24.py --engine gpu                        # all fifty, side by side
    python benchmarks/korf24.py --engine cpu --only 38,40,25

Prints a line for each board: its length, the nodes expanded, when it was solved, and the nodes of
every bound. Every path is replayed, and the exit status is 0 only if all lengths are the published
ones. Seconds count from the start of the process, building tables and compiling included; on the
CPU, tables stay on disk.
"""

import time

BEGAN = time.perf_counter()

import argparse  # noqa: E402
import sys  # noqa: E402
from collections.abc import Iterator  # noqa: E402

from slidelab.puzzle import Board  # noqa: E402
from slidelab.puzzle.instances import instance_set  # noqa: E402
from slidelab24.run import Progress  # noqa: E402

INSTANCES = dict(enumerate(instance_set("korf24"), start=1))
GOAL = Board.goal("5x5")


def solve_on_gpu(numbers: list[int]) -> Iterator[tuple[int, Progress]]:
    """Solve boards side by side; yield each when it is solved."""
    from slidelab24.gpu.solver import DeviceSolver, open_tables
    from slidelab24.sequences import open_automaton

    tables = open_tables()
    sets = len(tables.sets)
    print(f"{tables.device.name}: {sets} sets of tables after {elapsed():.1f} s", flush=True)
    boards = [tuple(INSTANCES[number].board.state) for number in numbers]
    solver = DeviceSolver(tables, open_automaton(), boards)
    waiting = dict(zip(numbers, solver.searches, strict=True))
    while waiting:
        solver.step()
        for number in [each for each, search in waiting.items() if search.moves is not None]:
            yield number, waiting.pop(number)


def solve_on_cpu(numbers: list[int]) -> Iterator[tuple[int, Progress]]:
    """Solve one board after another on all cores."""
    from slidelab.search import SearchSpec
    from slidelab24.engines import gradient

    for number in numbers:
        search = gradient.start(INSTANCES[number].board, GOAL, SearchSpec("ida"))
        while search.step(1) is None:
            pass
        yield number, search.progress


def elapsed() -> float:
    """Return the seconds since the start of the process."""
    return time.perf_counter() - BEGAN


def main() -> int:
    """Solve the boards and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=["cpu", "gpu"], required=True)
    parser.add_argument("--only", help="numbers of boards, such as 38,40,25 (default: all fifty)")
    chosen = parser.parse_args()
    numbers = [int(each) for each in chosen.only.split(",")] if chosen.only else [*INSTANCES]
    solve = solve_on_gpu if chosen.engine == "gpu" else solve_on_cpu
    right = expanded = 0
    for number, progress in solve(numbers):
        instance, moves = INSTANCES[number], progress.moves or ""
        is_right = len(moves) == instance.optimal and instance.board.play(moves) == GOAL
        bounds = " ".join(f"{bound.moves}:{bound.nodes}" for bound in progress.searched)
        print(
            f"#{number:<2} {len(moves):>3} moves after {elapsed():6.1f} s; "
            f"{progress.expanded:>15,} expanded; {bounds} {'' if is_right else 'WRONG'}",
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
