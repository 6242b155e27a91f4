"""A result as text for people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.options import output_option
from slidelab.cli.search_options import parameter_flag
from slidelab.cli.terminal import style
from slidelab.engines.compiled.databases import find_heuristic
from slidelab.puzzle import (
    MULTI,
    Board,
    Move,
    format_moves,
    goal_name,
    length_of,
    multi_tile_length,
    solvability,
)
from slidelab.puzzle.moves import DIRECTIONS, STYLES
from slidelab.puzzle.solvability import swap_tiles
from slidelab.puzzle.wording import answer_words, phrase, plural
from slidelab.search import Algorithm, Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH
from slidelab.solving.text_layout import columns, side_by_side, table, wrap

_ONLY_H = ("greedy", "beam", "hill-climbing")
"""Informed searches that order nodes by h alone."""


@dataclass(eq=False, repr=False)
class PathStyle:
    """How to write the path.

    :param path: How to show the path; a table has f, g and h of each board (default: moves,
        shortened if there are many)
    :param direction: Show the blank's moves or the tiles'
    :param notation: Notation of moves: Up Left Left, ULL, U L2 or DR2
    """

    path: Annotated[str | None, output_option(among=("none", "moves", "boards", "table"))] = None
    direction: Annotated[str, output_option("--moves-as", among=DIRECTIONS)] = "blank"
    notation: Annotated[str, output_option(among=STYLES)] = "words"

    @property
    def written_direction(self) -> str:
        """Whose moves are written: slidysim writes those of the tiles."""
        return "tile" if self.notation == "slidysim" else self.direction

    def write(self, moves: Sequence[Move]) -> str:
        """The moves as text."""
        return format_moves(moves, self.notation, self.written_direction)


def as_text(result: Result, style: PathStyle) -> str:
    """The whole report on a result."""
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
        parts.append("\n".join(wrap(line, terminal.text_width()) for line in lines))
    return "\n\n".join(parts)


def headline(result: Result) -> str:
    """How the search ended, in a line or two."""
    mark, outcome = _describe_outcome(result)
    colour = "green" if result.solved else "yellow" if result.status.can_continue else "red"
    first = f"{style(mark, fg=colour, bold=True)}{outcome}"
    if result.status is Status.UNSOLVABLE:
        return f"{first}\n{explain_unsolvable(result.start, result.goal)}"
    method = style(_describe_method(result), dim=True)
    if result.solved and result.status.can_continue:
        more = "More time may find fewer (--time-limit); --optimal finds the fewest."
        return f"{first}\n{more}\n{method}"
    return f"{first}\n{method}"


def explain_unsolvable(start: Board, goal: Board) -> str:
    """Why a board has no solution, and how to fix it."""
    answer = solvability(start, goal)
    lines = [wrap(answer.reason, terminal.text_width())]
    if answer.swap:
        one, other = answer.swap
        swapped = swap_tiles(start, one, other).to_text("rows")
        lines.append(f"To fix it, swap tiles {one} and {other}: {swapped}")
    if answer.other_goal:
        lines.append(f"Or solve it to the other goal: --goal {answer.other_goal}")
    return "\n".join(lines)


def _describe_method(result: Result) -> str:
    """What searched: algorithm, parameters, heuristic, conventions."""
    words = [result.spec.method.title]
    if result.heuristic:
        words.append(f"with {result.heuristic}")
    words += [
        f"{name.replace('_', ' ')} {value}" for name, value in result.parameters.items() if value
    ]
    return f"{', '.join(words)}; counted as {result.spec.counted_as}; goal {goal_name(result.goal)}"


def _write_table(result: Result) -> str:
    """Every board of the path with its g, and its h and f where the search has them."""
    metric, moves, h = result.conventions.metric, result.moves or [], None
    if result.heuristic is not None:
        bind = find_heuristic(result.heuristic).bind
        h = bind(result.goal, result.conventions.count_blank, metric)
    figures: dict[str, float] = {}
    rows = []
    for at, board in enumerate(result.path):
        figures = {"g": length_of(moves[:at], metric)}
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
    whose = "of the blank" if style.written_direction == "blank" else "of the tiles"
    if result.conventions.metric == MULTI:
        counts = f"{len(moves):,} of one tile"
    else:
        counts = f"{multi_tile_length(moves):,} when tiles that slide together count once"
    title = f"Moves {whose} ({counts}):"
    if style.path is None and len(moves) > LONGEST_PATH:
        ends = f"{style.write(moves[:4])} … {style.write(moves[-3:])}"
        return f"{title}\n{ends}\n({len(moves):,} moves; --path moves writes them all)"
    text = style.write(moves)
    if terminal.output_is_terminal():
        text = wrap(text, terminal.text_width())
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
    """The word that sums it up, and the rest of the sentence."""
    if result.solved:
        if not result.moves:
            return "Solved", ": the board is the goal already."
        cost = length_of(result.moves, result.conventions.metric)
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
    if result.unprepared:
        return "Stopped", f" before the search began ({limit}): {result.unprepared}."
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
    """What a search that was stopped has learned, and what would answer."""
    if result.lower_bound is None:
        return ""
    moves = f"{result.lower_bound:,} move{' is' if result.lower_bound == 1 else 's are'}"
    return f" At least {moves} needed. For an answer at any size: -a anytime"


def _advise(algorithm: Algorithm) -> str:
    """What may help a search that gave up: one that is not always complete knows what bounds it."""
    flags = [
        parameter_flag(algorithm, parameter)
        for parameter in algorithm.parameters.values()
        if parameter.type in (int, float)
    ]
    if algorithm.complete == "always" or not flags:
        return ""
    return f" A higher {phrase(flags, last='or')} may help."
