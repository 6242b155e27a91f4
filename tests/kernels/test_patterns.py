"""Pattern databases against an independent search."""

from __future__ import annotations

import csv
import random
from collections import deque
from functools import lru_cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from slidelab.kernels.cycles import no_undo, short_cycles
from slidelab.kernels.ida.additive import AdditiveKernel
from slidelab.kernels.ida.mirrored import MirroredKernel
from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.search import IdaSearch, Status
from slidelab.kernels.ida.tables import move_tables
from slidelab.kernels.patterns.build import Build, build_values
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.patterns.partitions import partition, ready_made
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.kernels.patterns.ranking import placements, rank, unrank
from slidelab.kernels.patterns.store import open_lookup

pytestmark = pytest.mark.slow

KORF = list(
    csv.DictReader((Path(__file__).parents[1] / "oracles" / "korf100.csv").open(encoding="ascii"))
)
FOREVER = 10**15


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def next_to(cell: int, rows: int, cols: int) -> list[int]:
    row, col = divmod(cell, cols)
    steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [r * cols + c for r, c in steps if 0 <= r < rows and 0 <= c < cols]


def cheapest(
    cells: tuple[int, ...], blank: int, rows: int, cols: int
) -> dict[tuple[int, ...], int]:
    """Cost of every placement by a 0-1 breadth-first search over (placement, blank's cell)."""
    cost = {(cells, blank): 0}
    waiting = deque([(cells, blank)])
    while waiting:
        node = waiting.popleft()
        places, hole = node
        for target in next_to(hole, rows, cols):
            price = int(target in places)
            after = tuple(hole if place == target else place for place in places), target
            if cost[node] + price < cost.get(after, 10**9):
                cost[after] = cost[node] + price
                (waiting.append if price else waiting.appendleft)(after)
    best: dict[tuple[int, ...], int] = {}
    for (places, _), price in cost.items():
        best[places] = min(price, best.get(places, price))
    return best


@lru_cache
def distances(goal: bytes, rows: int, cols: int) -> dict[bytes, int]:
    reached, waiting = {goal: 0}, deque([goal])
    while waiting:
        state = waiting.popleft()
        blank = state.index(0)
        for target in next_to(blank, rows, cols):
            after = bytearray(state)
            after[blank], after[target] = after[target], 0
            if bytes(after) not in reached:
                reached[bytes(after)] = reached[state] + 1
                waiting.append(bytes(after))
    return reached


def estimates(lookup: Lookup, goal: bytes, states: list[bytes]) -> list[int]:
    cell_map = lookup.cell_map(goal.index(0))
    return [
        lookup.estimate(
            Problem.of(state, goal, lookup.rows, lookup.cols, "UDLR", no_undo(), cell_map).board
        )
        for state in states
    ]


@pytest.mark.parametrize(("cells", "tiles"), [(9, 1), (9, 3), (6, 5), (5, 5)])
def test_ranks_number_the_placements(cells: int, tiles: int) -> None:
    ranks = [rank(places, cells) for places in permutations(range(cells), tiles)]
    assert sorted(ranks) == list(range(placements(cells, tiles)))
    for number in range(0, len(ranks), 7):
        assert rank(unrank(number, cells, tiles), cells) == number


@pytest.mark.parametrize(
    ("cells", "blank", "rows", "cols"),
    [
        ((1, 2, 3, 4), 0, 3, 3),
        ((5, 6, 7, 8), 0, 3, 3),
        ((0, 1, 3, 7), 4, 3, 3),
        ((0, 1, 2, 3, 4), 8, 3, 3),
        ((1, 4, 6), 0, 2, 4),
        ((2, 5, 7, 9), 11, 3, 4),
        ((4, 5, 6), 0, 4, 3),
        ((1,), 0, 3, 3),
        ((1, 2, 3), 0, 2, 2),
        ((1, 2), 0, 1, 4),
        ((1, 2), 0, 5, 1),
        ((7, 12, 20), 0, 5, 5),
    ],
)
def test_every_entry_is_the_cheapest_way(
    cells: tuple[int, ...], blank: int, rows: int, cols: int
) -> None:
    values = build_values(Build.start(Pattern.of(cells, blank, rows, cols)))
    expected = cheapest(cells, blank, rows, cols)
    for places, cost in expected.items():
        assert values[rank(places, rows * cols)] == cost
    if len(expected) < values.size:
        assert np.count_nonzero(values) < len(expected)


