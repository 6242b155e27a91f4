"""`slidelab stats`: averages of the recorded trials."""

from json import dumps
from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import FILE, OUTPUT, Name, Output, option
from slidelab.heuristics import HEURISTICS
from slidelab.heuristics import get as find_heuristic
from slidelab.lab.rows import Row
from slidelab.lab.trials import MEASURES, TRIAL_COLUMNS, TrialStore, as_csv, average
from slidelab.search import ALGORITHMS, PRESETS, Status
from slidelab.solving.formats import csv_text
from slidelab.solving.text_layout import table
from slidelab.system.text import plural

WHICH, DELETING = "Which trials", "Deleting"
SOMETIMES = ("counted_as", "shape", "goal", "engine")
"""Columns that are shown if they differ between rows."""
FIGURES = ("cost", "trials", "", "time", "expanded", "frontier", "depth")
NOTHING = "There are no such trials yet: run 'slidelab solve' or 'slidelab compare' first."
LEGEND = (
    "frontier: the largest frontier. depth: the maximum depth.\n"
    "refused: boards without a solution, which weren't searched."
)


@click.command("stats")
@option("--shape", metavar="RxC", panel=WHICH, help="Boards of this shape.")
@option("-a", "--algorithm", type=Name(ALGORITHMS.names), panel=WHICH, help="Algorithm.")
@option("-H", "--heuristic", type=Name(HEURISTICS.names), panel=WHICH, help="Heuristic.")
@options.one_of("--preset", PRESETS, "Preset", WHICH)
@options.format_option(("text", "json", "csv"))
@options.output_option()
@option("--export", type=FILE, panel=OUTPUT, help="Export the trials themselves to a CSV file.")
@options.flag("--clear", "Delete these trials.", DELETING)
@options.flag("--yes", "Delete without asking.", DELETING)
def command(
    format: str,
    output: Output,
    export: Path | None,
    clear: bool,
    yes: bool,
    **which: str | None,
) -> None:
    """Summarise the recorded trials: averages per search and path cost.

    solve, compare, experiment and the page record every search as a trial, unless --no-record is
    given or SLIDELAB_RECORD is off.
    """
    if which["algorithm"] is not None:
        which["algorithm"] = ALGORITHMS[which["algorithm"]].name
    if which["heuristic"] is not None:
        which["heuristic"] = find_heuristic(which["heuristic"]).name
    with TrialStore() as store:
        found = store.select(**which)
        trials = plural(len(found), "trial")
        if clear:
            if yes or click.confirm(f"Delete {trials}?", err=True):
                store.delete(**which)
                console.print_note(f"{trials} deleted.")
        elif export is not None:
            Output(export).write(csv_text(TRIAL_COLUMNS, found))
        else:
            output.write(WRITERS[format](average(found)))


def _as_text(rows: list[Row]) -> str:
    """Return a table with lines for the means and medians of each search and path cost."""
    if not rows:
        return NOTHING
    shown = [name for name in SOMETIMES if len({row[name] for row in rows}) > 1]
    lines = []
    for row in rows:
        label = " ".join(filter(None, (row["algorithm"], row["heuristic"], row["parameters"])))
        head = [label, *(row[name] for name in shown)]
        if row["status"] == Status.UNSOLVABLE:
            lines.append([*head, "refused", f"{row['trials']:,}", *[""] * 5])
            continue
        cost = row["status"].replace("-", " ") if row["cost"] is None else f"{row['cost']:,}"
        head += [cost, f"{row['trials']:,}"]
        lines.append([*head, "mean", *_write_figures(row, "mean")])
        if row["trials"] > 1:
            lines.append([*[""] * len(head), "median", *_write_figures(row, "median")])
    headings = ["algorithm", *(name.replace("_", " ") for name in shown), *FIGURES]
    right = [at for at in range(1 + len(shown), len(headings)) if headings[at]]
    same = [f"{name.replace('_', ' ')} {rows[0][name]}" for name in SOMETIMES if name not in shown]
    notes = f"In all: {'; '.join(same)}.\n{LEGEND}" if same else LEGEND
    return f"{table(headings, lines, right=right, rule=True)}\n\n{click.style(notes, dim=True)}"


def _write_figures(row: Row, average: str) -> list[str]:
    seconds, *counts = (row[f"{measure}_{average}"] for measure in MEASURES)
    time = f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return [time, *(f"{count:,.1f}".removesuffix(".0") for count in counts)]


WRITERS = {"text": _as_text, "json": lambda rows: dumps(rows, indent=1), "csv": as_csv}
