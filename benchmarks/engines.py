"""The engines beside plain C, and beside each other.

    python benchmarks/engines.py                  # Korf's first board, and all boards of 3x3
    python benchmarks/engines.py --boards 10      # the first ten of Korf's boards
    python benchmarks/engines.py --large          # with the databases 7-8 too

Needs gcc. Rounds alternate between the programs, and the best round of each counts, because other
work on the machine can only make a program slower. Counts must be the published ones.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from slidelab import Board, Result, Search, SearchSpec
from slidelab.puzzle.instances import instance_set

BASELINE = Path(__file__).parent / "baseline"
ROUNDS = 5
HARDEST = "867254301"
UNSOLVABLE = "021345678"
ALL_BOARDS = 181_440


def search(start: str | Board, spec: SearchSpec, goal: str = "blank-first") -> Result:
    """Search; preparing tables and code does not count towards the seconds of the result."""
    return Search(start, goal, spec, force=True).advance()


def best(run: Callable[[], float]) -> float:
    """Return the seconds of the best of some rounds."""
    return min(run() for _ in range(ROUNDS))


def compile_c(folder: Path, name: str) -> Path:
    """Compile a program of the folder baseline."""
    program = folder / name
    source = BASELINE / f"{name}.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def run_c(program: Path, *arguments: object) -> list[str]:
    """Return the words that a program prints."""
    command = [program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def print_row(name: str, seconds: float, nodes: int, beside: float) -> None:
    """Print seconds, the rate, and the seconds in relation to those of another program."""
    rate = nodes / seconds / 1e6
    print(f"{name:42}{seconds:10.3f}{rate:14.1f}{seconds / beside:12.2f}")


def compare_ida(folder: Path, boards: int, heuristics: list[str]) -> None:
    """Compare IDA* on Korf's boards with a recursive C program."""
    program = compile_c(folder, "ida")
    head = f"IDA* on {boards} of Korf's boards"
    print(f"{head:42}{'seconds':>10}{'M nodes/s':>14}{'C = 1':>12}")
    members = instance_set("korf100")[:boards]
    published = sum(member.published["generated_ida_manhattan"] for member in members)
    in_c = best(lambda: sum(float(run_c(program, *m.board.state)[3]) for m in members))
    print_row("plain C, Manhattan", in_c, published, in_c)
    for heuristic in heuristics:
        spec = SearchSpec("ida", heuristic, preset="korf", engine="compiled")
        results = [search(member.board, spec) for member in members]
        assert [result.cost for result in results] == [member.optimal for member in members]
        nodes = sum(result.generated for result in results)
        assert heuristic != "manhattan" or nodes == published
        seconds = best(lambda s=spec: sum(search(m.board, s).seconds for m in members))
        print_row(f"compiled, {heuristic}", seconds, nodes, in_c)


def compare_bfs(folder: Path) -> None:
    """Compare breadth-first search over all boards of 3x3 with the same loop in C."""
    program = compile_c(folder, "bfs")
    in_c = best(lambda: float(run_c(program, 1)[3]))
    print("\nBFS over all boards of 3x3")
    print_row("plain C", in_c, ALL_BOARDS, in_c)
    for engine in ("compiled", "textbook"):
        spec = SearchSpec("bfs", engine=engine)
        assert search(UNSOLVABLE, spec).expanded == ALL_BOARDS
        print_row(engine, best(lambda s=spec: search(UNSOLVABLE, s).seconds), ALL_BOARDS, in_c)


def compare_astar() -> None:
    """Compare A* on a board that needs 31 moves, on both engines."""
    print("\nA* with Manhattan distance, 31 moves (compiled = 1)")
    fast = 0.0
    for engine in ("compiled", "textbook"):
        spec = SearchSpec("astar", "manhattan", engine=engine)
        nodes = search(HARDEST, spec, "blank-last").expanded
        seconds = best(lambda s=spec: search(HARDEST, s, "blank-last").seconds)
        fast = fast or seconds
        print_row(engine, seconds, nodes, fast)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=1)
    parser.add_argument("--large", action="store_true", help="build and use 7-8 too")
    chosen = parser.parse_args()
    heuristics = ["manhattan", "6-6-3", *(["7-8"] if chosen.large else [])]
    with tempfile.TemporaryDirectory() as folder:
        compare_ida(Path(folder), chosen.boards, heuristics)
        compare_bfs(Path(folder))
    compare_astar()
