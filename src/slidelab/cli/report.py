"""A result as text: boards, outcome, path and counts."""

import sys
from dataclasses import dataclass

import rich_click as click
from click.exceptions import Exit

from slidelab.cli.console import UNSOLVABLE, is_terminal, text_width
from slidelab.cli.options import OUTPUT, one_of, passing
from slidelab.puzzle import Board, format_moves, goal_name, multi_tile_length
from slidelab.puzzle.moves import STYLES
from slidelab.puzzle.solvability import is_solvable, solvability, swap_tiles
from slidelab.search import Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH
from slidelab.solving.text_layout import columns, side_by_side, table, wrap
from slidelab.system.text import answer_words, plural

PATHS = ("short", "moves", "boards", "table", "none")
_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""


@dataclass(frozen=True)
class PathStyle:
    """How to write the path."""

    path: str = "short"
    notation: str = "words"


path_options = passing(
    "style",
    PathStyle,
    one_of("--path", PATHS, "Form of the path (a table has f, g and h)", OUTPUT, default="short"),
    one_of("--notation", STYLES, "Notation of moves", OUTPUT, default="words"),
)


def as_text(result: Result, style: PathStyle) -> str:
    """Return the whole report on a result."""
    parts = [side_by_side(result.start, result.goal), headline(result)]
    if result.solved and style.path != "none":
        parts.append(_write_path(result, style))
    if result.status is not Status.UNSOLVABLE:
        parts.append(_write_counters(result))
    if result.proof is not None:
        parts += [wrap(line, text_width()) for line in str(result.proof).splitlines()]
    return "\n\n".join(parts)


def headline(result: Result) -> str:
    """Return how the search ended, in a few lines."""
    colour = "green" if result.solved else "yellow" if result.status.can_continue else "red"
    mark, rest = _describe_outcome(result)
    lines = [click.style(mark, fg=colour, bold=True) + rest]
    if result.status is Status.UNSOLVABLE:
        return "\n".join([*lines, explain_unsolvable(result.start, result.goal)])
    if result.solved and result.status.can_continue:
        lines.append("More time may find fewer (--time-limit); --optimal finds the fewest.")
    elif result.status.can_continue and result.lower_bound is not None:
        bound = f"Any solution has at least {plural(result.lower_bound, 'move')}. "
        lines.append(f"{bound}For an answer at any size: -a anytime")
    words = [result.spec.method.title]
    words += [f"with {result.heuristic}"] if result.heuristic else []
    words += [f"{name.replace('_', ' ')} {v}" for name, v in result.parameters.items() if v]
    words[-1] += f"; counted as {result.spec.counted_as}; goal {goal_name(result.goal)}"
    return "\n".join([*lines, click.style(", ".join(words), dim=True)])


def _describe_outcome(result: Result) -> tuple[str, str]:
    """Return the word that sums it up, and the rest of the sentence."""
    status, moves, bound = result.status, result.moves, result.lower_bound
    if moves == []:
        return "Solved", ": the board is the goal already."
    if moves and status.can_continue and bound is not None:
        return "Solved", f" in {answer_words(len(moves), bound)}."
    if moves:
        return "Solved", f" in {plural(len(moves), 'move')}."
    if status is Status.UNSOLVABLE:
        return "No solution", " to this goal."
    if status is Status.EXHAUSTED and result.reason:
        return "No solution", ": the search visited every board it could reach."
    if status is Status.EXHAUSTED:
        hint = f"A higher limit may help: see 'slidelab list {result.algorithm}'"
        return "Not found", f": the board can be solved, but this search gave up. {hint}"
    if status is Status.CANCELLED:
        return "Interrupted", "; these are the counts so far."
    return "Stopped", f" without a solution by the {status.replace('-', ' ')}."


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


def _write_path(result: Result, style: PathStyle) -> str:
    moves = result.moves or []
    if style.path == "boards":
        return "\n\n".join(map(str, result.path))
    if style.path == "table":
        return _write_table(result)
    if not moves:
        return "No moves are needed."
    counts = f"{multi_tile_length(moves):,} when tiles that slide together count once"
    title = f"Moves of the blank ({counts}):"
    if style.path == "short" and len(moves) > LONGEST_PATH:
        ends = [format_moves(m, style.notation) for m in (moves[:4], moves[-3:])]
        more = f"({len(moves):,} moves; --path moves writes them all)"
        return f"{title}\n{' … '.join(ends)}\n{more}"
    text = result.moves_text(style.notation)
    return f"{title}\n{wrap(text, text_width()) if is_terminal(sys.stdout) else text}"


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
    return table(headings, rows, right=range(2, len(headings)), rule=True)


def _write_counters(result: Result) -> str:
    cells = []
    for counter in COUNTERS.values():
        known = result.solved or counter.name != "search_depth"
        value = getattr(result.counters, counter.name)
        cells.append((counter.label, counter.format(value) if known else "–"))
    rows = [[*left, "", *right] for left, right in zip(cells[:4], cells[4:8], strict=True)]
    return "\n".join(columns(rows, right=[1, 4]))
