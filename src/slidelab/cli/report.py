"""A result as text: boards, outcome, path and counts."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import rich_click as click

from slidelab.cli.console import is_terminal, text_width
from slidelab.cli.options import OUTPUT, choice, option, passing
from slidelab.puzzle import (
    Board,
    Move,
    format_moves,
    goal_name,
    multi_tile_length,
    solvability,
)
from slidelab.puzzle.moves import DIRECTIONS, STYLES
from slidelab.puzzle.solvability import swap_tiles
from slidelab.search import Algorithm, Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH
from slidelab.solving.text_layout import columns, side_by_side, table, wrap
from slidelab.system.text import answer_words, phrase, plural

_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""


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


path_options = passing(
    "style",
    PathStyle,
    option(
        "--path", type=choice(("none", "moves", "boards", "table")), metavar="FORM", panel=OUTPUT,
        help="none, moves, boards, or a table with f, g and h (default: moves, shortened if many).",
    ),
    option(
        "--moves-as", type=choice(DIRECTIONS), default="blank", metavar="WHOSE", panel=OUTPUT,
        help="Write moves of the blank or of the tile (default: blank).",
    ),
    option(
        "--notation", type=choice(STYLES), default="words", metavar="NAME", panel=OUTPUT,
        help=f"Notation of moves: {', '.join(STYLES)} (default: words).",
    ),
)  # fmt: skip


def as_text(result: Result, style: PathStyle) -> str:
    """Return the whole report on a result."""
    parts = [side_by_side(result.start, result.goal), headline(result)]
    if result.solved and style.path == "boards":
        parts.append("\n\n".join(map(str, result.path)))
    elif result.solved and style.path == "table":
        parts.append(_write_table(result))
    elif result.solved and style.path != "none":
        parts.append(_write_path(result, style))
    if result.status is not Status.UNSOLVABLE:
        parts.append(_write_counters(result))
    if result.proof is not None:
        lines = str(result.proof).splitlines()
        parts.append("\n".join(wrap(line, text_width()) for line in lines))
    return "\n\n".join(parts)


def headline(result: Result) -> str:
    """Return how the search ended, in a line or two."""
    mark, outcome = _describe_outcome(result)
    colour = "green" if result.solved else "yellow" if result.status.can_continue else "red"
    first = f"{click.style(mark, fg=colour, bold=True)}{outcome}"
    if result.status is Status.UNSOLVABLE:
        return f"{first}\n{explain_unsolvable(result.start, result.goal)}"
    method = click.style(_describe_method(result), dim=True)
    if result.solved and result.status.can_continue:
        more = "More time may find fewer (--time-limit); --optimal finds the fewest."
        return f"{first}\n{more}\n{method}"
    return f"{first}\n{method}"


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


def _describe_method(result: Result) -> str:
    """Name the algorithm, parameters, heuristic and conventions."""
    words = [result.spec.method.title]
    if result.heuristic:
        words.append(f"with {result.heuristic}")
    words += [
        f"{name.replace('_', ' ')} {value}" for name, value in result.parameters.items() if value
    ]
    return f"{', '.join(words)}; counted as {result.spec.counted_as}; goal {goal_name(result.goal)}"


def _write_table(result: Result) -> str:
    """List the boards of the path with g, and with h and f if the search has them."""
    moves, h = result.moves or [], None
    if (heuristic := result.spec.estimate) is not None:
        h = heuristic.bind(result.goal, result.conventions.count_blank)
    figures: dict[str, float] = {}
    rows = []
    for at, board in enumerate(result.path):
        figures = {"g": at}
        if h is not None:
            figures["h"] = h(board.state)
            figures["f"] = figures["h"] * result.parameters.get("weight", 1)
            if result.algorithm not in _ONLY_H:
                figures["f"] += figures["g"]
        elif result.spec.method.frontier == "priority":
            figures["f"] = figures["g"]
        move = moves[at - 1].word if at else ""
        rows.append([move, board.to_text("rows"), *(f"{each:g}" for each in figures.values())])
    right = range(2, 2 + len(figures))
    return table(["move", "board", *figures], rows, right=right, rule=True)


def _write_path(result: Result, style: PathStyle) -> str:
    moves = result.moves or []
    if not moves:
        return "No moves are needed."
    whose = "of the blank" if style.direction == "blank" else "of the tiles"
    counts = f"{multi_tile_length(moves):,} when tiles that slide together count once"
    title = f"Moves {whose} ({counts}):"
    if style.path is None and len(moves) > LONGEST_PATH:
        ends = f"{style.write(moves[:4])} … {style.write(moves[-3:])}"
        return f"{title}\n{ends}\n({len(moves):,} moves; --path moves writes them all)"
    text = style.write(moves)
    if is_terminal(sys.stdout):
        text = wrap(text, text_width())
    return f"{title}\n{text}"


def _write_counters(result: Result) -> str:
    cells = []
    for counter in COUNTERS.values():
        known = result.solved or counter.name != "search_depth"
        value = counter.format(getattr(result.counters, counter.name)) if known else "–"
        cells.append((counter.label, value))
    half = len(cells) // 2
    rows = [[*cells[at], "", *cells[at + half]] for at in range(half)]
    return "\n".join(columns(rows, right=[1, 4]))


def _describe_outcome(result: Result) -> tuple[str, str]:
    """Return the word that sums it up, and the rest of the sentence."""
    if result.solved:
        if not result.moves:
            return "Solved", ": the board is the goal already."
        cost = len(result.moves)
        if not result.status.can_continue:
            return "Solved", f" in {plural(cost, 'move')}."
        assert result.lower_bound is not None
        return "Solved", f" in {answer_words(cost, result.lower_bound)}."
    if result.status is Status.UNSOLVABLE:
        return "No solution", " to this goal."
    if result.status is Status.EXHAUSTED:
        if result.reason:
            return "No solution", ": the search visited every board it could reach."
        advice = _advise(result.spec.method)
        return "Not found", f": the board can be solved, but this search gave up.{advice}"
    limit = result.status.replace("-", " ")
    spent = {
        Status.CANCELLED: "seconds",
        Status.TIME_LIMIT: "seconds",
        Status.NODE_LIMIT: "expanded",
        Status.MEMORY_LIMIT: "peak_memory_bytes",
    }[result.status]
    words = COUNTERS[spent].format(getattr(result.counters, spent))
    if result.status is Status.CANCELLED:
        return "Interrupted", f" after {words}; these are the counts so far."
    if result.status is Status.NODE_LIMIT:
        words += " expanded"
    return "Stopped", f" without a solution ({limit}, {words}).{_say_lower_bound(result)}"


def _say_lower_bound(result: Result) -> str:
    """Return the lower bound that a stopped search proved, and what would find a path."""
    if result.lower_bound is None:
        return ""
    moves = f"{result.lower_bound:,} move{' is' if result.lower_bound == 1 else 's are'}"
    return f" At least {moves} needed. For an answer at any size: -a anytime"


def _advise(algorithm: Algorithm) -> str:
    """Return the parameters that may help a search that gave up."""
    flags = [
        f"--set {parameter.name}=VALUE"
        for parameter in algorithm.parameters.values()
        if parameter.type in (int, float)
    ]
    if algorithm.complete == "always" or not flags:
        return ""
    return f" A higher {phrase(flags, last='or')} may help."
