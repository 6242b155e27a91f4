"""A search that was tried, and how near its counts are to the numbers that were printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, log
from typing import NamedTuple

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, Candidates
from slidelab.course.explain.explanation import Match, Near
from slidelab.course.explain.observation import Observation
from slidelab.puzzle import is_solvable
from slidelab.search import FIGURES, PRESETS, Conventions, Counts
from slidelab.search.conventions import TEXTBOOK


class Trial(NamedTuple):
    """A search under some conventions, and its counts on the boards searched so far."""

    candidates: Candidates
    conventions: Conventions
    observations: Sequence[Observation]
    runs: dict[int, Counts]
    """The counts, by the place of the observation."""

    @property
    def names(self) -> list[str]:
        """Return the counters that were printed for the boards searched so far."""
        printed = {name for place in self.runs for name in self.observations[place].counts}
        return [name for name in FIGURES_OF if name in printed]

    def measure(self) -> float:
        """Return how far the counts are from the numbers, if each means what is nearest to it."""
        for place, counts in self.runs.items():
            asked = self.observations[place]
            if counts.cost is None and is_solvable(asked.start, asked.goal):
                return inf
        return sum(min(self._gap(name, f) for f in FIGURES_OF[name]) for name in self.names)

    def _gap(self, name: str, figure: str) -> float:
        """Return how far a figure is from what was printed as a counter, on all boards together."""
        gap = 0.0
        for place, counts in self.runs.items():
            printed = self.observations[place].counts.get(name)
            if printed is not None:
                number = FIGURES[figure].of(counts)
                gap += inf if number is None else abs(log((printed + 1) / (number + 1)))
        return gap

    def list_matches(self) -> list[Match]:
        """Return a match for each preset that leads to the numbers, or else for the nearest."""
        return self._name(
            {name: [f for f in FIGURES_OF[name] if self._gap(name, f) == 0] for name in self.names}
        )

    def describe_differences(self) -> Near:
        """Compare the counts with the numbers, if each means the figure nearest to it."""
        nearest = {
            name: [min(FIGURES_OF[name], key=partial(self._gap, name))] for name in self.names
        }
        match = self._name(nearest)[0]
        differences = tuple(
            {
                name: (printed, counted[name])
                for name, printed in asked.counts.items()
                if counted[name] != printed
            }
            for asked, counted in zip(self.observations, match.counters, strict=True)
        )
        return Near(match, differences, self.measure())

    def _name(self, options: Mapping[str, Sequence[str]]) -> list[Match]:
        """Return a match for each preset that this is or, if it is none, for the nearest.

        `options` are the figures that each counter may mean, the usual one first.
        """
        changes = {}
        for name, preset in PRESETS.items():
            changes[name] = self.candidates.differences(self.conventions, preset)
            for counter in COUNTING:
                fitting = options.get(counter, [getattr(TEXTBOOK, counter)])
                if getattr(preset, counter) not in fitting:
                    changes[name][counter] = fitting[0]
        not_printed = {*COUNTING} - {*options}
        found = [name for name in PRESETS if {*changes[name]} <= not_printed]
        if found:
            return [self._make_match(name, PRESETS[name], options) for name in found]
        fewest = min(PRESETS, key=lambda name: len(changes[name]))
        return [self._make_match(fewest, replace(PRESETS[fewest], **changes[fewest]), options)]

    def _make_match(
        self, preset: str, conventions: Conventions, options: Mapping[str, Sequence[str]]
    ) -> Match:
        figures = {name: fitting[0] for name, fitting in options.items()}
        figures |= {name: getattr(conventions, name) for name in COUNTING if name in options}
        unusual = tuple(
            (name, figure)
            for name, figure in figures.items()
            if name not in COUNTING and figure != FIGURES_OF[name][0]
        )
        others = tuple(
            (name, tuple(figure for figure in fitting if figure != figures[name]))
            for name, fitting in options.items()
            if len(fitting) > 1
        )
        counters = tuple(
            {name: FIGURES[figure].of(counts) or 0 for name, figure in figures.items()}
            for _, counts in sorted(self.runs.items())
        )
        spec = replace(self.candidates.spec, preset=preset, conventions=conventions)
        return Match(spec, counters, unusual, others)
