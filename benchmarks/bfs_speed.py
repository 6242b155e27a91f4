"""BFS over the whole 3x3 space: the compiled engine beside the same loop in plain C.

    python benchmarks/bfs_speed.py

Needs gcc. The C program is `baseline/bfs.c`. Turn about, each makes a few searches in a row, and
the best of all counts. The C program's arrays are there before the clock starts; the engine's time
is that of a whole search through the driver, which uses the arrays of the search before if it can.
"""

import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from slidelab.engines.compiled.searches import begin_search
from slidelab.puzzle import Board
from slidelab.search import Conventions, Run, Status

BASELINE = Path(__file__).parent / "baseline" / "bfs.c"
ROUNDS = 10
IN_A_ROW = 5
START = Board("012345678")
WITHOUT_A_SOLUTION = Board("021345678")


def compile_baseline(folder: str) -> str:
    program = f"{folder}/bfs"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, str(BASELINE)], check=True)
    return program


def baseline_seconds(program: str) -> tuple[int, float]:
    command = [program, str(IN_A_ROW)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    expanded, _, _, seconds = output.split()
    return int(expanded), float(seconds)


def engine_seconds() -> tuple[int, float]:
    began = perf_counter()
    run = Run(begin_search("bfs", START, WITHOUT_A_SOLUTION), Conventions(), blind=True)
    status = run.advance()
    seconds = perf_counter() - began
    assert status is Status.EXHAUSTED
    return run.counters().expanded, seconds


def main() -> None:
    engine_seconds()  # compiles
    with tempfile.TemporaryDirectory() as folder:
        program = compile_baseline(folder)
        rounds = [
            (baseline_seconds(program), min(engine_seconds() for _ in range(IN_A_ROW)))
            for _ in range(ROUNDS)
        ]
    (boards, in_c), (expanded, here) = (min(side) for side in zip(*rounds, strict=True))
    assert boards == expanded == 181_440
    print(f"BFS over {boards:,} boards, best of {ROUNDS * IN_A_ROW}")
    print(f"  plain C          {in_c * 1e3:7.2f} ms")
    print(f"  compiled engine  {here * 1e3:7.2f} ms")
    print(f"  ratio            {here / in_c:7.2f}")


if __name__ == "__main__":
    main()
