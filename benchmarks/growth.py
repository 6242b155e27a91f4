"""How cost grows: time and memory against the size of the job, for each compiled algorithm.

    python benchmarks/growth.py

Every algorithm works on the same scrambled 15-puzzle with rising limits on expanded nodes. What
is drawn are nanoseconds and bytes a node, so that a level line means: twice the job, twice the
cost. Writes benchmarks/results/growth.csv and growth.png beside it.
"""

import csv
import gc
from pathlib import Path

from slidelab import Limits, Task
from slidelab.puzzle import Shape, goal_board, random_board
from slidelab.search.memory import resident_bytes

RESULTS = Path(__file__).parent / "results"
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
ALGORITHMS = ("bfs", "dfs", "ids", "bidirectional", "ucs", "astar", "wastar", "greedy", "ida")
SECONDS = 30
MEMORY = 8 * 1024**3


def measure(algorithm: str, nodes: int) -> dict[str, object] | None:
    """One search, stopped at so many expanded nodes; None if it ended before."""
    goal = goal_board("blank-first", Shape(4, 4))
    start = random_board(Shape(4, 4), goal, seed=2)
    gc.collect()
    before = resident_bytes()
    task = Task(start, goal, algorithm, engine="compiled")
    result = task.advance(Limits(nodes=nodes, seconds=SECONDS, memory=MEMORY))
    counters = result.counters
    if counters.expanded < nodes:
        return None
    held = max(0, resident_bytes() - before)
    return {
        "algorithm": algorithm,
        "expanded": counters.expanded,
        "generated": counters.generated,
        "seconds": counters.seconds,
        "bytes": held,
        "ns_per_node": 1e9 * counters.seconds / counters.expanded,
        "bytes_per_node": held / counters.expanded,
    }


def main() -> None:
    rows = []
    for algorithm in ALGORITHMS:
        measure(algorithm, 1000)  # compiles
        for nodes in SIZES:
            row = measure(algorithm, nodes)
            if row is None:
                break
            rows.append(row)
            print(
                f"{algorithm:14s} {nodes:>11,} nodes  {row['seconds']:8.3f} s  "
                f"{row['ns_per_node']:7.0f} ns a node  {row['bytes_per_node']:6.1f} bytes a node",
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

    markers = dict(zip(ALGORITHMS, "osD^v<>XP", strict=True))
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
        panel.set(xscale="log", xlabel="nodes expanded", ylabel=f"{label} a node", ylim=(0, None))
        panel.grid(alpha=0.3)
    panels[1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    figure.suptitle("How cost grows: compiled searches of a random 15-puzzle")
    figure.savefig(RESULTS / "growth.png", dpi=120)


if __name__ == "__main__":
    main()
