"""`slidelab table`: how far every board of a small shape is from the goal."""

from typing import TYPE_CHECKING, Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import UNSOLVABLE, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Metric, Output, format_option
from slidelab.cli.result_text import explain_unsolvable
from slidelab.puzzle import (
    MULTI,
    SINGLE,
    Board,
    Move,
    Shape,
    format_moves,
    goal_board,
    goal_name,
    is_solvable,
)
from slidelab.solving import text_layout as layout
from slidelab.solving.formats import csv_text, json_object

if TYPE_CHECKING:
    from slidelab.engines.compiled.distance_table import DistanceTable

MOST_HARDEST = 8
WIDEST_BAR = 40


def _as_text(distances: "DistanceTable", asked: Board | None) -> str:
    hardest = distances.hardest()
    most = max(distances.counts)
    rows = [
        [str(moves), f"{count:,}", "█" * max(1, round(WIDEST_BAR * count / most))]
        for moves, count in enumerate(distances.counts)
    ]
    slides = ", counting a slide of one or more tiles as one move"
    lines = [
        f"{distances.goal.shape} to {goal_name(distances.goal)}: {distances.boards:,} boards, "
        f"at most {distances.greatest} moves away, {distances.mean:.3f} on average"
        + (slides if distances.metric == MULTI else ""),
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
        "metric": distances.metric,
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
    """A move in words: its direction and, where it takes several tiles, how many.

    >>> _describe_slide((Move.UP,)), _describe_slide((Move.LEFT, Move.LEFT))
    ('Up', 'Left 2')
    """
    return steps[0].word + (f" {len(steps)}" if len(steps) > 1 else "")


def _as_csv(distances: "DistanceTable", asked: Board | None) -> str:
    rows = [{"moves": at, "boards": count} for at, count in enumerate(distances.counts)]
    return csv_text(("moves", "boards"), rows)


WRITERS = {"text": _as_text, "json": _as_json, "csv": _as_csv}


def table(
    *,
    board: Annotated[str | None, Argument()] = None,
    shape: Annotated[str, Option("RxC")] = "3x3",
    goal: Annotated[str, Option("GOAL")] = "blank-first",
    metric: Metric = SINGLE,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
) -> int:
    """Count the boards at each distance from the goal, and show the hardest.

    It visits all boards of the shape: 181,440 for 3x3, which takes a moment, and 239,500,800 for
    2x6 and 3x4, which takes about a minute and a quarter of a gigabyte.

    :param board: A board: show its distance and its shortest solutions.
    :param shape: Rows and columns, at most 12 cells.
    :param goal: blank-first, blank-last or a board.
    """
    size = Shape.parse(shape)
    asked = Board(board, size) if board else None
    target = goal_board(goal, size)
    if asked is not None and not is_solvable(asked, target):
        tell(f"No solution to this goal.\n{explain_unsolvable(asked, target)}")
        return UNSOLVABLE
    from slidelab.engines.compiled.distance_table import DistanceTable, bytes_needed

    with Display() as display, catch_interrupt() as interrupted:
        show = display.announce_until(interrupted, f"the table of {size} was not finished")
        doing = f"visiting {bytes_needed(size):,} boards"
        distances = DistanceTable(target, metric=metric, progress=lambda done: show(doing, done))
    output.write(WRITERS[format](distances, asked))
    return 0
