"""Which conventions lead to the counts that another program printed.

    for match in explain([("618402735", "blank-first", {"expanded": 517})], algorithm="astar"):
        print(match)

`explain` tries every choice that can matter to the algorithm, the fewest differences from the
preset `textbook` first, and yields what gives all the numbers as it is found. An `Inquiry` also
tells what came nearest, and `next_board` which board would tell the explanations apart.
"""

from slidelab.course.explain.hints import hints
from slidelab.course.explain.inquiry import Inquiry, explain
from slidelab.course.explain.match import Match
from slidelab.course.explain.next_board import NextBoard, next_board
from slidelab.course.explain.observation import OBSERVABLE, Observation

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
