"""What judging adds to each run of a program, beyond the program's own start.

A program that answers at once is started bare and in the sandbox: with bwrap if that works, and
without. The three are run in turn, many times, so that a busy moment of the machine hits all. Exit
status 1 when the median of the differences is 50 ms or more.

    python benchmarks/judge_overhead.py
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from slidelab.course.sandbox import Sandbox

RUNS = 100
MOST_MILLISECONDS = 50.0


def main() -> int:
    """Measure and print."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "solver").write_text("#!/bin/sh\necho U\n")
        (folder / "solver").chmod(0o755)

        def bare() -> None:
            subprocess.run(["./solver"], cwd=folder, capture_output=True, check=True)

        ways = {"bare": bare}
        for sandbox in (Sandbox(), Sandbox(confined=False)):
            ways[sandbox.describe()] = lambda sandbox=sandbox: sandbox.run(["./solver"], folder)
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(RUNS):
            for name, way in ways.items():
                began = perf_counter()
                way()
                times[name].append((perf_counter() - began) * 1e3)
    over = []
    for name, taken in times.items():
        pairs = zip(taken, times["bare"], strict=True)
        over.append(median(one - other for one, other in pairs))
        print(f"median {median(taken):6.2f} ms, added {over[-1]:6.2f} ms  {name}")
    return 0 if max(over) < MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
