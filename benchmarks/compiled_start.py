"""Starting compiled searches with code from files beside starting them through Numba.

For each way, in processes of their own and one after the other: the processor seconds of a short
search with everything on disk, the processor seconds until a worker process has searched, the
memory that it then holds, and the processor seconds of a longer search itself. `--cold` measures a
first use as well, with empty folders. The last column divides what Numba takes by what files take.

    python benchmarks/compiled_start.py [--rounds 5] [--cold]
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

THROUGH_NUMBA = """
from slidelab.engines.native.function import CompiledFunction
CompiledFunction._files_work = False
"""

COMMAND = """
import sys
from slidelab.cli import main
sys.argv = ["slidelab", "solve", "korf:5", "-a", "ida", "-H", "manhattan", "--engine", "compiled"]
main()
"""

WORKER = """
from slidelab.engines.compiled.searches import begin_loaded
from slidelab.puzzle import Board
from slidelab.system.memory import resident_bytes
goal = Board("012345678")
begin_loaded("bfs", goal, goal)
print(resident_bytes())
"""


SEARCH = """
from time import process_time
from slidelab.engines.compiled.searches import begin_loaded
from slidelab.puzzle import goal_board
from slidelab.puzzle.instances import instance
from slidelab.search import Run
from slidelab.search.conventions import TEXTBOOK
start = instance("korf:28").board
goal = goal_board("blank-first", start.shape)
run = Run(begin_loaded("ida", start, goal, heuristic="manhattan"), TEXTBOOK, blind=False)
began = process_time()
run.advance()
print(process_time() - began)
"""


def measure(script: str, folder: Path) -> tuple[float, str]:
    """Processor seconds of a process and all that it starts, and what it prints."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "code"), "SLIDELAB_RECORD": "off"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True
    )
    after = os.times()
    if done.returncode:
        sys.exit(done.returncode)
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system, done.stdout


def seconds_of(script: str) -> Callable[[str, Path], float]:
    return lambda way, folder: measure(way + script, folder)[0]


def search_seconds(way: str, folder: Path) -> float:
    return float(measure(way + SEARCH, folder)[1])


def megabytes(way: str, folder: Path) -> float:
    return int(measure(way + WORKER, folder)[1]) / 1e6


def cold(way: str, folder: Path) -> float:
    shutil.rmtree(folder / "code", ignore_errors=True)
    return measure(way + COMMAND, folder)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    choices = parser.parse_args()
    rows: dict[str, Callable[[str, Path], float]] = {
        "a short search, s": seconds_of(COMMAND),
        "a worker that has searched, s": seconds_of(WORKER),
        "its memory, MB": megabytes,
        "3.3 million nodes of IDA*, s": search_seconds,
    }
    if choices.cold:
        rows["a first use, s"] = cold
    print(f"{'':32}{'files':>9}{'Numba':>9}{'ratio':>9}")
    with TemporaryDirectory() as files, TemporaryDirectory() as numbas:
        ways = [("", Path(files)), (THROUGH_NUMBA, Path(numbas))]
        for way, folder in ways:
            for script in (COMMAND, WORKER):
                measure(way + script, folder)
        for name, measured in rows.items():
            taken = [[measured(*way) for way in ways] for _ in range(choices.rounds)]
            ours, theirs = (median(each) for each in zip(*taken, strict=True))
            print(f"{name:32}{ours:9.3g}{theirs:9.3g}{theirs / ours:9.2f}")


if __name__ == "__main__":
    main()
