"""`slidelab check`: can it be solved, and why?"""

from typing import Annotated, Any

import typer

from slidelab import heuristics
from slidelab.cli import terminal
from slidelab.cli.errors import SOLVED, UNSOLVABLE
from slidelab.cli.formatters.result import exchanged, unsolvable_words
from slidelab.cli.options import Puzzle, format_option
from slidelab.puzzle import Board, Solvability, goal_name, solvability
from slidelab.solving.formats import json_object
from slidelab.solving.layout import side_by_side, wrapped


def check(
    puzzle: Puzzle,
    format: Annotated[str, format_option(("text", "json"))] = "text",
) -> int:
    """Say whether a board can be solved, and why.

    [bold]Exit status[/bold]: 0 it can, 3 it cannot, 2 it is not a board.
    """
    start, goal = puzzle.boards()
    answer = solvability(start, goal)
    distance = heuristics.get("manhattan").bind(goal)(start.state)
    if format == "json":
        typer.echo(json_object(_entries(start, goal, answer, distance)))
    else:
        typer.echo(_text(start, goal, answer, distance))
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
