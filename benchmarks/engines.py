"""The engines beside plain C, beside the textbook, and beside another checkout of slidelab.

    python benchmarks/engines.py                            # three minutes
    git worktree add ../before REVISION
    python benchmarks/engines.py --beside ../before         # compare with an earlier revision
    python benchmarks/engines.py --beside ../before --large # with the databases 7-8, which take
                                                            # ten minutes to build for each

Needs gcc. Seconds are those of the processor. Programs run in turn, and the best of a few rounds
counts for each, because other work on the machine can only make a program slower. Counts must be
the published ones, and equal in both checkouts. Tables and code are kept in build/cache of each.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

HERE = Path(__file__).resolve().parents[1]
os.environ.setdefault("SLIDELAB_CACHE", str(HERE / "build" / "cache"))
sys.path.insert(0, str(HERE / "src"))

from slidelab import Board, Conventions, Limits, Result, Search, SearchSpec  # noqa: E402
from slidelab.engines.compiled.small import SmallSearches  # noqa: E402
from slidelab.heuristics import HEURISTICS  # noqa: E402
from slidelab.puzzle.instances import instance_set  # noqa: E402
from slidelab.search import CHOICES  # noqa: E402
from slidelab.search.conventions import ORDERS  # noqa: E402

BASELINE = HERE / "benchmarks" / "baseline"
ROUNDS = 10
ROUNDS_BESIDE = 7
HARDEST = "867254301"
UNSOLVABLE = "021345678"
ALL_BOARDS = 181_440
ENGINES = ("compiled", "textbook")
HUNDRED = [str(number) for number in range(1, 101)]
BESIDE = {
    "A* with Manhattan, 3 million nodes": ["astar", "manhattan", "3000000", "2"],
    "BFS on 4x4, 2 million nodes": ["bfs", "-", "2000000", "2"],
    "IDA* with Manhattan, korf:2": ["ida", "manhattan", "1000000000", "2"],
    "IDA* with 6-6-3, Korf's hundred": ["ida", "6-6-3", "1000000000", *HUNDRED],
}
LARGE = {"IDA* with 7-8, Korf's hundred": ["ida", "7-8", "1000000000", *HUNDRED]}
EXPLAINED = {20: "618402735", 26: "864213570", 27: "517064283"}
"""Boards by the length of their shortest paths."""
DUPLICATES = ("cheapest", "visited", "closed")


def search(start: str | Board, spec: SearchSpec, goal: str = "blank-first") -> tuple[Result, float]:
    """Return the result of a search, and its seconds."""
    task = Search(start, goal, spec, force=True)
    task.advance(Limits(nodes=0))  # prepare it
    began = process_time()
    result = task.advance()
    return result, process_time() - began


def best(*runs: Callable[[], float], rounds: int = ROUNDS) -> list[float]:
    """Return the seconds of the best of some rounds for each run."""
    seconds = [[run() for run in runs] for _ in range(rounds)]
    return [min(each) for each in zip(*seconds, strict=True)]


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
    print(f"{name:42}{seconds:10.4f}{rate:14.1f}{seconds / beside:12.2f}", flush=True)


def compare_ida(folder: Path, boards: int) -> None:
    """Compare IDA* on Korf's boards with a recursive C program."""
    program = compile_c(folder, "ida")
    head = f"IDA* on {boards} of Korf's boards"
    print(f"{head:42}{'seconds':>10}{'M nodes/s':>14}{'C = 1':>12}")
    members = instance_set("korf100")[:boards]
    published = sum(member.published["generated_ida_manhattan"] for member in members)
    spec = SearchSpec("ida", "manhattan", preset="korf", engine="compiled")
    results = [search(member.board, spec)[0] for member in members]
    assert [result.cost for result in results] == [member.optimal for member in members]
    assert sum(result.generated for result in results) == published
    in_c, compiled = best(
        lambda: sum(float(run_c(program, *m.board.state)[3]) for m in members),
        lambda: sum(search(m.board, spec)[1] for m in members),
    )
    print_row("plain C, Manhattan", in_c, published, in_c)
    print_row("compiled, Manhattan", compiled, published, in_c)


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


