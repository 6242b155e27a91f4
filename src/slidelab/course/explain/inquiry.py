"""Try conventions until they give the numbers that were printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from math import inf, log
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, Candidates, count
from slidelab.course.explain.explanation import Explanation, Match, Near, merge
from slidelab.course.explain.next_board import NextBoard, find_next_board
from slidelab.course.explain.observation import OF_THE_PATH, Observation, read_observations
from slidelab.course.explain.quirks import list_quirks
from slidelab.course.explain.running import NODES, Runner
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, is_solvable
from slidelab.search import ALGORITHMS, PRESETS, Conventions, Counts, Limits, SearchSpec
from slidelab.solving import Search
from slidelab.system.progress import Cancelled, report_progress
from slidelab.system.text import plural

ANY = "any"
"""The name to give if the algorithm is not known."""
USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
MOST_CHANGES = 3
"""Choices of the search itself that may differ from the textbook: with more, anything fits."""
MOST_NODES = 200_000
"""Nodes of a search if no number says how many there were."""
MOST_NEAREST = 3
MOST_PREDICTED = 40
NODES_TO_PREDICT = 30_000

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")

Options = dict[str, tuple[str, ...]]
"""For each counter, the figures that a program may mean by it."""


class Trial(NamedTuple):
    """A search that was tried, and its counts on each board, by the place of the observation."""

    candidates: Candidates
    conventions: Conventions
    runs: dict[int, Counts]


class Found(NamedTuple):
    """The matches, the trials nearest to the numbers, and how many searches were tried."""

    matches: list[Match]
    near: list[Trial]
    tried: int
    left_out: int


def explain_program(
    observations: Iterable[Observation | tuple[Any, Any, Mapping[str, Any]]],
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    *,
    most_changes: int = MOST_CHANGES,
    cancelled: Cancelled = lambda: False,
) -> Explanation:
    """Explain the numbers of a program, or say what comes nearest and what to look for.

    `observations` are triples of a board, a goal and the numbers printed for it, by the names of
    the counters, or `cost`, or `path`. The algorithm may be `any`, or a search with its heuristic.

    Raises ValueError for an algorithm, a heuristic or an observation that makes no sense.
    """
    from slidelab.course.explain.advice import list_hints

    inquiry = Inquiry(read_observations(observations), NODES, cancelled)
    specs = list_specs(algorithm, heuristic, parameters or {})
    found = inquiry.explain(specs, most_changes)
    matches = merge(found.matches)
    warnings = (
        [_say_little_evidence(inquiry.observations, matches[0], found.tried)] if matches else []
    )
    if found.left_out and not cancelled():
        searches = plural(found.left_out, "search")
        warnings.append(
            f"Not tried, because it would take too long: {searches} of {found.tried:,}."
        )
    warning = " ".join(filter(None, warnings))
    if matches:
        proposal = inquiry.propose_board(matches) if len(matches) > 1 and not cancelled() else None
        return Explanation(tuple(matches), (), (), proposal, found.tried, found.left_out, warning)
    nearest = inquiry.describe_nearest(found.near)
    hints = tuple(list_hints(inquiry.observations, specs, nearest, cancelled))
    return Explanation((), nearest, hints, None, found.tried, found.left_out, warning)


def find_matches(observations: Sequence[Observation], spec: SearchSpec) -> tuple[list[Match], int]:
    """Return the matches alone, and how many searches were left out."""
    found = Inquiry(observations, NODES).explain([spec], MOST_CHANGES)
    return found.matches, found.left_out


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

    Raises ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("125340678", algorithm="bfs", expanded=10, max_depth=4).matches[0])
    bfs; counted as textbook
    """
    return explain_program([(board, goal, counts), *more], algorithm, heuristic, parameters)


def list_specs(
    algorithm: str | SearchSpec, heuristic: str | None, parameters: Mapping[str, Any]
) -> list[SearchSpec]:
    """List the searches that are asked about; raises ValueError for unknown names."""
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


