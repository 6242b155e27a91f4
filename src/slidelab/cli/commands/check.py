"""`slidelab check`: can it be solved, and why?"""

from typing import Annotated, Any

import typer

from slidelab.cli import terminal
from slidelab.cli.errors import SOLVED, UNSOLVABLE
from slidelab.cli.formatters.result import exchanged, unsolvable_words
from slidelab.cli.options import Puzzle, format_option
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board, Solvability, goal_name, solvability
from slidelab.solving.formats import json_object
from slidelab.solving.layout import side_by_side, table, wrapped


def check(
    puzzle: Puzzle,
    heuristics: Annotated[
        bool,
        typer.Option("--heuristics", help="Tell what each heuristic says of the board as well."),
    ] = False,
    format: Annotated[str, format_option(("text", "json"))] = "text",
) -> int:
    """Say whether a board can be solved, and why.

    [bold]Exit status[/bold]: 0 it can, 3 it cannot, 2 it is not a board.
    """
    start, goal = puzzle.boards()
    answer = solvability(start, goal)
    distance = HEURISTICS.get("manhattan").bind(goal)(start.state)
    estimates = _estimates(start, goal, answer.solvable) if heuristics else []
    if format == "json":
        told = {"heuristics": estimates} if heuristics else {}
        typer.echo(json_object(_entries(start, goal, answer, distance) | told))
    else:
        typer.echo(_text(start, goal, answer, distance))
        if heuristics:
            typer.echo(f"\n{_table(estimates)}")
    return SOLVED if answer.solvable else UNSOLVABLE


def _text(start: Board, goal: Board, answer: Solvability, distance: float) -> str:
    if answer.solvable:
        mark = typer.style("Solvable", fg="green", bold=True)
        why = wrapped(answer.reason, terminal.text_width())
        last = f"Manhattan distance to the goal: {distance} (at least so many moves)"
    else:
        mark = typer.style("Not solvable", fg="red", bold=True)
        why = unsolvable_words(start, goal)
        last = f"Manhattan distance to the goal: {distance}"
    return f"{side_by_side(start, goal)}\n\n{mark} to {goal_name(goal)}.\n{why}\n\n{last}"


def _estimates(start: Board, goal: Board, solvable: bool) -> list[dict[str, Any]]:
    """What each heuristic says that can be asked about this board."""
    estimates = []
    for each in HEURISTICS.all():
        if start.shape.cells > each.most_cells or (each.name == "perfect" and not solvable):
            continue
        h = each.bind(goal)(start.state)
        with_blank = each.bind(goal, count_blank=True)(start.state) if each.counts_blank else None
        estimates.append(
            {"name": each.name, "h": h, "count_blank": with_blank, "admissible": each.admissible}
        )
    return estimates


def _table(estimates: list[dict[str, Any]]) -> str:
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


def _entries(start: Board, goal: Board, answer: Solvability, distance: float) -> dict[str, Any]:
    return {
        "solvable": answer.solvable,
        "start": list(start.state),
        "goal": list(goal.state),
        "shape": str(start.shape),
        "reason": answer.reason,
        "inversions": answer.inversions,
        "goal_inversions": answer.goal_inversions,
        "mend": answer.mend,
        "mended": list(exchanged(start, *answer.mend).state) if answer.mend else None,
        "other_goal": answer.other_goal,
        "manhattan": distance,
    }
