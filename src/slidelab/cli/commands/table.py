"""`slidelab table`: how far every board of a small shape is from the goal."""

from typing import TYPE_CHECKING

import rich_click as click

from slidelab.cli.console import SOLVED, UNSOLVABLE, Display, interruptible, print_note
from slidelab.cli.options import Output, Puzzle, board_options, format_option, output_option
from slidelab.cli.report import explain_unsolvable
from slidelab.puzzle import Board, Move, format_moves, goal_name, is_solvable
from slidelab.solving import text_layout as layout
from slidelab.solving.formats import csv_text, json_object
from slidelab.system.progress import CancelledError

if TYPE_CHECKING:
    from slidelab.engines.distance_table import DistanceTable

MOST_HARDEST = 8
WIDEST_BAR = 40


def _as_text(distances: "DistanceTable", asked: Board | None) -> str:
    hardest = distances.hardest()
    most = max(distances.counts)
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
    if asked is not None:
        first = " or ".join(map(_describe_slide, distances.optimal_slides(asked))) or "none needed"
        lines += [
            "",
            f"{asked.to_text('rows')} is {distances.distance(asked)} moves away.",
            f"Shortest solutions: {distances.number_of_solutions(asked):,}; first move: {first}.",
            f"One of them: {format_moves(distances.solution(asked), style='words')}",
        ]
    return "\n".join(lines)


def _as_json(distances: "DistanceTable", asked: Board | None) -> str:
    facts: dict[str, object] = {
        "shape": str(distances.goal.shape),
        "goal": list(distances.goal.state),
        "boards": distances.boards,
        "greatest_distance": distances.greatest,
        "mean_distance": distances.mean,
        "counts": list(distances.counts),
        "hardest": [list(board.state) for board in distances.hardest()],
    }
    if asked is not None:
        facts["board"] = {
            "cells": list(asked.state),
            "distance": distances.distance(asked),
            "optimal_first_moves": [*map(_describe_slide, distances.optimal_slides(asked))],
            "optimal_solutions": distances.number_of_solutions(asked),
            "solution": [move.word for move in distances.solution(asked)],
        }
    return json_object(facts)


def _describe_slide(steps: tuple[Move, ...]) -> str:
    """Return a move in words: its direction and, if several tiles slide, how many.

    >>> _describe_slide((Move.UP,)), _describe_slide((Move.LEFT, Move.LEFT))
    ('Up', 'Left 2')
    """
    return steps[0].word + (f" {len(steps)}" if len(steps) > 1 else "")


def _as_csv(distances: "DistanceTable", asked: Board | None) -> str:
    rows = [{"moves": at, "boards": count} for at, count in enumerate(distances.counts)]
    return csv_text(("moves", "boards"), rows)


WRITERS = {"text": _as_text, "json": _as_json, "csv": _as_csv}


@click.command("table")
@board_options
@format_option(WRITERS)
@output_option
def command(puzzle: Puzzle, format: str, output: Output) -> int:
    """Count the boards at each distance from the goal, and show the hardest.

    With a board, also show its distance and its shortest solutions. It visits all boards of the
    shape: 181,440 for 3x3, which takes a moment, and 239,500,800 for 2x6 and 3x4, which takes about
    a minute and a quarter of a gigabyte.
    """
    asked = None
    if puzzle.is_given:
        asked, goal = puzzle.read()
        if not is_solvable(asked, goal):
            print_note(f"No solution to this goal.\n{explain_unsolvable(asked, goal)}")
            return UNSOLVABLE
    else:
        goal = puzzle.read_goal()
    from slidelab.engines.distance_table import DistanceTable, bytes_needed

    with Display() as display, interruptible() as interrupted:
        doing = f"visiting {bytes_needed(goal.shape):,} boards"

        def report(done: float) -> None:
            display.announce(doing, done)
            if interrupted():
                raise CancelledError(f"Interrupted: the table of {goal.shape} was not finished.")

        distances = DistanceTable(goal, progress=report)
    output.write(WRITERS[format](distances, asked))
    return SOLVED
