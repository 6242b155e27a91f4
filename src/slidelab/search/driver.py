"""The driver: runs any search and owns what every search needs and none should repeat.

Limits, cancelling, progress and counters live here; a search knows nothing of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from itertools import chain
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from slidelab.search.conventions import Conventions
from slidelab.search.counters import COUNTERS, MOVES, NODES, Counters
from slidelab.search.events import (
    BOUND,
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    REOPEN,
    SKIP,
    SLICE,
    START,
    Event,
)
from slidelab.search.frontier import Stack
from slidelab.search.limits import NO_LIMITS, Limits, Status, Watch
from slidelab.search.problem import Node
from slidelab.system.memory import resident_bytes
from slidelab.system.progress import Cancelled

if TYPE_CHECKING:
    from slidelab.search.outlook import Outlook

Observer = Callable[[Event, Any], None]
OnCounters = Callable[[Counters], None]
Found = Callable[[Any], None]

_SECONDS_BETWEEN_LOOKS = 0.005
_COUNTS = [each.name for each in COUNTERS.values() if each.unit in (NODES, MOVES)]


@dataclass(slots=True)
class Tally:
    """What was seen of a search, before the conventions say how to count it.

    Its numbers may be arrays, with an entry for each search of a batch.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    frontier: int = 0
    max_frontier: int = 0
    deepest_generated: int = 0
    deepest_expanded: int = 0
    expanded_again: int = 0
    reached_again: int = 0
    max_left: int = 0

    @property
    def reached(self) -> int:
        """The states reached."""
        return self.generated - self.duplicates - self.reached_again

    def count_skipped(self, is_found: Any) -> Any:
        """Count the nodes that left the frontier unexpanded and are not the goal."""
        left = self.generated - self.duplicates - self.frontier
        return left - self.expanded - is_found

    def count_expanded(self, counting: Conventions, goal: Any, copies: Any) -> Any:
        """Count what counts as expanded.

        `goal` says whether the goal was taken off the frontier, and `copies` how many were skipped.
        """
        if counting.count_reached:
            return self.reached
        return (
            self.expanded
            + (goal & counting.count_goal)
            + copies * counting.count_copies
            - self.expanded_again * (not counting.count_again)
        )

    def count_generated(self, counting: Conventions) -> int:
        """Count what counts as generated, of all nodes created."""
        discarded = self.duplicates if counting.generated.startswith("kept") else 0
        return self.generated - discarded - counting.generated.endswith("children")

    def find_max_frontier(self, counting: Conventions) -> int:
        """Return the size of the largest frontier."""
        return self.max_frontier if counting.largest == "any-moment" else self.max_left


class Account(NamedTuple):
    """What a search did, before conventions say how that is counted."""

    tally: Tally
    copies: int
    """How many copies of expanded nodes were taken off the frontier and skipped."""
    depth: int | None
    """That of the goal, once it is found."""
    goal_is_taken_off: bool
    """Whether the goal, when it is found, has left the frontier."""
    last_pushed: int = 0
    """The depth of the last node that joined the frontier."""
    deepest_waiting: int = 0
    """The depth of the deepest node left on the frontier, where the conventions ask for it."""

    def counters(
        self, counting: Conventions, seconds: float = 0.0, memory_bytes: int = 0
    ) -> Counters:
        """The counters as the conventions count."""
        counts = {name: self.number(name, counting) for name in _COUNTS}
        return Counters(**counts, seconds=seconds, peak_memory_bytes=memory_bytes)

    def number(self, name: str, counting: Conventions) -> int:
        """One of the counters of nodes and moves, as the conventions count."""
        tally = self.tally
        if name == "expanded":
            return int(tally.count_expanded(counting, self._has_taken_off_goal, self.copies))
        if name == "generated":
            return int(tally.count_generated(counting))
        if name == "max_frontier":
            return int(tally.find_max_frontier(counting))
        if name == "max_depth":
            return self._max_depth(counting.depth)
        return (self.depth or 0) if name == "search_depth" else int(getattr(tally, name))

    @property
    def _has_taken_off_goal(self) -> bool:
        return self.goal_is_taken_off and self.depth is not None

    def _max_depth(self, depth: str) -> int:
        tally = self.tally
        if depth == "generated":
            return tally.deepest_generated
        if depth == "last-pushed":
            return self.last_pushed
        if depth == "waiting":
            return self.deepest_waiting
        goal = (self.depth or 0) if self._has_taken_off_goal else 0
        return max(tally.deepest_expanded, goal) + (depth == "expanded-plus-one")


