"""Try conventions until they give the numbers that were printed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import COUNTING, FIGURES_OF, Candidates
from slidelab.course.explain.explanation import Explanation, Match, Near, merge
from slidelab.course.explain.next_board import NextBoard, find_next_board
from slidelab.course.explain.observation import OF_THE_PATH, Observation
from slidelab.course.explain.quirks import list_quirks
from slidelab.course.explain.running import NODES, Runner
from slidelab.course.explain.trial import Trial
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike
from slidelab.search import ALGORITHMS, FIGURES, Limits, SearchSpec
from slidelab.solving import Search
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


class Found(NamedTuple):
    """The matches, the trials nearest to the numbers, and how many searches were tried."""

    matches: list[Match]
    near: list[Trial]
    tried: int
    left_out: int


def explain_program(
    observations: Sequence[Observation],
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    *,
    most_changes: int = MOST_CHANGES,
) -> Explanation:
    """Explain the numbers of a program, or say what comes nearest and what to look for.

    The algorithm may be `any`, or a search with its heuristic and parameters. Raises ValueError for
    an algorithm, a heuristic or observations that make no sense.
    """
    from slidelab.course.explain.advice import list_hints

    if not observations:
        raise SlidelabError("there is nothing to explain: give a board and a count")
    if len({each.start.shape for each in observations}) > 1:
        raise SlidelabError("the boards have different shapes: explain one shape at a time")
    specs = list_specs(algorithm, heuristic)
    found = find_matches(observations, specs, most_changes)
    matches, tried, left_out = merge(found.matches), found.tried, found.left_out
    inquiry = Inquiry(observations, NODES)
    warnings = []
    if matches:
        warnings.append(_say_little_evidence(observations, matches[0], tried))
    if left_out:
        searches = plural(left_out, "search")
        warnings.append(f"Not tried, because it would take too long: {searches} of {tried:,}.")
    warning = " ".join(filter(None, warnings))
    if matches:
        proposal = inquiry.propose_board(matches) if len(matches) > 1 else None
        return Explanation(tuple(matches), (), (), proposal, tried, left_out, warning)
    nearest = inquiry.describe_nearest(found.near)
    hints = tuple(list_hints(observations, specs, nearest))
    return Explanation((), nearest, hints, None, tried, left_out, warning)


def explain(
    board: BoardLike,
    goal: BoardLike = "blank-first",
    *,
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    more: Iterable[tuple[BoardLike, BoardLike, Mapping[str, Any]]] = (),
    **counts: Any,
) -> Explanation:
    """Explain what a program printed for a board.

    `counts` are numbers by the names of the counters, `cost` and `path`; `more` are further boards,
    each with its goal and numbers. The algorithm may be `any`, or a search with its parameters.

    Raises ValueError for an algorithm, a heuristic or numbers that make no sense.

    >>> print(explain("125340678", algorithm="bfs", expanded=10, max_depth=4).matches[0])
    bfs; counted as textbook
    """
    observations = [Observation.of(*each) for each in [(board, goal, counts), *more]]
    return explain_program(observations, algorithm, heuristic)


def list_specs(algorithm: str | SearchSpec, heuristic: str | None) -> list[SearchSpec]:
    """List the searches that are asked about; raises ValueError for unknown names."""
    if isinstance(algorithm, SearchSpec):
        return [algorithm]
    found = []
    for name in _USUAL_ALGORITHMS if algorithm == ANY else (algorithm,):
        method = ALGORITHMS[name]
        if method.is_own:
            raise SlidelabError(f"{name} is your own algorithm: slidelab explains those it knows")
        usual = USUAL_HEURISTICS if algorithm == ANY else USUAL_HEURISTICS[:1]
        for estimate in ([heuristic] if heuristic else usual) if method.informed else [None]:
            found.append(SearchSpec(method.name, estimate))
    return found


def find_matches(
    observations: Sequence[Observation],
    specs: Sequence[SearchSpec],
    most_changes: int = MOST_CHANGES,
) -> Found:
    """Find conventions of these searches, or else known programs that are called the same."""
    inquiry = Inquiry(observations, NODES)
    found = inquiry.find([Candidates(spec) for spec in specs], most_changes)
    # The known programs are slow, so that a number has to say how far to search.
    bounded = all(each.node_limit is not None for each in observations)
    if found.matches or not most_changes or not bounded:
        return found
    quirks = [Candidates(quirk, ignored) for spec in specs for quirk, ignored in list_quirks(spec)]
    more = Inquiry(observations, NODES).find(quirks, 1)
    tried, left_out = found.tried + more.tried, found.left_out + more.left_out
    return Found(more.matches, found.near, tried, left_out)


class Inquiry:
    """Observations, and the searches that are tried to explain them."""

    def __init__(self, observations: Sequence[Observation], nodes: int) -> None:
        """Expand up to `nodes` nodes in all."""
        self._observations, self._runner = observations, Runner(nodes)
        # The smallest search rules out most candidates, so it comes first.
        self._places = sorted(
            range(len(observations)), key=lambda at: observations[at].node_limit or 1e9
        )

    def find(self, candidates: Sequence[Candidates], most_changes: int) -> Found:
        """Find the matches, those with the fewest differences from the textbook first.

        No candidates are tried that differ in two choices more than the first match.
        """
        matches: dict[str, Match] = {}
        near: list[Trial] = []
        tried = left_out = 0
        for changes in range(most_changes + 1):
            first = min((match.rank for match in matches.values()), default=most_changes)
            if changes > first + 1:
                break
            for each in candidates:
                variants = each.list_variants(changes)
                trials = [Trial(each, one, self._observations, {}) for one in variants]
                trials = self._extend(trials, self._places[0])
                tried += len(variants)
                left_out += len(variants) - len(trials)
                near = nsmallest(2 * MOST_NEAREST, [*near, *trials], key=Trial.measure)
                for place in self._places[1:]:
                    trials = self._extend([one for one in trials if one.measure() == 0], place)
                for trial in trials:
                    if trial.measure() == 0 and self._has_paths(trial):
                        matches |= {str(match): match for match in trial.list_matches()}
        ordered = sorted(matches.values(), key=lambda match: match.rank)
        return Found(ordered, near, tried, left_out)

    def _extend(self, trials: Sequence[Trial], place: int) -> list[Trial]:
        """Search another board by trials of one algorithm; those that are not tried are dropped."""
        if not trials:
            return []
        asked = self._observations[place]
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

    def _has_paths(self, trial: Trial) -> bool:
        """Return whether a search finds the paths that were printed."""
        spec = replace(trial.candidates.spec, conventions=trial.conventions)
        for asked in self._observations:
            if asked.path is not None:
                limits = Limits(nodes=asked.node_limit or MOST_NODES)
                moves = Search(asked.start, asked.goal, spec).advance(limits).moves
                if moves is None or tuple(moves) != asked.path:
                    return False
        return True

    def describe_nearest(self, near: Iterable[Trial]) -> tuple[Near, ...]:
        """Describe trials on the smallest board by all boards, the nearest first."""
        found: dict[str, Near] = {}
        for trial in near:
            trials = [trial]
            for place in self._places[1:]:
                trials = self._extend(trials, place)
            for one in trials:
                described = one.describe_differences()
                found.setdefault(str(described.match), described)
        return tuple(sorted(found.values(), key=lambda each: each.distance)[:MOST_NEAREST])

    def propose_board(self, matches: Sequence[Match]) -> NextBoard | None:
        """Find the board that tells matches apart best."""
        first = self._observations[0]
        counter = next((name for name in first.counts if name not in OF_THE_PATH), "expanded")
        predict = partial(self._predict, matches[:MOST_PREDICTED], first.goal, counter)
        known = [each.start for each in self._observations]
        return find_next_board(first.goal, counter, predict, known)

    def _predict(
        self, matches: Sequence[Match], goal: Board, counter: str, board: Board
    ) -> list[int | None]:
        """Return the number that each match leads to on a board; None if that takes too long."""
        found: list[int | None] = []
        for match in matches:
            conventions = match.spec.conventions
            runs = self._runner.run_each(match.spec, board, goal, [conventions], NODES_TO_PREDICT)
            figures = {name: getattr(conventions, name) for name in COUNTING}
            figure = (figures | dict(match.figures)).get(counter, FIGURES_OF[counter][0])
            solved = [counts for counts in runs.values() if counts.cost is not None]
            found.append(FIGURES[figure].of(solved[0]) if solved else None)
        return found


def _say_little_evidence(observations: Sequence[Observation], best: Match, tried: int) -> str:
    """Say so if there are no more numbers than differences that explain them."""
    # The length of a path is the same for most conventions, and says little.
    numbers = sum(name not in OF_THE_PATH for each in observations for name in each.counts)
    changes = len(best.deviations) + len(best.figures)
    if changes < max(numbers, 2):
        return ""
    return (
        f"This is little evidence: {plural(numbers, 'number')} for {changes} differences from "
        f"{best.preset}, of {tried:,} searches tried. Add the numbers of another board."
    )
