"""`slidelab ask`: enter a board row by row, choose, and see every board of the path."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated, TypeVar

from slidelab.cli import terminal
from slidelab.cli.command_searches import Searches
from slidelab.cli.errors import UNSOLVABLE, exit_status, tell_problems
from slidelab.cli.interactive import PATIENCE, Display, run
from slidelab.cli.options import Goal, LimitOptions, Patience, ShapeName, output_option
from slidelab.cli.result_text import explain_unsolvable, headline
from slidelab.cli.search_options import PresetName
from slidelab.cli.terminal import ask_line, echo
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import (
    BLANK_FIRST,
    BadBoard,
    Board,
    Shape,
    goal_board,
    is_solvable,
    new_seed,
    random_board,
)
from slidelab.puzzle.validation import explain_field, read_field
from slidelab.puzzle.wording import plural
from slidelab.registry import NamedEntry, Registry, UnknownNameError
from slidelab.search import ALGORITHMS
from slidelab.solving import SearchSpec
from slidelab.solving.text_layout import entries

CLASSIC_ALGORITHMS = ("bfs", "dfs", "astar")
CLASSIC_HEURISTICS = ("manhattan", "euclidean")
BRACKETS = "()[]"
RANDOM = "random"

T = TypeVar("T", bound=NamedEntry)


STYLES: dict[str, Callable[[Board], str]] = {
    "tuples": lambda board: "\n".join(map(str, board.rows)),
    "grid": str,
}


def ask(
    bounds: LimitOptions,
    shape: ShapeName = None,
    goal: Goal = BLANK_FIRST,
    preset: PresetName = "rows",
    boards: Annotated[str, output_option(among=tuple(STYLES))] = "tuples",
    patience: Patience = PATIENCE,
) -> int:
    """Enter a board row by row, choose an algorithm, and see every board of the path.

    Answers can also come from a file: [bold]slidelab ask < answers.txt[/bold]. The same from solve:
    [bold]slidelab solve --ask --preset rows[/bold].

    :param boards: Notation of the boards
    """
    asked_shape = Shape.parse(shape or "3x3")
    target = goal_board(goal, asked_shape)
    echo(f"Enter a {asked_shape} board row by row, with 0 for the blank; or write {RANDOM}.")
    start = _ask_board(asked_shape, target)
    if not is_solvable(start, target):
        echo(f"Not solvable\n{explain_unsolvable(start, target)}")
        return UNSOLVABLE
    echo("Solvable")
    algorithm = _ask_choice("algorithm", ALGORITHMS, ALGORITHMS.all(), first=CLASSIC_ALGORITHMS)
    heuristic = None
    if algorithm.informed:
        fitting = [h for h in HEURISTICS.all() if asked_shape.cells <= h.most_cells]
        heuristic = _ask_choice("heuristic", HEURISTICS, fitting, first=CLASSIC_HEURISTICS).name
    spec = SearchSpec(algorithm.name, heuristic, preset=preset)
    with Display() as display, Searches(display.announce) as searches:
        search = searches.search(start, target, spec)
        result = run(search, bounds.limits(), display, patience)

    echo(f"\nExplored nodes: {result.counters.expanded}")
    echo(f"Time: {result.counters.seconds:.4f} seconds\n")
    if not result.solved:
        echo(headline(result))
        return exit_status(result)
    _, *later = result.path
    for board in later:
        echo(f"{STYLES[boards](board)}\n")
    echo(f"Cost of Path = Depth = {result.cost}")
    return exit_status(result)


def _ask_board(shape: Shape, goal: Board) -> Board:
    """A board entered row by row, or drawn; what is wrong is explained and asked again."""
    rows: list[list[int]] = []
    while len(rows) < shape.rows:
        row = _ask_row(len(rows) + 1, shape)
        if row is None:
            seed = new_seed()
            board = random_board(shape, goal, seed)
            echo(f"Seed {seed}:\n{board}")
            return board
        rows.append(row)
    try:
        return Board(rows, shape)
    except BadBoard as error:
        tell_problems(error.problems)
        echo("Let's start over.")
        return _ask_board(shape, goal)


def _ask_choice(kind: str, registry: Registry[T], offered: Sequence[T], first: Sequence[str]) -> T:
    """One of those offered, chosen by number or name; those in `first` are listed first."""
    ordered = sorted(offered, key=lambda each: [each.name != name for name in first])
    echo(f"\nWhich {kind}?")
    rows = []
    for number, each in enumerate(ordered, start=1):
        about = getattr(each, "title", "") or getattr(each, "summary", "")
        rows.append([f"{number:>3}", each.name, about])
    echo("\n".join(entries(rows, terminal.width())))
    while True:
        answer = ask_line("Number or name:")
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(ordered):
            return ordered[int(answer) - 1]
        with suppress(UnknownNameError):
            if (named := registry.get(answer)) in ordered:
                return named
        tell_problems([f"write a number from 1 to {len(ordered)}, or a name from the list"])


def _ask_row(row: int, shape: Shape) -> list[int] | None:
    """The tiles of a row, or None where a random board is wanted instead."""
    while True:
        answer = ask_line(f"Row {row} of {shape.rows}:")
        if answer.lower() == RANDOM:
            return None
        fields = _split(answer, shape.cols)
        tiles = [read_field(field) for field in fields]
        problems = [
            explain_field(field, f"row {row} column {column}")
            for column, (field, tile) in enumerate(zip(fields, tiles, strict=True), start=1)
            if tile is None
        ]
        if len(fields) != shape.cols:
            problems.append(
                f"a row has {plural(shape.cols, 'tile')}, and {len(fields)} were given: "
                "write them with commas or spaces between, 0 for the blank"
            )
        if not problems:
            return [tile for tile in tiles if tile is not None]
        tell_problems(problems)


def _split(answer: str, cols: int) -> list[str]:
    fields = answer.strip(BRACKETS).replace(",", " ").split()
    if len(fields) == 1 and len(fields[0]) == cols:
        return list(fields[0])
    return fields
