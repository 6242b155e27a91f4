"""Solve Korf's hundred 15-puzzles with IDA*, and compare with what he published.

python benchmarks/korf.py [HEURISTIC] [NUMBER ...]
"""

import sys

from slidelab import solve
from slidelab.puzzle import instance_set


def main() -> int:
    """Print a line per board; return 1 if a length or a count differs."""
    heuristic, *numbers = sys.argv[1:] or ["manhattan"]
    wrong = 0
    for number, instance in enumerate(instance_set("korf100"), start=1):
        if numbers and str(number) not in numbers:
            continue
        result = solve(
            instance.board, algorithm="ida", heuristic=heuristic, engine="compiled", preset="korf"
        )
        counts = {
            name: (published, getattr(result.counters, name.partition("_")[0]))
            for name, published in instance.published.items()
            if heuristic == "manhattan"
        }
        is_wrong = result.cost != instance.optimal or any(a != b for a, b in counts.values())
        wrong += is_wrong
        shown = ", ".join(
            f"{name.partition('_')[0]} {mine:,}" for name, (_, mine) in counts.items()
        )
        print(
            f"korf:{number}: {result.cost} moves, published {instance.optimal}; {shown}; "
            f"{result.seconds:.2f} s{'  DIFFERENT' if is_wrong else ''}"
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
