"""`slidelab stats`: what was found so far."""

from collections.abc import Callable
from json import dumps
from pathlib import Path

import rich_click as click

from slidelab.cli.console import SOLVED, print_note
from slidelab.cli.options import OUTPUT, Name, Output, choice, format_option, option, output_option
from slidelab.heuristics import HEURISTICS
from slidelab.lab.results import check_table_name, write_table
from slidelab.lab.rows import Row, make_frame
from slidelab.lab.trials import MEASURES, VERSIONS, TrialStore, as_csv
from slidelab.puzzle import Shape
from slidelab.search import ALGORITHMS, PRESETS, Status
from slidelab.search.spec import find_heuristic
from slidelab.solving import engine_names
from slidelab.solving.text_layout import table
from slidelab.system.text import plural

WHICH, KEEPING = "Which trials", "Deleting"

SOMETIMES = ("counted_as", "shape", "goal", "engine")
"""Columns that are shown where they tell rows apart."""
FIGURES = ("cost", "trials", "", "time", "expanded", "frontier", "depth")
NOTHING = "There are no such trials yet: run 'slidelab solve' or 'slidelab compare' first."
LEGEND = "frontier: the largest frontier. depth: the maximum depth."
REFUSED = "refused: boards without a solution, which weren't searched."


def _as_text(rows: list[Row]) -> str:
    """A table with two lines for each way of searching and path cost: means and medians."""
    if not rows:
        return NOTHING
    shown = [name for name in SOMETIMES if len({row[name] for row in rows}) > 1]
    lines = []
    for row in rows:
        label = " ".join(filter(None, (row["algorithm"], row["heuristic"], row["parameters"])))
        asked = [label, *(row[name] for name in shown)]
        trials = f"{row['trials']:,}"
        if row["status"] == Status.UNSOLVABLE:
            lines.append([*asked, "refused", trials, *[""] * 5])
            continue
        cost = row["status"].replace("-", " ") if row["cost"] is None else f"{row['cost']:,}"
        lines.append([*asked, cost, trials, "mean", *_write_figures(row, "mean")])
        if row["trials"] > 1:
            lines.append([*[""] * len(asked), "", "", "median", *_write_figures(row, "median")])
    headings = ["algorithm", *(name.replace("_", " ") for name in shown), *FIGURES]
    right = [at for at in range(1 + len(shown), len(headings)) if headings[at]]
    same = (f"{name.replace('_', ' ')} {rows[0][name]}" for name in SOMETIMES if name not in shown)
    notes = ["; ".join(("In all", *same)) + ".", LEGEND]
    notes += [REFUSED] if any(row["status"] == Status.UNSOLVABLE for row in rows) else []
    dim = [click.style(note, dim=True) for note in notes]
    return "\n".join([table(headings, lines, right=right, rule=True), "", *dim])


def _write_figures(row: Row, average: str) -> list[str]:
    seconds, *counts = (row[f"{measure}_{average}"] for measure in MEASURES)
    time = f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return [time, *(f"{count:,.1f}".removesuffix(".0") for count in counts)]


WRITERS: dict[str, Callable[[list[Row]], str]] = {
    "text": _as_text,
    "json": lambda rows: dumps(rows, indent=1),
    "csv": as_csv,
}


@click.command("stats")
@option("--shape", metavar="RxC", panel=WHICH, help="Boards of this shape.")
@option(
    "-a",
    "--algorithm",
    type=Name(ALGORITHMS.names),
    metavar="NAME",
    panel=WHICH,
    help="This algorithm.",
)
@option(
    "-H",
    "--heuristic",
    type=Name(HEURISTICS.names),
    metavar="NAME",
    panel=WHICH,
    help="This heuristic.",
)
@option(
    "--preset", type=choice(PRESETS), metavar="NAME", panel=WHICH, help="Counted by this preset."
)
@option(
    "--version",
    type=choice(VERSIONS),
    metavar="NAME",
    panel=WHICH,
    help=f"This kind of search: {', '.join(VERSIONS)}.",
)
@option(
    "--engine", type=choice(engine_names()), metavar="NAME", panel=WHICH, help="With this engine."
)
@format_option(WRITERS)
@output_option
@option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=OUTPUT,
    help="Export all trials to a .csv, .json or .parquet file.",
)
@option("--clear", is_flag=True, panel=KEEPING, help="Delete these trials.")
@option("--yes", is_flag=True, panel=KEEPING, help="Delete without asking.")
def command(
    shape: str | None,
    algorithm: str | None,
    heuristic: str | None,
    preset: str | None,
    version: str | None,
    engine: str | None,
    format: str,
    output: Output,
    export: Path | None,
    clear: bool,
    yes: bool,
) -> int:
    """Summarise the recorded trials: averages per search and path cost.

    solve, compare, experiment and the page record every search as a trial, unless --no-record is
    given or SLIDELAB_RECORD is off.
    """
    chosen = {
        "shape": None if shape is None else str(Shape.parse(shape)),
        "algorithm": None if algorithm is None else ALGORITHMS[algorithm].name,
        "heuristic": None if heuristic is None else find_heuristic(heuristic).name,
        "preset": preset,
        "version": version,
        "engine": engine,
    }
    with TrialStore() as store:
        if clear:
            _clear(store, chosen, yes)
        elif export is not None:
            check_table_name(export)
            write_table(make_frame(store.select(**chosen)), export)
            print_note(f"{plural(store.count(**chosen), 'trial')} written to {export}")
        else:
            output.write(WRITERS[format](store.averages(**chosen)))
    return SOLVED


def _clear(store: TrialStore, chosen: dict[str, str | None], yes: bool) -> None:
    number = store.count(**chosen)
    if number == 0:
        print_note("There are no such trials.")
    elif yes or click.confirm(f"Delete {plural(number, 'trial')}?", err=True):
        print_note(f"{plural(store.delete(**chosen), 'trial')} deleted.")
    else:
        print_note("Nothing was deleted.")
