"""Try conventions until they give the numbers that were printed."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import FIGURES_OF, Candidates
from slidelab.course.explain.explanation import Explanation, Match, merge
from slidelab.course.explain.next_board import NextBoard, find_next_board
from slidelab.course.explain.observation import OF_THE_PATH, Observation
from slidelab.course.explain.quirks import QUIRKS
from slidelab.course.explain.running import NODES, NODES_OF_HINTS, Runner, Task
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
MOST_PREDICTED = 100
NODES_TO_PREDICT = 30_000

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")


class Found(NamedTuple):
    """The trials that lead to the numbers, those nearest to them, and how many were tried."""

    fitting: list[Trial]
    near: list[Trial]
    tried: int
    left_out: int

    @property
    def matches(self) -> list[Match]:
        """Return the matches, those with the fewest differences from the textbook first."""
        found = {str(match): match for trial in self.fitting for match in trial.list_matches()}
        return sorted(found.values(), key=lambda match: match.rank)

    @property
    def nearest(self) -> list[Match]:
        """Return what comes nearest."""
        found = {str(match): match for trial in self.near for match in trial.list_matches()[:1]}
        return [*found.values()][:MOST_NEAREST]


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


def explain_program(
    observations: Sequence[Observation],
    algorithm: str | SearchSpec,
    heuristic: str | None = None,
    *,
    most_changes: int = MOST_CHANGES,
) -> Explanation:
    """Explain the numbers of a program, or say what comes nearest and what to look for.

    Raises ValueError as `explain` does.
    """
    from slidelab.course.explain.advice import list_hints

    if not observations:
        raise SlidelabError("there is nothing to explain: give a board and a count")
    if len({each.start.shape for each in observations}) > 1:
        raise SlidelabError("the boards have different shapes: explain one shape at a time")
    specs = list_specs(algorithm, heuristic)
    found = find_matches(observations, specs, most_changes)
    warnings = []
    hints: list[str] = []
    proposal = None
    if found.fitting:
        warnings.append(_say_little_evidence(observations, found.matches[0], found.tried))
        proposal = Inquiry(observations, NODES).propose_board(found.fitting)
    else:
        hints = list_hints(observations, specs)
    if proposal is not None:
        candidates = plural(len(found.fitting), "search")
        warnings.append(
            f"The boards are too easy to be sure: {candidates} lead to these numbers, and to "
            "different ones on a harder board."
        )
    if found.left_out:
        searches = plural(found.left_out, "search")
        warnings.append(
            f"Not tried, because it would take too long: {searches} of {found.tried:,}."
        )
    return Explanation(
        matches=tuple(merge(found.matches)),
        nearest=() if found.fitting else tuple(found.nearest),
        hints=tuple(hints),
        next_board=proposal,
        tried=found.tried,
        left_out=found.left_out,
        warning=" ".join(filter(None, warnings)),
    )


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
    """Find what leads to the numbers: conventions of these searches, and known programs.

    Known programs that are called the same have no more than one difference from the textbook, and
    none if conventions were found.
    """
    found = Inquiry(observations, NODES).find([*map(Candidates, specs)], most_changes)
    # The known programs are slow, so that a number has to say how far to search.
    if not most_changes or any(each.node_limit is None for each in observations):
        return found
    quirks = [
        Candidates(SearchSpec(method, spec.heuristic), ignored)
        for spec in specs
        for method, ignored in QUIRKS.get(spec.method.name, {}).items()
    ]
    if found.fitting:
        more = Inquiry(observations, NODES_OF_HINTS).find(quirks, 0)
        return found._replace(fitting=found.fitting + more.fitting)
    more = Inquiry(observations, NODES).find(quirks, 1)
    tried, left_out = found.tried + more.tried, found.left_out + more.left_out
    return Found(more.fitting, found.near, tried, left_out)


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
        """Find what leads to the numbers, with the fewest differences from the textbook first.

        No candidates are tried that differ in two choices more than the first that fits.
        """
        found = Found([], [], 0, 0)
        for changes in range(most_changes + 1):
            if found.fitting and changes > found.matches[0].rank + 1:
                break
            for each in candidates:
                variants = each.list_variants(changes)
                fitting, near = [Trial(each, one, self._observations, {}) for one in variants], []
                left_out = found.left_out
                for place in self._places:
                    trials = self._extend(fitting, place)
                    left_out += len(fitting) - len(trials)
                    near += trials
                    fitting = [trial for trial in trials if trial.measure() == 0]
                fitting = found.fitting + [trial for trial in fitting if self._has_paths(trial)]
                near = nsmallest(2 * MOST_NEAREST, [*found.near, *near], key=Trial.sort_key)
                found = Found(fitting, near, found.tried + len(variants), left_out)
        return found

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
        found = self._runner.run_each(Task(spec, asked.start, asked.goal), variants, limit)
        return [
            trial._replace(runs=trial.runs | {place: found[trial.conventions]})
            for trial in trials
            if trial.conventions in found
        ]

    def _has_paths(self, trial: Trial) -> bool:
        """Return whether a search finds the paths that were printed."""
        for asked in self._observations:
            if asked.path is not None:
                limits = Limits(nodes=asked.node_limit or MOST_NODES)
                moves = Search(asked.start, asked.goal, trial.spec).advance(limits).moves
                if moves is None or tuple(moves) != asked.path:
                    return False
        return True

    def propose_board(self, trials: Sequence[Trial]) -> NextBoard | None:
        """Find the board that tells trials apart best that lead to the same numbers."""
        first = self._observations[0]
        counter = next((name for name in first.counts if name not in OF_THE_PATH), "expanded")
        groups: dict[SearchSpec, list[Trial]] = {}
        for trial in trials[:MOST_PREDICTED]:
            groups.setdefault(trial.candidates.spec, []).append(trial)

        def predict(board: Board) -> list[int | None]:
            found = []
            for spec, group in groups.items():
                variants = [trial.conventions for trial in group]
                task = Task(spec, board, first.goal)
                runs = self._runner.run_each(task, variants, NODES_TO_PREDICT)
                for trial in group:
                    if (counts := runs.get(trial.conventions)) is not None:
                        for figure in trial.read_figures().get(counter, FIGURES_OF[counter][:1]):
                            number = FIGURES[figure].of(counts)
                            found.append(None if counts.cost is None else number)
            return found

        known = [each.start for each in self._observations]
        return find_next_board(first.goal, counter, predict, known)


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