def test_the_number_of_threads_makes_no_difference() -> None:
    pattern = Pattern.of((1, 2, 4, 5, 8), 0, 4, 4)
    one, three = (build_values(Build.start(pattern), workers=count) for count in (1, 3))
    assert np.array_equal(one, three)


def test_regions_with_the_same_database_have_the_same_name() -> None:
    assert Pattern.of((1, 3, 4), 8, 3, 3) == Pattern.of((1, 3, 4), 2, 3, 3)
    assert Pattern.of((1, 3, 4), 0, 3, 3) != Pattern.of((1, 3, 4), 2, 3, 3)


@pytest.mark.parametrize(
    "goal",
    [
        bytes(range(9)),
        bytes([1, 2, 3, 4, 5, 6, 7, 8, 0]),
        bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]),
        bytes([3, 0, 5, 1, 8, 2, 7, 4, 6]),
    ],
)
@pytest.mark.parametrize("name", ["4-4", "5-3", "2-3-3"])
def test_admissible_on_every_board_of_3x3_and_optimal(folder: Path, goal: bytes, name: str) -> None:
    lookup = open_lookup(name, 3, 3, goal.index(0), folder=folder)
    assert len(lookup.views) == 2
    table = distances(goal, 3, 3)
    states = random.Random(1).sample(sorted(table), 1500)
    values = estimates(lookup, goal, states)
    assert all(value <= table[state] for value, state in zip(values, states, strict=True))
    assert all((table[state] - value) % 2 == 0 for value, state in zip(values, states, strict=True))
    home = {tile: divmod(cell, 3) for cell, tile in enumerate(goal)}
    for value, state in zip(values, states, strict=True):
        assert value >= sum(
            abs(cell // 3 - home[tile][0]) + abs(cell % 3 - home[tile][1])
            for cell, tile in enumerate(state)
            if tile
        )
    assert estimates(lookup, goal, [goal]) == [0]
    for state in states[:60]:
        search = IdaSearch(state, goal, 3, 3, "UDLR", lookup)
        assert search.advance(FOREVER) is Status.SOLVED
        assert search.moves is not None
        assert len(search.moves) == table[state]


def test_sum_of_one_view_changes_by_an_odd_number(folder: Path) -> None:
    """Patterns forget the blank, so an estimate may jump by 3; its parity is that of a move."""
    goal = bytes(range(9))
    lookup = open_lookup("4-4", 3, 3, folder=folder)
    table = distances(goal, 3, 3)
    for state in random.Random(2).sample(sorted(table), 200):
        (value,) = estimates(lookup, goal, [state])
        blank = state.index(0)
        for target in next_to(blank, 3, 3):
            after = bytearray(state)
            after[blank], after[target] = after[target], 0
            (other,) = estimates(lookup, goal, [bytes(after)])
            assert (other - value) % 2 == 1


@pytest.mark.parametrize("blank", [0, 3, 12, 15, 5, 6, 1])
def test_both_kernels_agree_on_4x4_for_any_goal(folder: Path, blank: int) -> None:
    numbers = [*range(1, 16)]
    goal = bytes([*numbers[:blank], 0, *numbers[blank:]])
    lookup = open_lookup("4-4-4-3", 4, 4, blank, folder=folder)
    rng = random.Random(blank)
    for _ in range(3):
        state = goal
        for _ in range(60):
            at = state.index(0)
            target = rng.choice(next_to(at, 4, 4))
            after = bytearray(state)
            after[at], after[target] = after[target], 0
            state = bytes(after)
        first = IdaSearch(state, goal, 4, 4, "ULRD", lookup)
        plain = IdaSearch(state, goal, 4, 4, "ULRD")
        assert first.advance(FOREVER) is plain.advance(FOREVER) is Status.SOLVED
        assert first.moves is not None
        assert plain.moves is not None
        assert len(first.moves) == len(plain.moves)
        assert first.counters.generated <= plain.counters.generated
        general = IdaSearch(state, goal, 4, 4, "ULRD", lookup)
        general.kernel = AdditiveKernel(general.problem, lookup, 0)
        general.kernel.begin(general.bounds[0])
        assert general.advance(FOREVER) is Status.SOLVED
        assert general.counters == first.counters
        assert general.moves == first.moves
        if blank in (0, 3, 12, 15, 5, 6):
            assert isinstance(first.kernel, MirroredKernel)


def test_korf_instances_have_their_published_lengths(folder: Path) -> None:
    lookup = open_lookup("5-5-5", 4, 4, folder=folder)
    goal = bytes(range(16))
    easy = sorted(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))[:50]
    for row in easy:
        start = bytes(int(tile) for tile in row["tiles"].split())
        search = IdaSearch(start, goal, 4, 4, "ULRD", lookup)
        while search.advance(100_000) is Status.RUNNING:
            pass
        assert search.moves is not None
        assert len(search.moves) == int(row["optimal"])
        assert isinstance(search.kernel, MirroredKernel)
    for row in easy[:10]:
        start = bytes(int(tile) for tile in row["tiles"].split())
        search = IdaSearch(start, goal, 4, 4, "random", lookup, seed=9, automaton=short_cycles(16))
        assert search.advance(FOREVER) is Status.SOLVED
        assert search.moves is not None
        assert len(search.moves) == int(row["optimal"])


