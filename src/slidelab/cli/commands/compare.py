"""`slidelab compare`: many searches, on one board or on many."""

from dataclasses import asdict
from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import PUZZLE, SEARCH, Output, Puzzle, SearchOptions
from slidelab.cli.report import require_solution
from slidelab.cli.searching import advance
from slidelab.errors import SlidelabError
from slidelab.lab.compare import Comparison
from slidelab.lab.plots import check_plot_name
from slidelab.lab.rows import COLUMNS
from slidelab.puzzle import random_board
from slidelab.search import ALGORITHMS, Limits
from slidelab.solving import Search
from slidelab.solving.formats import csv_text, json_object
from slidelab.solving.rows import rows_on_one_engine
from slidelab.solving.text_layout import side_by_side
from slidelab.system.memory import fair_share

LEGEND = (
    "frontier: the largest number of nodes waiting.\n"
    "over: moves more than the shortest path, if a search proves one."
)


@click.command("compare")
@options.board_options
@click.option(
    "--boards", type=click.IntRange(1, 100_000), metavar="N", panel=PUZZLE,
    help="Compare on N random boards instead of one",
)  # fmt: skip
@click.option(
    "-a", "--algorithm", multiple=True, metavar="WORDS", panel=SEARCH,
    callback=options.load_own, shell_complete=options.complete(ALGORITHMS),
    help="Algorithm with options in any order, such as 'wastar misplaced weight=2 tree random'; "
    "may be repeated (default: all algorithms)",
)  # fmt: skip
@options.heuristic_option("manhattan")
@click.option(
    "--random", is_flag=True, panel=SEARCH,
    help="Add every search with moves in random order, five times each",
)  # fmt: skip
@options.search_options
@options.format_option(("text", "json", "csv"))
@options.output_option()
@options.plot_option
@options.no_record_option
def command(
    puzzle: Puzzle,
    boards: int | None,
    algorithm: tuple[str, ...],
    heuristic: str | None,
    random: bool,
    search: SearchOptions,
    format: str,
    output: Output,
    plot: Path | None,
    no_record: bool,
) -> int:
    """Solve a board with every algorithm, or the given ones, and compare them.

    By default, each search is limited to 10 seconds and 2 GiB. With --boards, means over many
    boards are compared.
    """
    if plot is not None:
        check_plot_name(plot)
    if boards is None:
        start, goal = puzzle.read()
        starts = [start]
    elif puzzle.board:
        raise SlidelabError("--boards draws its own boards: leave the board out")
    else:
        goal = puzzle.read_goal()
        starts = [random_board(goal.shape, goal, n) for n in range(boards)]
    if not search.force:
        require_solution(starts[0], goal)
    texts = [*(algorithm or ALGORITHMS)]
    if random:
        texts += [f"{each} random" for each in texts]
    rows = [search.row(each, heuristic, goal.shape) for each in texts]
    rows = list({each.specs: each for each in rows}.values())
    given = {name: most for name, most in asdict(search.limits).items() if most is not None}
    limits = Limits(**{"seconds": 10.0, "memory": min(2 * 1024**3, fair_share()), **given})
    comparison = Comparison(starts, goal, rows_on_one_engine(rows, goal.shape), limits)
    with console.interruptible() as interrupted:
        comparison.run(
            lambda start, spec: advance(
                Search(start, goal, spec, force=search.force), limits, interrupted
            )
        )
    if format == "csv":
        output.write(csv_text(COLUMNS, comparison.list_rows()))
    else:
        output.write(_as_json(comparison) if format == "json" else _as_text(comparison))
    if plot is not None:
        comparison.plot(plot)
    if not no_record:
        options.record(comparison, "compare")
    found = {console.exit_status(result) for result in comparison}
    return console.INTERRUPTED if console.INTERRUPTED in found else min(found)


def _as_text(comparison: Comparison) -> str:
    """Return a table: what each search did on the one board, or means over many."""
    starts, method = comparison.starts, comparison.method
    boards = side_by_side(starts[0], comparison.goal)
    if len(starts) > 1:
        boards = f"{len(starts):,} random boards of {comparison.goal.shape}"
    method = f"{method[0].upper()}{method[1:]}"
    return f"{boards}\n\n{method}\n\n{comparison}\n\n{click.style(LEGEND, dim=True)}"


def _as_json(comparison: Comparison) -> str:
    """Return one JSON object, with each result as `solve` writes it."""
    shortest = comparison.shortest
    results = [
        {"row": row.label, "shortest": shortest.get(result.start), **result.to_dict()}
        for row, result in comparison.done
    ]
    return json_object({"boards": len(comparison.starts), "results": results})
