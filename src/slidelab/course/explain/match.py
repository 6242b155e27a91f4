"""Measure how well a search matches the numbers of a program, and describe it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf, log
from typing import Any

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, keep_read
from slidelab.course.explain.observation import Observation
from slidelab.search import CHOICES, FIGURES, PRESETS, Conventions, Counts, SearchSpec
from slidelab.search.conventions import ORDERS, TEXTBOOK, write_value
from slidelab.system.text import phrase

_MOST_NAMED = 3
"""Values of a choice that are named where the numbers leave it open."""


@dataclass(frozen=True)
class Match:
    """A search under some conventions, and its counts where a program printed numbers."""

    search: SearchSpec
    conventions: Conventions
    observations: tuple[Observation, ...]
    runs: dict[int, Counts] = field(default_factory=dict)
    """The counts on the boards searched so far, by the place of the observation."""
    preset: str = "textbook"
    """The preset that the conventions are or, if they are none, the textbook."""
    alternatives: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """Other values of choices that lead to the same numbers."""

    @cached_property
    def spec(self) -> SearchSpec:
        """Return the search with its conventions."""
        return replace(self.search, preset=self.preset, conventions=self.conventions)

    @cached_property
    def readings(self) -> dict[str, list[str]]:
        """Return the figures that each number may be: those that fit, or else the nearest."""
        printed = {name for place in self.runs for name in self.observations[place].counts}
        found = {}
        for name in (each for each in FIGURES_OF if each in printed):
            gaps = {figure: self._measure_gap(name, figure) for figure in FIGURES_OF[name]}
            fitting = [figure for figure, gap in gaps.items() if gap == 0]
            found[name] = fitting or [min(gaps, key=lambda figure: gaps[figure])]
        return found

    @cached_property
    def gap(self) -> float:
        """Return how far the counts are from the numbers, each read as the nearest figure."""
        return sum(self._measure_gap(name, figures[0]) for name, figures in self.readings.items())

    def _measure_gap(self, name: str, figure: str) -> float:
        """Return how far a figure is from what was printed as a counter, on all boards together."""
        gap = 0.0
        for place, counts in self.runs.items():
            printed, number = self.observations[place].counts.get(name), FIGURES[figure].of(counts)
            if printed is not None:
                gap += inf if number is None else abs(log((printed + 1) / (number + 1)))
        return gap

    def follow_presets(self) -> list["Match"]:
        """Return a match for each preset with these conventions, or else for the textbook.

        Its conventions then say what the program counts as expanded and as the maximum depth.
        """
        counted: dict[str, Any] = {name: self.readings.get(name) for name in COUNTING}
        counted = {name: fitting for name, fitting in counted.items() if fitting}
        presets = {
            name: preset
            for name, preset in PRESETS.items()
            if keep_read(self.search, preset) == self.conventions
            and all(getattr(preset, choice) in fitting for choice, fitting in counted.items())
        }
        if not presets or self.search.method.is_own:  # known programs follow no preset
            nearest = {name: fitting[0] for name, fitting in counted.items()}
            presets = {"textbook": replace(self.conventions, **nearest)}
        found = []
        for name, conventions in presets.items():
            match = replace(self, preset=name, conventions=conventions)
            others = {
                counter: tuple(figure for figure in fitting if figure != match.meanings[counter])
                for counter, fitting in self.readings.items()
            }
            others = {counter: figures for counter, figures in others.items() if figures}
            found.append(replace(match, alternatives=others))
        return found

    @property
    def meanings(self) -> dict[str, str]:
        """Return the figure that each number is."""
        chosen = {name: getattr(self.conventions, name) for name in COUNTING}
        return {name: chosen.get(name, fitting[0]) for name, fitting in self.readings.items()}

    @property
    def figures(self) -> dict[str, str]:
        """Return what the program means by a counter, where no choice says it and it is unusual."""
        return {
            name: figure
            for name, figure in self.meanings.items()
            if name not in COUNTING and figure != FIGURES_OF[name][0]
        }

    @property
    def counters(self) -> list[dict[str, int]]:
        """Return the numbers that the search leads to, for each board."""
        meanings = self.meanings
        return [
            {name: FIGURES[figure].of(counts) or 0 for name, figure in meanings.items()}
            for _, counts in sorted(self.runs.items())
        ]

    @property
    def differences(self) -> list[dict[str, tuple[int, int]]]:
        """Return for each board what was printed and what came out instead, by the counter."""
        printed = [self.observations[place].counts for place in sorted(self.runs)]
        return [
            {name: (n, counted[name]) for name, n in numbers.items() if counted[name] != n}
            for numbers, counted in zip(printed, self.counters, strict=True)
        ]

    @property
    def deviations(self) -> dict[str, Any]:
        """Return the choices that differ from the preset."""
        return self.spec.deviations()

    @property
    def rank(self) -> int:
        """Return in how many choices and figures it differs from the textbook.

        Any other preset differs in one, and so does a known program that no convention describes.
        """
        others = (self.preset != "textbook") + self.search.method.is_own
        return len(self.deviations) + len(self.figures) + others

    @property
    def changes(self) -> int:
        """Return in how many choices and figures that matter here it differs from the textbook."""
        counted = {
            name: getattr(self.conventions, name) for name in COUNTING & self.readings.keys()
        }
        chosen = replace(keep_read(self.search, self.conventions), **counted)
        differing = [name for name in CHOICES if getattr(chosen, name) != getattr(TEXTBOOK, name)]
        return len(differing) + len(self.figures)

    @property
    def words(self) -> str:
        """Return the preset, and what differs from it."""
        figures = (f"{name} is {figure}" for name, figure in self.figures.items())
        return ", ".join([self.spec.counted_as, *figures])

    @property
    def reasons(self) -> list[str]:
        """Say what each difference does, and which other values do as well."""
        method = self.search.method
        found = [f"A known program does this: {method.__doc__}"] if method.is_own else []
        found += [CHOICES[name].describe(value) for name, value in self.deviations.items()]
        for name, figure in self.figures.items():
            found.append(f"{name.replace('_', ' ').capitalize()}: {FIGURES[figure].meaning}.")
        return found + [_describe_others(*each) for each in self.alternatives.items()]

    def __str__(self) -> str:
        return f"{self.spec.name}; counted as {self.words}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can carry."""
        names = ("preset", "words", "deviations", "reasons", "counters", "figures", "alternatives")
        return {name: getattr(self, name) for name in names} | {
            "algorithm": self.spec.algorithm_name,
            "heuristic": self.spec.heuristic_name,
            "conventions": asdict(self.conventions),
            "differences": {
                name: {"printed": printed, "came_out": came_out}
                for board in self.differences
                for name, (printed, came_out) in board.items()
            },
        }


def merge(matches: Iterable[Match]) -> list[Match]:
    """Combine matches that differ in a single choice into the first of them."""
    merged: list[Match] = []
    for match in matches:
        if not any(_add_alternative(first, match) for first in merged):
            merged.append(match)
    return merged


def _add_alternative(first: Match, other: Match) -> bool:
    """Add another match to the alternatives of the first; return False if it differs in more."""
    if (first.search, first.preset, first.figures) != (other.search, other.preset, other.figures):
        return False
    usual, chosen, known = asdict(first.conventions), asdict(other.conventions), first.alternatives
    differing = [name for name in chosen if chosen[name] != usual[name]]
    new = [name for name in differing if chosen[name] not in known.get(name, ())]
    if new and len(differing) > 1:
        return False
    known.update({name: (*known.get(name, ()), chosen[name]) for name in new})
    return True


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