def count_variants() -> None:
    """Print how many combinations of conventions are tried in a second, as `explain` does."""
    searches = SmallSearches(Board("012345678"))
    print("\nConventions tried in a second on 3x3, shortest paths of 20, 26 and 27 moves")
    ties, tests = CHOICES["ties"].values, CHOICES["goal_test"].values
    variants = [
        Conventions(order=order, ties=tie, goal_test=test, duplicates=memory)
        for order, tie, test, memory in product(ORDERS, ties, tests, DUPLICATES)
    ]
    for algorithm, heuristic in (("astar", "manhattan"), ("greedy", "manhattan"), ("bfs", None)):
        chosen = variants[:: 1 if heuristic else 10]
        options = {"heuristic": heuristic and HEURISTICS[heuristic], "limit": ALL_BOARDS}
        rates = []
        for board in map(Board, EXPLAINED.values()):
            searches.run_each(algorithm, board, chosen[:1], **options)
            began = process_time()
            searches.run_each(algorithm, board, chosen, **options)
            rates.append(len(chosen) / (process_time() - began))
        print(f"{algorithm:42}" + "".join(f"{rate:12,.0f}" for rate in rates), flush=True)


def run_child(checkout: Path, *arguments: str, **more: str) -> tuple[str, float]:
    """Run Python with a checkout; return what it prints, and its seconds, imports included."""
    environment = dict(os.environ, PYTHONPATH=str(checkout / "src"), **more)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, as for users
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout, seconds


def measure_starts(folder: Path) -> None:
    """Print what it costs to compile everything, and to start when everything is cached."""
    print("\nProcessor seconds of whole commands")
    warmup, solve = ["-m", "slidelab", "warmup"], ["-m", "slidelab", "solve", "korf:5"]
    run_child(HERE, *solve)
    _, compiling = run_child(HERE, *warmup, SLIDELAB_CACHE=str(folder / "cache"))
    print(f"{'slidelab warmup, nothing cached':42}{compiling:10.2f}")
    (seconds,) = best(lambda: run_child(HERE, *solve)[1])
    print(f"{'slidelab solve korf:5, all cached':42}{seconds:10.2f}", flush=True)


def compare_checkouts(other: Path, searches: dict[str, list[str]]) -> None:
    """Compare searches in fresh processes with those of another checkout."""
    print(f"\n{'This checkout beside another':42}{'seconds':>10}{'other':>10}{'speed':>8}", end="")
    print(f"{'median':>8}  (other = 1)")
    program = str(HERE / "benchmarks" / "one_search.py")

    def run(checkout: Path, arguments: list[str]) -> tuple[float, str]:
        cache = str(checkout / "build" / "cache")
        printed, _ = run_child(checkout, program, *arguments, SLIDELAB_CACHE=cache)
        seconds, expanded = printed.split()
        return float(seconds), expanded

    for name, arguments in searches.items():
        rounds = []
        for _ in range(ROUNDS_BESIDE):
            (mine, expanded), (others, same) = (run(each, arguments) for each in (HERE, other))
            assert expanded == same
            rounds.append((mine, others))
        mine, others = (min(each) for each in zip(*rounds, strict=True))
        middle = median(theirs / own for own, theirs in rounds)
        print(f"{name:42}{mine:10.3f}{others:10.3f}{others / mine:8.2f}{middle:8.2f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=1, help="Korf's boards beside C")
    parser.add_argument("--beside", type=Path, help="folder of another checkout of slidelab")
    parser.add_argument("--large", action="store_true", help="compare 7-8, too")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compare_ida(Path(folder), chosen.boards)
        compare_bfs(Path(folder))
        compare_astar()
        count_variants()
        measure_starts(Path(folder))
    if chosen.beside:
        compare_checkouts(chosen.beside.resolve(), BESIDE | (LARGE if chosen.large else {}))