class Inquiry:
    """Observations, and the searches that are tried to explain them."""

    def __init__(
        self,
        observations: Sequence[Observation],
        nodes: int,
        cancelled: Cancelled = lambda: False,
    ) -> None:
        """Expand up to `nodes` nodes in all."""
        self.observations = observations
        self._nodes, self._runner = nodes, Runner(nodes, cancelled)
        # The smallest search rules out most candidates, so it comes first.
        self._places = sorted(
            range(len(observations)), key=lambda at: observations[at].node_limit or 1e9
        )
        self._names = [n for n in FIGURES_OF if any(n in each.counts for each in observations)]

    def explain(self, specs: Sequence[SearchSpec], most_changes: int) -> Found:
        """Find conventions of these searches, or else known programs that are called the same."""
        found = self.find([Candidates(spec) for spec in specs], most_changes)
        # They are slow, so that a number has to say how far to search.
        bounded = all(each.node_limit is not None for each in self.observations)
        if found.matches or not most_changes or not bounded:
            return found
        quirks = [Candidates(quirk, 1, i) for spec in specs for quirk, i in list_quirks(spec)]
        self._runner = Runner(self._nodes, self._runner.cancelled)
        more = self.find(quirks, 2)
        tried, left_out = found.tried + more.tried, found.left_out + more.left_out
        return Found(more.matches, found.near, tried, left_out)

    def find(self, candidates: Sequence[Candidates], most_changes: int) -> Found:
        """Find the matches, those with the fewest differences from the textbook first.

        No candidates are tried that differ in two choices more than the first match.
        """
        matches: dict[str, Match] = {}
        near: list[Trial] = []
        tried = left_out = 0
        for changes in range(most_changes + 1):
            first = min((match.rank for match in matches.values()), default=most_changes)
            if self._runner.cancelled() or changes > first + 1:
                break
            for number, each in enumerate(candidates):
                done = (changes + number / len(candidates)) / (most_changes + 1)
                report_progress("trying conventions", done)
                variants = each.list_variants(changes - each.distance)
                trials = self._extend([Trial(each, one, {}) for one in variants], self._places[0])
                tried += len(variants)
                left_out += len(variants) - len(trials)
                near = nsmallest(2 * MOST_NEAREST, [*near, *trials], key=self._measure)
                for place in self._places[1:]:
                    trials = self._extend([*filter(self._fits, trials)], place)
                for trial in filter(self._fits, trials):
                    if self._has_paths(trial):
                        matches |= {str(match): match for match in self._name(trial)}
        ordered = sorted(matches.values(), key=lambda match: match.rank)
        return Found(ordered, near, tried, left_out)

    def _extend(self, trials: Sequence[Trial], place: int) -> list[Trial]:
        """Search another board by trials of one algorithm; those that are not tried are dropped."""
        if not trials:
            return []
        asked = self.observations[place]
        variants = [trial.conventions for trial in trials]
        if asked.node_limit is None:  # a tree has no end, and no number says how far to search
            variants = [each for each in variants if each.remembers]
        limit = asked.node_limit or MOST_NODES
        spec = trials[0].candidates.spec
        found = self._runner.run_each(spec, asked.start, asked.goal, variants, limit)
        return [
            trial._replace(runs=trial.runs | {place: found[trial.conventions]})
            for trial in trials
            if trial.conventions in found
        ]

    def _fits(self, trial: Trial) -> bool:
        return self._measure(trial) == 0

    def _measure(self, trial: Trial) -> float:
        """Return how far a search is from the numbers, if each means what is nearest to it."""
        for place, counts in trial.runs.items():
            asked = self.observations[place]
            if counts.cost is None and is_solvable(asked.start, asked.goal):
                return inf
        return sum(
            min(self._gap(name, figure, trial) for figure in FIGURES_OF[name])
            for name in self._names
        )

    def _gap(self, name: str, figure: str, trial: Trial) -> float:
        """Return how far a figure is from what was printed as a counter, on all boards together."""
        gap = 0.0
        for place, counts in trial.runs.items():
            printed = self.observations[place].counts.get(name)
            if printed is not None:
                number = count(figure, counts)
                gap += inf if number is None else abs(log((printed + 1) / (number + 1)))
        return gap

    def _has_paths(self, trial: Trial) -> bool:
        """Return whether a search finds the paths that were printed."""
        spec = replace(trial.candidates.spec, conventions=trial.conventions)
        for asked in self.observations:
            if asked.path is not None:
                limits = Limits(nodes=asked.node_limit or MOST_NODES)
                moves = Search(asked.start, asked.goal, spec).advance(limits).moves
                if moves is None or tuple(moves) != asked.path:
                    return False
        return True

    def _name(self, trial: Trial) -> Iterator[Match]:
        """Make the match with the simplest way of counting, and one for each preset that fits."""
        candidates, searched, _ = trial
        options: Options = {
            name: tuple(f for f in FIGURES_OF[name] if self._gap(name, f, trial) == 0)
            for name in self._names
        }
        simplest = {name: figures[0] for name, figures in options.items()}
        for preset, chosen in PRESETS.items() if not candidates.distance else ():
            wanted = {name: getattr(chosen, name) for name in COUNTING if name in options}
            fits = all(figure in options[name] for name, figure in wanted.items())
            if fits and candidates.searched(chosen) == searched:
                yield self._make_match(trial, simplest | wanted, options, preset)
        yield self._make_match(trial, simplest, options)

    def _make_match(
        self,
        trial: Trial,
        figures: dict[str, str],
        options: Options,
        preset: str | None = None,
    ) -> Match:
        candidates = trial.candidates
        counting: dict[str, Any] = {name: figures[name] for name in COUNTING if name in figures}
        conventions = replace(trial.conventions, **counting)
        unusual = tuple(
            (name, figure)
            for name, figure in figures.items()
            if name not in COUNTING and figure != FIGURES_OF[name][0]
        )
        rank = candidates.distance + len(unusual)
        if preset is None:
            rank += len(candidates.differences(conventions))
            preset = min(PRESETS, key=lambda p: len(candidates.differences(conventions, p)))
        else:
            rank += int(preset != "textbook")
        # What the search does not read is as in the preset, so that nothing else differs.
        kept = candidates.differences(conventions, preset)
        others = tuple(
            (name, tuple(figure for figure in fitting if figure != figures[name]))
            for name, fitting in options.items()
            if len(fitting) > 1
        )
        named = replace(PRESETS[preset], **kept)
        counters = tuple(
            {name: count(figure, runs) or 0 for name, figure in figures.items()}
            for _, runs in sorted(trial.runs.items())
        )
        spec = replace(candidates.spec, preset=preset, conventions=named)
        return Match(spec, rank, counters, unusual, others)

    def describe_nearest(self, near: Sequence[Trial]) -> tuple[Near, ...]:
        """Compare trials on the first board with the numbers of all boards, the nearest first."""
        found: dict[str, Near] = {}
        for trial in near:
            trials = [trial]
            for place in self._places[1:]:
                trials = self._extend(trials, place)
            for each in trials:
                figures = {
                    name: min(FIGURES_OF[name], key=partial(self._gap, name, trial=each))
                    for name in self._names
                }
                match = self._make_match(each, figures, {})
                differences = tuple(
                    {
                        name: (printed, out[name])
                        for name, printed in asked.counts.items()
                        if out[name] != printed
                    }
                    for asked, out in zip(self.observations, match.counters, strict=True)
                )
                found.setdefault(str(match), Near(match, differences, self._measure(each)))
        return tuple(sorted(found.values(), key=lambda each: each.distance)[:MOST_NEAREST])

    def propose_board(self, matches: Sequence[Match]) -> NextBoard | None:
        """Find the board that tells matches apart best."""
        first = self.observations[0]
        counter = next((name for name in first.counts if name not in OF_THE_PATH), "expanded")
        predict = partial(self._predict, matches[:MOST_PREDICTED], first.goal, counter)
        known = [each.start for each in self.observations]
        return find_next_board(first.goal, counter, predict, known)

    def _predict(
        self, matches: Sequence[Match], goal: Board, counter: str, board: Board
    ) -> list[int | None]:
        """Return the number that each match leads to on a board; None if that takes too long."""
        found: list[int | None] = []
        for match in matches:
            variants = [match.spec.conventions]
            runs = self._runner.run_each(match.spec, board, goal, variants, NODES_TO_PREDICT)
            figures = {name: getattr(match.spec.conventions, name) for name in COUNTING}
            figure = (figures | dict(match.figures)).get(counter, FIGURES_OF[counter][0])
            solved = [counts for counts in runs.values() if counts.cost is not None]
            found.append(count(figure, solved[0]) if solved else None)
        return found


def _say_little_evidence(observations: Sequence[Observation], best: Match, tried: int) -> str:
    """Say so where there are no more numbers than differences that explain them."""
    # The length of a path is the same for most conventions, and says little.
    numbers = sum(name not in OF_THE_PATH for each in observations for name in each.counts)
    changes = len(best.deviations) + len(best.figures)
    if changes < max(numbers, 2):
        return ""
    return (
        f"This is little evidence: {plural(numbers, 'number')} for {changes} differences from "
        f"{best.preset}, of {tried:,} searches tried. Add the numbers of another board."
    )
