"""Prove the fifty 24-puzzles of Korf and Felner (2002) optimal, on a GPU or on the CPU.

    python benchmarks/korf24.py --engine gpu                        # all fifty, side by side
    python benchmarks/korf24.py --engine cpu --only 38,40,25
    python benchmarks/korf24.py --engine cpu --only 38,40 --plain   # counts as published

Prints a line for each board: its length, the nodes expanded beside the published count, seconds,
and the nodes of every bound. Every path is replayed, and the exit status is 0 only if all lengths
are the published ones. With --plain, boards are searched in the textbook's order on one core,
without long sequences and without a beam: then the nodes expanded, not counting the goal, must
equal those published with Clausecker's 24puzzle.

For the GPU, seconds count from the start of the process, building tables and compiling included;
the boards are searched side by side.
"""

import time

BEGAN = time.perf_counter()

import argparse  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from typing import NamedTuple  # noqa: E402

from slidelab.puzzle import Shape  # noqa: E402
from slidelab.puzzle.instances import instance_set  # noqa: E402
from slidelab24.proof import leads_home  # noqa: E402
from slidelab24.sequences import open_automaton  # noqa: E402

SHAPE = Shape(5, 5)
INSTANCES = dict(enumerate(instance_set("korf24"), start=1))
BOARDS = {number: tuple(instance.board.state) for number, instance in INSTANCES.items()}


class Solved(NamedTuple):
    """A board that was solved."""

    number: int
    moves: str
    bounds: list[tuple[int, int]]
    expanded: int
    seconds: float

    @property
    def published(self) -> int:
        """Return the published number of nodes."""
        return INSTANCES[self.number].published["expanded_ida_6666_regions"]

    def is_right(self, plain: bool) -> bool:
        """Return whether length, path and, where counts compare, the count are right."""
        return (
            len(self.moves) == INSTANCES[self.number].optimal
            and leads_home(BOARDS[self.number], 0, SHAPE, self.moves)
            and (not plain or self.expanded == self.published)
        )

    def __str__(self) -> str:
        bounds = " ".join(f"{bound}:{nodes}" for bound, nodes in self.bounds)
        return (
            f"#{self.number:<2} {len(self.moves):>3} moves; {self.expanded:>15,} expanded "
            f"(published {self.published:>15,}), {self.seconds:7.2f} s; {bounds}"
        )


def solve_on_gpu(numbers: list[int]) -> Iterator[Solved]:
    """Solve all boards side by side."""
    from slidelab24.gpu.solver import DeviceSolver, open_tables

    tables = open_tables(SHAPE, 0)
    print(
        f"{tables.device.name}: {len(tables.patterns)} tables after {elapsed():.1f} s", flush=True
    )
    solver = DeviceSolver(tables, open_automaton(), [BOARDS[number] for number in numbers])
    ready = elapsed()
    while not solver.advance(10.0):
        left = sum(search.moves is None for search in solver.searches)
        print(f"{elapsed():6.1f} s: {left} boards to go", flush=True)
    for number, search in zip(numbers, solver.searches, strict=True):
        moves, seconds = search.moves or "", ready + search.seconds
        yield Solved(number, moves, search.searched, search.expanded, seconds)


def solve_on_cpu(numbers: list[int], plain: bool, workers: int) -> Iterator[Solved]:
    """Solve one board after another."""
    from slidelab24.database import open_database
    from slidelab24.engines import CPU_SEQUENCES
    from slidelab24.kernel import GradientProblem, Subtree
    from slidelab24.search import GradientSearch

    database, automaton = open_database(SHAPE), open_automaton(2 if plain else CPU_SEQUENCES)
    for number in numbers:
        goal = tuple(range(SHAPE.cells))
        problem = GradientProblem.of(BOARDS[number], goal, database, automaton)
        Subtree(problem, problem.estimate).advance(0)  # compiles
        began = time.perf_counter()
        search = GradientSearch(problem, workers=workers, plain=plain)
        search.advance()
        seconds = time.perf_counter() - began
        yield Solved(number, search.moves or "", search.searched, search.expanded, seconds)


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
    for solved in solving:
        is_right = solved.is_right(chosen.plain)
        print(solved, "" if is_right else "WRONG", flush=True)
        right, expanded = right + is_right, expanded + solved.expanded
    print(
        f"{right} of {len(numbers)} at the published length, every path replayed; "
        f"{expanded:,} expanded; {elapsed():.1f} s since the start of the process"
    )
    return 0 if right == len(numbers) else 1


if __name__ == "__main__":
    sys.exit(main())
