"""Try conventions until they give the numbers that were printed."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from math import inf
from typing import Any

from slidelab.course.explain.candidates import FIGURES_OF, Candidates
from slidelab.course.explain.explanation import Explanation, Match, NextBoard, merge
from slidelab.course.explain.observation import OF_THE_PATH, Observation
from slidelab.course.explain.quirks import QUIRKS
from slidelab.course.explain.running import Runner
from slidelab.course.explain.trial import Trial
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, BoardLike, is_solvable, random_walk
from slidelab.search import ALGORITHMS, FIGURES, Limits, SearchSpec
from slidelab.solving import Search
from slidelab.system.text import plural

ANY = "any"
"""The name to give if the algorithm is not known."""
USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
MOST_CHANGES = 3
"""Choices of the search itself that may differ from the textbook: with more, anything fits."""
NODES, NODES_OF_HINTS = 60_000_000, 10_000_000
"""Nodes that kernels may expand for one explanation, and for a hint."""
USUAL_NODES = 200_000
"""Nodes of a search if no number says how many there were."""
MOST_NEAREST = 3
MOST_PREDICTED = 100
NODES_TO_PREDICT = 30_000
WALKS = (6, 10, 14, 20, 26, 34, 44, 60, 80, 100)
"""Random moves from the goal to the boards that may be proposed."""

_USUAL_ALGORITHMS = ("bfs", "dfs", "ucs", "greedy", "astar", "ids", "ida", "bidirectional")


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
    proposal = found.propose_board()
    return Explanation(
        matches=tuple(merge(found.matches)),
        nearest=() if found.fitting else tuple(found.nearest),
        hints=() if found.fitting else tuple(list_hints(observations, specs)),
        next_board=proposal,
        tried=found.tried,
        left_out=found.left_out,
        warning=" ".join(found.list_warnings(is_too_easy=proposal is not None)),
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
) -> "Inquiry":
    """Find what leads to the numbers: conventions of these searches, and known programs.

    Known programs that are called the same have no more than one difference from the textbook, and
    none if conventions were found.
    """
    found = Inquiry(observations)
    found.find([*map(Candidates, specs)], most_changes)
    # The known programs are slow, so that a number has to say how far to search.
    if most_changes and all(each.node_limit is not None for each in observations):
        quirks = [
            Candidates(SearchSpec(method, spec.heuristic), ignored)
            for spec in specs
            for method, ignored in QUIRKS.get(spec.method.name, {}).items()
        ]
        if found.fitting:
            found.find(quirks, 0, NODES_OF_HINTS)
        else:
            found.find(quirks, 1)
    return found


class Inquiry:
    """What was printed, what leads to it or comes nearest, and how many searches were tried."""

    def __init__(self, observations: Sequence[Observation]) -> None:
        self.fitting: list[Trial] = []
        self.near: list[Trial] = []
        self.tried = self.left_out = 0
        self._observations = observations

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

    def find(self, candidates: Sequence[Candidates], most_changes: int, nodes: int = NODES) -> None:
        """Try candidates, with the fewest differences from the textbook first.

        None are tried that differ in two choices more than the first that fits. Up to `nodes` nodes
        are expanded in all.
        """
        runner = Runner(nodes)
        # The smallest search rules out most candidates, so it comes first.
        limits = [each.node_limit or inf for each in self._observations]
        places = sorted(range(len(limits)), key=limits.__getitem__)
        for changes in range(most_changes + 1):
            if self.fitting and changes > self.matches[0].rank + 1:
                break
            for each in candidates:
                variants = each.list_variants(changes)
                self.tried += len(variants)
                fitting = [Trial(each, one, self._observations, {}) for one in variants]
                for place in places:
                    trials = self._search(runner, fitting, place)
                    self.near = nsmallest(
                        2 * MOST_NEAREST, [*self.near, *trials], key=Trial.sort_key
                    )
                    fitting = [trial for trial in trials if trial.gap == 0]
                self.fitting += filter(self._has_paths, fitting)

    def _search(self, runner: Runner, trials: Sequence[Trial], place: int) -> list[Trial]:
        """Search another board; drop what is not tried, and what finds no path where there is one.

        All trials are of the same algorithm.
        """
        if not trials:
            return []
        asked = self._observations[place]
        variants = [trial.conventions for trial in trials]
        if asked.node_limit is None:  # a tree has no end, and no number says how far to search
            variants = [each for each in variants if each.remembers]
        limit, spec = asked.node_limit or USUAL_NODES, trials[0].candidates.spec
        counts = runner.run_each((spec, asked.start, asked.goal), variants, limit)
        self.left_out += len(trials) - len(counts)
        is_hopeless = not is_solvable(asked.start, asked.goal)
        found = {one: run for one, run in counts.items() if is_hopeless or run.cost is not None}
        return [
            trial._replace(runs=trial.runs | {place: found[trial.conventions]})
            for trial in trials
            if trial.conventions in found
        ]

    def _has_paths(self, trial: Trial) -> bool:
        """Return whether a search finds the paths that were printed."""
        for asked in self._observations:
            if asked.path is not None:
                limits = Limits(nodes=asked.node_limit or USUAL_NODES)
                moves = Search(asked.start, asked.goal, trial.spec).advance(limits).moves
                if moves is None or tuple(moves) != asked.path:
                    return False
        return True

    def propose_board(self) -> NextBoard | None:
        """Find the board on which what fits differs most; None if it agrees on all boards drawn."""
        goal, counts = self._observations[0].goal, self._observations[0].counts
        counter = next((name for name in counts if name not in OF_THE_PATH), "expanded")
        known = [each.start for each in self._observations]
        groups: dict[SearchSpec, list[Trial]] = {}
        for trial in self.fitting[:MOST_PREDICTED]:
            groups.setdefault(trial.candidates.spec, []).append(trial)
        runner = Runner(NODES)

        def predict(board: Board) -> list[int | None]:
            found = []
            for spec, group in groups.items():
                variants = [trial.conventions for trial in group]
                runs = runner.run_each((spec, board, goal), variants, NODES_TO_PREDICT)
                for trial in group:
                    if (counts := runs.get(trial.conventions)) is not None:
                        for figure in trial.read_figures().get(counter, FIGURES_OF[counter][:1]):
                            number = FIGURES[figure].of(counts)
                            found.append(None if counts.cost is None else number)
            return found

        drawn = [random_walk(goal, moves, seed=moves) for moves in WALKS] if groups else []
        proposals = [
            NextBoard(board, counter, tuple(predict(board)))
            for board in dict.fromkeys(drawn)
            if board not in known
        ]
        best = max(proposals, key=lambda each: each.groups, default=None)
        return best if best and best.groups > 1 else None

    def list_warnings(self, is_too_easy: bool) -> list[str]:
        """List why what was found may be wrong, or why there may be more."""
        found = []
        # The length of a path is the same for most conventions, and says little.
        counted = (name for each in self._observations for name in each.counts)
        numbers = sum(name not in OF_THE_PATH for name in counted)
        boards = len(self._observations)
        for best in self.matches[:1]:
            changes = len(best.deviations) + len(best.figures)
            # Of one board, unusual conventions often have the numbers by chance.
            if changes >= max(numbers, 2) or (boards == 1 and best.rank):
                found.append(
                    f"This is little evidence: {plural(numbers, 'number')} of "
                    f"{plural(boards, 'board')} for {plural(changes, 'difference')} from "
                    f"{best.preset}, of {self.tried:,} searches tried. "
                    "Add the numbers of another board."
                )
        if is_too_easy:
            found.append(
                f"The boards are too easy to be sure: {plural(len(self.fitting), 'search')} lead "
                "to these numbers, and to different ones on a harder board."
            )
        if self.left_out:
            found.append(
                "Not tried, because it would take too long: "
                f"{plural(self.left_out, 'search')} of {self.tried:,}."
            )
        return found
