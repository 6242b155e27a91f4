"""All shortest solutions of a board, found and written."""

from itertools import islice

from slidelab.cli.errors import INTERRUPTED, SOLVED, UNSOLVABLE, tell
from slidelab.cli.formatters.result import PathStyle, unsolvable_words
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.options import Output
from slidelab.puzzle import Board, Move, format_moves, is_solvable, length_of
from slidelab.puzzle.wording import counted
from slidelab.solving import all_shortest
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side
from slidelab.system.progress import monitored

MOST_WRITTEN = 10_000


def write_all_shortest(
    start: Board, goal: Board, metric: str, style: PathStyle, format: str, output: Output
) -> int:
    """Write them as text or JSON; returns the exit status.

    Raises ValueError for boards that are too large, and for a form that holds one path.
    """
    if format not in ("text", "json"):
        raise ValueError("--all-shortest goes with --format text or json")
    if not is_solvable(start, goal):
        tell(f"No solution to this goal.\n{unsolvable_words(start, goal)}")
        return UNSOLVABLE
    paths: list[list[Move]] = []
    with Display() as display, Interrupt() as interrupted:

        def report_progress(doing: str, fraction: float | None) -> None:
            if doing != "searching":
                display.announce(doing, fraction)
            if interrupted():
                raise KeyboardInterrupt

        try:
            with monitored(report_progress, lambda doing, size: None):
                paths += islice(all_shortest(start, goal, metric=metric), MOST_WRITTEN + 1)
        except KeyboardInterrupt:
            tell("Interrupted: not all shortest solutions were found.")
            return INTERRUPTED
    complete = len(paths) <= MOST_WRITTEN
    paths = paths[:MOST_WRITTEN]
    cost = length_of(paths[0], metric)
    if format == "json":
        output.write(
            json_object(
                {
                    "start": list(start.state),
                    "goal": list(goal.state),
                    "shape": str(start.shape),
                    "metric": metric,
                    "cost": cost,
                    "complete": complete,
                    "solutions": [format_moves(path, "letters") for path in paths],
                }
            )
        )
        return SOLVED
    which = counted(len(paths), "shortest solution") if complete else f"The first {len(paths):,}"
    lines = [f"{which}, of {counted(cost, 'move')} each:"]
    lines += [format_moves(path, style.notation, style.direction) for path in paths]
    output.write(f"{side_by_side(start, goal)}\n\n" + "\n".join(lines))
    return SOLVED
