"""A result as text: boards, outcome, path and counts."""

import rich_click as click
from click.exceptions import Exit

from slidelab.cli.console import UNSOLVABLE, text_width
from slidelab.puzzle import Board, format_moves, goal_name
from slidelab.puzzle.solvability import is_solvable, solvability, swap_tiles
from slidelab.search import Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH
from slidelab.solving.text_layout import columns, side_by_side, table, wrap

PATHS = ("moves", "boards", "table", "none")
_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""


def as_text(result: Result, path: str, notation: str) -> str:
    """Return the whole report on a result; the path in a form of PATHS."""
    parts = [side_by_side(result.start, result.goal), headline(result)]
    if result.solved and path == "moves":
        parts.append(_write_moves(result, notation))
    elif result.solved and path == "boards":
        parts.append("\n\n".join(map(str, result.path)))
    elif result.solved and path == "table":
        parts.append(_write_table(result))
    if result.status is not Status.UNSOLVABLE:
        parts.append(_write_counters(result))
    if result.proof is not None:
        parts += [wrap(line, text_width()) for line in str(result.proof).splitlines()]
    return "\n\n".join(parts)


def headline(result: Result) -> str:
    """Return how the search ended, in a few lines."""
    status = result.status
    colour = "green" if result.solved else "yellow" if status.can_continue else "red"
    lines = [click.style(f"{result.outcome}.", fg=colour, bold=True)]
    if status is Status.UNSOLVABLE:
        lines.append(explain_unsolvable(result.start, result.goal))
        return "\n".join(lines)
    if result.solved and status.can_continue:
        lines.append("More time may find fewer (--time-limit); --optimal finds the fewest.")
    elif status is Status.CANCELLED:
        lines.append("Interrupted; these are the counts so far.")
    elif not result.solved and not result.reason:
        option = f"--{status}" if status.can_continue else f"'slidelab list {result.algorithm}'"
        lines.append(f"The board can be solved. A higher limit may help: see {option}.")
    lines.append(click.style(f"{result.spec}; goal {goal_name(result.goal)}", dim=True))
    return "\n".join(lines)


def explain_unsolvable(start: Board, goal: Board) -> str:
    """Return why a board has no solution, and how to fix it."""
    answer = solvability(start, goal)
    lines = [wrap(answer.reason, text_width())]
    if answer.swap:
        one, other = answer.swap
        swapped = swap_tiles(start, one, other).to_text("rows")
        lines.append(f"To fix it, swap tiles {one} and {other}: {swapped}")
    if answer.other_goal:
        lines.append(f"Or solve it to the other goal: --goal {answer.other_goal}")
    return "\n".join(lines)


def require_solution(start: Board, goal: Board) -> None:
    """End the command with the reason if the board has no solution."""
    if not is_solvable(start, goal):
        click.echo(f"No solution to this goal.\n{explain_unsolvable(start, goal)}", err=True)
        raise Exit(UNSOLVABLE)


def _write_moves(result: Result, notation: str) -> str:
    moves = result.moves or []
    if len(moves) <= LONGEST_PATH:
        return f"Moves of the blank:\n{format_moves(moves, notation)}"
    ends = " … ".join(format_moves(part, notation) for part in (moves[:4], moves[-3:]))
    return f"Moves of the blank (--format json has all {len(moves):,}):\n{ends}"


def _write_table(result: Result) -> str:
    """List the boards of the path with g, and with h and f if the search has a heuristic."""
    headings, rows = ["move", "board", "g"], []
    if (heuristic := result.spec.estimate) is not None:
        headings += ["h", "f"]
        estimate = heuristic.bind(result.goal, result.spec.conventions.count_blank)
        weight = result.parameters.get("weight", 1)
    words = ["", *(move.word for move in result)]
    for g, (word, board) in enumerate(zip(words, result.path, strict=True)):
        row = [word, board.to_text("rows"), str(g)]
        if heuristic is not None:
            h = estimate(board.state)
            f = h if result.algorithm in _ONLY_H else g + weight * h
            row += [f"{h:g}", f"{f:g}"]
        rows.append(row)
    return table(headings, rows, right=range(2, len(headings)))


def _write_counters(result: Result) -> str:
    cells = []
    for counter in COUNTERS.values():
        known = result.solved or counter.name != "search_depth"
        value = getattr(result.counters, counter.name)
        cells.append((counter.label, counter.format(value) if known else "–"))
    rows = [[*left, "", *right] for left, right in zip(cells[:4], cells[4:8], strict=True)]
    return "\n".join(columns(rows, right=[1, 4]))