class SlicedSearch(Iterator[tuple[Event, Any]]):
    """A search that works unseen, a slice at a time, as the compiled ones do.

    It yields `(SLICE, tally)` when a slice ends and more is to come, and `(GOAL, node)`. What it
    does between these it has to count, and to keep within the limits, itself.
    """

    def __init__(self) -> None:
        self.tally = Tally()
        """What was seen so far; the same object throughout."""
        self.limits = NO_LIMITS
        """What the run may use, set before it continues."""
        self.starved = False
        """Whether it paused because the next step needs more memory than it may use."""
        self.memory_elsewhere = 0
        """The most bytes that it held in processes of its own."""

    @property
    def lower_bound(self) -> float | None:
        """The moves that any path needs, as far as it knows."""
        return None if self.outlook is None else self.outlook.bound

    @property
    def outlook(self) -> "Outlook | None":
        """Progress, if it can be estimated."""
        return None

    @property
    def copies_skipped(self) -> int:
        """How many copies of expanded nodes were taken off the frontier and skipped."""
        return 0

    @property
    def last_pushed(self) -> int:
        """The depth of the last node that joined the frontier; without one, of the deepest."""
        return self.tally.deepest_generated

    @property
    def deepest_waiting(self) -> int:
        """The depth of the deepest node left on the frontier; without one, of any."""
        return self.tally.deepest_generated

    @property
    def proof(self) -> Any:
        """What was proved, where a search can tell: something with `to_dict`, and text as `str`."""
        return None

    def keep(self) -> None:
        """Write where it stands to its file, if it has one."""


