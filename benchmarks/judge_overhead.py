"""What judging adds to each run of a program, beyond the program's own start.

A program that answers at once is started bare, in a process group of its own, and judged in the
sandbox: with bwrap where that works, and without. The three are run in turn, many times, so that a
busy moment of the machine hits all. A judged run is all that a class needs for it: a fresh folder,
limits, the program, its answer read, and the outcome in the database. Exit status 1 when the median
of the differences is 10 ms or more.

    python benchmarks/judge_overhead.py
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from slidelab.course.classroom.class_judgement import ClassState
from slidelab.course.judge import cases, command_program, read_suite
from slidelab.course.judge.outcome import Outcome
from slidelab.course.sandbox import Sandbox

RUNS = 100
MOST_MILLISECONDS = 10.0
PROGRAM = "#!/bin/sh\necho U\n"


def main() -> int:
    """Measure and tell."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "solver"
        path.write_text(PROGRAM)
        path.chmod(0o755)
        program = command_program("./solver {board}", Path(folder), "moves")
        case = cases(read_suite("basic", "blank-first"), program)[2]
        run = program.run(case.row.board, case.row.goal, case.algorithm)
        state = ClassState(Path(folder) / "class.db", "")
        state.load("one", "")

        def bare() -> None:
            subprocess.run(
                run.command, cwd=folder, capture_output=True, check=True, start_new_session=True
            )

        def judged(sandbox: Sandbox) -> None:
            outcome = Outcome.of(program, sandbox.run(run))
            assert outcome.answer.moves is not None
            state.add("one", case.number, outcome)

        with Sandbox() as best, Sandbox(confined=False) as plain:
            ways = {
                "bare": bare,
                best.isolation: lambda: judged(best),
                plain.isolation: lambda: judged(plain),
            }
            times: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(RUNS):
                for name, way in ways.items():
                    times[name].append(_milliseconds(way))
        state.close()
    over = []
    for name, taken in times.items():
        words = f"least {min(taken):6.2f} ms, median {median(taken):6.2f} ms"
        if name != "bare":
            pairs = zip(taken, times["bare"], strict=True)
            over.append(median(one - other for one, other in pairs))
            words += f"; added {min(taken) - min(times['bare']):5.2f} ms, median {over[-1]:5.2f} ms"
        print(f"{words}  {name}")
    print(f"(the median must stay below {MOST_MILLISECONDS:g} ms)")
    return 0 if max(over) < MOST_MILLISECONDS else 1


def _milliseconds(way: object) -> float:
    assert callable(way)
    began = perf_counter()
    way()
    return (perf_counter() - began) * 1e3


if __name__ == "__main__":
    sys.exit(main())
