"""The textbook's table of search cost by depth, over all boards instead of a sample."""

from dataclasses import replace

from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.many_boards import CancelledError
from slidelab.lab.state_space import StateSpace, state_space
from slidelab.lab.studies import Findings, Request, Table, study
from slidelab.lab.studies._deepening import counter_of_nodes
from slidelab.lab.studies._study import GOAL, Cell
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec

PUBLISHED: dict[int, tuple[int | None, int, int]] = {
    2: (10, 6, 6), 4: (112, 13, 12), 6: (680, 20, 18), 8: (6384, 39, 25), 10: (47127, 93, 39),
    12: (3644035, 227, 73), 14: (None, 539, 113), 16: (None, 1301, 211), 18: (None, 3056, 363),
    20: (None, 7276, 676), 22: (None, 18094, 1219), 24: (None, 39135, 1641),
}  # fmt: skip
"""Means over 100 random boards of each depth: iterative deepening, A* with misplaced tiles, A* with
Manhattan distance (Russell and Norvig, Artificial Intelligence: A Modern Approach, 3rd edition)."""

DEEPEST = 30
LAST_IN = replace(TEXTBOOK, ties="last-in")

HEADINGS = ("depth", "boards", "first in", "last in", "textbook", "b* first in", "b* last in")

READING = [
    "**Iterative deepening.** The textbook's figures fit a search that may take back the move it "
    "has just made: its tree is about 2.8 times as large at each further depth. Searches here "
    "never do that, which leaves about 1.7. Nothing is lost, since no shortest path undoes a move. "
    "At depth 12 the third edition prints 3,644,035. Its neighbours, and the branching factor of "
    "2.78 printed beside it, ask for a tenth of that, so a digit seems to have slipped in; the "
    "first edition has 364,404, and 3,473,941 at depth 14.",
    "**A\\*.** The textbook does not say which of several nodes with equal f comes first. Taking "
    "the one that came last dives down one path and saves much of the last layer, a quarter to "
    "half of all nodes; taking the first works through that layer in breadth. The published means "
    "are those of a search that dives. With misplaced tiles they lie within 16 per cent of the "
    "last-in column at every depth. With Manhattan distance they do up to depth 16; then they fall "
    "below it, by a fifth at depth 22 and by 44 per cent at depth 24. Preferring the lower h among "
    "equal f comes nearer (727, 1,367 and 2,347 at depths 20, 22 and 24, on 400 boards each), but "
    "1,641 at depth 24 remains unexplained: a sample of 100 boards scatters, but not that far.",
    "**Counting.** Leaving out children thrown away as duplicates would lower all figures of A\\* "
    "by more than a third at depth 12, and the published ones would fit at no depth from 4 on.",
]


@study(
    title="Search cost by depth",
    question="How many nodes do iterative deepening, A* with misplaced tiles and A* with Manhattan "
    "distance generate for an 8-puzzle whose shortest solution has d moves? A textbook's famous "
    "table answers from 100 random boards a depth. Here all boards of each even depth are there.",
    cost="Nodes generated, children thrown away as duplicates included and the start left out, "
    "mean over the boards. Iterative deepening is the tree version: it remembers nothing but its "
    "path, and its nodes are counted anew in every iteration. "
    "b* is the effective branching factor: the uniform tree of that depth with branching factor b* "
    "has the mean number of nodes.",
)
def depth(request: Request) -> Findings:
    """Search from all boards of each even depth, or from `boards` of them."""
    space = state_space(GOAL)
    chosen = {
        d: space.numbers_at(d, request.boards, request.seed) for d in range(2, DEEPEST + 1, 2)
    }
    deepening = _deepening(space, chosen, request)
    tables = [deepening]
    curves = {
        "iterative deepening": _curve(deepening, 2),
        "its moves may be undone": _curve(deepening, 3),
    }
    for place, (heuristic, words) in enumerate(
        (("misplaced", "misplaced tiles"), ("manhattan", "Manhattan distance")), start=1
    ):
        table = _astar(space, chosen, heuristic, f"A* with {words}", place, request)
        tables.append(table)
        curves[f"A*, {words}"] = _curve(table, 2)
    total = sum(map(len, chosen.values()))
    which = "all" if request.boards is None else f"up to {request.boards:,}"
    return Findings(
        tables,
        boards=f"{which} boards of 3x3 at each even distance from the goal blank-first, "
        f"{total:,} in all".capitalize()
        + ".",
        reading=READING,
        curves=curves,
        x_label="depth of the solution",
        y_label="nodes generated (mean)",
    )


def _deepening(space: StateSpace, chosen: dict[int, list[int]], request: Request) -> Table:
    """Counted without searching, which is why even depth 30 is there."""
    never, allowed = counter_of_nodes(space, undo=False), counter_of_nodes(space, undo=True)
    rows: list[tuple[Cell, ...]] = []
    for d, numbers in chosen.items():
        request.progress("iterative deepening", d, DEEPEST)
        if request.cancelled():
            raise CancelledError
        without = sum(map(never, numbers)) / len(numbers) - 1
        undoing = sum(map(allowed, numbers)) / len(numbers) - 1
        b_without = effective_branching_factor(without, d)
        b_undoing = effective_branching_factor(undoing, d)
        rows.append((d, len(numbers), without, undoing, _published(d, 0), b_without, b_undoing))
    headings = ("depth", "boards", "never undone", "may undo", "textbook", "b*", "b* may undo")
    return Table("Iterative deepening", headings, rows)


def _astar(
    space: StateSpace,
    chosen: dict[int, list[int]],
    heuristic: str,
    title: str,
    place: int,
    request: Request,
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for d, numbers in chosen.items():
        starts = [space.board(number) for number in numbers]
        means = []
        for conventions in (TEXTBOOK, LAST_IN):
            spec = SearchSpec("astar", heuristic, conventions=conventions)
            outcomes = request.search(f"{title}, depth {d}", starts, GOAL, spec)
            means.append(float(outcomes["generated"].mean()) - 1)
        factors = [effective_branching_factor(mean, d) for mean in means]
        rows.append((d, len(starts), *means, _published(d, place), *factors))
    return Table(title, HEADINGS, rows)


def _published(d: int, place: int) -> int | None:
    return PUBLISHED[d][place] if d in PUBLISHED else None


def _curve(table: Table, column: int) -> list[tuple[float, float]]:
    return [(float(row[0] or 0), float(row[column] or 0)) for row in table.rows]
