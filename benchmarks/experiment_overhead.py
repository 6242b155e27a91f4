"""How much of an experiment over every 3x3 board is spent outside of the kernels.

The 181,440 boards are solved by compiled A* on all cores, with database, results and trials. Time
is the processor time of all processes, so that other work on the machine matters little: what the
compiled code takes is measured in the workers, and everything else counts as outside, from the
start of the processes to the last row. Exit status 1 when that is a third or more.

    python benchmarks/experiment_overhead.py
"""

import os
import resource
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from slidelab.lab.batch_solve import Batch, BatchResult
from slidelab.lab.experiment import read_grid, run_experiment
from slidelab.processes import ProcessExecutor

GRID = """
[[boards]]
every = "3x3"

[[searches]]
algorithm = "astar"
heuristic = "manhattan"
"""
MOST_OUTSIDE = 1 / 3

_in_kernel = 0.0


def watched_batch(
    folder: str, run_batch: Callable[[Batch], BatchResult], batch: Batch
) -> BatchResult:
    """Run a batch in a worker, and note there how long its compiled code has taken so far."""
    from slidelab.engines.compiled import searches as kernel

    if not hasattr(kernel.solve_each, "is_watched"):
        kernel.solve_each = _watched(kernel.solve_each)  # type: ignore[assignment]
    done = run_batch(batch)
    Path(folder, f"{os.getpid()}.seconds").write_text(str(_in_kernel))
    return done


def _watched(kernel: Callable[..., int]) -> Callable[..., int]:
    def call(*arguments: Any) -> int:
        global _in_kernel
        began = process_time()
        outcome = kernel(*arguments)
        _in_kernel += process_time() - began
        return outcome

    call.is_watched = True  # type: ignore[attr-defined]
    return call


class WatchedExecutor(ProcessExecutor):
    """Processes of this machine whose kernels are timed."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self._folder = folder

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        """Submit a batch."""
        return super().submit(watched_batch, self._folder, function, *arguments)


def _used() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> int:
    """Measure and tell."""
    # Kernels are compiled once on a machine, by whoever needs them first.
    from slidelab.engines.compiled.searches import begin_best_first, solve_states
    from slidelab.puzzle import Board

    goal = Board("012345678")
    solve_states(begin_best_first("astar", goal), goal.state)
    with TemporaryDirectory() as folder:
        os.environ["SLIDELAB_DATA"] = folder
        file = Path(folder) / "every.toml"
        file.write_text(GRID)
        before, began = _used(), perf_counter()
        grid = read_grid(file)
        with WatchedExecutor(folder) as executor:
            run_experiment(grid, executor, record=True)
        whole, clock = _used() - before, perf_counter() - began
        kernel = sum(float(note.read_text()) for note in Path(folder).glob("*.seconds"))
    outside = 1 - kernel / whole
    print(f"{grid.cells:,} cells: {whole:.1f} s of processor time, {clock:.1f} s by the clock")
    print(f"in the kernels: {kernel:.1f} s of processor time")
    print(f"outside of the kernels: {outside:.0%} (must be below {MOST_OUTSIDE:.0%})")
    return 0 if outside < MOST_OUTSIDE else 1


if __name__ == "__main__":
    # Workers find what they are to call by its module, which they do not know as __main__.
    import experiment_overhead

    sys.exit(experiment_overhead.main())
