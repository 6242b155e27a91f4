"""Running searches that conventions differ in, in as few runs as tell them all."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from slidelab.course.explain.candidates import make_unchecked
from slidelab.course.explain.choices import KEEP_NODES
from slidelab.course.explain.observation import Observation
from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.compiled.engine import supports
from slidelab.puzzle import Board, Move
from slidelab.search import Conventions, Limits, Problem, Run, Status
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.driver import Account, Tally
from slidelab.solving import SearchSpec

Stopped = Callable[[Tally], bool]
"""Whether a search with these counts should stop."""


class CountedRun(NamedTuple):
    """What came of a search, on which it depends what is to be counted."""

    status: Status
    moves: list[Move] | None
    account: Account

    @property
    def cost(self) -> int | None:
        """The number of moves of the path, if one was found."""
        return None if self.moves is None else len(self.moves)

    def number(self, name: str, counting: Conventions) -> int | None:
        """One of the counters, or the cost."""
        return self.cost if name == "cost" else self.account.number(name, counting)

    def fits(self, printed: Observation, names: Collection[str]) -> bool:
        """Whether the path, if it is known, and the numbers of these names are as printed."""
        if printed.path not in (None, None if self.moves is None else (*self.moves,)):
            return False
        return all(
            self.number(name, TEXTBOOK) == number
            for name, number in printed.counts.items()
            if name in names
        )


_NODES_A_RUN = {True: 1_000, False: 20}
"""Nodes that take as long as it takes to begin a search, compiled and by the textbook engine."""


class Budget:
    """Nodes that searches may expand in all, so that an answer takes seconds at most.

    Those that one engine spends are not the other's.
    """

    def __init__(self, compiled: int = 8_000_000, textbook: int = 60_000) -> None:
        """The textbook engine has to do what has no compiled version, and takes longer for it."""
        self._left = {True: compiled, False: textbook}

    def allows(self, compiled: bool) -> bool:
        """Whether a search may begin."""
        return self._left[compiled] > 0

    def spend(self, compiled: bool, nodes: int) -> None:
        """Count what a search has expanded."""
        self._left[compiled] -= nodes + _NODES_A_RUN[compiled]


def counts_something(chosen: Conventions, outcomes: Sequence[CountedRun]) -> bool:
    """Whether there are copies, or states expanded again, where they are counted unusually.

    Without any, to count as usual is the same and simpler.
    """
    copies = any(each.account.copies for each in outcomes)
    again = any(each.account.tally.expanded_again for each in outcomes)
    return (copies or not chosen.count_copies) and (again or chosen.count_again)


def is_cut_short(outcomes: Collection[CountedRun]) -> bool:
    """Whether searches were stopped, or never begun, before they could tell anything."""
    stopped = (Status.CANCELLED, Status.MEMORY_LIMIT)
    return not outcomes or any(outcome.status in stopped for outcome in outcomes)


def search(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    conventions: Conventions,
    limits: Limits,
    stopped: Stopped = lambda tally: False,
) -> CountedRun:
    """Search, compiled where there is such a search; even from a board without a solution.

    `conventions` take the place of the spec's. `stopped` is asked often whether to stop.
    """
    return search_each(start, goal, spec, [conventions], limits, stopped)[conventions]


def search_each(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    asked: Iterable[Conventions],
    limits: Limits,
    stopped: Stopped = lambda tally: False,
    needs_end: Stopped = lambda tally: False,
) -> dict[Conventions, CountedRun]:
    """Searches that differ in when they recognise the goal and in whether they reopen, at most.

    `needs_end` says of which to find out the depths that they end with: that takes time.

    A search that recognises the goal when it is generated does the same as one that does not, up
    to there. And where nothing was reopened, to forbid it changes nothing.
    """
    found: dict[Conventions, CountedRun] = {}
    waiting = sorted(asked, key=lambda each: (not each.reopen, each.goal_test != "expand"))
    for conventions in waiting:
        if conventions in found:
            continue
        steps = _begin(start, goal, spec, conventions)
        early = [each for each in waiting if each.goal_test == "generate" and each not in found]
        sights = conventions.goal_test == "expand" and early and hasattr(steps, "note_sight")
        if sights:
            steps.note_sight()
        once = make_unchecked(vars(conventions) | {"count_again": False})
        run = Run(steps, once, spec.method.blind)
        status = run.advance(limits, cancelled=partial(_is_beyond, run, stopped))
        moves = None if run.goal is None else run.goal.path()
        account = run.account
        if needs_end(account.tally) and spec.method.frontier in KEEP_NODES:
            account = run.account_with_end
        outcomes = {conventions.goal_test: CountedRun(status, moves, account)}
        if sights:
            # Unless the goal was generated, the early test makes no difference.
            sight = steps.sight
            outcomes["generate"] = (
                CountedRun(Status.SOLVED, sight[1], sight[0]) if sight else outcomes["expand"]
            )
        for each in waiting:
            outcome = outcomes.get(each.goal_test)
            if outcome is None or each in found:
                continue
            if each.reopen == conventions.reopen or outcome.account.tally.reopened == 0:
                found[each] = outcome
    return found


def _is_beyond(run: Run, stopped: Stopped) -> bool:
    return stopped(run.account.tally)


def is_compiled(spec: SearchSpec, conventions: Conventions) -> bool:
    """Whether there is a compiled version of a search."""
    estimate = None if spec.heuristic is None else find_heuristic(spec.heuristic)
    return supports(spec.method.name, estimate, conventions)


def _begin(start: Board, goal: Board, spec: SearchSpec, conventions: Conventions) -> Any:
    """Make a search that is not begun yet, compiled if there is such a search."""
    method = spec.method
    if is_compiled(spec, conventions):
        from slidelab.engines.compiled.searches import begin_search

        return begin_search(method.name, start, goal, conventions, spec.heuristic, **spec.values)
    problem = Problem(start, goal, conventions)
    if spec.heuristic is not None:
        problem.h = find_heuristic(spec.heuristic).bind(goal, conventions.count_blank)
    return method(problem, **spec.values)


def list_other_counts(spec: SearchSpec, outcome: CountedRun) -> dict[str, int]:
    """List what else a program may have counted, by what it is in words."""
    tally, depth = outcome.account.tally, outcome.account.depth or 0
    counts = {
        "all nodes generated": tally.generated,
        "all nodes generated but the root": tally.generated - 1,
    }
    if spec.method.frontier != "path":
        return counts
    kept = tally.generated - tally.duplicates
    looked_at = "all nodes looked at, those beyond the bound too"
    counts |= {looked_at: kept, f"{looked_at}, but the root": kept - 1}
    if spec.algorithm == "ids":  # the root is generated once, and looked at with each limit
        counts[f"{looked_at}, and the root with each limit"] = kept + depth
    return counts
