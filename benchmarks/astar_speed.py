"""A* with Manhattan distance on the hardest 8-puzzles: the compiled engine beside the textbook's.

    python benchmarks/astar_speed.py

The boards are the two that are 31 moves from each of the goals blank-first and blank-last. Times
are of whole searches, the best of a few in a row, turn about; counters are compared as well.
"""

from collections.abc import Callable
from dataclasses import astuple
from math import inf
from time import perf_counter

from slidelab import heuristics
from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.searches import begin_search
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.search import ALGORITHMS, Conventions, Problem, Run

ROUNDS = 3
IN_A_ROW = 5
CONVENTIONS = Conventions()


def textbook(start: Board, goal: Board) -> Run:
    problem = Problem(start, goal, CONVENTIONS)
    problem.h = heuristics.get("manhattan").bind(goal)
    return Run(ALGORITHMS["astar"](problem), CONVENTIONS, blind=False)


def compiled(start: Board, goal: Board) -> Run:
    search = begin_search("astar", start, goal, CONVENTIONS, "manhattan")
    return Run(search, CONVENTIONS, blind=False)


def timed(begin: Callable[[Board, Board], Run], start: Board, goal: Board) -> tuple[float, Run]:
    best = inf
    for _ in range(IN_A_ROW):
        began = perf_counter()
        run = begin(start, goal)
        run.advance()
        best = min(best, perf_counter() - began)
    return best, run


def main() -> None:
    total_textbook = total_compiled = 0.0
    print("board              expanded   textbook    compiled   ratio")
    for name in ("blank-first", "blank-last"):
        goal = goal_board(name, Shape(3, 3))
        for start in DistanceTable(goal).hardest():
            compiled(start, goal).advance()  # compiles
            slow, fast = [], []
            for _ in range(ROUNDS):
                seconds, run = timed(textbook, start, goal)
                slow.append(seconds)
                seconds, other = timed(compiled, start, goal)
                fast.append(seconds)
                assert astuple(run.counters())[:-2] == astuple(other.counters())[:-2]
            total_textbook += min(slow)
            total_compiled += min(fast)
            print(
                f"{start.to_text('commas')}  {run.counters().expanded:8,}"
                f"  {min(slow) * 1e3:7.1f} ms  {min(fast) * 1e3:7.2f} ms"
                f"  {min(slow) / min(fast):6.0f}"
            )
    print(f"all: the compiled engine is {total_textbook / total_compiled:.0f} times faster")


if __name__ == "__main__":
    main()
