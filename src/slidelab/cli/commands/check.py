"""`slidelab check`: can it be solved, and why?"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import explain_unsolvable
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board, Move, goal_name, multi_tile_length, parse_moves, solvability
from slidelab.puzzle.solvability import swap_tiles
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side, table
from slidelab.system.text import plural

CHECKS = "What to check"
HEADINGS = "heuristic", "h", "blank counted", "admissible"


@click.command("check")
@options.board_options
@click.option("--moves", panel=CHECKS, help="Moves to play, such as ULL: do they solve it?")
@options.flag("--heuristics", "Also show the value of each heuristic.", CHECKS)
@options.format_option(("text", "json"))
def command(puzzle: options.Puzzle, moves: str | None, heuristics: bool, format: str) -> int:
    """Show whether a board can be solved, and why, or whether given moves solve it.

    [bold]Exit status[/bold]: 0 yes, 3 no, 2 invalid board or moves.
    """
    start, goal = puzzle.read()
    if moves is not None:
        is_good, facts, text = _play(start, goal, parse_moves(moves))
    else:
        is_good, facts, text = _check(start, goal, heuristics)
    if format == "json":
        boards = {"start": list(start.state), "goal": list(goal.state), "shape": str(start.shape)}
        click.echo(json_object(boards | facts))
    else:
        word, rest = text.split(" ", 1)
        colour, mark = ("green", word.capitalize()) if is_good else ("red", f"Not {word}")
        mark = click.style(mark, fg=colour, bold=True)
        click.echo(f"{side_by_side(start, goal)}\n\n{mark} {rest}")
    return console.SOLVED if is_good else console.UNSOLVABLE


def _play(start: Board, goal: Board, moves: Sequence[Move]) -> tuple[bool, dict[str, Any], str]:
    """Return whether the moves solve the board, as facts and as text."""
    end = start.play(moves)
    single, multi = len(moves), multi_tile_length(moves)
    facts = {
        "solves": end == goal,
        "end": list(end.state),
        "moves": [move.word for move in moves],
        "single_tile_cost": single,
        "multi_tile_cost": multi,
    }
    counts = f"{plural(single, 'move')} of one tile, {multi:,} when tiles slide together"
    where = "" if end == goal else f"\nThey lead to {end.to_text('rows')}"
    return end == goal, facts, f"solved by these moves: {counts}.{where}"


def _check(start: Board, goal: Board, heuristics: bool) -> tuple[bool, dict[str, Any], str]:
    """Return whether the board can be solved, as facts and as text."""
    answer = solvability(start, goal)
    swapped = list(swap_tiles(start, *answer.swap).state) if answer.swap else None
    distance = HEURISTICS["manhattan"].bind(goal)(start.state)
    facts = {**asdict(answer), "swapped": swapped, "manhattan": distance}
    text = f"solvable to {goal_name(goal)}.\n{explain_unsolvable(start, goal)}\n\n"
    text += f"Manhattan distance to the goal: {distance}"
    if heuristics:
        facts["heuristics"] = rows = [
            {
                "name": each.name,
                "h": each.bind(goal)(start.state),
                "count_blank": each.bind(goal, True)(start.state) if each.counts_blank else None,
                "admissible": each.admissible,
            }
            for each in HEURISTICS.all()
            if start.shape.cells <= each.most_cells and (answer.solvable or each.name != "perfect")
        ]
        cells = [list(map(console.describe_value, row.values())) for row in rows]
        text += "\n\n" + table(HEADINGS, cells, right=(1, 2))
    return answer.solvable, facts, text
