"""Kernels from files of machine code beside the same kernels run by Numba itself.

Each search runs both ways in one process, by turns, and its counts must be the same. A row has the
least processor seconds spent in kernels each way, and their ratio. Searches that wait for memory,
breadth-first and uniform-cost, need a quiet machine: beside other work they vary by a fifth.

    python benchmarks/kernel_speed.py [--rounds 15]
"""

import argparse
from collections.abc import Callable
from dataclasses import astuple
from time import thread_time
from typing import Any

from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.native.function import CompiledFunction, observed
from slidelab.engines.native.numba_functions import just_in_time
from slidelab.puzzle import Board, goal_board, random_walk
from slidelab.puzzle.instances import instance
from slidelab.search import ALGORITHMS, Run
from slidelab.search.conventions import TEXTBOOK

EIGHT = Board("867254301")
EASY = instance("korf:28").board
"""Of Korf's instances, one that takes Manhattan distance few nodes."""

SEARCHES: dict[str, tuple[str, Board, str | None]] = {
    "IDA*, Manhattan": ("ida", EASY, "manhattan"),
    "IDA*, 5-5-5": ("ida", instance("korf:88").board, "5-5-5"),
    "IDA*, linear conflict": ("ida", EASY, "linear-conflict"),
    "A*, misplaced tiles": ("astar", EIGHT, "misplaced"),
    "uniform-cost": ("ucs", EIGHT, None),
    "breadth-first": ("bfs", EIGHT, None),
    "iterative deepening": ("ids", random_walk(Board("012345678"), 22, 1), None),
}

Way = Callable[[CompiledFunction, tuple[Any, ...]], Any]
WAYS: list[Way] = [
    lambda function, arguments: function.run(arguments),
    lambda function, arguments: just_in_time(function)(*arguments),
]


def seconds_in_kernels(search: tuple[str, Board, str | None], way: Way) -> tuple[float, Any]:
    """The processor seconds that a search spends in kernels, and its counts."""
    algorithm, start, heuristic = search
    spent = 0.0

    def timed(function: CompiledFunction, arguments: tuple[Any, ...]) -> Any:
        nonlocal spent
        began = thread_time()
        result = way(function, arguments)
        spent += thread_time() - began
        return result

    goal = goal_board("blank-first", start.shape)
    begun = begin_search(algorithm, start, goal, heuristic=heuristic)
    run = Run(begun, TEXTBOOK, blind=ALGORITHMS[algorithm].blind)
    with observed(timed):
        run.advance()
    return spent, astuple(run.counters())[:-2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    print(f"{'':26}{'files, s':>10}{'Numba, s':>10}{'ratio':>8}")
    for name, search in SEARCHES.items():
        counts = [seconds_in_kernels(search, way)[1] for way in WAYS]  # compiles what is missing
        assert counts[0] == counts[1], name
        taken: list[list[float]] = [[], []]
        for turn in range(2 * rounds):  # each way is first in half of the rounds
            which = (turn + turn // 2) % 2
            taken[which].append(seconds_in_kernels(search, WAYS[which])[0])
        files, numba = map(min, taken)
        print(f"{name:26}{files:10.4f}{numba:10.4f}{files / numba:8.3f}", flush=True)


if __name__ == "__main__":
    main()
