"""What explains the numbers of a program: matches, or what comes nearest and what to look for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slidelab.course.explain.advice import USUAL_HEURISTICS, list_hints
from slidelab.course.explain.inquiry import MOST_CHANGES, Inquiry, find_matches
from slidelab.course.explain.match import Match, merge
from slidelab.course.explain.next_board import NextBoard, propose_board
from slidelab.course.explain.observation import Observation
from slidelab.errors import SlidelabError
from slidelab.puzzle import BoardLike
from slidelab.search import ALGORITHMS, SearchSpec
from slidelab.system.text import plural

ANY = "any"
"""The name to give if the algorithm is not known."""

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")


@dataclass(frozen=True)
class Explanation:
    """The matches and the board to try next, or what came nearest and what to look for."""

    matches: tuple[Match, ...] = ()
    nearest: tuple[Match, ...] = ()
    hints: tuple[str, ...] = ()
    next_board: NextBoard | None = None
    tried: int = 0
    """How many searches were tried."""
    left_out: int = 0
    """How many were not, because they would take too long."""
    warning: str = ""
    """Why the matches may be wrong, or why there may be others."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can carry."""
        proposal = self.next_board
        return {
            "matches": [match.to_dict() for match in self.matches],
            "next_board": proposal and proposal._asdict() | {"board": list(proposal.board.state)},
            "nearest": [near.to_dict() for near in self.nearest],
            "hints": [*self.hints],
            "tried": self.tried,
            "warning": self.warning,
        }


def explain(
    board: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    more: Iterable[tuple[BoardLike, BoardLike, Mapping[str, Any]]] = (),
    **counts: Any,
) -> Explanation:
    """Explain what a program printed for a board.

    `counts` are numbers by the names of the counters, `cost` and `path`; `more` are further boards,
    each with its goal and numbers. The algorithm may be `any`, or a search with its parameters.

    Raises ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("125340678", algorithm="bfs", expanded=10, max_depth=4).matches[0])
    bfs; counted as textbook
    """
    observations = [Observation.of(*each) for each in [(board, goal, counts), *more]]
    return explain_program(observations, algorithm, heuristic)


def explain_program(
    observations: Sequence[Observation],
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    *,
    most_changes: int = MOST_CHANGES,
) -> Explanation:
    """Explain the numbers of a program, or say what comes nearest and what to look for.

    Raises ValueError as `explain` does.
    """
    if not observations:
        raise SlidelabError("there is nothing to explain: give a board and a count")
    if len({each.start.shape for each in observations}) > 1:
        raise SlidelabError("the boards have different shapes: explain one shape at a time")
    searches = list_searches(algorithm, heuristic)
    found = find_matches(observations, searches, most_changes)
    proposal = propose_board(found)
    return Explanation(
        matches=tuple(merge(found.matches)),
        nearest=() if found.fitting else tuple(found.nearest),
        hints=() if found.fitting else tuple(list_hints(observations, searches)),
        next_board=proposal,
        tried=found.tried,
        left_out=found.left_out,
        warning=" ".join(_list_warnings(found, is_too_easy=proposal is not None)),
    )


def list_searches(algorithm: str | SearchSpec, heuristic: str | None) -> list[SearchSpec]:
    """List the searches to explain the numbers with; raises ValueError for unknown names."""
    if isinstance(algorithm, SearchSpec):
        return [algorithm]
    found = []
    for name in _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,):
        method = ALGORITHMS[name]
        if method.is_own:
            raise SlidelabError(f"{name} is your own algorithm: slidelab explains those it knows")
        usual = USUAL_HEURISTICS if algorithm == ANY else USUAL_HEURISTICS[:1]
        for estimate in ([heuristic] if heuristic else usual) if method.informed else [None]:
            found.append(SearchSpec(method.name, estimate))
    return found


def _list_warnings(inquiry: Inquiry, is_too_easy: bool) -> list[str]:
    """List the reasons to doubt the matches."""
    found = []
    # The length of the path is the same for most conventions, and says little.
    numbers = sum(each.telling for each in inquiry.observations)
    boards = len(inquiry.observations)
    for best in inquiry.matches[:1]:
        # Of one board, unusual conventions often have the numbers by chance.
        if best.changes >= max(numbers, 2) or (boards == 1 and best.rank):
            found.append(
                f"This is little evidence for {plural(best.changes, 'difference')} from the "
                f"textbook, found among {inquiry.tried:,} searches: {plural(boards, 'board')}, and "
                f"{plural(numbers, 'number')} besides the length of the path. "
                "Add the numbers of another board."
            )
    if is_too_easy:
        found.append(
            f"The boards are too easy to be sure: {plural(len(inquiry.fitting), 'search')} lead "
            "to these numbers, and to different ones on a harder board."
        )
    if inquiry.left_out:
        found.append(
            "Not tried, because it would take too long: "
            f"{plural(inquiry.left_out, 'search')} of {inquiry.tried:,}."
        )
    return found
