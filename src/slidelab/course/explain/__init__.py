"""Which conventions lead to the counts that another program printed.

    for match in explain("618402735", algorithm="astar", expanded=517):
        print(match)

`explain` tries every choice that can matter to the algorithm, the fewest differences from the
preset `textbook` first. An `Inquiry` yields matches as they are found and tells what came nearest;
`next_board` is the board that would tell the explanations apart.
"""

from slidelab.course.explain.answer import NextBoard, next_board
from slidelab.course.explain.inquiry import Inquiry, explain
from slidelab.course.explain.match import Match
from slidelab.course.explain.observation import OBSERVABLE, Observation
from slidelab.course.explain.suggestions import hints

__all__ = [
    "OBSERVABLE",
    "Inquiry",
    "Match",
    "NextBoard",
    "Observation",
    "explain",
    "hints",
    "next_board",
]
