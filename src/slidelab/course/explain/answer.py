"""Everything there is to say to somebody who asks why their program prints what it prints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from slidelab.course.explain.candidates import Candidates
from slidelab.course.explain.inquiry import Inquiry
from slidelab.course.explain.match import Match, Near
from slidelab.course.explain.mistakes import MOST_CHANGES, find_mistakes
from slidelab.course.explain.next_board import NextBoard, next_board
from slidelab.course.explain.suggestions import hints
from slidelab.puzzle.wording import plural
from slidelab.search.conventions import CHOICES
from slidelab.system.progress import Cancelled


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
            "next_board": None
            if proposal is None
            else {
                "board": list(proposal.board.state),
                "counter": proposal.counter,
                "predictions": list(proposal.predictions),
            },
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
    """What is to be said once all matches are found; nothing more is searched for if cancelled."""
    merged = merge(matches, inquiry.asked)
    if cancelled():
        return InquiryAnswer(merged, None, inquiry.nearest, [])
    first = inquiry.observations[0]
    if matches:
        counter = next((n for n in first.counts if n not in ("cost", "search_depth")), "expanded")
        known = [each.start for each in inquiry.observations]
        proposal = next_board(matches, first.goal, counter, known)
        little = _little_evidence(inquiry, matches[0])
        # A mistake is worth a word where it is clearly simpler, and is a difference itself.
        simpler = min(len(matches[0].deviations) - 3, MOST_CHANGES)
        mistakes = [*find_mistakes(inquiry, cancelled, simpler)] if little else []
        warning = " ".join(filter(None, [little, _left_out(inquiry)]))
        return InquiryAnswer(merged, proposal, [], mistakes, warning)
    return InquiryAnswer([], None, inquiry.nearest, hints(inquiry, cancelled), _left_out(inquiry))


def _left_out(inquiry: Inquiry) -> str:
    """Say so where not all searches were tried."""
    if not inquiry.left_out:
        return ""
    searches = plural(inquiry.left_out, "search")
    return f"Not tried, because it would take too long: {searches} of {inquiry.tried:,}."


def _little_evidence(inquiry: Inquiry, best: Match) -> str:
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
    differences = {(each.spec.algorithm, each.spec.heuristic): each.differences for each in asked}
    merged = [*matches]
    for name in CHOICES:
        groups: dict[Any, list[Match]] = {}
        for match in merged:
            search = (match.spec.algorithm, match.spec.heuristic)
            others = differences[search](match.conventions, "textbook")
            others.pop(name, None)
            named = "" if match.deviations else match.preset.removeprefix("textbook")
            key = (search, named, frozenset(others.items()), match.alternatives)
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
