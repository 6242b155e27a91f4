"""`slidelab table`: how far every board of a small shape is from the goal."""

import rich_click as click

from slidelab.cli import console, options
from slidelab.puzzle import Board, goal_name
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import table
from slidelab.system.progress import report_progress

MOST_HARDEST = 8
WIDEST_BAR = 40


@click.command("table")
@options.goal_options
@options.format_option()
@options.output_option()
def command(goal: Board, format: str, output: options.Output) -> None:
    """Count the boards at each distance from the goal, and show the hardest.

    It visits all boards of the shape: 181,440 for 3x3, which takes a moment, and 239,500,800 for
    2x6 and 3x4, which takes about a minute and a quarter of a gigabyte.
    """
    from slidelab.engines.distance_table import DistanceTable, bytes_needed

    doing = f"visiting {bytes_needed(goal.shape):,} boards"
    with console.showing_progress():
        known = DistanceTable(goal, progress=lambda done: report_progress(doing, done))
    hardest = [board.to_text("rows") for board in known.hardest()]
    if format == "json":
        facts = {"boards": known.boards, "mean": known.mean, "counts": list(known.counts)}
        output.write(json_object({**facts, "hardest": hardest}))
        return
    rows = [
        [str(moves), f"{count:,}", "█" * max(1, round(WIDEST_BAR * count / max(known.counts)))]
        for moves, count in enumerate(known.counts)
    ]
    output.write(
        f"{goal.shape} to {goal_name(goal)}: {known.boards:,} boards, at most {known.greatest} "
        f"moves away, {known.mean:.3f} on average\n\n"
        f"{table(('moves', 'boards', ''), rows, right=(0, 1))}\n\n"
        f"The hardest ({len(hardest):,} in all):\n" + "\n".join(hardest[:MOST_HARDEST])
    )
