"""`slidelab check`: can it be solved, and why?"""

from dataclasses import asdict
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import explain_unsolvable
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import goal_name, multi_tile_length, parse_moves, solvability
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side, table
from slidelab.system.text import plural

CHECKS = "What to check"


@click.command("check")
@options.board_options
@click.option("--moves", panel=CHECKS, help="Moves to play, such as ULL: do they solve it?")
@click.option(
    "--heuristics", is_flag=True, panel=CHECKS, help="Also show the value of each heuristic"
)
@options.format_option()
def command(puzzle: options.Puzzle, moves: str | None, heuristics: bool, format: str) -> int:
    """Show whether a board can be solved, and why, or whether given moves solve it.

    [bold]Exit status[/bold]: 0 yes, 3 no, 2 invalid board or moves.
    """
    start, goal = puzzle.read()
    answer = solvability(start, goal)
    facts: dict[str, Any]
    if moves is not None:
        played = parse_moves(moves)
        end, multi = start.play(played), multi_tile_length(played)
        is_good = end == goal
        facts = {"solves": is_good, "end": list(end.state), "multi_tile_cost": multi}
        counts = f"{plural(len(played), 'move')} of one tile, {multi:,} when tiles slide together"
        where = "" if is_good else f"\nThey lead to {end.to_text('rows')}"
        text = f"{'Solved' if is_good else 'Not solved'} by these moves: {counts}.{where}"
    else:
        is_good, facts = answer.solvable, asdict(answer)
        mark = click.style("Solvable" if is_good else "Not solvable", bold=True)
        text = f"{mark} to {goal_name(goal)}.\n{explain_unsolvable(start, goal)}"
    if heuristics:
        facts["heuristics"] = {
            each.name: each.bind(goal)(start.state)
            for each in HEURISTICS.values()
            if start.shape.cells <= each.most_cells and (answer.solvable or each.name != "perfect")
        }
        rows = [[name, f"{value:g}"] for name, value in facts["heuristics"].items()]
        text += "\n\n" + table(("heuristic", "h"), rows, right=[1])
    click.echo(json_object(facts) if format == "json" else f"{side_by_side(start, goal)}\n\n{text}")
    return console.SOLVED if is_good else console.UNSOLVABLE
