"""`slidelab experiment`: many boards, many searches, all cores."""

from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from time import monotonic

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.console import interruptible
from slidelab.cli.options import FILE, OUTPUT, option
from slidelab.cli.searching import load_own_code
from slidelab.lab import trials
from slidelab.lab.cluster import cluster_executor
from slidelab.lab.grid import Grid, read_grid
from slidelab.lab.results import ResultFile
from slidelab.lab.rows import Row
from slidelab.lab.run import WorkersLostError, run
from slidelab.system.cores import available_cores
from slidelab.system.progress import report_progress
from slidelab.system.text import plural

RUNNING = "Running it"


@click.command("experiment")
@click.argument("grid", type=FILE, metavar="GRID", help="A TOML file with boards and searches.")
@option(
    "--results", "-o", type=FILE, panel=OUTPUT,
    help="File of results, a .csv (default: named as the grid).",
)  # fmt: skip
@options.number("--jobs", "Number of processes (default: all cores).", RUNNING, "-j")
@option(
    "--cluster", metavar="HOST:8786", panel=RUNNING, help="Run on the Dask cluster of a scheduler."
)
@options.flag("--fresh", "Start over, and replace earlier results.", RUNNING)
@options.flag("--check", "Only check the grid.", RUNNING)
@options.no_record_option
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
    plan = read_grid(grid)
    load_own_code(" ".join(map(str, plan.searches)).split())
    path = results or grid.with_suffix(".csv")
    console.print_note(_describe_plan(plan, path))
    if check:
        return console.SOLVED
    here = nullcontext(jobs or available_cores())
    workers = here if cluster is None else cluster_executor(cluster)
    began = monotonic()
    rows: list[Row] = []
    with ResultFile(path, plan, fresh) as file:
        before = len(file.done)
        try:
            with workers as executor, interruptible() as interrupted:
                for row in run(plan, executor, file.done, cancelled=interrupted):
                    file.append(row)
                    rows.append(trials.trial_of(row, "experiment"))
                    done = before + len(rows)
                    report_progress(f"{grid.stem}: {done:,} of {plan.size:,}", done / plan.size)
        except WorkersLostError as error:
            problem = f"{error}; rerun the command to run the other cells"
            return console.print_problems([problem], console.STOPPED)
        finally:
            statuses = Counter(file.write_table()["status"]) if file.done else Counter()
            if not no_record:
                trials.record(rows, console.print_note)
    done = statuses.total()
    earlier = f" ({before:,} of them before; --fresh starts over)" if before else ""
    if done < plan.size:
        cells = f"{done:,} of {plural(plan.size, 'cell')}"
        console.print_note(f"Stopped: {cells} are done{earlier}. Rerun the command to resume.")
        return console.INTERRUPTED
    ends = ", ".join(f"{number:,} {status}" for status, number in statuses.most_common())
    console.print_note(
        f"{plural(done, 'cell')} done{earlier} in {monotonic() - began:,.1f} s: {ends}.\n"
        f"To summarise them: slidelab report {path}"
    )
    return console.SOLVED


def _describe_plan(grid: Grid, results: Path) -> str:
    boards = sum(map(len, grid.boards))
    return (
        f"{plural(boards, 'board')} × {plural(len(grid.searches), 'search')} = "
        f"{plural(grid.size, 'cell')}; results in {results}\n"
        "Engine of each search:\n" + "\n".join(f"  {line}" for line in grid.engines)
    )
