"""How long it takes to explain the numbers of A* on two boards of 20 and 25 moves.

Three programs: one with two choices of its own, one with four, and one whose numbers no conventions
produce, so that mistakes are looked for, too. Processor seconds of a whole answer, with the plan of
what to try made each time; the code is compiled before. Exit status 1 when one takes 5 or more,
which a busy or slow machine may need.

    python benchmarks/explain_speed.py
"""

import sys
from time import process_time

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry
from slidelab.course.explain.answer import answer
from slidelab.course.explain.plan import plan
from slidelab.puzzle import Board

MOST_SECONDS = 5.0
BOARDS = [Board.random("3x3", distance=moves, seed=moves) for moves in (20, 25)]
PROGRAMS = {
    "two choices": Conventions(ties="lower-h", count_goal=True),
    "four choices": Conventions(
        order="DURL", ties="heap-strict", checked="expanded", count_goal=True
    ),
    "none that fit": None,
}


def main() -> int:
    """Measure and tell."""
    slowest = 0.0
    _explain(None, most_changes=1)  # what is compiled, or read from disk, is then at hand
    for name, conventions in PROGRAMS.items():
        plan.cache_clear()
        seconds, inquiry, found = _explain(conventions)
        slowest = max(slowest, seconds)
        print(f"{name:14} {seconds:5.2f} s, {inquiry.tried:,} searches, {found} explanations")
    return int(slowest >= MOST_SECONDS)


def _explain(conventions: Conventions | None, **bounds: int) -> tuple[float, Inquiry, int]:
    printed = []
    for board in BOARDS:
        counters = solve(
            board, algorithm="astar", conventions=conventions or Conventions()
        ).counters
        odd = 37 if conventions is None else 0
        counts = {"expanded": counters.expanded + odd, "max_frontier": counters.max_frontier - odd}
        printed.append((board, "blank-first", counts))
    began = process_time()
    inquiry = Inquiry(printed, algorithm="astar", heuristic="manhattan", **bounds)
    matches = [*inquiry.matches()]
    answer(inquiry, matches)
    return process_time() - began, inquiry, len(matches)


if __name__ == "__main__":
    sys.exit(main())
