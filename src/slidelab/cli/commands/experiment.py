"""`slidelab experiment`: many boards, many searches, all cores."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import rich_click as click

from slidelab.cli.console import (
    INTERRUPTED,
    SOLVED,
    STOPPED,
    Display,
    interruptible,
    print_note,
    print_problems,
)
from slidelab.cli.options import OUTPUT, no_record_option, option
from slidelab.errors import SlidelabError
from slidelab.lab.cluster import cluster_executor
from slidelab.lab.grid import Grid, GridError, read_grid
from slidelab.lab.results import ResultFile, check_table_name
from slidelab.lab.rows import Row
from slidelab.lab.run import WorkersLostError, run
from slidelab.lab.trials import record_rows, trial_of_row
from slidelab.system.cores import available_cores
from slidelab.system.text import plural

RUNNING = "Running it"
SECONDS_BETWEEN_WRITES = 0.5


@click.command("experiment")
@click.argument(
    "grid",
    type=click.Path(path_type=Path),
    metavar="GRID",
    help="A TOML file with boards and searches.",
)
@option(
    "-o",
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=OUTPUT,
    help="Results file, instead of the grid's: .csv, .json, .parquet or .db.",
)
@option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    panel=RUNNING,
    help="Number of processes (default: all cores).",
)
@option(
    "--cluster",
    metavar="ADDRESS",
    panel=RUNNING,
    help="Run on a Dask cluster with this scheduler: tcp://host:8786.",
)
@option("--fresh", is_flag=True, panel=RUNNING, help="Start over, and replace earlier results.")
@option("--check", is_flag=True, panel=RUNNING, help="Only check the grid.")
@no_record_option
def command(
    grid: Path,
    results: Path | None,
    jobs: int | None,
    cluster: str | None,
    fresh: bool,
    check: bool,
    no_record: bool,
) -> int:
    """Run the searches of a TOML file on many boards, and write a table.

    Stop it at any time, and rerun the command to resume, even after a crash: every cell runs
    exactly once. 'slidelab report' summarises the results.
    """
    if jobs is not None and cluster is not None:
        raise SlidelabError("--jobs is for this machine: leave it out with --cluster")
    try:
        plan = read_grid(grid)
    except GridError as error:
        return print_problems(error.problems)
    path = results or plan.results or grid.with_suffix(".csv")
    check_table_name(path)
    print_note(_describe_plan(plan, path))
    if check:
        return SOLVED
    stopped = ""
    with ResultFile(path, plan, fresh) as file:
        before = len(file.done)
        began = monotonic()
        with _executor(jobs, cluster) as executor, interruptible() as interrupted:
            try:
                with Display() as display:
                    for rows in _in_parts(run(plan, executor, file.done, cancelled=interrupted)):
                        file.append(rows)
                        if not no_record:
                            record_rows(map(trial_of_row, rows), print_note)
                        display.count(plan.name, len(file.done), plan.cells)
            except WorkersLostError as error:
                stopped = str(error)
        if path.suffix != ".db" and file.done:
            file.export(path)
        done = len(file.done)
        ends = ", ".join(f"{number:,} {status}" for status, number in file.statuses.items())
    earlier = f" ({before:,} of them before)" if before else ""
    if stopped:
        print_problems([f"{stopped}; the other cells are done: rerun the command to resume"])
        return STOPPED
    if done < plan.cells:
        print_note(f"Stopped: {done:,} of {plural(plan.cells, 'cell')} are done{earlier}. "
             "Rerun the command to resume.")  # fmt: skip
        return INTERRUPTED
    if before == done:
        print_note(f"All {plural(done, 'cell')} were done before; --fresh starts over.")
        return SOLVED
    print_note(f"{plural(done, 'cell')} done{earlier} in {monotonic() - began:,.1f} s: {ends}.\n"
         f"To summarise them: slidelab report {path}")  # fmt: skip
    return SOLVED


@contextmanager
def _executor(jobs: int | None, cluster: str | None) -> Iterator[Executor | int]:
    if cluster is None:
        yield jobs or available_cores()
        return
    with cluster_executor(cluster) as executor:
        yield executor


def _in_parts(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Gather rows, so that each need not wait for the disk."""
    part: list[Row] = []
    last = monotonic()
    for row in rows:
        part.append(row)
        if monotonic() - last > SECONDS_BETWEEN_WRITES:
            yield part
            part, last = [], monotonic()
    if part:
        yield part


def _describe_plan(grid: Grid, results: Path) -> str:
    boards = sum(map(len, grid.boards))
    return (
        f"{plural(boards, 'board')} × {plural(len(grid.searches), 'search')} = "
        f"{plural(grid.cells, 'cell')}; results in {results}\n"
        "Engine of each search:\n" + "\n".join(f"  {line}" for line in grid.engines)
    )
