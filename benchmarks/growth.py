"""How cost grows: time and memory against the size of the job, for each compiled algorithm.

    python benchmarks/growth.py

Every algorithm works on the same scrambled 15-puzzle with rising limits on expanded nodes. What
is drawn are nanoseconds and bytes a node, so that a level line means: twice the job, twice the
cost. Writes benchmarks/results/growth.csv and docs/pictures/growth.png.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

from slidelab import Limits, Search, SearchSpec
from slidelab.puzzle import Shape, goal_board, random_board
from slidelab.system.memory import resident_bytes

RESULTS = Path(__file__).parent / "results"
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "growth.png"
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
ALGORITHMS = ("bfs", "dfs", "ids", "bidirectional", "ucs", "astar", "wastar", "ida")
ROUNDS = 2
SECONDS = 30
MEMORY = 8 * 1024**3


def measure(algorithm: str, nodes: int) -> dict[str, float] | None:
    """One search in a process of its own, stopped at so many nodes; None if it ended before."""
    command = [sys.executable, __file__, "--one", algorithm, str(nodes)]
    tries = [
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for _ in range(ROUNDS)
    ]
    best: dict[str, float] = min(tries, key=lambda one: one["seconds"])
    return best if best["expanded"] == nodes else None


def one_search(algorithm: str, nodes: int) -> None:
    """Search in this process and print what it took."""
    goal = goal_board("blank-first", Shape(4, 4))
    start = random_board(Shape(4, 4), goal, seed=2)
    spec = SearchSpec(algorithm, engine="compiled")
    Search(start, goal, spec).advance(Limits(nodes=100))  # loads the code
    before = resident_bytes()
    task = Search(start, goal, spec)
    counters = task.advance(Limits(nodes=nodes, seconds=SECONDS, memory=MEMORY)).counters
    took = {
        "expanded": counters.expanded,
        "generated": counters.generated,
        "seconds": counters.seconds,
        "bytes": max(0, counters.peak_memory_bytes - before),
    }
    print(json.dumps(took))


def main() -> None:
    rows: list[dict[str, object]] = []
    for algorithm in ALGORITHMS:
        for nodes in SIZES:
            took = measure(algorithm, nodes)
            if took is None:
                break
            ns, held = 1e9 * took["seconds"] / nodes, took["bytes"] / nodes
            rows.append({"algorithm": algorithm, **took, "ns_per_node": ns, "bytes_per_node": held})
            print(
                f"{algorithm:14s} {nodes:>11,} nodes  {took['seconds']:8.3f} s  "
                f"{ns:7.0f} ns a node  {held:6.1f} bytes a node",
                flush=True,
            )
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / "growth.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    draw(rows)


def draw(rows: list[dict[str, object]]) -> None:
    """Two panels: time and memory a node."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    markers = dict(zip(ALGORITHMS, "osD^v<>X", strict=True))
    figure, panels = pyplot.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    for panel, key, label in zip(
        panels, ("ns_per_node", "bytes_per_node"), ("nanoseconds", "bytes"), strict=True
    ):
        for algorithm in ALGORITHMS:
            points = [row for row in rows if row["algorithm"] == algorithm]
            panel.plot(
                [row["expanded"] for row in points],
                [row[key] for row in points],
                marker=markers[algorithm],
                label=algorithm,
            )
        panel.set(xscale="log", yscale="log", xlabel="nodes expanded", ylabel=f"{label} a node")
        panel.grid(alpha=0.3)
    panels[1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    figure.suptitle("How cost grows: compiled searches of a random 15-puzzle")
    figure.savefig(PICTURE, dpi=120)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one_search(sys.argv[2], int(sys.argv[3]))
    else:
        main()
