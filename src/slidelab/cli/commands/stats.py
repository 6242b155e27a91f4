"""`slidelab stats`: averages of the recorded trials."""

from json import dumps

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import Output
from slidelab.lab.rows import Row
from slidelab.lab.trials import MEASURES, TrialStore, as_csv, average
from slidelab.search import Status
from slidelab.solving.text_layout import table
from slidelab.system.text import plural

WHICH = "Which trials"
SOMETIMES = ("counted_as", "shape", "goal", "engine")
"""Columns that are shown if they differ between rows."""
FIGURES = ("cost", "trials", "time", "expanded", "frontier", "depth")
NOTHING = "There are no such trials yet: run 'slidelab solve' or 'slidelab compare' first."
LEGEND = (
    "Figures are means. frontier: the largest frontier. depth: the maximum depth.\n"
    "refused: boards without a solution, which weren't searched."
)


@click.command("stats")
@click.option("--shape", metavar="RxC", panel=WHICH, help="Boards of this shape")
@click.option("-a", "--algorithm", metavar="NAME", panel=WHICH, help="Trials of this algorithm")
@click.option("-H", "--heuristic", metavar="NAME", panel=WHICH, help="Trials with this heuristic")
@click.option("--preset", metavar="NAME", panel=WHICH, help="Trials counted by this preset")
@options.format_option(("text", "json", "csv"))
@options.output_option()
@click.option("--clear", is_flag=True, panel=WHICH, help="Delete these trials (asks first)")
def command(format: str, output: Output, clear: bool, **which: str | None) -> None:
    """Summarise the recorded trials: averages per search and path cost.

    solve, compare, experiment and the page record every search as a trial, unless --no-record is
    given or SLIDELAB_RECORD is off.
    """
    with TrialStore() as store:
        found = store.select(**which)
        if not clear:
            output.write(WRITERS[format](average(found)))
        elif click.confirm(f"Delete {plural(len(found), 'trial')}?", err=True):
            store.delete(**which)
            console.print_note(f"{plural(len(found), 'trial')} deleted.")


def _as_text(rows: list[Row]) -> str:
    """Return a table with a line for each search and path cost."""
    if not rows:
        return NOTHING
    shown = [name for name in SOMETIMES if len({row[name] for row in rows}) > 1]
    lines = []
    for row in rows:
        search = " ".join(filter(None, (row["algorithm"], row["heuristic"], row["parameters"])))
        cost = row["status"].replace("-", " ") if row["cost"] is None else f"{row['cost']:,}"
        line = [search, *(row[name] for name in shown), cost, f"{row['trials']:,}"]
        if row["status"] == Status.UNSOLVABLE:
            lines.append([*line[:-2], "refused", line[-1], *[""] * len(MEASURES)])
            continue
        seconds, *counts = (row[f"{measure}_mean"] for measure in MEASURES)
        time = f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
        lines.append([*line, time, *(f"{count:,.1f}".removesuffix(".0") for count in counts)])
    headings = ["search", *(name.replace("_", " ") for name in shown), *FIGURES]
    right = range(1 + len(shown), len(headings))
    same = [f"{name.replace('_', ' ')} {rows[0][name]}" for name in SOMETIMES if name not in shown]
    notes = f"In all: {'; '.join(same)}.\n{LEGEND}" if same else LEGEND
    return f"{table(headings, lines, right=right)}\n\n{click.style(notes, dim=True)}"


WRITERS = {"text": _as_text, "json": lambda rows: dumps(rows, indent=1), "csv": as_csv}