class Run:
    """A search under way. It can be stopped and continued any number of times.

    `blind` says whether the search goes by neither cost nor estimate, which matters to when it
    tests for the goal under some conventions. `seconds` were spent on the same search before.

    >>> from slidelab.puzzle import Board
    >>> from slidelab.search import ALGORITHMS, Problem
    >>> problem = Problem(Board("125340678"), Board("012345678"))
    >>> run = Run(ALGORITHMS["bfs"](problem), problem.conventions, blind=True)
    >>> run.advance(Limits(nodes=5))
    <Status.NODE_LIMIT: 'node-limit'>
    >>> run.advance()
    <Status.SOLVED: 'solved'>
    >>> run.counters().expanded, len(run.goal.path())
    (10, 3)
    """

    def __init__(
        self,
        search: Iterator[tuple[Event, Any]],
        conventions: Conventions,
        blind: bool,
        seconds: float = 0.0,
    ) -> None:
        self.goal: Node | None = None
        self._search = search
        self._conventions = conventions
        self._goal_is_taken_off = not conventions.tests_when_generated(blind)
        self._held: list[tuple[Event, Any]] = []  # an event met when stopping, not counted yet
        self._counts = [0] * len(Event)
        self._frontier: Sized = ()
        self._last_pushed: Any = None
        self._expanded: set[bytes] | None = None if conventions.count_again else set()
        self._bound: float | None = None
        self.sliced = search if isinstance(search, SlicedSearch) else None
        """The search, if it works unseen."""
        self._tally = self.sliced.tally if self.sliced else Tally()
        self._seconds = seconds
        self._memory_before: int | None = None
        self._peak_memory = 0

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: OnCounters | None = None,
        cancelled: Cancelled | None = None,
        found: Found | None = None,
    ) -> Status:
        """Search on until an end or a limit.

        `observer` sees every event, `progress` the counters about ten times a second, and
        `cancelled` is asked often whether to stop. `found` sees each goal node when it is found.
        """

        def report(seconds: float) -> None:
            self._seconds = seconds
            if progress is not None:
                progress(self.counters())

        if self._memory_before is None:
            self._memory_before = resident_bytes()
        limits = limits.with_memory()
        watch = Watch(limits, self._seconds, cancelled, report)
        if self.sliced is not None:
            self.sliced.limits = limits
        try:
            return self._drain(watch, limits.nodes, observer, found)
        except MemoryError:
            # What the search was about to do is lost, and so it cannot go on; the counts are not.
            self._search = self._starved()
            return Status.MEMORY_LIMIT
        finally:
            watch.look_at_memory()
            self._seconds = watch.seconds
            self._peak_memory = max(self._peak_memory, watch.peak_memory)

    @property
    def lower_bound(self) -> float | None:
        """The bound of the iteration under way, of a search that has such."""
        return self.sliced.lower_bound if self.sliced else self._bound

    def _drain(
        self, watch: Watch, node_limit: int | None, observer: Observer | None, found: Found | None
    ) -> Status:
        counts, tally, frontier = self._counts, self._tally, self._frontier
        states = self._expanded
        most = inf if node_limit is None else node_limit
        next_look = 0.0
        held, self._held = self._held, []
        for event, subject in chain(held, self._search):
            if event is EXPAND:
                expanded = counts[EXPAND]
                # By the clock: how long an expansion takes depends on the heuristic.
                if (now := perf_counter()) >= next_look or expanded >= most:
                    status = watch.look(expanded)
                    if status is not None:
                        self._held = [(event, subject)]
                        return status
                    next_look = now + _SECONDS_BETWEEN_LOOKS
                if subject.g > tally.deepest_expanded:
                    tally.deepest_expanded = subject.g
                if len(frontier) > tally.max_left:
                    tally.max_left = len(frontier)
                if states is not None:
                    tally.expanded_again += subject.state in states
                    states.add(subject.state)
            elif event is GENERATE or event is IMPROVE or event is REOPEN:
                self._last_pushed = subject
                if subject.g > tally.deepest_generated:
                    tally.deepest_generated = subject.g
                if len(frontier) > tally.max_frontier:
                    tally.max_frontier = len(frontier)
            elif event is START:
                frontier = self._frontier = subject
            elif event is BOUND:
                self._bound = subject
            elif event is GOAL:
                self.goal = subject
                if found is not None:
                    found(subject)
                if self.sliced is None:
                    watch.look_at_memory()  # when the search returns, it lets go of everything
            elif event is SLICE:
                if (status := watch.look(subject.expanded)) is not None:
                    return status
                if self.sliced is not None and self.sliced.starved:
                    return Status.MEMORY_LIMIT
                continue
            counts[event] += 1
            if observer is not None:
                observer(event, subject)
        return Status.EXHAUSTED if self.goal is None else Status.SOLVED

    def _starved(self) -> Iterator[tuple[Event, Any]]:
        """In place of a search that ran out of memory: to go on is to run out of it again."""
        raise MemoryError
        yield

    def counters(self) -> Counters:
        """The counters so far, as the conventions count."""
        memory = max(0, self._peak_memory - (self._memory_before or 0))
        elsewhere = self.sliced.memory_elsewhere if self.sliced else 0
        at_end = self._conventions.reads_depth_at_end
        account = self.account_with_end if at_end else self.account
        return account.counters(self._conventions, self._seconds, memory + elsewhere)

    @property
    def account(self) -> Account:
        """What was done so far, for any conventions that search alike to count."""
        return Account(
            self._tally_so_far(),
            self.sliced.copies_skipped if self.sliced else self._counts[SKIP],
            None if self.goal is None else self.goal.g,
            self._goal_is_taken_off,
        )

    @property
    def account_with_end(self) -> Account:
        """The same with the depths of the nodes that the search ends with."""
        if self.sliced is not None:
            last, deepest = self.sliced.last_pushed, self.sliced.deepest_waiting
            return self.account._replace(last_pushed=last, deepest_waiting=deepest)
        left = [*(self._frontier if isinstance(self._frontier, Iterable) else ())]
        left += [node for _, node in self._held]
        last = self._last_pushed
        return self.account._replace(
            last_pushed=last.g if last else 0,
            deepest_waiting=max((getattr(node, "g", 0) for node in left), default=0),
        )

    def _tally_so_far(self) -> Tally:
        counts, tally = self._counts, self._tally
        if self.sliced is None:
            tally.expanded = counts[EXPAND]
            tally.generated = sum(counts[e] for e in (GENERATE, DUPLICATE, IMPROVE, REOPEN))
            tally.duplicates = counts[DUPLICATE]
            tally.reopened = counts[REOPEN]
            tally.reached_again = counts[IMPROVE] + counts[REOPEN]
            tally.frontier = len(self._frontier) + self._is_one_in_hand()
        return tally

    def _is_one_in_hand(self) -> bool:
        """Whether a node that was taken off the frontier still waits to be expanded."""
        if not self._held:
            return False
        _, node = self._held[0]
        # A search that keeps its path has the node in hand on it.
        return not (isinstance(self._frontier, Stack) and node in self._frontier)
