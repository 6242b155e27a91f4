"""`slidelab check`: can it be solved, and why?"""

from dataclasses import asdict
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import OUTPUT, Puzzle
from slidelab.cli.report import explain_unsolvable, moves_as_option
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import (
    Board,
    goal_name,
    multi_tile_length,
    parse_moves,
    solvability,
)
from slidelab.puzzle.solvability import swap_tiles
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side, table, wrap
from slidelab.system.text import plural


@click.command("check")
@options.board_options
@options.flag("--heuristics", "Also show the value of each heuristic.", OUTPUT)
@click.option("--moves", metavar="MOVES", help="Moves to play, such as ULL: do they solve it?")
@moves_as_option
@options.format_option(("text", "json"))
def command(puzzle: Puzzle, heuristics: bool, moves: str | None, moves_as: str, format: str) -> int:
    """Show whether a board can be solved, and why, or whether given moves solve it.

    [bold]Exit status[/bold]: 0 yes, 3 no, 2 invalid board or moves.
    """
    start, goal = puzzle.read()
    if moves is not None:
        is_good, facts, text = _play(start, goal, moves, moves_as)
    else:
        is_good, facts, text = _check(start, goal)
        if heuristics:
            facts["heuristics"] = estimates = _estimate(start, goal, is_good)
            text += f"\n\n{_write_table(estimates)}"
    if format == "json":
        boards = {"start": list(start.state), "goal": list(goal.state), "shape": str(start.shape)}
        click.echo(json_object(boards | facts))
    else:
        click.echo(f"{side_by_side(start, goal)}\n\n{text}")
    return console.SOLVED if is_good else console.UNSOLVABLE


def _play(start: Board, goal: Board, moves: str, whose: str) -> tuple[bool, dict[str, Any], str]:
    """Return whether the moves solve the board, as facts and as text."""
    played = parse_moves(moves, whose)
    end = start.play(played)
    single, multi = len(played), multi_tile_length(played)
    facts = {
        "solves": end == goal,
        "end": list(end.state),
        "moves": [move.word for move in played],
        "single_tile_cost": single,
        "multi_tile_cost": multi,
    }
    counts = f"{plural(single, 'move')} of one tile, {multi:,} when tiles slide together"
    where = "" if end == goal else f"\nThey lead to {end.to_text('rows')}"
    return end == goal, facts, f"{_mark('Solved', end == goal)} by these moves: {counts}.{where}"


def _check(start: Board, goal: Board) -> tuple[bool, dict[str, Any], str]:
    """Return whether the board can be solved, as facts and as text."""
    answer = solvability(start, goal)
    distance = HEURISTICS["manhattan"].bind(goal)(start.state)
    swapped = list(swap_tiles(start, *answer.swap).state) if answer.swap else None
    facts = {**asdict(answer), "swapped": swapped, "manhattan": distance}
    why = (
        wrap(answer.reason, console.text_width())
        if answer.solvable
        else explain_unsolvable(start, goal)
    )
    text = (
        f"{_mark('Solvable', answer.solvable)} to {goal_name(goal)}.\n{why}\n\n"
        f"Manhattan distance to the goal: {distance}"
    )
    return answer.solvable, facts, text


def _mark(word: str, is_good: bool) -> str:
    text = word if is_good else f"Not {word.lower()}"
    return click.style(text, fg="green" if is_good else "red", bold=True)


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


def _write_table(estimates: list[dict[str, Any]]) -> str:
    rows = [
        [
            each["name"],
            f"{each['h']:.6g}",
            "–" if each["count_blank"] is None else f"{each['count_blank']:.6g}",
            "yes" if each["admissible"] else "no",
        ]
        for each in estimates
    ]
    return table(("heuristic", "h", "blank counted", "admissible"), rows, right=(1, 2))
