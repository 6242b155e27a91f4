"""Usual mistakes: a program that is another search than the one its author thinks it is."""

from collections.abc import Iterator
from dataclasses import replace
from operator import getitem
from typing import NamedTuple

from slidelab.course.explain.budget import Budget
from slidelab.course.explain.inquiry import Inquiry
from slidelab.course.explain.plan import USUAL_HEURISTICS
from slidelab.course.explain.running import is_compiled
from slidelab.heuristics import Estimate, Heuristic
from slidelab.heuristics._cells import costs_by_cell
from slidelab.puzzle import Board
from slidelab.search.algorithm import algorithm
from slidelab.search.best_first import PSEUDOCODE, best_first
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.events import Steps
from slidelab.search.problem import Problem
from slidelab.solving import SearchSpec
from slidelab.system.progress import Cancelled

MOST_CHANGES = 3
"""Differences from the textbook with which a mistake is tried: with more, something always fits."""
_NODES, _NODES_IF_SLOW = 350_000, 5_000
"""Nodes for each mistake, and for one that has no compiled version."""


def _index_costs(goal: Board, count_blank: bool) -> tuple[tuple[int, ...], ...]:
    cols = goal.shape.cols
    return costs_by_cell(goal, lambda a, b: sum(divmod(abs(a - b), cols)), count_blank)


def index_difference(goal: Board, count_blank: bool = False) -> Estimate:
    """Manhattan distance as if cells were apart as far as their numbers: wrong across rows."""
    table = _index_costs(goal, count_blank)
    return lambda state: sum(map(getitem, table, state))


INDEX_DIFFERENCE = Heuristic(
    index_difference,
    admissible=False,
    consistent=False,
    counts_blank=True,
    costs=_index_costs,
    summary="a mistake: rows and columns of the difference of two cells' numbers",
)


@algorithm(
    title="A* search with the h of the parent",
    summary="a mistake: a child's f adds its g to the h of the node before it",
    optimal="never",
    informed=True,
    frontier="priority",
    pseudocode=PSEUDOCODE.format(f="g + h of the parent"),
)
def late_astar(problem: Problem) -> Steps:
    """Best-first search that knows what a move was worth one move later."""
    return best_first(problem, f=lambda node: node.g + (node.parent or node).h)


class Mistake(NamedTuple):
    """Another search, and what makes a program it."""

    spec: SearchSpec
    what: str
    look_at: str
    most_searched: int = 2
    """Differences that change the search itself with which it is tried."""


def mistakes_of(spec: SearchSpec) -> Iterator[Mistake]:
    """What a program for this search may be instead.

    >>> [each.what for each in mistakes_of(SearchSpec("greedy", "manhattan"))][:2]
    ['f adds g', 'h is misplaced, not manhattan']
    >>> [str(each.spec) for each in mistakes_of(SearchSpec("ids"))]
    ['bfs; counted as textbook']
    """
    name, heuristic = spec.algorithm, spec.heuristic
    if heuristic is None:
        yield from _mistakes_of_order(spec)
        return
    f_line, h_line = "the line that computes f", "the function that computes h"
    if name in ("astar", "wastar"):
        yield Mistake(SearchSpec("greedy", heuristic), "f leaves out g", f_line)
        yield Mistake(SearchSpec("ucs"), "f leaves out h", f_line)
    elif name == "greedy":
        yield Mistake(SearchSpec("astar", heuristic), "f adds g", f_line)
    for other in USUAL_HEURISTICS:
        if other != heuristic:
            what = f"h is {other}, not {heuristic}"
            yield Mistake(replace(spec, heuristic=other), what, h_line)
    if heuristic == "manhattan":
        what = "h divides the difference of two cells' indices, which is wrong across rows"
        by_index = SearchSpec(spec.method, INDEX_DIFFERENCE, parameters=spec.values)
        yield Mistake(by_index, what, h_line)
    if name == "astar":
        late = SearchSpec(late_astar, heuristic)
        # It has no compiled version.
        yield Mistake(late, "a child's f uses the h of its parent", f_line, most_searched=1)


def _mistakes_of_order(spec: SearchSpec) -> Iterator[Mistake]:
    """The two orders in which blind searches take nodes off, each in place of the other."""
    line = "the line that takes a node off the frontier"
    if spec.algorithm in ("dfs", "ids", "dls"):
        yield Mistake(
            SearchSpec("bfs"), "the node that came first leaves first, as from a queue", line
        )
    elif spec.algorithm in ("bfs", "ucs"):
        yield Mistake(
            SearchSpec("dfs"), "the node that came last leaves first, as from a stack", line
        )


def find_mistakes(
    inquiry: Inquiry, cancelled: Cancelled, most_changes: int = MOST_CHANGES
) -> Iterator[str]:
    """Sentences for the mistakes that lead to all the numbers."""
    for asked in inquiry.asked if len(inquiry.asked) == 1 else ():
        for mistake in mistakes_of(asked.spec):
            other = Inquiry(
                inquiry.observations,
                algorithm=mistake.spec,
                most_changes=most_changes,
                most_searched=mistake.most_searched,
                budget=Budget(_NODES, 0 if is_compiled(mistake.spec, TEXTBOOK) else _NODES_IF_SLOW),
            )
            for match in other.matches(cancelled=cancelled):
                yield (
                    f"These are the numbers of {_words(str(match), mistake.spec)}: {mistake.what}. "
                    f"Look at {mistake.look_at}."
                )
                break


def _words(text: str, spec: SearchSpec) -> str:
    """A search in words, without the marks that tell functions at hand apart."""
    for each in spec.at_hand:
        text = text.replace(each.name, each.name.partition("@")[0])
    return text
