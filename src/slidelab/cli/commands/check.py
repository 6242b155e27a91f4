"""`slidelab check`: can it be solved, and why?"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import Puzzle
from slidelab.cli.report import explain_unsolvable
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import (
    Board,
    Move,
    goal_name,
    multi_tile_length,
    parse_moves,
    solvability,
)
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.puzzle.solvability import swap_tiles
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side, table
from slidelab.system.text import plural

CHECKS = "What to check"


@click.command("check")
@options.board_options
@click.option("--moves", panel=CHECKS, help="Moves to play, such as ULL: do they solve it?")
@options.one_of("--moves-as", DIRECTIONS, "Whose moves these are", CHECKS, default="blank")
@options.flag("--heuristics", "Also show the value of each heuristic.", CHECKS)
@options.format_option(("text", "json"))
def command(puzzle: Puzzle, moves: str | None, moves_as: str, heuristics: bool, format: str) -> int:
    """Show whether a board can be solved, and why, or whether given moves solve it.

    [bold]Exit status[/bold]: 0 yes, 3 no, 2 invalid board or moves.
    """
    start, goal = puzzle.read()
    if moves is not None:
        is_good, facts, text = _play(start, goal, parse_moves(moves, moves_as))
    else:
        is_good, facts, text = _check(start, goal)
        if heuristics:
            facts["heuristics"] = rows = _estimate(start, goal, is_good)
            cells = [list(map(console.describe_value, row.values())) for row in rows]
            headings = "heuristic", "h", "blank counted", "admissible"
            text += "\n\n" + table(headings, cells, right=(1, 2))
    if format == "json":
        boards = {"start": list(start.state), "goal": list(goal.state), "shape": str(start.shape)}
        click.echo(json_object(boards | facts))
    else:
        mark, rest = text.split(" ", 1)
        coloured = click.style(mark, fg="green" if is_good else "red", bold=True)
        click.echo(f"{side_by_side(start, goal)}\n\n{coloured} {rest}")
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
    mark = "Solved" if end == goal else "Not solved"
    counts = f"{plural(single, 'move')} of one tile, {multi:,} when tiles slide together"
    where = "" if end == goal else f"\nThey lead to {end.to_text('rows')}"
    return end == goal, facts, f"{mark} by these moves: {counts}.{where}"


def _check(start: Board, goal: Board) -> tuple[bool, dict[str, Any], str]:
    """Return whether the board can be solved, as facts and as text."""
    answer = solvability(start, goal)
    distance = HEURISTICS["manhattan"].bind(goal)(start.state)
    swapped = list(swap_tiles(start, *answer.swap).state) if answer.swap else None
    facts = {**asdict(answer), "swapped": swapped, "manhattan": distance}
    mark = "Solvable" if answer.solvable else "Not solvable"
    why = explain_unsolvable(start, goal)
    text = f"{mark} to {goal_name(goal)}.\n{why}\n\nManhattan distance to the goal: {distance}"
    return answer.solvable, facts, text


def _estimate(start: Board, goal: Board, solvable: bool) -> list[dict[str, Any]]:
    """Return the value of each heuristic that fits the board."""
    return [
        {
            "name": each.name,
            "h": each.bind(goal)(start.state),
            "count_blank": each.bind(goal, True)(start.state) if each.counts_blank else None,
            "admissible": each.admissible,
        }
        for each in HEURISTICS.all()
        if start.shape.cells <= each.most_cells and (solvable or each.name != "perfect")
    ]
