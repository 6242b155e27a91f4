"""`slidelab table`: how far every board of a small shape is from the goal."""

from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import require_solution
from slidelab.puzzle import Board, goal_name
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import table
from slidelab.system.progress import report_progress

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

    board, goal = puzzle.read() if puzzle.board else (None, puzzle.read_goal())
    if board is not None:
        require_solution(board, goal)
    doing = f"visiting {bytes_needed(goal.shape):,} boards"
    with console.showing_progress():
        distances = DistanceTable(goal, progress=lambda done: report_progress(doing, done))
    facts: dict[str, Any] = {
        "shape": str(goal.shape),
        "goal": list(goal.state),
        "boards": distances.boards,
        "greatest_distance": distances.greatest,
        "mean_distance": distances.mean,
        "counts": list(distances.counts),
        "hardest": [list(each.state) for each in distances.hardest()],
    }
    if board is not None:
        solution = distances.solution(board)
        facts["board"] = {
            "cells": list(board.state),
            "distance": len(solution),
            "optimal_first_moves": [move.word for move in distances.optimal_moves(board)],
            "optimal_solutions": distances.number_of_solutions(board),
            "solution": [move.word for move in solution],
        }
    output.write(json_object(facts) if format == "json" else _as_text(facts, goal))


def _as_text(facts: dict[str, Any], goal: Board) -> str:
    """Return a histogram, the hardest boards, and what is known about the given board."""
    counts, hardest = facts["counts"], facts["hardest"]
    rows = [
        [str(moves), f"{count:,}", "█" * max(1, round(WIDEST_BAR * count / max(counts)))]
        for moves, count in enumerate(counts)
    ]
    lines = [
        f"{goal.shape} to {goal_name(goal)}: {facts['boards']:,} boards, "
        f"at most {facts['greatest_distance']} moves away, {facts['mean_distance']:.3f} on average",
        "",
        table(("moves", "boards", ""), rows, right=(0, 1)),
        "",
        f"The hardest ({len(hardest):,} in all):",
        *(f"  {_rows(each, goal)}" for each in hardest[:MOST_HARDEST]),
    ]
    if board := facts.get("board"):
        first = " or ".join(board["optimal_first_moves"]) or "none needed"
        lines += [
            "",
            f"{_rows(board['cells'], goal)} is {board['distance']} moves away.",
            f"Shortest solutions: {board['optimal_solutions']:,}; first move: {first}.",
            f"One of them: {' '.join(board['solution'])}",
        ]
    return "\n".join(lines)


def _rows(cells: list[int], goal: Board) -> str:
    return Board(cells, goal.shape).to_text("rows")
