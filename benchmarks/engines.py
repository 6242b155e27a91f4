"""The engines beside plain C, and beside each other.

    python benchmarks/engines.py                  # Korf's first board, and all boards of 3x3
    python benchmarks/engines.py --boards 10      # the first ten of Korf's boards
    python benchmarks/engines.py --large          # with the databases 7-8 too

Needs gcc. Seconds are those of the processor, without preparing tables and code. Programs run in
turn, and the best of ten rounds counts for each, because other work on the machine can only make a
program slower. Counts must be the published ones.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from slidelab import Board, Limits, Result, Search, SearchSpec
from slidelab.puzzle.instances import instance_set

BASELINE = Path(__file__).parent / "baseline"
ROUNDS = 10
HARDEST = "867254301"
UNSOLVABLE = "021345678"
ALL_BOARDS = 181_440
ENGINES = ("compiled", "textbook")


def search(start: str | Board, spec: SearchSpec, goal: str = "blank-first") -> tuple[Result, float]:
    """Return the result of a search, and its seconds."""
    task = Search(start, goal, spec, force=True)
    task.advance(Limits(nodes=0))  # prepare it
    began = process_time()
    result = task.advance()
    return result, process_time() - began


def best(*runs: Callable[[], float]) -> list[float]:
    """Return the seconds of the best of some rounds for each run."""
    rounds = [[run() for run in runs] for _ in range(ROUNDS)]
    return [min(seconds) for seconds in zip(*rounds, strict=True)]


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
    print(f"{name:42}{seconds:10.4f}{rate:14.1f}{seconds / beside:12.2f}")


def compare_ida(folder: Path, boards: int, heuristics: list[str]) -> None:
    """Compare IDA* on Korf's boards with a recursive C program."""
    program = compile_c(folder, "ida")
    head = f"IDA* on {boards} of Korf's boards"
    print(f"{head:42}{'seconds':>10}{'M nodes/s':>14}{'C = 1':>12}")
    members = instance_set("korf100")[:boards]
    published = sum(member.published["generated_ida_manhattan"] for member in members)
    specs = [SearchSpec("ida", name, preset="korf", engine="compiled") for name in heuristics]
    counts = []
    for spec in specs:
        results = [search(member.board, spec)[0] for member in members]
        assert [result.cost for result in results] == [member.optimal for member in members]
        counts.append(sum(result.generated for result in results))
    assert counts[0] == published
    in_c, *compiled = best(
        lambda: sum(float(run_c(program, *m.board.state)[3]) for m in members),
        *(lambda s=spec: sum(search(m.board, s)[1] for m in members) for spec in specs),
    )
    print_row("plain C, Manhattan", in_c, published, in_c)
    for heuristic, seconds, nodes in zip(heuristics, compiled, counts, strict=True):
        print_row(f"compiled, {heuristic}", seconds, nodes, in_c)


def compare_bfs(folder: Path) -> None:
    """Compare breadth-first search over all boards of 3x3 with the same loop in C."""
    program = compile_c(folder, "bfs")
    specs = [SearchSpec("bfs", engine=engine) for engine in ENGINES]
    assert [search(UNSOLVABLE, spec)[0].expanded for spec in specs] == [ALL_BOARDS] * len(specs)
    in_c, *others = best(
        lambda: float(run_c(program, 1)[3]),
        *(lambda s=spec: search(UNSOLVABLE, s)[1] for spec in specs),
    )
    print("\nBFS over all boards of 3x3")
    print_row("plain C", in_c, ALL_BOARDS, in_c)
    for engine, seconds in zip(ENGINES, others, strict=True):
        print_row(engine, seconds, ALL_BOARDS, in_c)


def compare_astar() -> None:
    """Compare A* on a board that needs 31 moves, on both engines."""
    specs = [SearchSpec("astar", "manhattan", engine=engine) for engine in ENGINES]
    nodes, same = [search(HARDEST, spec, "blank-last")[0].expanded for spec in specs]
    assert nodes == same
    times = best(*(lambda s=spec: search(HARDEST, s, "blank-last")[1] for spec in specs))
    print("\nA* with Manhattan distance, 31 moves (compiled = 1)")
    for engine, seconds in zip(ENGINES, times, strict=True):
        print_row(engine, seconds, nodes, times[0])


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
