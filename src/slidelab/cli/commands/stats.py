"""`slidelab stats`: what was found so far."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from slidelab import heuristics
from slidelab.cli.errors import tell
from slidelab.cli.options import Output, choice, format_option, one_of, output_option
from slidelab.cli.terminal import ask_line
from slidelab.lab.recording import set_recording
from slidelab.lab.stats import MEASURES, Statistics, as_csv, as_json, statistics
from slidelab.lab.store import COLUMNS, Filter, TrialStore
from slidelab.lab.tables import check_table_name, write_table
from slidelab.puzzle import Shape
from slidelab.puzzle.wording import counted, listed
from slidelab.search import ALGORITHMS
from slidelab.solving import ENGINES
from slidelab.solving.layout import table
from slidelab.solving.spec import canonical_heuristic

KEEPING = "Keeping and forgetting"

which_option = partial(typer.Option, rich_help_panel="Which trials")
keeping_option = partial(typer.Option, rich_help_panel=KEEPING)

HEADINGS = ("algorithm", "cost", "trials", "", "time", "expanded", "frontier", "depth")
NUMBERS = (1, 2, 4, 5, 6, 7)
NOTHING = "There are no such trials yet: 'slidelab solve' and 'slidelab compare' make some."
LEGEND = "frontier: the largest number of nodes waiting.  depth: the maximum depth."


def _as_text(rows: list[Statistics], shapes: Sequence[str]) -> str:
    """A table with two lines for each algorithm and path cost: means and medians."""
    if not rows:
        return NOTHING
    lines = []
    for row in rows:
        name = " ".join(filter(None, (row["algorithm"], row["heuristic"])))
        cost = "unsolved" if row["cost"] is None else f"{row['cost']:,}"
        lines.append([name, cost, f"{row['trials']:,}", "mean", *_figures(row, "mean")])
        if row["trials"] > 1:
            lines.append(["", "", "", "median", *_figures(row, "median")])
    notes = [LEGEND]
    if len(shapes) > 1:
        notes.append(f"Boards of {listed(shapes)} are counted together: --shape keeps one.")
    dim = [typer.style(note, dim=True) for note in notes]
    return "\n".join([table(HEADINGS, lines, right=NUMBERS, rule=True), "", *dim])


def _figures(row: Statistics, average: str) -> list[str]:
    seconds, *counts = (row[f"{measure}_{average}"] for measure in MEASURES)
    time = f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return [time, *(f"{count:,.1f}".removesuffix(".0") for count in counts)]


WRITERS: dict[str, Callable[[list[Statistics], Sequence[str]], str]] = {
    "text": _as_text,
    "json": lambda rows, shapes: as_json(rows),
    "csv": lambda rows, shapes: as_csv(rows),
}


def stats(
    *,
    shape: Annotated[
        str | None, which_option(help="Boards of this shape only.", metavar="RxC")
    ] = None,
    algorithm: Annotated[
        str | None,
        which_option(
            "--algorithm",
            "-a",
            help="This algorithm only.",
            metavar="NAME",
            autocompletion=ALGORITHMS.names,
        ),
    ] = None,
    heuristic: Annotated[
        str | None,
        which_option(
            "--heuristic",
            "-H",
            help="This heuristic only.",
            metavar="NAME",
            autocompletion=heuristics.names,
        ),
    ] = None,
    engine: Annotated[
        str | None,
        which_option(
            help=f"This engine only: {listed(ENGINES[1:], last='or')}.",
            metavar="NAME",
            parser=one_of(ENGINES[1:]),
        ),
    ] = None,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    export: Annotated[
        Path | None,
        output_option(
            help="Write every trial, not averages, to a file that ends in .csv, .json or .parquet.",
            metavar="FILE",
        ),
    ] = None,
    clear: Annotated[bool, keeping_option("--clear", help="Forget these trials for good.")] = False,
    yes: Annotated[bool, keeping_option("--yes", help="Clear without asking.")] = False,
    recording: Annotated[
        str | None,
        choice(among=("on", "off"), help="Whether to remember trials from now on", panel=KEEPING),
    ] = None,
) -> int:
    """Show what the trials so far say: averages for each algorithm and path cost.

    Every search made by solve, compare, experiment and the page is remembered as a trial, unless
    --no-record is given or recording is off.
    """
    if recording is not None:
        file = set_recording(recording == "on")
        tell(f"Recording is {recording} (set in {file}).")
        return 0
    chosen = Filter(
        shape=None if shape is None else str(Shape.parse(shape)),
        algorithm=None if algorithm is None else ALGORITHMS.get(algorithm).name,
        heuristic=None if heuristic is None else canonical_heuristic(heuristic),
        engine=engine,
    )
    with TrialStore(warn=tell) as store:
        if clear:
            _clear(store, chosen, yes)
        elif export is not None:
            check_table_name(export)
            write_table(export, COLUMNS, store.trials(chosen))
            tell(f"{counted(store.count(chosen), 'trial')} written to {export}")
        else:
            rows = statistics(store, chosen)
            output.write(WRITERS[format](rows, store.shapes(chosen)))
    return 0


def _clear(store: TrialStore, chosen: Filter, yes: bool) -> None:
    number = store.count(chosen)
    if number == 0:
        tell("There are no such trials.")
        return
    if not yes:
        answer = ask_line(f"Forget {counted(number, 'trial')} for good? [y/n]")
        if answer.lower() not in ("y", "yes"):
            tell("Nothing was forgotten.")
            return
    tell(f"{counted(store.clear(chosen), 'trial')} forgotten.")
