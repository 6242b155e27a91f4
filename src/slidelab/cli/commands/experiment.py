"""`slidelab experiment`: many boards, many searches, all cores."""

from functools import partial
from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import INTERRUPTED, STOPPED, tell, tell_problems
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Recording, output_option
from slidelab.lab.experiment import Grid, Summary, read_grid, run_experiment
from slidelab.lab.experiment.dispatch import WorkersDiedError
from slidelab.lab.experiment.executors import ClusterExecutor, ClusterLostError, local_executor
from slidelab.lab.recording import records_trials
from slidelab.puzzle.wording import plural

run_option = partial(Option, panel="Running it")


def experiment(
    *,
    grid: Annotated[Path, Argument("GRID")],
    results: Annotated[Path | None, output_option("-o", "FILE")] = None,
    jobs: Annotated[int | None, run_option("-j", "N", min=1)] = None,
    cluster: Annotated[str | None, run_option("ADDRESS")] = None,
    fresh: Annotated[bool, run_option()] = False,
    check: Annotated[bool, run_option()] = False,
    recording: Recording,
) -> int:
    """Run the searches of a TOML file on many boards, and write a table.

    Stop it at any time, and rerun the command to resume, even after a crash: every cell runs
    exactly once. 'slidelab report' summarises the results.

    :param grid: The grid: a TOML file with boards and searches.
    :param results: Results file, instead of the grid's: .csv, .json, .parquet or .db.
    :param jobs: Number of processes (default: all cores).
    :param cluster: Run on a Dask cluster with this scheduler: tcp://host:8786.
    :param fresh: Start over, and replace the results of an earlier run.
    :param check: Only check the grid.
    """
    if jobs is not None and cluster is not None:
        raise ValueError("--jobs is for this machine: leave it out with --cluster")
    plan = read_grid(grid, results)
    tell(_describe_plan(plan))
    if check:
        return 0
    executor = local_executor(jobs) if cluster is None else ClusterExecutor(cluster)
    if isinstance(executor, ClusterExecutor) and not executor.workers:
        tell(f"The cluster has no workers yet: start one with dask worker {cluster}")
    with executor, catch_interrupt() as interrupted, Display() as display:

        def show(now: Summary) -> None:
            display.count(plan.name, now.before + now.now, now.cells, now.seconds_left)

        try:
            summary = run_experiment(
                plan,
                executor,
                record=not recording.no_record and records_trials(),
                fresh=fresh,
                on_summary=show,
                cancelled=interrupted,
                warn=tell,
            )
        except (WorkersDiedError, ClusterLostError) as error:
            tell_problems([f"{error}; the other cells are done: rerun the command to resume"])
            return STOPPED
    tell(_describe_summary(plan, summary))
    return 0 if summary.complete else INTERRUPTED


def _describe_plan(grid: Grid) -> str:
    boards = sum(len(group.states) for group in grid.boards)
    return (
        f"{plural(boards, 'board')} × {plural(len(grid.searches), 'configuration')} = "
        f"{plural(grid.cells, 'cell')}; results in {grid.results}\n"
        "Engine of each configuration:\n" + "\n".join(f"  {line}" for line in grid.engines)
    )


def _describe_summary(grid: Grid, summary: Summary) -> str:
    done = summary.before + summary.now
    if summary.before == summary.cells:
        return f"All {plural(done, 'cell')} were done before; --fresh starts over."
    before = f" ({summary.before:,} of them before)" if summary.before else ""
    if not summary.complete:
        return (
            f"Stopped: {done:,} of {plural(summary.cells, 'cell')} are done{before}. "
            "Rerun the command to resume."
        )
    ends = ", ".join(f"{number:,} {status}" for status, number in summary.statuses.most_common())
    return (
        f"{plural(done, 'cell')} done{before} in {summary.seconds:,.1f} s: {ends}.\n"
        f"To summarise them: slidelab report {grid.results}"
    )
