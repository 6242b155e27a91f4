"""`slidelab stats`: what was found so far."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

from slidelab import heuristics
from slidelab.cli.command import Option
from slidelab.cli.errors import tell
from slidelab.cli.options import Output, format_option, output_option
from slidelab.cli.terminal import ask_line, style
from slidelab.lab.results import check_table_name, write_table
from slidelab.lab.rows import Row, make_frame
from slidelab.lab.trials import MEASURES, VERSIONS, TrialStore, as_csv, as_json
from slidelab.puzzle import Shape
from slidelab.puzzle.wording import plural
from slidelab.search import ALGORITHMS, PRESETS, Status
from slidelab.solving import engine_names
from slidelab.solving.spec import canonical_heuristic
from slidelab.solving.text_layout import table

which_option = partial(Option, panel="Which trials")
keeping_option = partial(Option, panel="Recording and deleting")

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
    dim = [style(note, dim=True) for note in notes]
    return "\n".join([table(headings, lines, right=right, rule=True), "", *dim])


def _write_figures(row: Row, average: str) -> list[str]:
    seconds, *counts = (row[f"{measure}_{average}"] for measure in MEASURES)
    time = f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return [time, *(f"{count:,.1f}".removesuffix(".0") for count in counts)]


WRITERS: dict[str, Callable[[list[Row]], str]] = {
    "text": _as_text,
    "json": as_json,
    "csv": as_csv,
}


def stats(
    *,
    shape: Annotated[str | None, which_option("RxC")] = None,
    algorithm: Annotated[str | None, which_option("-a", "NAME", complete=ALGORITHMS.names)] = None,
    heuristic: Annotated[str | None, which_option("-H", "NAME", complete=heuristics.names)] = None,
    preset: Annotated[str | None, which_option("NAME", among=tuple(PRESETS))] = None,
    version: Annotated[str | None, which_option("NAME", among=tuple(VERSIONS))] = None,
    engine: Annotated[str | None, which_option("NAME", among=engine_names())] = None,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    export: Annotated[Path | None, output_option("FILE")] = None,
    clear: Annotated[bool, keeping_option()] = False,
    yes: Annotated[bool, keeping_option()] = False,
) -> int:
    """Summarise the recorded trials: averages per search and path cost.

    solve, compare, experiment and the page record every search as a trial, unless --no-record is
    given or SLIDELAB_RECORD is off.

    :param shape: Boards of this shape only.
    :param algorithm: This algorithm only.
    :param heuristic: This heuristic only.
    :param preset: Counted by this preset only
    :param version: This kind of search only
    :param engine: With this engine asked for only
    :param export: Export all trials to a .csv, .json or .parquet file.
    :param clear: Delete these trials.
    :param yes: Delete without asking.
    """
    chosen = {
        "shape": None if shape is None else str(Shape.parse(shape)),
        "algorithm": None if algorithm is None else ALGORITHMS[algorithm].name,
        "heuristic": None if heuristic is None else canonical_heuristic(heuristic),
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
            tell(f"{plural(store.count(**chosen), 'trial')} written to {export}")
        else:
            output.write(WRITERS[format](store.averages(**chosen)))
    return 0


def _clear(store: TrialStore, chosen: dict[str, str | None], yes: bool) -> None:
    number = store.count(**chosen)
    if number == 0:
        tell("There are no such trials.")
        return
    if not yes:
        answer = ask_line(f"Delete {plural(number, 'trial')}? [y/n]")
        if answer.lower() not in ("y", "yes"):
            tell("Nothing was deleted.")
            return
    tell(f"{plural(store.delete(**chosen), 'trial')} deleted.")
