"""A result as text: boards, outcome, path and counts."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import rich_click as click

from slidelab.cli.console import is_terminal, text_width
from slidelab.cli.options import OUTPUT, one_of, passing
from slidelab.puzzle import Board, Move, format_moves, goal_name, multi_tile_length, solvability
from slidelab.puzzle.moves import DIRECTIONS, STYLES
from slidelab.puzzle.solvability import swap_tiles
from slidelab.search import Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH
from slidelab.solving.text_layout import columns, side_by_side, table, wrap
from slidelab.system.text import answer_words, phrase, plural

PATHS = ("none", "moves", "boards", "table")
_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""
_SPENT = {Status.NODE_LIMIT: "expanded", Status.MEMORY_LIMIT: "peak_memory_bytes"}
"""The counter that reached a limit, other than the seconds."""


@dataclass(frozen=True)
class PathStyle:
    """How to write the path."""

    path: str | None = None
    moves_as: str = "blank"
    notation: str = "words"

    @property
    def direction(self) -> str:
        """Return whose moves are written: slidysim writes those of the tiles."""
        return "tile" if self.notation == "slidysim" else self.moves_as

    def write(self, moves: Sequence[Move]) -> str:
        """Return moves as text."""
        return format_moves(moves, self.notation, self.direction)


moves_as_option = one_of("--moves-as", DIRECTIONS, "Moves of", OUTPUT, default="blank")
path_options = passing(
    "style",
    PathStyle,
    one_of("--path", PATHS, "Form of the path (default: moves, shortened if many)", OUTPUT),
    moves_as_option,
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
    mark, outcome = _describe_outcome(result)
    colour = "green" if result.solved else "yellow" if result.status.can_continue else "red"
    lines = [f"{click.style(mark, fg=colour, bold=True)}{outcome}"]
    if result.status is Status.UNSOLVABLE:
        return "\n".join([*lines, explain_unsolvable(result.start, result.goal)])
    if result.solved and result.status.can_continue:
        lines.append("More time may find fewer (--time-limit); --optimal finds the fewest.")
    words = [result.spec.method.title]
    words += [f"with {result.heuristic}"] if result.heuristic else []
    words += [f"{name.replace('_', ' ')} {v}" for name, v in result.parameters.items() if v]
    words[-1] += f"; counted as {result.spec.counted_as}; goal {goal_name(result.goal)}"
    return "\n".join([*lines, click.style(", ".join(words), dim=True)])


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


def _write_path(result: Result, style: PathStyle) -> str:
    moves = result.moves or []
    if style.path == "boards":
        return "\n\n".join(map(str, result.path))
    if style.path == "table":
        return _write_table(result)
    if not moves:
        return "No moves are needed."
    whose = "of the blank" if style.direction == "blank" else "of the tiles"
    counts = f"{multi_tile_length(moves):,} when tiles that slide together count once"
    title = f"Moves {whose} ({counts}):"
    if style.path is None and len(moves) > LONGEST_PATH:
        ends = f"{style.write(moves[:4])} … {style.write(moves[-3:])}"
        return f"{title}\n{ends}\n({len(moves):,} moves; --path moves writes them all)"
    text = style.write(moves)
    return f"{title}\n{wrap(text, text_width()) if is_terminal(sys.stdout) else text}"


def _write_table(result: Result) -> str:
    """List the boards of the path with g, and with h and f if the search has them."""
    figures = ["g"]
    if (heuristic := result.spec.estimate) is not None:
        figures += ["h", "f"]
        h = heuristic.bind(result.goal, result.spec.conventions.count_blank)
    elif result.spec.method.frontier == "priority":
        figures += ["f"]
    rows = []
    for g, board in enumerate(result.path):
        values: list[float] = [g, g]
        if heuristic is not None:
            f = h(board.state) * result.parameters.get("weight", 1)
            values = [g, h(board.state), f if result.algorithm in _ONLY_H else g + f]
        move = result[g - 1].word if g else ""
        rows.append([move, board.to_text("rows"), *map("{:g}".format, values[: len(figures)])])
    right = range(2, 2 + len(figures))
    return table(["move", "board", *figures], rows, right=right, rule=True)


def _write_counters(result: Result) -> str:
    cells = []
    for counter in COUNTERS.values():
        known = result.solved or counter.name != "search_depth"
        value = getattr(result.counters, counter.name)
        cells.append((counter.label, counter.format(value) if known else "–"))
    half = len(cells) // 2
    rows = [[*cells[at], "", *cells[at + half]] for at in range(half)]
    return "\n".join(columns(rows, right=[1, 4]))


def _describe_outcome(result: Result) -> tuple[str, str]:
    """Return the word that sums it up, and the rest of the sentence."""
    status = result.status
    if result.moves is not None:
        if not result.moves:
            return "Solved", ": the board is the goal already."
        if status.can_continue and result.lower_bound is not None:
            return "Solved", f" in {answer_words(len(result), result.lower_bound)}."
        return "Solved", f" in {plural(len(result), 'move')}."
    if status is Status.UNSOLVABLE:
        return "No solution", " to this goal."
    if status is Status.EXHAUSTED and result.reason:
        return "No solution", ": the search visited every board it could reach."
    if status is Status.EXHAUSTED:
        advice = _advise(result)
        return "Not found", f": the board can be solved, but this search gave up.{advice}"
    counter = COUNTERS[_SPENT.get(status, "seconds")]
    spent = counter.format(getattr(result.counters, counter.name))
    if status is Status.CANCELLED:
        return "Interrupted", f" after {spent}; these are the counts so far."
    bound = ""
    if result.lower_bound is not None:
        moves = f"{result.lower_bound:,} move{' is' if result.lower_bound == 1 else 's are'}"
        bound = f" At least {moves} needed. For an answer at any size: -a anytime"
    limit = f"{status.replace('-', ' ')}, {spent}"
    limit += " expanded" if status is Status.NODE_LIMIT else ""
    return "Stopped", f" without a solution ({limit}).{bound}"


def _advise(result: Result) -> str:
    """Return the parameters that may help a search that gave up."""
    method = result.spec.method
    flags = [
        f"--set {parameter.name}=VALUE"
        for parameter in method.parameters.values()
        if parameter.type in (int, float)
    ]
    if method.complete == "always" or not flags:
        return ""
    return f" A higher {phrase(flags, last='or')} may help."
