"""A result as text for people."""

from dataclasses import dataclass

import typer

from slidelab.cli.terminal import screen
from slidelab.cli.writing.layout import columns, side_by_side, wrapped
from slidelab.puzzle import Board, Move, format_moves, goal_name, multi_tile_length, solvability
from slidelab.puzzle.wording import counted
from slidelab.search import ALGORITHMS, Status
from slidelab.search.counters import memory_words, time_words
from slidelab.solving import Result
from slidelab.solving.formats import LONGEST_PATH

RAISE = {"dls": "--depth-limit", "beam": "--width", "hill-climbing": "--restarts"}
"""What to raise when such a search gives up."""


@dataclass(frozen=True)
class PathStyle:
    """How to write the path."""

    show: str | None = None
    """`none`, `moves`, `boards`, or None for the moves, shortened where they are many."""
    direction: str = "blank"
    notation: str = "words"


def as_text(result: Result, style: PathStyle) -> str:
    """The whole report on a result."""
    parts = [side_by_side(result.start, result.goal), headline(result)]
    if result.solved and style.show != "none":
        parts.append(path_boards(result) if style.show == "boards" else path_moves(result, style))
    if result.status is not Status.UNSOLVABLE:
        parts.append(counters_table(result))
    return "\n\n".join(parts)


def headline(result: Result) -> str:
    """How the search ended, in a line or two."""
    mark, outcome = _outcome(result)
    colour = "green" if result.solved else "yellow" if result.status.can_continue else "red"
    first = f"{typer.style(mark, fg=colour, bold=True)}{outcome}"
    if result.status is Status.UNSOLVABLE:
        return f"{first}\n{unsolvable_words(result.start, result.goal)}"
    return f"{first}\n{typer.style(method(result), dim=True)}"


def method(result: Result) -> str:
    """What searched: algorithm, parameters, heuristic, conventions."""
    algorithm = ALGORITHMS.get(result.algorithm)
    words = [algorithm.title]
    if result.heuristic:
        words.append(f"with {result.heuristic}")
    words += [
        f"{name.replace('_', ' ')} {value}" for name, value in result.parameters.items() if value
    ]
    return f"{', '.join(words)}; counted as {result.preset}; goal {goal_name(result.goal)}"


def unsolvable_words(start: Board, goal: Board) -> str:
    """Why a board has no solution, and what would mend it."""
    answer = solvability(start, goal)
    lines = [wrapped(answer.reason, _text_width())]
    if answer.mend:
        one, other = answer.mend
        mended = exchanged(start, one, other)
        lines.append(
            f"Mend: exchange tiles {one} and {other}, which gives {mended.to_text('rows')}"
        )
    if answer.other_goal:
        lines.append(f"Or solve it to the other goal: --goal {answer.other_goal}")
    return "\n".join(lines)


def exchanged(board: Board, one: int, other: int) -> Board:
    """The board with two tiles exchanged."""
    table = bytes.maketrans(bytes([one, other]), bytes([other, one]))
    return Board.from_state(board.state.translate(table), board.shape)


def path_moves(result: Result, style: PathStyle) -> str:
    """The moves of the path."""
    moves = result.moves or []
    if not moves:
        return "No moves are needed."
    whose = "of the blank" if style.direction == "blank" else "of the tiles"
    slides = multi_tile_length(moves)
    title = f"Moves {whose} ({slides:,} when tiles that slide together count once):"
    if style.show is None and len(moves) > LONGEST_PATH:
        return f"{title}\n{_ends(moves, style)}"
    text = format_moves(moves, style.notation, style.direction)
    if screen.output_is_terminal():
        text = wrapped(text, _text_width())
    return f"{title}\n{text}"


def path_boards(result: Result) -> str:
    """Every board of the path, one below the other."""
    return "\n\n".join(map(str, result.boards()))


def counters_table(result: Result) -> str:
    """The counters in two columns."""
    counters = result.counters
    cells = [
        ("expanded", f"{counters.expanded:,}"),
        ("generated", f"{counters.generated:,}"),
        ("duplicates", f"{counters.duplicates:,}"),
        ("reopened", f"{counters.reopened:,}"),
        ("frontier left", f"{counters.frontier:,}"),
        ("largest frontier", f"{counters.max_frontier:,}"),
        ("search depth", f"{counters.search_depth:,}" if result.solved else "–"),
        ("maximum depth", f"{counters.max_depth:,}"),
        ("time", time_words(counters.seconds)),
        ("peak memory", memory_words(counters.peak_memory_bytes)),
    ]
    half = len(cells) // 2
    rows = [[*cells[at], "", *cells[at + half]] for at in range(half)]
    return "\n".join(columns(rows, right=[1, 4]))


def _outcome(result: Result) -> tuple[str, str]:
    """The word that sums it up, and the rest of the sentence."""
    counters = result.counters
    if result.solved:
        if not result.moves:
            return "Solved", ": the board is the goal already."
        return "Solved", f" in {counted(len(result.moves), 'move')}."
    if result.status is Status.UNSOLVABLE:
        return "No solution", " to this goal."
    if result.status is Status.EXHAUSTED:
        if result.reason:
            return "No solution", ": the search met every board it could reach."
        advice = RAISE.get(result.algorithm)
        hint = f" A higher {advice} may help." if advice else ""
        return "Not found", f": the board can be solved, but this search gave up.{hint}"
    spent = time_words(counters.seconds)
    if result.status is Status.CANCELLED:
        return "Interrupted", f" after {spent}; this is what was counted so far."
    limit = {
        Status.TIME_LIMIT: f"time limit, {spent}",
        Status.NODE_LIMIT: f"node limit, {counters.expanded:,} expanded",
        Status.MEMORY_LIMIT: f"memory limit, {memory_words(counters.peak_memory_bytes)}",
    }[result.status]
    return "Stopped", f" without a solution ({limit})."


def _ends(moves: list[Move], style: PathStyle) -> str:
    first = format_moves(moves[:4], style.notation, style.direction)
    last = format_moves(moves[-3:], style.notation, style.direction)
    return f"{first} … {last}\n({len(moves):,} moves; --path moves writes them all)"


def _text_width() -> int:
    return min(screen.width(), 100)
