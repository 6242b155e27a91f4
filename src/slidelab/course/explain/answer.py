"""Everything there is to say to somebody who asks why their program prints what it prints."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slidelab.course.explain.hints import hints
from slidelab.course.explain.inquiry import Inquiry
from slidelab.course.explain.match import Match, Near
from slidelab.course.explain.next_board import NextBoard, next_board


@dataclass(frozen=True, slots=True)
class InquiryAnswer:
    """The matches and the board to try next, or what came nearest and what to look for."""

    matches: list[Match]
    next_board: NextBoard | None
    nearest: list[Near]
    hints: list[str]

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
        }


def answer(inquiry: Inquiry, matches: Sequence[Match], in_haste: bool = False) -> InquiryAnswer:
    """What is to be said once all matches are found; in haste, nothing more is searched for."""
    if in_haste:
        return InquiryAnswer([*matches], None, inquiry.nearest, [])
    first = inquiry.observations[0]
    if matches:
        counter = next((n for n in first.counts if n not in ("cost", "search_depth")), "expanded")
        known = [each.start for each in inquiry.observations]
        return InquiryAnswer([*matches], next_board(matches, first.goal, counter, known), [], [])
    return InquiryAnswer([], None, inquiry.nearest, hints(inquiry))
