"""`slidelab compare`: many searches, on one board or on many."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, Any

from slidelab.cli import terminal
from slidelab.cli.command import Option, one_of
from slidelab.cli.command_searches import Searches
from slidelab.cli.errors import INTERRUPTED, SOLVED, STOPPED, UNSOLVABLE, exit_status
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import (
    LimitOptions,
    Output,
    Plotting,
    Puzzle,
    Recording,
    format_option,
    output_option,
)
from slidelab.cli.result_text import explain_unsolvable
from slidelab.cli.search_options import (
    SearchOptions,
    algorithm_option,
    heuristic_option,
    search_option,
)
from slidelab.cli.terminal import echo, style
from slidelab.lab.compare import BEST, COUNTS, HEADINGS, Comparison
from slidelab.lab.plots import MEASURES
from slidelab.puzzle import Board, Shape, goal_board, is_solvable, random_board
from slidelab.puzzle.wording import plural
from slidelab.search import Counters, Status
from slidelab.search.counters import COUNTERS, memory_words
from slidelab.solving import Result
from slidelab.solving.formats import as_csv, json_object
from slidelab.solving.row_syntax import SEEDS
from slidelab.solving.text_layout import side_by_side, table
from slidelab.system.memory import fair_share

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 1024**3

OVER = "over: moves more than the shortest path, if known."
LEGEND = (
    f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting.\n{OVER}"
)
LEGEND_OF_SEEDS = f"±: mean and standard deviation over {len(SEEDS)} seeds."

LEGEND_OF_BOARDS = "±: mean and standard deviation over the boards."

many_option = partial(Option, panel="Many boards")


def _describe(comparison: Comparison) -> str:
    """What is compared on one board, in a few lines."""
    limits = comparison.limits
    assert limits.memory is not None
    nodes = [] if limits.nodes is None else [plural(limits.nodes, "node")]
    bounds = [f"{limits.seconds:g} s", *nodes, memory_words(limits.memory)]
    method = comparison.method
    heuristics = {spec.heuristic for _, spec in comparison.searches if spec.heuristic}
    if len(heuristics) == 1:
        method += f"; heuristic {heuristics.pop()}"
    return (
        f"{side_by_side(comparison.starts[0], comparison.goal)}\n\n"
        f"{method[0].upper()}{method[1:]}\nEach search within {' and '.join(bounds)}"
    )


def _write_live_table(comparison: Comparison, under_way: list[Counters]) -> str:
    """The searches that are done, the one under way and those to come, in colours."""
    rows, lines = comparison.rows, comparison.lines()
    if len(lines) < len(rows) and under_way:
        expanded, *others = (COUNTERS[name].format(getattr(under_way[-1], name)) for name in COUNTS)
        shown = [rows[len(lines)].label, "searching …", "", f"{expanded} ", *others]
        lines.append([style(cell, fg="yellow") for cell in shown])
    for row in rows[len(lines) :]:
        lines.append([style(row.label, dim=True), *[""] * (len(HEADINGS) - 1)])
    coloured = [
        [style(c, fg="green", bold=True) if c.endswith(BEST) else c for c in line] for line in lines
    ]
    return table(HEADINGS, coloured, right=range(1, len(HEADINGS)), rule=True)


def _write_legend(comparison: Comparison) -> str:
    seeds = any(len(row.specs) > 1 for row in comparison.rows)
    return f"{LEGEND}\n{LEGEND_OF_SEEDS}" if seeds else LEGEND


def _as_text(comparison: Comparison) -> str:
    """A table: what each search did on the one board, or means over many."""
    if len(comparison.starts) == 1:
        return f"{_describe(comparison)}\n\n{comparison}\n\n{_write_legend(comparison)}"
    boards = f"{plural(len(comparison.starts), 'random board')} of {comparison.goal.shape}"
    return f"{boards}; {comparison.method}\n\n{comparison}\n\n{LEGEND}\n{LEGEND_OF_BOARDS}"


def _describe_rows(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {"row": row.label, "over_shortest": comparison.over(result)}
        for row, result in comparison.done
    ]


def _as_json(comparison: Comparison) -> str:
    """One JSON object, with each result as `solve` writes it."""
    told = zip(list(comparison), _describe_rows(comparison), strict=True)
    results = [more | result.to_dict() for result, more in told]
    if len(comparison.starts) > 1:
        return json_object({"boards": len(comparison.starts), "results": results})
    (start,) = comparison.starts
    specs = [spec for _, spec in comparison.searches]
    return json_object(
        {
            "start": list(start.state),
            "goal": list(comparison.goal.state),
            "shape": str(start.shape),
            "counted_as": " and ".join(dict.fromkeys(spec.counted_as for spec in specs)),
            "engine": " and ".join(dict.fromkeys(spec.engine for spec in specs)),
            "shortest": comparison.shortest.get(start),
            "limits": asdict(comparison.limits),
            "results": results,
        }
    )


def _as_csv(comparison: Comparison) -> str:
    return as_csv(list(comparison), len(comparison.starts) > 1, _describe_rows(comparison))


WRITERS = {"text": _as_text, "json": _as_json, "csv": _as_csv}


@dataclass(frozen=True)
class Drawing:
    """Boards drawn at random instead of one given.

    :param boards: Compare on N random boards instead of one.
    :param seed: Random seed for the boards.
    """

    boards: Annotated[int | None, many_option("N", min=1, max=100_000)] = None
    seed: Annotated[int, many_option()] = 0

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
    row: Annotated[list[str] | None, search_option("WORDS")] = None,
    algorithm: Annotated[
        list[str] | None, algorithm_option("all of them, unless --row is given")
    ] = None,
    heuristic: Annotated[list[str] | None, heuristic_option("manhattan")] = None,
    random: Annotated[bool, search_option()] = False,
    options: SearchOptions,
    bounds: LimitOptions,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    plotting: Plotting,
    measure: Annotated[
        list[str] | None,
        output_option(
            "NAME",
            help=f"Plot only this: {', '.join(MEASURES)}; may be repeated (default: all on "
            "one sheet).",
            parser=one_of(MEASURES),
            complete=MEASURES.keys,
        ),
    ] = None,
    drawing: Drawing,
    recording: Recording,
) -> int:
    """Solve a board with every algorithm, or the given ones, and compare them.

    --algorithm and --heuristic may be repeated: informed searches run once with each heuristic. By
    default, each search is limited to 10 seconds and 2 GiB. With --boards, medians over many boards
    are compared, and plots show distributions.

    :param row: A row: an algorithm with options, such as a heuristic, graph or tree, fixed, random
        or random=SEED, a preset, weight=2, or ties=last-in; may be repeated.
    :param random: Add every search again with moves tried in random order, five times each.
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
        )
        if format == "text" and not options.force and not is_solvable(starts[0], goal):
            mark = style("No solution", fg="red", bold=True)
            told = f"{mark} to this goal.\n{explain_unsolvable(starts[0], goal)}"
            output.write(f"{side_by_side(starts[0], goal)}\n\n{told}")
            return UNSOLVABLE
        wants_table = format == "text" and output.output is None and len(starts) == 1
        if wants_table and terminal.output_is_terminal():
            echo(f"{_describe(comparison)}\n")
            under_way: list[Counters] = []
            with display.live(partial(_write_live_table, comparison, under_way)):
                _run(comparison, searches, display, options.force, bounds.time_limit, under_way)
            echo(f"\n{style(_write_legend(comparison), dim=True)}")
        else:
            _run(comparison, searches, display, options.force, bounds.time_limit, [])
            display.clear()
            output.write(WRITERS[format](comparison))
    if plotting.plot is not None:
        comparison.plot(plotting.plot, measure or ())
    recording.remember(list(comparison), "compare")
    return _choose_status(comparison)


