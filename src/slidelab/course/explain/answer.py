"""Everything there is to say to somebody who asks why their program prints what it prints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import FIGURES_OF, Candidates, figure_of
from slidelab.course.explain.inquiry import Inquiry
from slidelab.course.explain.match import Match, Near
from slidelab.course.explain.running import is_compiled, search
from slidelab.course.explain.suggestions import MOST_CHANGES, find_mistakes, hints
from slidelab.puzzle import Board, random_walk
from slidelab.puzzle.scramble import MOST_STATES, draw_from, layers
from slidelab.search import CHOICES, Limits
from slidelab.system.progress import Cancelled
from slidelab.system.text import plural

_DISTANCES = (6, 10, 14, 16, 18, 20, 22, 24)
_MOST_MATCHES = 40
_NODES, _NODES_IF_SLOW = 100_000, 1_000
"""Nodes of each search, and of those without a compiled version."""


class NextBoard(NamedTuple):
    """A board to try next, and what each explanation predicts for it."""

    board: Board
    counter: str
    predictions: tuple[int | None, ...]
    """The number that each match leads to, in their order; None where it takes too long."""

    @property
    def groups(self) -> int:
        """How many different numbers are predicted."""
        return len(set(self.predictions))


@dataclass(frozen=True, slots=True)
class InquiryAnswer:
    """The matches and the board to try next, or what came nearest and what to look for."""

    matches: list[Match]
    next_board: NextBoard | None
    nearest: list[Near]
    hints: list[str]
    warning: str = ""
    """Why the matches may be wrong, if there is little evidence, or why there may be others."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values that JSON can carry."""
        proposal = self.next_board
        return {
            "matches": [match.to_dict() for match in self.matches],
            "next_board": proposal and proposal._asdict() | {"board": list(proposal.board.state)},
            "nearest": [
                near.match.to_dict()
                | {
                    "differences": {
                        name: {"printed": printed, "came_out": came_out}
                        for each in near.differences.values()
                        for name, (printed, came_out) in each.items()
                        if name != "path"
                    }
                }
                for near in self.nearest
            ],
            "hints": self.hints,
            "warning": self.warning,
        }


def answer(
    inquiry: Inquiry, matches: Sequence[Match], cancelled: Cancelled = lambda: False
) -> InquiryAnswer:
    """Sum up once all matches are found; nothing more is searched if cancelled."""
    merged = merge(matches, inquiry.asked)
    if cancelled():
        return InquiryAnswer(merged, None, inquiry.nearest, [])
    first = inquiry.observations[0]
    if matches:
        counter = next((n for n in first.counts if n not in ("cost", "search_depth")), "expanded")
        known = [each.start for each in inquiry.observations]
        proposal = next_board(matches, first.goal, counter, known)
        little = _say_little_evidence(inquiry, matches[0])
        # A mistake is worth a word where it is clearly simpler, and is a difference itself.
        simpler = min(len(matches[0].deviations) - 3, MOST_CHANGES)
        mistakes = [*find_mistakes(inquiry, cancelled, simpler)] if little else []
        warning = " ".join(filter(None, [little, _say_left_out(inquiry)]))
        return InquiryAnswer(merged, proposal, [], mistakes, warning)
    found = hints(inquiry, cancelled)
    return InquiryAnswer([], None, inquiry.nearest, found, _say_left_out(inquiry))


def _say_left_out(inquiry: Inquiry) -> str:
    """Say so where not all searches were tried."""
    if not inquiry.left_out:
        return ""
    searches = plural(inquiry.left_out, "search")
    return f"Not tried, because it would take too long: {searches} of {inquiry.tried:,}."


def _say_little_evidence(inquiry: Inquiry, best: Match) -> str:
    """Say so where there are no more numbers than differences that explain them."""
    # The length of a path is the same for most conventions, and tells little.
    numbers = sum(
        name not in ("cost", "search_depth")
        for each in inquiry.observations
        for name in each.counts
    )
    changes = len(best.deviations)
    if changes < max(numbers, 2):
        return ""
    return (
        f"This is little evidence: {plural(numbers, 'number')} for {changes} differences from "
        f"{best.preset}, of {inquiry.tried:,} searches tried. Add the numbers of another board."
    )


def merge(matches: Sequence[Match], asked: Sequence[Candidates]) -> list[Match]:
    """Make one of explanations that differ only in what the numbers cannot tell apart.

    Matches that differ in one choice alone are joined, choice by choice, the moves' order first.
    The nearest to the textbook stands for all of them. Other presets keep their names.
    """
    searches = {(each.spec.algorithm, each.spec.heuristic): each for each in asked}
    merged = [*matches]
    for name in CHOICES:
        groups: dict[Any, list[Match]] = {}
        for match in merged:
            search = (match.spec.algorithm, match.spec.heuristic)
            others = searches[search].differences(match.conventions)
            others.pop(name, None)
            named = "" if match.deviations else match.preset.removeprefix("textbook")
            key = (search, named, frozenset(others.items()), match.alternatives, match.figures)
            groups.setdefault(key, []).append(match)
        merged = [_join(name, group) for group in groups.values()]
    return merged


def _join(name: str, group: list[Match]) -> Match:
    first, *rest = group
    values = dict.fromkeys(getattr(match.conventions, name) for match in rest)
    values.pop(getattr(first.conventions, name), None)
    if not values:
        return first
    return replace(first, alternatives=(*first.alternatives, (name, (*values,))))


def next_board(
    matches: Sequence[Match], goal: Board, counter: str = "expanded", known: Sequence[Board] = ()
) -> NextBoard | None:
    """Find the board on which the first matches differ most; None if they agree everywhere.

    `counter` is what the program prints, and `known` are boards that were tried.
    """
    asked = matches[:_MOST_MATCHES]
    if len(asked) < 2:
        return None
    best: NextBoard | None = None
    too_long: set[int] = set()  # on a board, and so on those that are farther away
    for board in _draw_boards(goal):
        if board in known:
            continue
        predictions = tuple(
            None if at in too_long else _predict(match, board, goal, counter)
            for at, match in enumerate(asked)
        )
        too_long |= {at for at, number in enumerate(predictions) if number is None}
        found = NextBoard(board, counter, predictions)
        if found.groups > (best.groups if best else 1):
            best = found
        # Farther away, those that take too long are told apart from the others alone.
        if best and best.groups >= len(asked) - len(too_long) + bool(too_long):
            break
    return best


def _draw_boards(goal: Board) -> Iterator[Board]:
    """Draw a board at each of the distances, exact as long as all closer boards can be visited."""
    seeds = {distance: seed for seed, distance in enumerate(_DISTANCES)}
    seen = 0
    for depth, layer in enumerate(layers(goal)):
        seen += len(layer)
        if seen > MOST_STATES or not seeds:
            break
        if depth in seeds:
            yield draw_from(layer, goal.shape, seeds.pop(depth))
    for distance, seed in seeds.items():
        yield random_walk(goal, distance, seed)


def _predict(match: Match, board: Board, goal: Board, counter: str) -> int | None:
    chosen = match.conventions
    limits = Limits(nodes=_NODES if is_compiled(match.spec, chosen, board) else _NODES_IF_SLOW)
    outcome = search(board, goal, match.spec, chosen, limits)
    if outcome.status.can_continue:
        return None
    figure = {**dict(match.figures), "expanded": chosen.expanded, "max_depth": chosen.max_depth}
    return figure_of(figure.get(counter, FIGURES_OF[counter][0]), outcome.counts)
