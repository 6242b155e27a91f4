"""`slidelab compare`: many searches, on one board or on many."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import click

from slidelab.cli import terminal
from slidelab.cli.command import Option
from slidelab.cli.errors import INTERRUPTED, SOLVED, STOPPED, UNSOLVABLE, exit_status
from slidelab.cli.formatters.comparison import WRITERS, description, legend, live_table
from slidelab.cli.formatters.result import unsolvable_words
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.options import (
    LimitOptions,
    Output,
    Plotting,
    Puzzle,
    Recording,
    format_option,
    one_of,
    output_option,
)
from slidelab.cli.search_options import (
    SearchOptions,
    algorithm_option,
    heuristic_option,
    search_option,
)
from slidelab.cli.searches import Searches
from slidelab.lab.comparison import Comparison
from slidelab.lab.plots import MEASURES
from slidelab.puzzle import Board, Shape, goal_board, is_solvable, random_board
from slidelab.search import Counters, Status
from slidelab.solving import Result
from slidelab.solving.text_layout import side_by_side
from slidelab.system.memory import fair_share

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 1024**3
MEASURE_NAMES = tuple(MEASURES)

many_option = partial(Option, panel="Many boards")


@dataclass(frozen=True)
class Drawing:
    """Boards drawn at random instead of one given."""

    boards: Annotated[
        int | None,
        many_option(
            help="Compare on N random boards instead of one.",
            metavar="N",
            min=1,
            max=100_000,
            show_default=False,
        ),
    ] = None
    seed: Annotated[int, many_option("--seed", help="Random seed for the boards.")] = 0

    def draw(self, puzzle: Puzzle) -> tuple[list[Board], Board]:
        """The boards to search, drawn or given, and the goal; raises PuzzleError or ValueError."""
        if self.boards is None:
            start, goal = puzzle.boards()
            return [start], goal
        if puzzle.words:
            raise ValueError("--boards draws its own boards: leave the board out")
        shape = Shape.parse(puzzle.shape or "3x3")
        goal = goal_board(puzzle.goal, shape)
        seeds = range(self.boards)
        return [random_board(shape, goal, f"{self.seed}/{n}") for n in seeds], goal


def compare(
    *,
    puzzle: Puzzle,
    row: Annotated[
        list[str] | None,
        search_option(
            help="A row: an algorithm with options, such as a heuristic, graph or tree, "
            "fixed, random or random=SEED, a preset, weight=2, or ties=last-in; may be "
            "repeated.",
            metavar="WORDS",
        ),
    ] = None,
    algorithm: Annotated[
        list[str] | None, algorithm_option("all of them, unless --row is given")
    ] = None,
    heuristic: Annotated[list[str] | None, heuristic_option("manhattan")] = None,
    random: Annotated[
        bool,
        search_option(
            "--random",
            help="Add every search again with moves tried in random order, five times each.",
        ),
    ] = False,
    options: SearchOptions,
    bounds: LimitOptions,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    plotting: Plotting,
    measure: Annotated[
        list[str] | None,
        output_option(
            help=f"Plot only this: {', '.join(MEASURE_NAMES)}; may be repeated (default: all on "
            "one sheet).",
            metavar="NAME",
            parser=one_of(MEASURE_NAMES),
            complete=lambda: list(MEASURE_NAMES),
        ),
    ] = None,
    drawing: Drawing,
    recording: Recording,
) -> int:
    """Solve a board with every algorithm, or the given ones, and compare them.

    --algorithm and --heuristic may be repeated: informed searches run once with each heuristic. By
    default, each search is limited to 10 seconds and 2 GiB. With --boards, medians over many boards
    are compared, and plots show distributions.
    """
    starts, goal = drawing.draw(puzzle)
    with Display() as display, Searches(display.announce) as searches:
        words = [text.split() for text in row or ()]
        searches.load(
            [*(algorithm or ()), *(name for name, *_ in words)],
            [*(heuristic or ()), *(word for _, *others in words for word in others)],
        )
        comparison = Comparison(
            starts,
            goal,
            options.rows(row, algorithm, heuristic, goal.shape, random),
            bounds.limits(seconds=SECONDS_EACH, memory=min(MEMORY_EACH, fair_share())),
            many=drawing.boards is not None,
        )
        if format == "text" and not options.force and not is_solvable(starts[0], goal):
            mark = click.style("No solution", fg="red", bold=True)
            told = f"{mark} to this goal.\n{unsolvable_words(starts[0], goal)}"
            output.write(f"{side_by_side(starts[0], goal)}\n\n{told}")
            return UNSOLVABLE
        wants_table = format == "text" and output.output is None and not comparison.many
        if wants_table and terminal.output_is_terminal():
            click.echo(f"{description(comparison)}\n")
            with display.live(partial(live_table, comparison)):
                _run(comparison, searches, display, options.force, bounds.time_limit)
            click.echo(f"\n{click.style(legend(comparison), dim=True)}")
        else:
            _run(comparison, searches, display, options.force, bounds.time_limit)
            display.clear()
            output.write(WRITERS[format](comparison))
    if plotting.plot is not None:
        comparison.plot(plotting.plot, measure or ())
    recording.remember(list(comparison), "compare")
    return _exit_status(comparison)


def _run(
    comparison: Comparison,
    searches: Searches,
    display: Display,
    force: bool,
    time_limit: float | None,
) -> None:
    """Make the searches one after another; Ctrl-C ends the one under way and all after it."""
    # Unless told, what is on disk from earlier does not decide how far a search comes.
    to_prepare = replace(comparison.limits, seconds=time_limit)

    def remember(counters: Counters) -> None:
        comparison.progress = counters

    with Interrupt() as interrupted:
        for done, start in enumerate(comparison.starts):
            if comparison.many:
                display.count("comparing", done, len(comparison.starts))
            for row, spec in comparison.searches():
                search = searches.isolate(start, comparison.goal, spec, force)
                comparison.progress = Counters()
                result = search.prepare(to_prepare, interrupted)
                result = (
                    result
                    if result is not None
                    else search.advance(comparison.limits, progress=remember, cancelled=interrupted)
                )
                comparison.progress = None
                comparison.done.append((row, result))
                if result.status is Status.CANCELLED:
                    return
        comparison.find_shortest(
            lambda start, spec: searches.search(start, comparison.goal, spec).advance(
                comparison.limits, cancelled=interrupted
            )
        )


def _exit_status(results: Iterable[Result]) -> int:
    """Interrupted if it was; else solved if any search solved it."""
    found = {exit_status(result) for result in results}
    for status in (INTERRUPTED, SOLVED, UNSOLVABLE):
        if status in found:
            return status
    return STOPPED
