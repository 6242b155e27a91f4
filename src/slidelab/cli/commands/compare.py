"""`slidelab compare`: many searches, on one board or on many."""

from contextlib import nullcontext
from dataclasses import replace
from gc import collect
from typing import Annotated

import typer

from slidelab.cli.exits import INTERRUPTED, SOLVED, STOPPED, UNSOLVABLE, exit_status
from slidelab.cli.options import Bounds, Counting, Puzzle, Tuning
from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.plotting import Drawing, Plotting
from slidelab.cli.options.recording import Recording
from slidelab.cli.options.search import ALGORITHM_OPTION, HEURISTIC_OPTION
from slidelab.cli.options.values import choice
from slidelab.cli.terminal import screen
from slidelab.cli.terminal.announcing import Announcer
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.cli.writing.comparison import Comparison, Plan, as_csv, as_json, as_text
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.layout import side_by_side
from slidelab.cli.writing.report import unsolvable_words
from slidelab.puzzle import Board, goal_name, is_solvable
from slidelab.search import ALGORITHMS, Conventions, Counters, Status
from slidelab.solving import Result, SearchSpec, Task
from slidelab.solving.spec import canonical_heuristic

WRITERS = {"text": as_text, "json": as_json, "csv": as_csv}
SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 1024**3


def compare(
    *,
    puzzle: Puzzle,
    algorithm: Annotated[list[str] | None, ALGORITHM_OPTION] = None,
    heuristic: Annotated[list[str] | None, HEURISTIC_OPTION] = None,
    tuning: Tuning,
    counting: Counting,
    bounds: Bounds,
    format: Annotated[str, choice(among=tuple(WRITERS), help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
    plotting: Plotting,
    drawing: Drawing,
    recording: Recording,
) -> int:
    """Solve a board with every algorithm, or those named, and compare what they did.

    --algorithm and --heuristic may be given several times: informed searches run once with each
    heuristic. Each search has 10 seconds and 2 GiB unless the limits say otherwise. With --random,
    medians over many boards are compared, and plots show how they are distributed.
    """
    destination = Destination(output)
    plotting.check()
    if drawing.random is not None:
        if puzzle.words:
            raise ValueError("--random draws its own boards: leave the board out")
        starts, goal = drawing.boards(puzzle.goal, puzzle.shape)
    else:
        start, goal = puzzle.boards()
        starts = [start]
    start = starts[0]
    comparison = Comparison(
        start,
        goal,
        counting.preset,
        counting.conventions(),
        bounds.limits(seconds=SECONDS_EACH, memory=MEMORY_EACH),
        _plans(algorithm, heuristic),
    )
    tuning.check_used(plan.algorithm for plan in comparison.plans)
    if format == "text" and not tuning.force and not is_solvable(start, goal):
        mark = typer.style("No solution", fg="red", bold=True)
        words = f"{mark} to this goal.\n{unsolvable_words(start, goal)}"
        destination.write(f"{side_by_side(start, goal)}\n\n{words}")
        return UNSOLVABLE
    if drawing.random is None:
        live = format == "text" and output is None and screen.output_is_terminal()
        _run_all(comparison, tuning, live)
        if not live:
            destination.write(WRITERS[format](comparison))
        results = comparison.results
    else:
        from slidelab.cli.writing import distributions

        results = _run_on_all(starts, comparison, tuning)
        write = {
            "text": distributions.as_text,
            "json": distributions.as_json,
            "csv": distributions.as_csv,
        }[format]
        destination.write(write(results, len(starts)))
    if plotting.plot is not None:
        _plot(plotting, results, starts)
    recording.remember(results, "compare")
    return _exit_status(results)


def _run_on_all(starts: list[Board], comparison: Comparison, tuning: Tuning) -> list[Result]:
    """Make the searches on every board, and return what came of them all."""
    from slidelab.cli.terminal.work import ShownWork

    results: list[Result] = []
    with ShownWork() as work:
        for done, start in enumerate(starts):
            work("comparing", done, len(starts))
            one = replace(comparison, start=start, results=[])
            _run_all(one, tuning, live=False)
            results += one.results
            if one.results[-1].status is Status.CANCELLED:
                break
    return results


def _plot(plotting: Plotting, results: list[Result], starts: list[Board]) -> None:
    from slidelab.lab.plots import plot_comparison, series_of

    first = results[0]
    which = (
        f"Start {starts[0].to_text('rows')}"
        if len(starts) == 1
        else f"{len(starts):,} random boards of {first.start.shape}"
    )
    heuristics_used = sorted({result.heuristic for result in results if result.heuristic})
    note = f"{which}; goal {goal_name(first.goal)}; counted as {first.preset}"
    if heuristics_used:
        note += f"; heuristic {', '.join(heuristics_used)}"
    assert plotting.plot is not None
    plot_comparison(
        series_of(results),
        plotting.plot,
        measures=plotting.measure or (),
        title="Searches compared",
        note=f"{note}.",
    )


def _plans(algorithms: list[str] | None, names: list[str] | None) -> list[Plan]:
    """Each algorithm once, or once with each heuristic; raises UnknownNameError."""
    chosen = [ALGORITHMS.get(a) for a in algorithms] if algorithms else ALGORITHMS.all()
    estimates = [canonical_heuristic(name) for name in names or ["manhattan"]]
    plans = [
        Plan(algorithm, estimate)
        for algorithm in chosen
        for estimate in (estimates if algorithm.informed else [None])
    ]
    return list(dict.fromkeys(plans))


def _run_all(comparison: Comparison, tuning: Tuning, live: bool) -> None:
    """Make the searches one after another; Ctrl-C ends the one under way and all after it."""

    def remember(counters: Counters) -> None:
        comparison.progress = counters

    if live:
        from slidelab.cli.terminal.live_table import shown_live  # Rich is for terminals only

    shown = shown_live(comparison) if live else nullcontext()
    with shown, Announcer(in_place=not live) as announce, Interrupt() as interrupted:
        for plan in comparison.plans:
            spec = SearchSpec(
                plan.algorithm.name,
                plan.heuristic,
                parameters=tuning.parameters_for(plan.algorithm),
                preset=comparison.preset,
                conventions=comparison.conventions,
                engine=_engine_for(plan, tuning.engine, comparison.conventions),
            )
            task = Task(
                comparison.start, comparison.goal, spec, force=tuning.force, announce=announce
            )
            comparison.progress = Counters()
            result = task.advance(comparison.limits, progress=remember, cancelled=interrupted)
            comparison.progress = None
            comparison.results.append(result)
            # The next search should not be charged for the memory of this one.
            del task
            collect()
            if result.status is Status.CANCELLED:
                return


def _engine_for(plan: Plan, engine: str, conventions: Conventions) -> str:
    """The engine asked for, where it has this search; else whatever has it."""
    from slidelab.kernels.support import PARALLEL, supports

    name = plan.algorithm.name
    has_it = {
        "parallel": name in PARALLEL,
        "compiled": supports(name, plan.heuristic, conventions),
    }
    return engine if has_it.get(engine, True) else "auto"


def _exit_status(results: list[Result]) -> int:
    """Interrupted if it was; else solved if any search solved it."""
    found = {exit_status(result) for result in results}
    for status in (INTERRUPTED, SOLVED, UNSOLVABLE):
        if status in found:
            return status
    return STOPPED
