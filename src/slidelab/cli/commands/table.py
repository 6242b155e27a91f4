"""`slidelab table`: how far every board of a small shape is from the goal."""

from typing import TYPE_CHECKING

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import require_solution
from slidelab.puzzle import Board, format_moves, goal_name
from slidelab.solving import text_layout as layout
from slidelab.solving.formats import json_object
from slidelab.system.progress import report_progress

if TYPE_CHECKING:
    from slidelab.engines.distance_table import DistanceTable

MOST_HARDEST = 8
WIDEST_BAR = 40


@click.command("table")
@options.board_options
@options.format_option(("text", "json"))
@options.output_option()
def command(puzzle: options.Puzzle, format: str, output: options.Output) -> None:
    """Count the boards at each distance from the goal, and show the hardest.

    With a board, also show its distance and its shortest solutions. It visits all boards of the
    shape: 181,440 for 3x3, which takes a moment, and 239,500,800 for 2x6 and 3x4, which takes about
    a minute and a quarter of a gigabyte.
    """
    from slidelab.engines.distance_table import DistanceTable, bytes_needed

    board = None
    if puzzle.board:
        board, goal = puzzle.read()
        require_solution(board, goal)
    else:
        goal = puzzle.read_goal()
    doing = f"visiting {bytes_needed(goal.shape):,} boards"
    with console.showing_progress():
        distances = DistanceTable(goal, progress=lambda done: report_progress(doing, done))
    output.write((_as_json if format == "json" else _as_text)(distances, board))


def _as_text(distances: "DistanceTable", board: Board | None) -> str:
    hardest, most = distances.hardest(), max(distances.counts)
    rows = [
        [str(moves), f"{count:,}", "█" * max(1, round(WIDEST_BAR * count / most))]
        for moves, count in enumerate(distances.counts)
    ]
    lines = [
        f"{distances.goal.shape} to {goal_name(distances.goal)}: {distances.boards:,} boards, "
        f"at most {distances.greatest} moves away, {distances.mean:.3f} on average",
        "",
        layout.table(("moves", "boards", ""), rows, right=(0, 1)),
        "",
        f"The hardest ({len(hardest):,} in all):",
        *(f"  {board.to_text('rows')}" for board in hardest[:MOST_HARDEST]),
    ]
    if board is not None:
        first = " or ".join(move.word for move in distances.optimal_moves(board)) or "none needed"
        lines += [
            "",
            f"{board.to_text('rows')} is {distances.distance(board)} moves away.",
            f"Shortest solutions: {distances.number_of_solutions(board):,}; first move: {first}.",
            f"One of them: {format_moves(distances.solution(board), style='words')}",
        ]
    return "\n".join(lines)


def _as_json(distances: "DistanceTable", board: Board | None) -> str:
    facts: dict[str, object] = {
        "shape": str(distances.goal.shape),
        "goal": list(distances.goal.state),
        "boards": distances.boards,
        "greatest_distance": distances.greatest,
        "mean_distance": distances.mean,
        "counts": list(distances.counts),
        "hardest": [list(board.state) for board in distances.hardest()],
    }
    if board is not None:
        facts["board"] = {
            "cells": list(board.state),
            "distance": distances.distance(board),
            "optimal_first_moves": [move.word for move in distances.optimal_moves(board)],
            "optimal_solutions": distances.number_of_solutions(board),
            "solution": [move.word for move in distances.solution(board)],
        }
    return json_object(facts)
