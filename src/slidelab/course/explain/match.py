"""Conventions that lead to the numbers, or nearly so."""

from dataclasses import asdict, dataclass
from math import log
from typing import Any, NamedTuple

from slidelab.search import CHOICES, FIGURES, Conventions, Counters, SearchSpec
from slidelab.search.conventions import ORDERS
from slidelab.system.text import phrase

_MOST_NAMED = 3
"""Values of a choice that are named where the numbers leave it open."""

Differences = dict[str, tuple[Any, Any]]
"""What was printed and what came out, by the name of the count."""


@dataclass(frozen=True, slots=True)
class Match:
    """Conventions that lead to the numbers."""

    spec: SearchSpec
    """The search, with the preset that it is nearest to."""
    counters: tuple[Counters, ...]
    """What it leads to on each of the boards."""
    alternatives: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Other values of choices that lead to the same numbers, by the name of the choice."""
    figures: tuple[tuple[str, str], ...] = ()
    """What else the program counts otherwise: the name of the counter, and the figure."""

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self.spec.method.name

    @property
    def heuristic(self) -> str | None:
        """The name of the heuristic, if the algorithm uses one."""
        return self.spec.heuristic_name

    @property
    def conventions(self) -> Conventions:
        """All choices."""
        return self.spec.conventions

    @property
    def preset(self) -> str:
        """The preset that they are nearest to."""
        return self.spec.preset

    @property
    def deviations(self) -> dict[str, Any]:
        """Where they differ from it, of the choices that can matter here."""
        return self.spec.deviations()

    @property
    def words(self) -> str:
        """The preset and each deviation from it."""
        others = "".join(f"; {name} is {figure}" for name, figure in self.figures)
        return f"{self.spec.counted_as}{others}"

    @property
    def reasons(self) -> list[str]:
        """What each deviation does, in a sentence, and which other values do as well."""
        found = [CHOICES[name].describe(value) for name, value in self.deviations.items()]
        found += [
            f"As {name}, it prints {FIGURES[figure].meaning}." for name, figure in self.figures
        ]
        return found + [_describe_alternatives(name, values) for name, values in self.alternatives]

    def __str__(self) -> str:
        others = "".join(f"; {name} is {figure}" for name, figure in self.figures)
        return f"{self.spec}{others}"

    def __repr__(self) -> str:
        return f"<Match: {self}>"

    def to_dict(self) -> dict[str, Any]:
        """The match as plain values that JSON can carry."""
        return {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "preset": self.preset,
            "deviations": self.deviations,
            "reasons": self.reasons,
            "figures": dict(self.figures),
            "alternatives": {name: list(values) for name, values in self.alternatives},
            "conventions": asdict(self.conventions),
            "counters": [asdict(each) for each in self.counters],
        }


def _describe_alternatives(name: str, values: tuple[Any, ...]) -> str:
    """Write a sentence about a choice that the numbers leave open.

    >>> _describe_alternatives("ties", ("last-in", "heap"))
    'These numbers are the same with: ties=last-in or ties=heap.'
    >>> _describe_alternatives("order", ORDERS[1:])
    'Any order of moves gives these numbers.'
    """
    if name == "order" and len(values) == len(ORDERS) - 1:
        return "Any order of moves gives these numbers."
    words = [CHOICES[name].assign(value) for value in values]
    if len(words) > _MOST_NAMED:
        words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
    return f"These numbers are the same with: {phrase(words, 'or')}."


class Near(NamedTuple):
    """Conventions that lead to other numbers, though not far from those printed."""

    match: Match
    differences: dict[int, Differences]
    """What was printed and what came out, by the place of the board among the observations."""
    distance: float


def measure_gap(printed: int, came_out: int | None) -> float:
    """Measure how far apart two numbers are, in proportion."""
    return 1.0 if came_out is None else abs(log((printed + 1) / (came_out + 1)))
