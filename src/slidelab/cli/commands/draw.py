"""`slidelab draw`: pictures of boards, paths and search trees."""

from typing import Annotated

from slidelab.cli.interactive import Display
from slidelab.cli.options import LimitOptions, Output, Puzzle, output_option
from slidelab.cli.search_options import PresetName, algorithm_option, heuristic_option
from slidelab.lab.film import record
from slidelab.lab.film_picture import FIRST, step_after
from slidelab.solving import Search, SearchSpec


def draw(
    *,
    puzzle: Puzzle,
    algorithm: Annotated[str | None, algorithm_option()] = None,
    heuristic: Annotated[str | None, heuristic_option()] = None,
    tree: Annotated[bool, output_option()] = False,
    animate: Annotated[bool, output_option()] = False,
    first: Annotated[int, output_option("N", min=1)] = FIRST,
    preset: PresetName = "textbook",
    bounds: LimitOptions,
    output: Output,
) -> int:
    """Draw a board, the path of a search, or its tree: SVG, PNG or PDF.

    The ending of the file chooses the format: [bold]slidelab draw 125340678 -o board.svg[/bold].
    Without a file, the SVG is printed. With --algorithm the path is drawn, with --tree the search
    tree.

    :param tree: Draw the search tree instead of the path.
    :param animate: Let the tiles slide along the path.
    :param first: Number of expansions that the tree shows.
    """
    output.check_picture()
    start, goal = puzzle.boards()
    if algorithm is None and heuristic is None and not tree and not animate:
        output.draw(start)
        return 0
    with Display() as display:
        engine = "textbook" if tree else "auto"  # the other engines cannot be watched
        spec = SearchSpec(algorithm or "astar", heuristic, preset=preset, engine=engine)
        task = Search(start, goal, spec, force=tree, announce=display.announce)
        if not tree:
            output.draw(task.advance(bounds.limits()), animate=animate)
            return 0
        film = record(task, bounds.limits())
    output.draw(film, step=step_after(film, first))
    return 0
