"""`slidelab experiment`: many boards, many searches, all cores."""

from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import FILE, OUTPUT, SEARCH
from slidelab.cli.searching import load_own_code
from slidelab.lab import trials
from slidelab.lab.cluster import cluster_executor
from slidelab.lab.grid import read_grid
from slidelab.lab.results import ResultFile
from slidelab.lab.rows import Row
from slidelab.lab.run import WorkersLostError, run
from slidelab.system.cores import available_cores
from slidelab.system.progress import report_progress
from slidelab.system.text import plural


@click.command("experiment")
@click.argument("grid", type=FILE, metavar="GRID", help="TOML file with boards and searches")
@click.option(
    "-j", "--jobs", type=click.IntRange(1), default=available_cores, metavar="N", panel=SEARCH,
    show_default=False, help="Number of processes (default: all cores)",
)  # fmt: skip
@click.option(
    "--cluster", metavar="HOST:8786", panel=SEARCH, help="Run on the Dask cluster of a scheduler"
)
@click.option("--fresh", is_flag=True, panel=SEARCH, help="Start over, without earlier results")
@click.option(
    "-o", "--results", type=FILE, metavar="FILE", panel=OUTPUT,
    help="CSV file of the results (default: named as the grid)",
)  # fmt: skip
@options.no_record_option
def command(
    grid: Path, jobs: int, cluster: str | None, fresh: bool, results: Path | None, no_record: bool
) -> int:
    """Run the searches of a TOML file on many boards, and write a table.

    Stop it at any time, and rerun the command to resume, even after a crash: every cell runs
    exactly once. 'slidelab report' summarises the results.
    """
    plan = read_grid(grid)
    load_own_code(" ".join(map(str, plan.searches)).split())
    path = results or grid.with_suffix(".csv")
    searches = f"{plural(len(plan.searches), 'search')} = {plural(plan.size, 'cell')}"
    console.print_note(f"{plural(sum(map(len, plan.boards)), 'board')} × {searches}")
    rows: list[Row] = []
    with ResultFile(path, plan, fresh) as file:
        before = len(file.done)
        workers = nullcontext(jobs) if cluster is None else cluster_executor(cluster)
        try:
            with workers as executor, console.interruptible() as interrupted:
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
    earlier = f" ({before:,} of them before; --fresh starts over)" if before else ""
    ends = ", ".join(f"{number:,} {status}" for status, number in statuses.most_common())
    console.print_note(f"{plural(statuses.total(), 'cell')} done{earlier}: {ends or 'none'}.")
    if statuses.total() < plan.size:
        console.print_note("Rerun the command to resume.")
        return console.INTERRUPTED
    console.print_note(f"To summarise them: slidelab report {path}")
    return console.SOLVED
