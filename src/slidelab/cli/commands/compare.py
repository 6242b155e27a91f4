"""`slidelab compare`: many searches, on one board or on many."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import rich_click as click

from slidelab.cli.console import (
    INTERRUPTED,
    SOLVED,
    STOPPED,
    UNSOLVABLE,
    Display,
    exit_status,
    interruptible,
)
from slidelab.cli.options import (
    OUTPUT,
    SEARCH,
    Output,
    Puzzle,
    SearchOptions,
    algorithm_option,
    board_options,
    format_option,
    heuristic_option,
    limit_options,
    no_record_option,
    option,
    output_option,
    record_trials,
    search_options,
    split,
)
from slidelab.cli.report import explain_unsolvable
from slidelab.cli.searching import load_own_code, search_in_job
from slidelab.errors import SlidelabError
from slidelab.lab.compare import BEST, Comparison
from slidelab.lab.plots import check_plot_name
from slidelab.puzzle import Board, Shape, is_solvable, random_board
from slidelab.search import ALGORITHMS, Limits, Status, preset
from slidelab.search.counters import memory_words
from slidelab.search.spec import find_heuristic
from slidelab.solving import Search, SearchSpec
from slidelab.solving.choose import engine_for
from slidelab.solving.formats import as_csv, json_object
from slidelab.solving.rows import Row, randomise, read_row, rows_on_one_engine
from slidelab.solving.text_layout import side_by_side
from slidelab.system.memory import fair_share
from slidelab.system.text import phrase, plural

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 1024**3
MANY = "Many boards"
OVER = "over: moves more than the shortest path, if known."
LEGEND = (
    f"{BEST} lowest cost, fewest expanded.  frontier: the largest number of nodes waiting.\n{OVER}"
)
LEGEND_OF_MANY = "±: mean and standard deviation over the boards."


@click.command("compare")
@board_options
@option(
    "--row",
    multiple=True,
    metavar="WORDS",
    panel=SEARCH,
    help="A row: an algorithm with options, such as a heuristic, tree, random, a preset, weight=2 "
    "or ties=last-in; may be repeated.",
)
@algorithm_option("all of them, or none with --row", multiple=True)
@heuristic_option(multiple=True)
@option(
    "--random",
    is_flag=True,
    panel=SEARCH,
    help="Add every search again with moves tried in random order, five times each.",
)
@search_options
@limit_options
@option(
    "--boards",
    type=click.IntRange(1, 100_000),
    metavar="N",
    panel=MANY,
    help="Compare on N random boards instead of one.",
)
@option("--seed", type=int, default=0, panel=MANY, help="Random seed for the boards (default: 0).")
@format_option(("text", "json", "csv"))
@output_option
@option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=OUTPUT,
    help="Also plot the comparison.",
)
@no_record_option
def command(
    puzzle: Puzzle,
    row: tuple[str, ...],
    algorithm: tuple[str, ...],
    heuristic: tuple[str, ...],
    random: bool,
    search: SearchOptions,
    limits: Limits,
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
    starts, goal = _read_boards(puzzle, boards, seed)
    if format == "text" and not search.force and not is_solvable(starts[0], goal):
        why = f"No solution to this goal.\n{explain_unsolvable(starts[0], goal)}"
        output.write(f"{side_by_side(starts[0], goal)}\n\n{why}")
        return UNSOLVABLE
    words = [text.split() or [""] for text in row]
    load_own_code(
        [*algorithm, *(first for first, *_ in words)],
        [*heuristic, *(word for _, *rest in words for word in rest)],
    )
    rows = _make_rows(row, algorithm, heuristic, search, goal.shape)
    if random:
        rows += [randomise(each) for each in rows]
    rows = list({each.specs: each for each in rows}.values())
    if search.engine == "auto":
        rows = rows_on_one_engine(rows, goal.shape)
    else:
        rows = [_move_to(each, search.engine, goal.shape) for each in rows]
    within = replace(
        limits,
        seconds=SECONDS_EACH if limits.seconds is None else limits.seconds,
        memory=min(MEMORY_EACH, fair_share()) if limits.memory is None else limits.memory,
    )
    comparison = Comparison(starts, goal, rows, within)
    _run(comparison, search.force)
    output.write(WRITERS[format](comparison))
    if plot is not None:
        comparison.plot(plot)
    if not no_record:
        record_trials(list(comparison), "compare")
    found = {exit_status(result) for result in comparison}
    return next((each for each in (INTERRUPTED, SOLVED, UNSOLVABLE) if each in found), STOPPED)


def _read_boards(puzzle: Puzzle, boards: int | None, seed: int) -> tuple[list[Board], Board]:
    """Return the boards, given or drawn at random, and the goal."""
    if boards is None:
        start, goal = puzzle.read()
        return [start], goal
    if puzzle.is_given:
        raise SlidelabError("--boards draws its own boards: leave the board out")
    goal = puzzle.read_goal()
    return [random_board(goal.shape, goal, f"{seed}/{n}") for n in range(boards)], goal


def _make_rows(
    texts: Sequence[str],
    algorithms: Sequence[str],
    heuristics: Sequence[str],
    search: SearchOptions,
    shape: Shape,
) -> list[Row]:
    """Return the rows given as texts, and each algorithm with each heuristic.

    A parameter goes to the algorithms that have it; raises ValueError if none has.
    """
    assigned = search.assignments()
    methods = [ALGORITHMS[name] for name in algorithms]
    if not algorithms and not texts:
        methods = ALGORITHMS.all()
    shared = {n: t for n, t in assigned.items() if not any(n in m.parameters for m in methods)}
    unknown, conventions = split(shared, ALGORITHMS["bfs"], strict=True)
    if unknown:
        known = phrase(sorted({name for method in methods for name in method.parameters}))
        hint = f"; they have {known}" if known else ""
        raise SlidelabError(f"none of the algorithms has the option {next(iter(unknown))!r}{hint}")
    chosen = replace(preset(search.preset), **conventions)
    usual = SearchSpec(preset=search.preset, conventions=chosen)
    rows = [read_row(text, usual, shape) for text in texts]
    names = list(dict.fromkeys(find_heuristic(name).name for name in heuristics or ["manhattan"]))
    for method in methods:
        parameters, _ = split(
            {name: text for name, text in assigned.items() if name in method.parameters}, method
        )
        for name in names if method.informed else [None]:
            spec = replace(usual, algorithm=method.name, heuristic=name)
            spec = replace(spec, parameters=tuple(parameters.items())).resolve(shape)
            label = f"{method.name} {name}" if name and len(names) > 1 else method.name
            rows.append(Row(label, (spec,)))
    return rows


def _move_to(row: Row, engine: str, shape: Shape) -> Row:
    """Return the row on an engine, as far as the engine has the searches."""
    specs = []
    for spec in row.specs:
        wanted = replace(spec, engine=engine)
        try:
            engine_for(wanted, shape)
        except ValueError:
            wanted = spec
        specs.append(wanted)
    return Row(row.label, tuple(specs))


def _run(comparison: Comparison, force: bool) -> None:
    """Make the searches one after the other; Ctrl-C ends the one that runs and those after it."""
    total = len(comparison.starts) * len(comparison.searches)
    limits, goal = comparison.limits, comparison.goal

    def search(start: Board, spec: SearchSpec) -> Any:
        if spec.uses_own_code:
            return search_in_job(start, goal, spec, limits, display, interrupted, force)
        task = Search(start, goal, spec, force=force, announce=display.announce)
        return task.advance(limits, cancelled=interrupted)

    with interruptible() as interrupted, Display() as display:
        for start in comparison.starts:
            for row, spec in comparison.searches:
                display.count(f"Searching ({row.label})", len(comparison.done), total)
                result = search(start, spec)
                comparison.add(row, result)
                if result.status is Status.CANCELLED:
                    return
        comparison.find_shortest(search)


def _as_text(comparison: Comparison) -> str:
    """Return a table: what each search did on the one board, or means over many."""
    limits, method = comparison.limits, comparison.method
    if len(comparison.starts) > 1:
        boards = f"{plural(len(comparison.starts), 'random board')} of {comparison.goal.shape}"
        return f"{boards}; {method}\n\n{comparison}\n\n{LEGEND}\n{LEGEND_OF_MANY}"
    assert limits.memory is not None
    nodes = [] if limits.nodes is None else [plural(limits.nodes, "node")]
    bounds = " and ".join([f"{limits.seconds:g} s", *nodes, memory_words(limits.memory)])
    heuristics = {spec.heuristic for _, spec in comparison.searches if spec.heuristic}
    if len(heuristics) == 1:
        method += f"; heuristic {heuristics.pop()}"
    boards = side_by_side(comparison.starts[0], comparison.goal)
    about = f"{method[0].upper()}{method[1:]}\nEach search within {bounds}"
    return f"{boards}\n\n{about}\n\n{comparison}\n\n{click.style(LEGEND, dim=True)}"


def _describe_rows(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {"row": row.label, "over_shortest": comparison.over(result)}
        for row, result in comparison.done
    ]


def _as_csv(comparison: Comparison) -> str:
    return as_csv(list(comparison), len(comparison.starts) > 1, _describe_rows(comparison))


def _as_json(comparison: Comparison) -> str:
    """Return one JSON object, with each result as `solve` writes it."""
    described = zip(list(comparison), _describe_rows(comparison), strict=True)
    results = [more | result.to_dict() for result, more in described]
    if len(comparison.starts) > 1:
        return json_object({"boards": len(comparison.starts), "results": results})
    specs = [spec for _, spec in comparison.searches]
    about = {
        "start": list(comparison.starts[0].state),
        "goal": list(comparison.goal.state),
        "shape": str(comparison.goal.shape),
        "counted_as": " and ".join(dict.fromkeys(spec.counted_as for spec in specs)),
        "engine": " and ".join(dict.fromkeys(spec.engine for spec in specs)),
        "limits": asdict(comparison.limits),
    }
    return json_object({**about, "results": results})


WRITERS = {"text": _as_text, "json": _as_json, "csv": _as_csv}
