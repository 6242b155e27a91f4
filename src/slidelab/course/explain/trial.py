"""A search that was tried, and how near its counts are to the numbers that were printed."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, log
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, Candidates
from slidelab.course.explain.explanation import Match
from slidelab.course.explain.observation import Observation
from slidelab.search import FIGURES, PRESETS, Conventions, Counts, SearchSpec


class Trial(NamedTuple):
    """A search under some conventions, and its counts on the boards searched so far."""

    candidates: Candidates
    conventions: Conventions
    observations: Sequence[Observation]
    runs: dict[int, Counts]
    """The counts, by the place of the observation."""

    @property
    def spec(self) -> SearchSpec:
        """Return the search."""
        return replace(self.candidates.spec, conventions=self.conventions)

    @property
    def gap(self) -> float:
        """Return how far the counts are from the numbers, if each means what is nearest to it."""
        return sum(self._gap(name, figures[0]) for name, figures in self.read_figures().items())

    def sort_key(self) -> tuple[float, float]:
        """Return what sorts trials: first those that fit more boards, then by their numbers."""
        return -len(self.runs), self.gap

    def read_figures(self) -> dict[str, list[str]]:
        """Return the figures that each number may be: those that fit, or else the nearest."""
        printed = {name for place in self.runs for name in self.observations[place].counts}
        found = {}
        for name in (each for each in FIGURES_OF if each in printed):
            gaps = {figure: self._gap(name, figure) for figure in FIGURES_OF[name]}
            fitting = [figure for figure, gap in gaps.items() if gap == 0]
            found[name] = fitting or [min(gaps, key=lambda figure: gaps[figure])]
        return found

    def _gap(self, name: str, figure: str) -> float:
        """Return how far a figure is from what was printed as a counter, on all boards together."""
        gap = 0.0
        for place, counts in self.runs.items():
            printed, number = self.observations[place].counts.get(name), FIGURES[figure].of(counts)
            if printed is not None:
                gap += inf if number is None else abs(log((printed + 1) / (number + 1)))
        return gap

    def list_matches(self) -> list[Match]:
        """Return a match for each preset that this is or, if it is none, one for the textbook."""
        figures = self.read_figures()
        counted: dict[str, Any] = {name: figures[name] for name in COUNTING if name in figures}
        nearest = {name: fitting[0] for name, fitting in counted.items()}
        presets = {
            name: preset
            for name, preset in PRESETS.items()
            if self.candidates.searched(preset) == self.conventions
            and all(getattr(preset, choice) in fitting for choice, fitting in counted.items())
        }
        if not presets or self.candidates.spec.method.is_own:  # known programs follow no preset
            presets = {"textbook": replace(self.conventions, **nearest)}
        return [self._make_match(*preset, figures) for preset in presets.items()]

    def _make_match(
        self, preset: str, conventions: Conventions, figures: dict[str, list[str]]
    ) -> Match:
        usual = {name: getattr(conventions, name) for name in COUNTING}
        meant = {name: usual.get(name, fitting[0]) for name, fitting in figures.items()}
        others = {n: tuple(f for f in fitting if f != meant[n]) for n, fitting in figures.items()}
        runs = sorted(self.runs.items())
        return Match(
            replace(self.candidates.spec, preset=preset, conventions=conventions),
            printed=tuple(self.observations[place].counts for place, _ in runs),
            counters=tuple(
                {name: FIGURES[figure].of(counts) or 0 for name, figure in meant.items()}
                for _, counts in runs
            ),
            figures={
                name: figure
                for name, figure in meant.items()
                if name not in COUNTING and figure != FIGURES_OF[name][0]
            },
            alternatives={name: values for name, values in others.items() if values},
        )
