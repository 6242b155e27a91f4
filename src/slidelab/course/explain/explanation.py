"""What explains the numbers of a program: matches, or what comes nearest."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from slidelab.puzzle import Board
from slidelab.search import CHOICES, FIGURES, SearchSpec
from slidelab.search.conventions import ORDERS, write_value
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
    figures: dict[str, str] = field(default_factory=dict)
    """What the program means by a counter, where that is unusual."""
    alternatives: dict[str, tuple[Any, ...]] = field(default_factory=dict)
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
        figures = (f"{name} is {figure}" for name, figure in self.figures.items())
        return ", ".join([self.spec.counted_as, *figures])

    @property
    def reasons(self) -> list[str]:
        """Say what each difference does, and which other values do as well."""
        method = self.spec.method
        found = [f"A known program does this: {method.__doc__}"] if method.is_own else []
        found += [CHOICES[name].describe(value) for name, value in self.deviations.items()]
        for name, figure in self.figures.items():
            found.append(f"{name.replace('_', ' ').capitalize()}: {FIGURES[figure].meaning}.")
        return found + [_describe_others(*each) for each in self.alternatives.items()]

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
        names = ("preset", "words", "deviations", "reasons", "counters", "figures", "alternatives")
        return {name: getattr(self, name) for name in names} | {
            "algorithm": self.spec.algorithm_name,
            "heuristic": self.spec.heuristic_name,
            "conventions": asdict(self.spec.conventions),
            "differences": {
                name: {"printed": printed, "came_out": came_out}
                for board in self.differences
                for name, (printed, came_out) in board.items()
            },
        }


class NextBoard(NamedTuple):
    """A board to try next, and the numbers that the candidates lead to there."""

    board: Board
    counter: str
    predictions: tuple[int | None, ...]
    """None for a search that takes too many nodes."""

    @property
    def groups(self) -> int:
        """How many different numbers are predicted."""
        return len(set(self.predictions))


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


def merge(matches: Iterable[Match]) -> list[Match]:
    """Make one of matches that differ in a single choice; the first stands for all of them."""
    merged: list[Match] = []
    for match in matches:
        for at, first in enumerate(merged):
            alternatives = _join(first, match)
            if alternatives is not None:
                merged[at] = replace(first, alternatives=alternatives)
                break
        else:
            merged.append(match)
    return merged


def _join(first: Match, other: Match) -> dict[str, tuple[Any, ...]] | None:
    """Return the alternatives to a match, the other one included; None if it differs in more."""
    if (first.spec.name, first.preset) != (other.spec.name, other.preset):
        return None
    usual, found = asdict(first.spec.conventions), dict(first.alternatives)
    chosen = asdict(other.spec.conventions)
    differing = [name for name in chosen if chosen[name] != usual[name]]
    new = [name for name in differing if chosen[name] not in found.get(name, ())]
    if first.figures != other.figures or (new and len(differing) > 1):
        return None
    for name in new:
        found[name] = (*found.get(name, ()), chosen[name])
    return found


def _describe_others(name: str, values: tuple[Any, ...]) -> str:
    """Write a sentence about a choice that the numbers leave open.

    >>> _describe_others("ties", ("last-in", "heap"))
    'These numbers are the same with ties=last-in or ties=heap.'
    """
    if name == "order" and len(values) == len(ORDERS) - 1:
        return "Any order of moves gives these numbers."
    words = [f"{name}={write_value(value)}" for value in values]
    if len(words) > _MOST_NAMED:
        words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
    return f"These numbers are the same with {phrase(words, 'or')}."
