"""An experiment of some dozen cells, and what to compare of its results."""

import csv
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-c", "from slidelab.cli import main; main()"]
MEASURED = ("seconds", "peak_memory_bytes")
"""What differs from run to run."""

GRID = """
[[boards]]
random = 8
seed = 5

[[boards]]
distances = [12, 18]
sample = 2
shape = "2x4"

[[searches]]
algorithm = ["bfs", "astar", "greedy", "ids"]
heuristic = ["manhattan", "misplaced"]
engine = "textbook"

[limits]
nodes = 400
"""
BOARDS = 12
CELLS = BOARDS * 6

NODES = 200
SMALL = f"""
[experiment]
goal = "blank-last"

[[boards]]
random = 12

[[boards]]
list = ["1 2 0 3 / 5 6 7 4"]

[[searches]]
algorithm = ["astar", "wastar"]
weight = [1, 5]
engine = "textbook"

[[searches]]
algorithm = "dfs"
preset = "rows"
conventions = {{ ties = ["heap", "last-in"], graph = true }}
engine = "textbook"

[limits]
nodes = {NODES}
"""


class Threads(ThreadPoolExecutor):
    """Threads of this process: quick to start, and easy to spoil."""

    processes = 2

    def __init__(self) -> None:
        super().__init__(self.processes)

    def interrupt(self) -> None:
        pass


def write_grid(folder: Path, text: str = GRID) -> Path:
    """A grid file whose results go to grid.csv beside it."""
    file = folder / "grid.toml"
    file.write_text(text)
    return file


def start(grid: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    """The command, running in a process of its own."""
    return subprocess.Popen(
        [*COMMAND, "experiment", str(grid), *options],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def rows_of(results: Path) -> list[dict[str, str]]:
    """The rows of a results file without what was measured by a clock."""
    with results.open(newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    for row in rows:
        for name in MEASURED:
            assert float(row.pop(name)) >= 0
    return rows


def check_complete(rows: list[dict[str, str]], cells: int = CELLS) -> None:
    """Every cell is there exactly once, in order."""
    assert [int(row["cell"]) for row in rows] == list(range(cells))