def _run(
    comparison: Comparison,
    searches: Searches,
    display: Display,
    force: bool,
    time_limit: float | None,
    under_way: list[Counters],
) -> None:
    """Make the searches one after another; Ctrl-C ends the one under way and all after it."""
    # Unless told, what is on disk from earlier does not decide how far a search comes.
    to_prepare = replace(comparison.limits, seconds=time_limit)

    with catch_interrupt() as interrupted:
        for done, start in enumerate(comparison.starts):
            if len(comparison.starts) > 1:
                display.count("comparing", done, len(comparison.starts))
            for row, spec in comparison.searches:
                search = searches.isolate(start, comparison.goal, spec, force)
                under_way[:] = [Counters()]
                result = search.prepare(to_prepare, interrupted)
                if result is None:
                    limits = comparison.limits
                    result = search.advance(
                        limits, progress=under_way.append, cancelled=interrupted
                    )
                under_way.clear()
                comparison.add(row, result)
                if result.status is Status.CANCELLED:
                    return
        comparison.find_shortest(
            lambda start, spec: searches.search(start, comparison.goal, spec).advance(
                comparison.limits, cancelled=interrupted
            )
        )


def _choose_status(results: Iterable[Result]) -> int:
    """Interrupted if it was; else solved if any search solved it."""
    found = {exit_status(result) for result in results}
    return next((one for one in (INTERRUPTED, SOLVED, UNSOLVABLE) if one in found), STOPPED)