@pytest.mark.parametrize(("rows", "cols"), [(2, 5), (3, 4), (2, 2), (3, 2), (4, 3), (2, 7)])
def test_other_shapes_have_a_partition_that_works(folder: Path, rows: int, cols: int) -> None:
    goal = bytes([*range(1, rows * cols), 0])
    for name in ready_made(rows, cols):
        if placements(rows * cols, max(map(int, name.split("-")))) > 2_000_000:
            continue
        lookup = open_lookup(name, rows, cols, rows * cols - 1, folder=folder)
        state, rng = goal, random.Random(4)
        for _ in range(40):
            at = state.index(0)
            after = bytearray(state)
            target = rng.choice(next_to(at, rows, cols))
            after[at], after[target] = after[target], 0
            state = bytes(after)
        search, plain = (
            IdaSearch(state, goal, rows, cols, "UDLR", heuristic) for heuristic in (lookup, None)
        )
        assert search.advance(FOREVER) is plain.advance(FOREVER) is Status.SOLVED
        assert search.moves is not None
        assert plain.moves is not None
        assert len(search.moves) == len(plain.moves)


@pytest.mark.parametrize("blank", [0, 4, 24, 20, 12, 7])
def test_the_24_puzzle_is_partitioned_for_any_goal(blank: int) -> None:
    patterns = partition("5-5-5-5-4", 5, 5, blank)
    assert sorted(map(len, patterns)) == [4, 5, 5, 5, 5]
    assert sorted(c for p in patterns for c in p) == [c for c in range(25) if c != blank]


@pytest.mark.parametrize(
    ("name", "words"), [("6-6", "add up"), ("six", "numbers of tiles"), ("15-0", "add up")]
)
def test_partitions_that_do_not_fit_are_refused(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        partition(name, 4, 4)


@pytest.mark.parametrize(
    ("patterns", "words"),
    [(((1, 2), (3, 4)), "exactly once"), (((1, 2, 3, 4), (4, 5, 6, 7, 8)), "exactly once")],
)
def test_lookups_need_every_tile_once(
    folder: Path, patterns: tuple[tuple[int, ...], ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        open_lookup(patterns, 3, 3, folder=folder)


def test_tables_for_another_goal_or_shape_are_refused(folder: Path) -> None:
    lookup = open_lookup("4-4", 3, 3, folder=folder)
    with pytest.raises(ValueError, match="blank on cell"):
        IdaSearch(bytes(range(9)), bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]), 3, 3, "UDLR", lookup)
    with pytest.raises(ValueError, match="3x3 on a 2x4"):
        IdaSearch(bytes(range(8)), bytes(range(8)), 2, 4, "UDLR", lookup)


def test_moves_of_a_turned_board_lead_to_neighbours() -> None:
    turned = tuple(15 - cell for cell in range(16))
    moves = move_tables(4, 4, "ULRD", turned)
    for cell in range(16):
        reached = {
            int(moves.neighbour[cell * 4 + i]) for i in range(4) if moves.legal[cell] >> i & 1
        }
        assert reached == set(next_to(cell, 4, 4))
