"""`slidelab compare`: many searches, on one board or on many."""

from dataclasses import asdict, replace
from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import FILE, OUTPUT, SEARCH, Output, Puzzle, SearchOptions, option
from slidelab.cli.report import require_solution
from slidelab.cli.searching import advance, load_own_code
from slidelab.errors import SlidelabError
from slidelab.heuristics import get as find_heuristic
from slidelab.lab.compare import Comparison
from slidelab.lab.plots import check_plot_name
from slidelab.lab.rows import COLUMNS
from slidelab.puzzle import Shape, random_board
from slidelab.search import ALGORITHMS, Limits
from slidelab.search.counters import memory_words
from slidelab.search.limits import join_limits
from slidelab.solving import Search, SearchSpec
from slidelab.solving.formats import csv_text, json_object
from slidelab.solving.rows import Row, randomise, read_row, rows_on_one_engine
from slidelab.solving.text_layout import side_by_side
from slidelab.system.memory import fair_share
from slidelab.system.text import phrase, plural

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 1024**3
MANY = "Many boards"
LEGEND = (
    "frontier: the largest number of nodes waiting.\n"
    "over: moves more than the shortest path, if a search proves one."
)


@click.command("compare")
@options.board_options
@option(
    "--row", multiple=True, metavar="WORDS", panel=SEARCH,
    help="A row: an algorithm with options, such as a heuristic, tree, random, a preset, "
    "weight=2 or ties=last-in; may be repeated.",
)  # fmt: skip
@options.algorithm_option("all of them, or none with --row", multiple=True)
@options.heuristic_option(multiple=True)
@options.flag("--random", "Add every search with moves in random order, five times each.", SEARCH)
@options.search_options
@options.number("--boards", "Compare on N random boards instead of one.", MANY, most=100_000)
@options.number("--seed", "Random seed for the boards", MANY, least=None, default=0)
@options.format_option(("text", "json", "csv"))
@options.output_option()
@option("--plot", type=FILE, panel=OUTPUT, help="Also plot the comparison.")
@options.no_record_option
def command(
    puzzle: Puzzle,
    row: tuple[str, ...],
    algorithm: tuple[str, ...],
    heuristic: tuple[str, ...],
    random: bool,
    search: SearchOptions,
    boards: int | None,
    seed: int,
    format: str,
    output: Output,
    plot: Path | None,
    no_record: bool,
) -> int:
    """Solve a board with every algorithm, or the given ones, and compare them.

    --algorithm and --heuristic may be repeated: informed searches run once with each heuristic. By
    default, each search is limited to 10 seconds and 2 GiB. With --boards, means over many boards
    are compared.
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
        starts = [random_board(goal.shape, goal, f"{seed}/{n}") for n in range(boards)]
    if format == "text" and not search.force:
        require_solution(starts[0], goal)
    load_own_code(" ".join(row).split())
    rows = _make_rows(row, algorithm, heuristic, search, goal.shape)
    if random:
        rows += [randomise(each) for each in rows]
    rows = list({each.specs: each for each in rows}.values())
    limits = join_limits(
        Limits(seconds=SECONDS_EACH, memory=min(MEMORY_EACH, fair_share())),
        *(search.limits.seconds, search.limits.nodes, search.limits.memory),
    )
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
    ranked = console.INTERRUPTED, console.SOLVED, console.UNSOLVABLE
    return next((status for status in ranked if status in found), console.STOPPED)


def _make_rows(
    texts: tuple[str, ...],
    algorithms: tuple[str, ...],
    heuristics: tuple[str, ...],
    search: SearchOptions,
    shape: Shape,
) -> list[Row]:
    """Return the rows given as texts, and each algorithm with each heuristic.

    A parameter goes to the algorithms that have it; raises ValueError if none has.
    """
    conventions, parameters = search.split()
    usual = SearchSpec(preset=search.preset, conventions=conventions, engine=search.engine)
    rows = [read_row(text, usual, shape) for text in texts]
    methods = [ALGORITHMS[name] for name in algorithms]
    if not algorithms and not texts:
        methods = ALGORITHMS.all()
    known = sorted({name for method in methods for name in method.parameters})
    for name in parameters.keys() - known:
        hint = f"; they have {phrase(known)}" if known else ""
        raise SlidelabError(f"none of the algorithms has the option {name!r}{hint}")
    names = list(dict.fromkeys(find_heuristic(name).name for name in heuristics or ["manhattan"]))
    for method in methods:
        given = [f"{name}={text}" for name, text in parameters.items() if name in method.parameters]
        for heuristic in names if method.informed else [None]:
            label = [heuristic] if heuristic and len(names) > 1 else []
            text = " ".join([method.name, *label, *given])
            rows.append(read_row(text, replace(usual, heuristic=heuristic), shape))
    return rows


def _as_text(comparison: Comparison) -> str:
    """Return a table: what each search did on the one board, or means over many."""
    starts, limits, method = comparison.starts, comparison.limits, comparison.method
    boards, legend = side_by_side(starts[0], comparison.goal), LEGEND
    if len(starts) > 1:
        boards = f"{len(starts):,} random boards of {comparison.goal.shape}"
        legend += "\n±: mean and standard deviation over the boards."
    heuristics = {spec.heuristic for _, spec in comparison.searches if spec.heuristic}
    if len(heuristics) == 1:
        method += f"; heuristic {heuristics.pop()}"
    nodes = [] if limits.nodes is None else [plural(limits.nodes, "node")]
    bounds = " and ".join([f"{limits.seconds:g} s", *nodes, memory_words(limits.memory or 0)])
    about = f"{method[0].upper()}{method[1:]}\nEach search within {bounds}"
    return f"{boards}\n\n{about}\n\n{comparison}\n\n{click.style(legend, dim=True)}"


def _as_json(comparison: Comparison) -> str:
    """Return one JSON object, with each result as `solve` writes it."""
    shortest = comparison.shortest
    results = [
        {"row": row.label, "shortest": shortest.get(result.start), **result.to_dict()}
        for row, result in comparison.done
    ]
    limits = asdict(comparison.limits)
    return json_object({"boards": len(comparison.starts), "limits": limits, "results": results})
