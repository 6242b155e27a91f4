"""Find the conventions that lead to the counts of another program.

    print(explain("618402735", algorithm="astar", expanded=517).matches[0])

`explain` tries the choices that can matter to the algorithm, the fewest differences from the
textbook first, and returns an `Explanation`: the matches and a board that would tell them apart, or
what came nearest and what to look for.
"""

from slidelab.course.explain.explanation import Explanation, explain, explain_program
from slidelab.course.explain.inquiry import find_matches
from slidelab.course.explain.match import Match
from slidelab.course.explain.next_board import NextBoard
from slidelab.course.explain.observation import OBSERVABLE, Observation, read_words

__all__ = [
    "OBSERVABLE",
    "Explanation",
    "Match",
    "NextBoard",
    "Observation",
    "explain",
    "explain_program",
    "find_matches",
    "read_words",
]
