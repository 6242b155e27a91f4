"""`slidelab check`: can it be solved, and why?"""

from typing import Annotated, Any

from slidelab.cli import terminal
from slidelab.cli.command import Option
from slidelab.cli.errors import SOLVED, UNSOLVABLE
from slidelab.cli.options import Puzzle, format_option
from slidelab.cli.result_text import explain_unsolvable
from slidelab.cli.terminal import echo, style
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import (
    MULTI,
    Board,
    Move,
    Solvability,
    goal_name,
    length_of,
    parse_moves,
    solvability,
)
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.puzzle.solvability import swap_tiles
from slidelab.puzzle.wording import plural
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import side_by_side, table, wrap


def check(
    puzzle: Puzzle,
    heuristics: bool = False,
    moves: Annotated[str | None, Option("MOVES")] = None,
    direction: Annotated[str, Option("--moves-as", among=DIRECTIONS)] = "blank",
    format: Annotated[str, format_option(("text", "json"))] = "text",
) -> int:
    """Show whether a board can be solved, and why, or whether given moves solve it.

    [bold]Exit status[/bold]: 0 yes, 3 no, 2 invalid board or moves.

    :param heuristics: Also show the value of each heuristic.
    :param moves: Moves to play, such as ULL or U L2: do they solve it?
    :param direction: Whether they are the blank's moves or the tiles' (slidysim's are the tiles')
    """
    start, goal = puzzle.boards()
    if moves is not None:
        return _check_moves(start, goal, parse_moves(moves, direction), format)
    answer = solvability(start, goal)
    distance = HEURISTICS["manhattan"].bind(goal)(start.state)
    estimates = _estimate_all(start, goal, answer.solvable) if heuristics else []
    if format == "json":
        entries = {
            **answer.to_dict(),
            "swapped": list(swap_tiles(start, *answer.swap).state) if answer.swap else None,
            "start": list(start.state),
            "goal": list(goal.state),
            "shape": str(start.shape),
            "manhattan": distance,
        }
        echo(json_object(entries | ({"heuristics": estimates} if heuristics else {})))
    else:
        echo(_write_text(start, goal, answer, distance))
        if heuristics:
            echo(f"\n{_write_table(estimates)}")
    return SOLVED if answer.solvable else UNSOLVABLE


def _check_moves(start: Board, goal: Board, moves: tuple[Move, ...], format: str) -> int:
    """Tell where moves lead to; raises IllegalMove for one that leaves the board."""
    end = start.play(moves)
    single, multi = length_of(moves), length_of(moves, MULTI)
    if format == "json":
        entries = {
            "solves": end == goal,
            "start": list(start.state),
            "goal": list(goal.state),
            "end": list(end.state),
            "shape": str(start.shape),
            "moves": [move.word for move in moves],
            "single_tile_cost": single,
            "multi_tile_cost": multi,
        }
        echo(json_object(entries))
    else:
        solves = end == goal
        words = "Solved" if solves else "Not solved"
        mark = style(words, fg="green" if solves else "red", bold=True)
        counts = f"{plural(single, 'move')} of one tile, {multi:,} when tiles slide together"
        where = "" if solves else f"\nThey lead to {end.to_text('rows')}"
        echo(f"{side_by_side(start, goal)}\n\n{mark} by these moves: {counts}.{where}")
    return SOLVED if end == goal else UNSOLVABLE


def _write_text(start: Board, goal: Board, answer: Solvability, distance: float) -> str:
    if answer.solvable:
        mark = style("Solvable", fg="green", bold=True)
        why = wrap(answer.reason, terminal.text_width())
        last = f"Manhattan distance to the goal: {distance} (a lower bound)"
    else:
        mark = style("Not solvable", fg="red", bold=True)
        why = explain_unsolvable(start, goal)
        last = f"Manhattan distance to the goal: {distance}"
    return f"{side_by_side(start, goal)}\n\n{mark} to {goal_name(goal)}.\n{why}\n\n{last}"


def _estimate_all(start: Board, goal: Board, solvable: bool) -> list[dict[str, Any]]:
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
