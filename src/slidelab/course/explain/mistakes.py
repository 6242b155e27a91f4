"""Usual mistakes: a program that is another search than the one its author thinks it is."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from slidelab.course.explain.inquiry import USUAL_HEURISTICS, Inquiry
from slidelab.solving import SearchSpec

_MOST_CHANGES = 2
"""Differences from the textbook with which a mistake is tried: with more, something always fits."""


class Mistake(NamedTuple):
    """Another search, and what makes a program it."""

    spec: SearchSpec
    what: str
    look_at: str


def mistakes_of(spec: SearchSpec) -> Iterator[Mistake]:
    """What a program for this search may be instead.

    >>> [str(each.spec.heuristic or each.spec.algorithm) for each in mistakes_of(
    ...     SearchSpec("astar", "manhattan"))]
    ['manhattan', 'ucs', 'misplaced', 'euclidean']
    """
    name, heuristic = spec.algorithm, spec.heuristic
    if heuristic is None:
        return
    f_line = "the line that computes f"
    if name in ("astar", "wastar"):
        yield Mistake(SearchSpec("greedy", heuristic), "f leaves out g", f_line)
        yield Mistake(SearchSpec("ucs"), "f leaves out h", f_line)
    elif name == "greedy":
        yield Mistake(SearchSpec("astar", heuristic), "f adds g", f_line)
    for other in USUAL_HEURISTICS:
        if other != heuristic:
            what = f"h is {other}, not {heuristic}"
            other_spec = replace(spec, heuristic=other)
            yield Mistake(other_spec, what, "the function that computes h")


def find_mistakes(inquiry: Inquiry) -> Iterator[str]:
    """Sentences for the mistakes that lead to all the numbers."""
    for asked in inquiry.asked if len(inquiry.asked) == 1 else ():
        for mistake in mistakes_of(asked.spec):
            spec = mistake.spec
            other = Inquiry(
                inquiry.observations,
                algorithm=spec.method.name,
                heuristic=spec.heuristic,
                parameters=spec.values,
                most_changes=_MOST_CHANGES,
            )
            for match in other.matches():
                yield (
                    f"These are the numbers of {match}: {mistake.what}. Look at {mistake.look_at}."
                )
                break
