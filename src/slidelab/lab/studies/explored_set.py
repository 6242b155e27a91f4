"""The explored set as a list, a sorted list and a hash set: what looking up a state costs."""

from bisect import bisect_left
from typing import Any

from slidelab.lab.studies import GOAL, Cell, Findings, Request, Study, StudyTable
from slidelab.puzzle import Board
from slidelab.search import Status
from slidelab.search.events import DUPLICATE, GENERATE, Event
from slidelab.solving import Search, SearchSpec
from slidelab.system.progress import CancelledError

BOARDS = 3
DEPTHS = (4, 8, 12, 16, 18)


class PlainList(dict[bytes, int]):
    """States in the order in which they came. A lookup compares one after another.

    It keeps the place of each state, so that counting takes less than what is counted.
    """

    comparisons = 0

    def find_or_add(self, state: bytes) -> None:
        """Look a state up, and add it if it is new."""
        end = len(self)
        place = self.setdefault(state, end)
        self.comparisons += end if place == end else place + 1


class SortedList(list["_Counted"]):
    """States in order. A lookup is a binary search; an addition moves all greater states."""

    comparisons = 0
    moved = 0

    def find_or_add(self, state: bytes) -> None:
        """Look a state up, and add it if it is new."""
        counted = _Counted(state, self)
        place = bisect_left(self, counted)
        if place == len(self) or self[place] != counted:
            self.moved += len(self) - place
            self.insert(place, counted)


class HashSet(set["_Counted"]):
    """Python's set. A lookup compares only states whose hash is the same."""

    comparisons = 0

    def find_or_add(self, state: bytes) -> None:
        """Look a state up, and add it if it is new."""
        self.add(_Counted(state, self))


class _Counted:
    """A state that counts how often it is compared."""

    __slots__ = ("_counter", "_state")

    def __init__(self, state: bytes, counter: SortedList | HashSet) -> None:
        self._state, self._counter = state, counter

    def __hash__(self) -> int:
        # Python draws another hash for bytes in each process; figures are to stay the same.
        return hash(tuple(self._state))

    def __eq__(self, other: object) -> bool:
        self._counter.comparisons += 1
        return isinstance(other, _Counted) and self._state == other._state

    def __lt__(self, other: "_Counted") -> bool:
        self._counter.comparisons += 1
        return self._state < other._state


@Study
def explored_set(request: Request) -> Findings:
    """Let breadth-first search look up its children in all three at once."""
    boards, which = request.boards_at(DEPTHS, BOARDS)
    rows: list[tuple[Cell, ...]] = []
    for at, (depth, starts) in enumerate(boards.items()):
        request.progress(f"depth {depth}", at / len(DEPTHS))
        columns = zip(*(_count_lookups(start, request) for start in starts), strict=True)
        rows.append((depth, len(starts), *(sum(each) / len(starts) for each in columns)))
    headings = ("depth", "boards", "lookups", "states", "list", "sorted list", "hash", "moved")
    table = StudyTable("Breadth-first search", headings, rows)
    return Findings(
        [table],
        boards=which,
        curves={name: table.points(3, headings.index(name)) for name in headings[4:7]},
        x_label="states in the set at the end (mean)",
        y_label="comparisons per lookup (mean)",
    )


def _count_lookups(start: Board, request: Request) -> tuple[float, ...]:
    """What is in a row of the table, from `lookups` on, for one board."""
    sets = plain, ordered, hashed = PlainList(), SortedList(), HashSet()

    def look_up(event: Event, node: Any) -> None:
        if event in (GENERATE, DUPLICATE):
            for each in sets:
                each.find_or_add(node.state)

    search = Search(start, GOAL, SearchSpec("bfs", engine="textbook"))
    result = search.advance(observer=look_up, cancelled=request.cancelled)
    if result.status is Status.CANCELLED:
        raise CancelledError
    lookups = result.counters.generated
    states = lookups - result.counters.duplicates
    each_lookup = (one.comparisons / lookups for one in (plain, ordered, hashed))
    return lookups, states, *each_lookup, ordered.moved / states
