"""Try conventions until they give the numbers that were printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, Candidates, figure
from slidelab.course.explain.explanation import Explanation, Match, Near, merge
from slidelab.course.explain.next_board import find_next_board
from slidelab.course.explain.observation import Observation, read_observations
from slidelab.course.explain.quirks import list_quirks
from slidelab.course.explain.running import Budget, CountArrays, find_path, run_each
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, is_solvable
from slidelab.search import ALGORITHMS, PRESETS, Conventions, Counts, SearchSpec
from slidelab.system.progress import Cancelled, Progress
from slidelab.system.text import plural

ANY = "any"
"""The name for: I do not know the algorithm."""
USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
MOST_CHANGES = 3
"""Choices of the search itself that may differ from the textbook: with more, anything fits."""
MOST_NODES, MOST_NODES_OF_TREES = 200_000, 20_000
"""Nodes of a search if no number says how many there were."""
MOST_NEAREST = 3
MOST_PREDICTED = 40
NODES_TO_PREDICT = 30_000
NODES, NODES_OF_HINTS = Budget(300_000, 60_000_000), Budget(20_000, 10_000_000)
"""Nodes that may be expanded for one explanation, and for a hint."""

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")
_IN_ONE_PATH = ("cost", "search_depth")


def explain_program(
    observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    *,
    most_changes: int = MOST_CHANGES,
    progress: Progress = lambda doing, fraction: None,
    cancelled: Cancelled = lambda: False,
) -> Explanation:
    """Explain the numbers of a program, or say what comes nearest and what to look for.

    `observations` are triples of a board, a goal and the numbers printed for it, by the names of
    the counters, or `cost`, or `path`. The algorithm may be `any`, or a search with its heuristic.

    Raise ValueError for an algorithm, a heuristic or an observation that makes no sense.
    """
    from slidelab.course.explain.advice import list_hints

    inquiry = Inquiry(read_observations(observations), cancelled, progress=progress)
    specs = list_specs(algorithm, heuristic, parameters or {})
    matches = inquiry.explain(specs, most_changes)
    tried, left_out = inquiry.tried, inquiry.left_out
    if not matches:
        nearest = inquiry.list_nearest()
        hints = tuple(list_hints(inquiry, specs, nearest))
        warning = inquiry.describe_left_out()
        return Explanation((), nearest, hints, None, tried, left_out, warning)
    merged = merge(matches)
    first = inquiry.observations[0]
    counter = next((name for name in first.counts if name not in _IN_ONE_PATH), "expanded")
    proposal = None
    if len(merged) > 1 and not cancelled():
        predict = partial(inquiry.predict, merged[:MOST_PREDICTED], first.goal, counter)
        known = [each.start for each in inquiry.observations]
        proposal = find_next_board(first.goal, counter, predict, known)
    little = _say_little_evidence(inquiry, merged[0])
    warning = " ".join(filter(None, [little, inquiry.describe_left_out()]))
    return Explanation(tuple(merged), (), (), proposal, tried, left_out, warning)


def find_matches(
    observations: Sequence[Observation], spec: SearchSpec, most_changes: int = MOST_CHANGES
) -> tuple[list[Match], int]:
    """Return the matches alone, and how many searches were left out."""
    inquiry = Inquiry(observations, lambda: False)
    matches = inquiry.explain([spec], most_changes)
    return matches, inquiry.left_out


def explain(
    board: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    algorithm: str,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    more: Iterable[tuple[BoardLike, BoardLike, Mapping[str, Any]]] = (),
    **counts: Any,
) -> Explanation:
    """Explain what a program printed for a board.

    `counts` are numbers by the names of the counters, `cost` and `path`; `more` are further boards,
    each with its goal and numbers. The algorithm may be `any`.

    Raise ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("125340678", algorithm="bfs", expanded=10, max_depth=4).matches[0])
    bfs; counted as textbook
    """
    return explain_program([(board, goal, counts), *more], algorithm, heuristic, parameters)


def list_specs(
    algorithm: str | SearchSpec, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    """List the searches that are asked about; raise ValueError for unknown names."""
    if isinstance(algorithm, SearchSpec):
        return [algorithm]
    found = []
    for name in _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,):
        method = ALGORITHMS[name]
        if method.is_own:
            raise SlidelabError(f"{name} is your own algorithm: slidelab explains those it knows")
        usual = USUAL_HEURISTICS if algorithm == ANY else USUAL_HEURISTICS[:1]
        given = {n: value for n, value in parameters.items() if n in method.parameters}
        for estimate in ([heuristic] if heuristic else usual) if method.informed else [None]:
            found.append(SearchSpec(method.name, estimate, given))
    return found


@dataclass
class _Fit:
    """The variants of a search that still fit, and how their numbers can be meant."""

    variants: list[Conventions]
    figures: dict[str, dict[str, NDArray[np.bool_]]]
    """By the name of a counter and of a figure: which variants it fits on all boards so far."""
    numbers: list[dict[str, NDArray[np.int64]]] = field(default_factory=list)
    """By board: the numbers of each variant, by the name of the figure."""

    def keep(self, mask: NDArray[np.bool_]) -> None:
        """Drop the variants that do not fit."""
        self.variants = [each for each, kept in zip(self.variants, mask, strict=True) if kept]
        for fits in self.figures.values():
            for name in fits:
                fits[name] = fits[name][mask]
        self.numbers = [{n: a[mask] for n, a in each.items()} for each in self.numbers]


class Inquiry:
    """Observations, and what was tried to explain them."""

    def __init__(
        self,
        observations: Sequence[Observation],
        cancelled: Cancelled,
        nodes: Budget = NODES,
        progress: Progress = lambda doing, fraction: None,
    ) -> None:
        self.observations = observations
        self._cancelled, self._progress, self._done = cancelled, progress, 0.0
        self.tried = self.left_out = 0
        self._budget = replace(nodes)
        # The smallest search rules out most candidates, so it comes first.
        self._places = sorted(
            range(len(observations)), key=lambda at: observations[at].node_limit or 1e9
        )
        self._names = [
            name for name in FIGURES_OF if any(name in each.counts for each in observations)
        ]
        self._near: list[tuple[float, int, Candidates, Conventions]] = []

    def cancelled(self) -> bool:
        """Report progress; return whether to stop. Everything that takes time asks often."""
        self._progress("trying conventions", self._done)
        return self._cancelled()

    def explain(self, specs: Sequence[SearchSpec], most_changes: int) -> list[Match]:
        """Find conventions of these searches, or else known programs that are called the same."""
        matches = self.find_matches([Candidates(spec) for spec in specs], most_changes)
        # They are slow, so that a number has to say how far to search.
        bounded = all(each.node_limit is not None for each in self.observations)
        if not matches and most_changes and bounded:
            quirks = [Candidates(quirk, 1, i) for spec in specs for quirk, i in list_quirks(spec)]
            matches = self.find_matches(quirks, 2)
        return matches

    def find_matches(self, candidates: Sequence[Candidates], most: int) -> list[Match]:
        """Find the matches, those nearest to the textbook first.

        No candidates are tried that differ in two choices more than the first match.
        """
        found: dict[str, Match] = {}
        for changes in range(most + 1):
            first = min((match.rank for match in found.values()), default=most)
            if self.cancelled() or changes > first + 1:
                break
            for number, each in enumerate(candidates):
                self._done = (changes + number / len(candidates)) / (most + 1)
                if changes >= each.distance:
                    for match in self._try(each, [*each.variants(changes - each.distance)]):
                        found.setdefault(str(match), match)
        return sorted(found.values(), key=lambda match: match.rank)

    def _try(self, candidates: Candidates, variants: list[Conventions]) -> Iterator[Match]:
        """Search each board under all variants, up to one where nothing fits."""
        fit = _Fit(
            variants,
            {
                name: {f: np.ones(len(variants), bool) for f in FIGURES_OF[name]}
                for name in self._names
            },
        )
        self.tried += len(variants)
        for turn, place in enumerate(self._places):
            if not fit.variants:
                return
            asked = self.observations[place]
            counts = self._run(candidates.spec, asked, fit.variants)
            self.left_out += int((counts.expanded < 0).sum()) if turn == 0 else 0
            fit.numbers.append(
                {f: figure(f, counts) for name in self._names for f in FIGURES_OF[name]}
            )
            solvable = is_solvable(asked.start, asked.goal)
            ended = counts.cost >= 0 if solvable else counts.expanded >= 0
            if turn == 0:
                self._note_nearest(candidates, asked, fit, ended)
            mask = ended
            for name in self._names:
                if name in asked.counts:
                    fits = fit.figures[name]
                    for f in fits:
                        fits[f] = fits[f] & (fit.numbers[-1][f] == asked.counts[name])
                    mask = mask & np.any([*fits.values()], axis=0)
            fit.keep(mask)
        for at, conventions in enumerate(fit.variants):
            if self._has_paths(candidates.spec, conventions):
                yield from self._make_matches(candidates, conventions, fit, at)

    def _run(
        self, spec: SearchSpec, asked: Observation, variants: Sequence[Conventions], most: int = 0
    ) -> CountArrays:
        """Search one board; if no number bounds them, trees get fewer nodes than graphs."""

        def run(chosen: Sequence[Conventions], limit: int) -> CountArrays:
            return run_each(
                spec, asked.start, asked.goal, chosen, limit, self._budget, self.cancelled
            )

        if (limit := asked.node_limit or most) or all(each.remembers for each in variants):
            return run(variants, limit or MOST_NODES)
        remember = np.array([each.remembers for each in variants])
        parts = []
        for mask, limit in ((remember, MOST_NODES), (~remember, MOST_NODES_OF_TREES)):
            chosen = [each for each, kept in zip(variants, mask, strict=True) if kept]
            parts.append((mask, run(chosen, limit)))
        return _scatter(parts, len(variants))

    def _has_paths(self, spec: SearchSpec, conventions: Conventions) -> bool:
        """Return whether a search finds the paths that were printed."""
        for asked in self.observations:
            if asked.path is not None:
                limit = asked.node_limit or MOST_NODES
                found = find_path(spec, asked.start, asked.goal, conventions, limit)
                if found is None or tuple(found) != asked.path:
                    return False
        return True

    def _make_matches(
        self, candidates: Candidates, conventions: Conventions, fit: _Fit, at: int
    ) -> Iterator[Match]:
        """Make the match of a variant in its simplest way of counting, and of each preset."""
        options = {
            name: [f for f, mask in fits.items() if mask[at]] for name, fits in fit.figures.items()
        }
        simplest = {name: those[0] for name, those in options.items()}
        yield self._make_match(candidates, conventions, fit, at, simplest, options)
        for preset, chosen in PRESETS.items() if not candidates.distance else ():
            wanted = {name: getattr(chosen, name) for name in COUNTING if name in options}
            same = candidates.searched(chosen) == conventions
            if same and all(f in options[name] for name, f in wanted.items()):
                figures = simplest | wanted
                yield self._make_match(candidates, conventions, fit, at, figures, options, preset)

    def _make_match(
        self,
        candidates: Candidates,
        searched: Conventions,
        fit: _Fit,
        at: int,
        figures: dict[str, str],
        options: dict[str, list[str]],
        preset: str | None = None,
    ) -> Match:
        counting: dict[str, Any] = {name: figures[name] for name in COUNTING if name in figures}
        conventions = replace(searched, **counting)
        unusual = tuple(
            (name, f)
            for name, f in figures.items()
            if name not in COUNTING and f != FIGURES_OF[name][0]
        )
        rank = candidates.distance + len(unusual)
        if preset is not None:
            rank += int(preset != "textbook")
            conventions = PRESETS[preset]
        else:
            rank += len(candidates.differences(conventions))
            preset = min(PRESETS, key=lambda p: len(candidates.differences(conventions, p)))
            # What the search does not read is as in the preset, so that nothing else differs.
            kept = candidates.differences(conventions, preset)
            conventions = replace(PRESETS[preset], **kept)
        counters = [
            {name: int(numbers[figures[name]][at]) for name in self._names}
            for _, numbers in sorted(zip(self._places, fit.numbers, strict=False))
        ]
        others = tuple(
            (name, tuple(f for f in those if f != figures[name]))
            for name, those in options.items()
            if len(those) > 1
        )
        spec = replace(candidates.spec, preset=preset, conventions=conventions)
        return Match(spec, rank, tuple(counters), unusual, others)

    def _note_nearest(
        self,
        candidates: Candidates,
        asked: Observation,
        fit: _Fit,
        ended: NDArray[np.bool_],
    ) -> None:
        """Remember the variants that come nearest on the first board."""
        distance = np.where(ended, 0.0, np.inf)
        for name, printed in asked.counts.items():
            gaps = [
                np.abs(np.log((printed + 1) / (np.maximum(fit.numbers[-1][f], 0) + 1)))
                for f in FIGURES_OF[name]
            ]
            distance = distance + np.min(gaps, axis=0)
        for at in np.argsort(distance, kind="stable")[: 2 * MOST_NEAREST]:
            if np.isfinite(distance[at]):
                entry = (float(distance[at]), len(self._near), candidates, fit.variants[at])
                self._near.append(entry)
        self._near = sorted(self._near, key=lambda each: each[:2])[: 4 * MOST_NEAREST]

    def list_nearest(self) -> tuple[Near, ...]:
        """List what came nearest on all boards, the nearest first."""
        found: dict[str, Near] = {}
        for *_, candidates, conventions in self._near:
            if self.cancelled():
                break
            near = self._measure(candidates, conventions)
            found.setdefault(str(near.match), near)
        ordered = sorted(found.values(), key=lambda near: near.distance)
        return tuple(ordered[:MOST_NEAREST])

    def _measure(self, candidates: Candidates, conventions: Conventions) -> Near:
        fit = _Fit([conventions], {})
        for place in self._places:
            counts = self._run(candidates.spec, self.observations[place], [conventions])
            fit.numbers.append(
                {f: figure(f, counts) for name in self._names for f in FIGURES_OF[name]}
            )
        in_turn = [self.observations[place] for place in self._places]

        def gap(name: str, f: str) -> float:
            pairs = [
                (asked.counts[name], int(numbers[f][0]))
                for asked, numbers in zip(in_turn, fit.numbers, strict=True)
                if name in asked.counts
            ]
            return sum(abs(float(np.log((a + 1) / (max(b, 0) + 1)))) for a, b in pairs)

        figures = {name: min(FIGURES_OF[name], key=partial(gap, name)) for name in self._names}
        match = self._make_match(candidates, conventions, fit, 0, figures, {})
        differences = tuple(
            {
                name: (printed, out[name])
                for name, printed in asked.counts.items()
                if out[name] != printed
            }
            for asked, out in zip(self.observations, match.counters, strict=True)
        )
        return Near(match, differences, sum(gap(name, f) for name, f in figures.items()))

    def predict(
        self, matches: Sequence[Match], goal: Board, counter: str, board: Board
    ) -> list[int | None]:
        """Return the number that each match leads to on a board; None if that takes too long."""
        found: list[int | None] = []
        for match in matches:
            asked = Observation(board, goal, {})
            counts = self._run(match.spec, asked, [match.conventions], NODES_TO_PREDICT)
            named = dict(match.figures)
            named |= {name: getattr(match.conventions, name) for name in COUNTING}
            number = int(figure(named.get(counter, FIGURES_OF[counter][0]), counts)[0])
            found.append(number if counts.cost[0] >= 0 else None)
        return found

    def describe_left_out(self) -> str:
        """Say that some searches were not tried; empty if all were."""
        if not self.left_out or self.cancelled():
            return ""
        searches = plural(self.left_out, "search")
        return f"Not tried, because it would take too long: {searches} of {self.tried:,}."


def _scatter(parts: Sequence[tuple[NDArray[np.bool_], CountArrays]], number: int) -> CountArrays:
    """Put the counts of several groups of variants back into their places."""
    joined: Any = {}
    for name in Counts.__slots__:
        values = np.full(number, -1)
        for mask, counts in parts:
            values[mask] = getattr(counts, name)
        joined[name] = values
    return Counts(**joined)


def _say_little_evidence(inquiry: Inquiry, best: Match) -> str:
    """Say so where there are no more numbers than differences that explain them."""
    # The length of a path is the same for most conventions, and says little.
    numbers = sum(name not in _IN_ONE_PATH for each in inquiry.observations for name in each.counts)
    changes = len(best.deviations) + len(best.figures)
    if changes < max(numbers, 2):
        return ""
    return (
        f"This is little evidence: {plural(numbers, 'number')} for {changes} differences from "
        f"{best.preset}, of {inquiry.tried:,} searches tried. Add the numbers of another board."
    )
