"""What explains the numbers of a program: matches, or what comes nearest."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from slidelab.course.explain.next_board import NextBoard
from slidelab.search import CHOICES, FIGURES, SearchSpec
from slidelab.search.conventions import ORDERS
from slidelab.system.text import phrase

_MOST_NAMED = 3
"""Values of a choice that are named where the numbers leave it open."""


@dataclass(frozen=True)
class Match:
    """Conventions that lead to the numbers, or to others not far from them."""

    spec: SearchSpec
    """The search, with the preset that it is, or else the textbook."""
    printed: tuple[dict[str, int], ...]
    """The numbers to explain, for each of the boards."""
    counters: tuple[dict[str, int], ...]
    """The numbers that it leads to."""
    figures: tuple[tuple[str, str], ...] = ()
    """What the program means by a counter, where that is unusual."""
    alternatives: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Other values of choices that lead to the same numbers."""

    @property
    def preset(self) -> str:
        """Return the preset that the conventions are, or else the textbook."""
        return self.spec.preset

    @property
    def deviations(self) -> dict[str, Any]:
        """Return the choices that differ from the preset."""
        return self.spec.deviations()

    @property
    def rank(self) -> int:
        """Return in how many choices and figures it differs from the textbook.

        Any other preset differs in one, and so does a known program that no convention describes.
        """
        others = (self.preset != "textbook") + self.spec.method.is_own
        return len(self.deviations) + len(self.figures) + others

    @property
    def words(self) -> str:
        """Return the preset, and what differs from it."""
        return ", ".join([self.spec.counted_as, *(f"{name} is {f}" for name, f in self.figures)])

    @property
    def reasons(self) -> list[str]:
        """Say what each difference does, and which other values do as well."""
        method = self.spec.method
        found = [f"A known program does this: {method.__doc__}"] if method.is_own else []
        found += [CHOICES[name].describe(value) for name, value in self.deviations.items()]
        for name, figure in self.figures:
            found.append(f"{name.replace('_', ' ').capitalize()}: {FIGURES[figure].meaning}.")
        return found + [_describe_alternatives(*each) for each in self.alternatives]

    @property
    def differences(self) -> list[dict[str, tuple[int, int]]]:
        """Return for each board what was printed and what came out instead, by the counter."""
        return [
            {name: (n, counted[name]) for name, n in printed.items() if counted[name] != n}
            for printed, counted in zip(self.printed, self.counters, strict=True)
        ]

    def __str__(self) -> str:
        return f"{self.spec.name}; counted as {self.words}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can carry."""
        names = ("preset", "words", "deviations", "reasons", "counters")
        return {name: getattr(self, name) for name in names} | {
            "algorithm": self.spec.algorithm_name,
            "heuristic": self.spec.heuristic_name,
            "figures": dict(self.figures),
            "alternatives": dict(self.alternatives),
            "conventions": asdict(self.spec.conventions),
            "differences": {
                name: {"printed": printed, "came_out": came_out}
                for board in self.differences
                for name, (printed, came_out) in board.items()
            },
        }


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


def merge(matches: Sequence[Match]) -> list[Match]:
    """Make one of matches that differ only in a choice that the numbers cannot tell apart.

    Choice by choice, the moves' order first; the nearest to the textbook stands for all of them.
    Presets keep their names.
    """
    merged = [*matches]
    for name, choice in CHOICES.items():
        groups: dict[Any, list[Match]] = {}
        for match in merged:
            others = replace(match.spec.conventions, **{name: choice.default})
            key = match.spec.name, match.preset, match.figures, match.alternatives, others
            groups.setdefault(key, []).append(match)
        merged = [_join(name, group) for group in groups.values()]
    return merged


def _join(name: str, group: list[Match]) -> Match:
    first, *rest = group
    if not rest:
        return first
    values = tuple(getattr(match.spec.conventions, name) for match in rest)
    return replace(first, alternatives=(*first.alternatives, (name, values)))


def _describe_alternatives(name: str, values: tuple[Any, ...]) -> str:
    """Write a sentence about a choice that the numbers leave open.

    >>> _describe_alternatives("ties", ("last-in", "heap"))
    'These numbers are the same with ties=last-in or ties=heap.'
    >>> _describe_alternatives("order", ORDERS[1:])
    'Any order of moves gives these numbers.'
    """
    if name == "order" and len(values) == len(ORDERS) - 1:
        return "Any order of moves gives these numbers."
    words = [f"{name}={value}" for value in values]
    if len(words) > _MOST_NAMED:
        words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
    return f"These numbers are the same with {phrase(words, 'or')}."
