"""The textbook's table of search cost by depth, over all boards instead of a sample."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.state_space import StateSpace, state_space
from slidelab.lab.studies import GOAL, Cell, Findings, Request, Study, StudyTable
from slidelab.puzzle import Move, Shape
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec
from slidelab.system.progress import CancelledError

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


@Study
def depth(request: Request) -> Findings:
    """Search from all boards of each even depth, or from `boards` of them."""
    space = state_space(GOAL)
    chosen = {
        d: space.numbers_at(d, request.boards, request.seed) for d in range(2, DEEPEST + 1, 2)
    }
    deepening = _tabulate_deepening(space, chosen, request)
    tables = [deepening]
    curves = {
        "iterative deepening": deepening.points(0, 2),
        "its moves may be undone": deepening.points(0, 3),
    }
    for place, (heuristic, words) in enumerate(
        (("misplaced", "misplaced tiles"), ("manhattan", "Manhattan distance")), start=1
    ):
        table = _tabulate_astar(space, chosen, heuristic, f"A* with {words}", place, request)
        tables.append(table)
        curves[f"A*, {words}"] = table.points(0, 2)
    total = sum(map(len, chosen.values()))
    which = "all" if request.boards is None else f"up to {request.boards:,}"
    return Findings(
        tables,
        boards=f"{which} boards of 3x3 at each even distance from the goal blank-first, "
        f"{total:,} in all".capitalize()
        + ".",
        curves=curves,
        x_label="depth of the solution",
        y_label="nodes generated (mean)",
    )


def _tabulate_deepening(
    space: StateSpace, chosen: dict[int, list[int]], request: Request
) -> StudyTable:
    """Counted without searching, which is why even depth 30 is there."""
    never, allowed = make_node_counter(space, undo=False), make_node_counter(space, undo=True)
    rows: list[tuple[Cell, ...]] = []
    for d, numbers in chosen.items():
        request.progress("iterative deepening", d / DEEPEST)
        if request.cancelled():
            raise CancelledError
        without = sum(map(never, numbers)) / len(numbers) - 1
        undoing = sum(map(allowed, numbers)) / len(numbers) - 1
        b_without = effective_branching_factor(without, d)
        b_undoing = effective_branching_factor(undoing, d)
        rows.append(
            (d, len(numbers), without, undoing, _find_published(d, 0), b_without, b_undoing)
        )
    headings = ("depth", "boards", "never undone", "may undo", "textbook", "b*", "b* may undo")
    return StudyTable("Iterative deepening", headings, rows)


def _tabulate_astar(
    space: StateSpace,
    chosen: dict[int, list[int]],
    heuristic: str,
    title: str,
    place: int,
    request: Request,
) -> StudyTable:
    rows: list[tuple[Cell, ...]] = []
    for d, numbers in chosen.items():
        starts = [space.board(number) for number in numbers]
        means = []
        for conventions in (TEXTBOOK, LAST_IN):
            spec = SearchSpec("astar", heuristic, conventions=conventions)
            outcomes = request.search(f"{title}, depth {d}", starts, spec)
            means.append(float(outcomes["generated"].mean()) - 1)
        factors = [effective_branching_factor(mean, d) for mean in means]
        rows.append((d, len(starts), *means, _find_published(d, place), *factors))
    return StudyTable(title, HEADINGS, rows)


def _find_published(d: int, place: int) -> int | None:
    return PUBLISHED[d][place] if d in PUBLISHED else None


def make_node_counter(space: StateSpace, undo: bool) -> Callable[[int], int]:
    """Return the function from a board's number to the nodes that the tree version of `ids`
    generates from there: the root once, and all others in every iteration.

    No node is generated for that. The tree below a node, cut at a depth, depends on nothing but
    where the blank stands (and on the last move, where that is not taken back), so a complete
    iteration can be counted from a small table. The last iteration ends at the first solution in
    the order of the moves: it has generated that path, and all trees that branch off before it.

    With `undo`, a move may be taken back at once; the searches here never do that.
    """
    size = _measure_trees(space.goal.shape, undo)
    distance, neighbours = space.distance, space.neighbours()
    targets = [space.goal.shape.targets(cell) for cell in range(space.goal.shape.cells)]

    def last_iteration(number: int) -> int:
        """Nodes generated, the root left out."""
        generated = 0
        last: Move | None = None
        while distance[number]:
            left = distance[number] - 1
            for move, cell in targets[space.states[number].index(0)]:
                if not undo and last is not None and move is last.inverse:
                    continue
                if distance[neighbours[number][move]] == left:
                    generated += 1
                    number, last = neighbours[number][move], move
                    break
                generated += size(cell, move, left)
        return generated

    def nodes(number: int) -> int:
        blank = space.states[number].index(0)
        complete = sum(size(blank, None, limit) - 1 for limit in range(distance[number]))
        return 1 + complete + last_iteration(number)

    return nodes


def _measure_trees(shape: Shape, undo: bool) -> Callable[[int, Move | None, int], int]:
    @cache
    def size(blank: int, last: Move | None, depth: int) -> int:
        if depth == 0:
            return 1
        return 1 + sum(
            size(cell, move, depth - 1)
            for move, cell in shape.targets(blank)
            if undo or last is None or move is not last.inverse
        )

    return size
