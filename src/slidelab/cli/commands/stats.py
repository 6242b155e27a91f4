"""`slidelab stats`: what was found so far."""

from pathlib import Path
from typing import Annotated

import typer

from slidelab import heuristics
from slidelab.cli.errors import tell
from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice, one_of
from slidelab.cli.terminal import screen
from slidelab.cli.terminal.questions import ask_line
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.trials import WRITERS
from slidelab.lab.settings import set_recording
from slidelab.lab.stats import statistics
from slidelab.lab.store import COLUMNS, Filter, TrialStore
from slidelab.lab.tables import check_table_name, write_table
from slidelab.puzzle import Shape
from slidelab.puzzle.wording import counted
from slidelab.search import ALGORITHMS
from slidelab.solving import ENGINES
from slidelab.solving.spec import canonical_heuristic

WHICH = "Which trials"
KEEPING = "Keeping and forgetting"


def stats(
    shape: Annotated[
        str | None,
        typer.Option(help="Boards of this shape only.", metavar="RxC", rich_help_panel=WHICH),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            "-a",
            help="This algorithm only.",
            metavar="NAME",
            rich_help_panel=WHICH,
            autocompletion=ALGORITHMS.names,
        ),
    ] = None,
    heuristic: Annotated[
        str | None,
        typer.Option(
            "--heuristic",
            "-H",
            help="This heuristic only.",
            metavar="NAME",
            rich_help_panel=WHICH,
            autocompletion=heuristics.names,
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            help="This engine only: textbook or compiled.",
            metavar="NAME",
            parser=one_of(ENGINES[1:]),
            rich_help_panel=WHICH,
        ),
    ] = None,
    format: Annotated[str, choice(among=tuple(WRITERS), help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
    export: Annotated[
        Path | None,
        typer.Option(
            help="Write every trial, not averages, to a file that ends in .csv, .json or .parquet.",
            metavar="FILE",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    clear: Annotated[
        bool,
        typer.Option("--clear", help="Forget these trials for good.", rich_help_panel=KEEPING),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Clear without asking.", rich_help_panel=KEEPING)
    ] = False,
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
    destination = Destination(output)
    with TrialStore(warn=tell) as store:
        if clear:
            _clear(store, chosen, yes)
        elif export is not None:
            check_table_name(export)
            write_table(export, COLUMNS, store.trials(chosen))
            tell(f"{counted(store.count(chosen), 'trial')} written to {export}")
        else:
            rows = statistics(store, chosen)
            destination.write(WRITERS[format](rows, store.shapes(chosen), screen.width()))
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
