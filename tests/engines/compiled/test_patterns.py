"""Pattern databases against an independent search."""

from __future__ import annotations

import random
from collections import deque
from itertools import permutations
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidelab.engines.compiled.heuristics import as_function, bind_additive
from slidelab.engines.compiled.ida.additive import AdditiveKernel
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.lookup import Lookup, open_lookup
from slidelab.engines.compiled.patterns.partitions import partition, ready_made
from slidelab.engines.compiled.patterns.pattern import Pattern, rank
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Shape
from slidelab.puzzle.board import Board
from slidelab.search import ALGORITHMS, Conventions, GeneratorRun, Problem, Run
from tests.engines.compiled.both_engines import outcomes
from tests.engines.compiled.ida_runs import GOAL15, KORF, Ida, tiles
from tests.oracles.puzzle import distances

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("patterns")]

EIGHT, FIFTEEN = Shape(3, 3), Shape(4, 4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def next_to(cell: int, shape: Shape) -> list[int]:
    row, col = divmod(cell, shape.cols)
    steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [r * shape.cols + c for r, c in steps if 0 <= r < shape.rows and 0 <= c < shape.cols]


def after_move(state: bytes, target: int) -> bytes:
    after = bytearray(state)
    after[state.index(0)], after[target] = after[target], 0
    return bytes(after)


def random_walk(goal: bytes, shape: Shape, moves: int, seed: int) -> bytes:
    state, rng = goal, random.Random(seed)
    for _ in range(moves):
        state = after_move(state, rng.choice(next_to(state.index(0), shape)))
    return state


def cheapest(cells: tuple[int, ...], blank: int, shape: Shape) -> dict[tuple[int, ...], int]:
    """Cost of every placement by a 0-1 breadth-first search over (placement, blank's cell)."""
    cost = {(cells, blank): 0}
    waiting = deque([(cells, blank)])
    while waiting:
        node = waiting.popleft()
        places, hole = node
        for target in next_to(hole, shape):
            price = int(target in places)
            after = tuple(hole if place == target else place for place in places), target
            if cost[node] + price < cost.get(after, 10**9):
                cost[after] = cost[node] + price
                (waiting.append if price else waiting.appendleft)(after)
    best: dict[tuple[int, ...], int] = {}
    for (places, _), price in cost.items():
        best[places] = min(price, best.get(places, price))
    return best


def estimates(lookup: Lookup, goal: bytes, states: list[bytes]) -> list[float]:
    board = Board.from_state(goal, lookup.shape)
    return list(map(as_function(bind_additive(lookup, board)), states))


@pytest.mark.parametrize(("cells", "tiles"), [(9, 1), (9, 3), (6, 5), (5, 5)])
def test_ranks_number_the_placements(cells: int, tiles: int) -> None:
    ranks = [rank(places, cells) for places in permutations(range(cells), tiles)]
    assert sorted(ranks) == list(range(perm(cells, tiles)))


@pytest.mark.parametrize(
    ("cells", "blank", "shape"),
    [
        ((1, 2, 3, 4), 0, EIGHT),
        ((5, 6, 7, 8), 0, EIGHT),
        ((0, 1, 3, 7), 4, EIGHT),
        ((0, 1, 2, 3, 4), 7, Shape(2, 4)),
        ((1, 4, 6), 0, Shape(2, 4)),
        ((2, 5, 9), 11, Shape(3, 4)),
        ((4, 5, 6), 0, Shape(4, 3)),
        ((1,), 0, EIGHT),
        ((1, 2, 3), 0, Shape(2, 2)),
        ((7, 20), 0, Shape(5, 5)),
    ],
)
def test_every_entry_is_the_cheapest_way(cells: tuple[int, ...], blank: int, shape: Shape) -> None:
    values = DistanceBuild.start(Pattern.of(cells, blank, shape)).run()
    expected = cheapest(cells, blank, shape)
    for places, cost in expected.items():
        assert values[rank(places, shape.cells)] == cost
    if len(expected) < values.size:
        assert np.count_nonzero(values) < len(expected)


def test_the_number_of_threads_makes_no_difference() -> None:
    pattern = Pattern.of((1, 2, 4, 5, 8), 0, FIFTEEN)
    one, three = (DistanceBuild.start(pattern).run(workers=count) for count in (1, 3))
    assert np.array_equal(one, three)


def test_regions_with_the_same_database_have_the_same_name() -> None:
    assert Pattern.of((1, 3, 4), 8, EIGHT) == Pattern.of((1, 3, 4), 2, EIGHT)
    assert Pattern.of((1, 3, 4), 0, EIGHT) != Pattern.of((1, 3, 4), 2, EIGHT)


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("4-4", bytes(range(9))),
        ("2-3-3", bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])),
        ("4-4", bytes([3, 0, 5, 1, 8, 2, 7, 4, 6])),
    ],
)
def test_admissible_on_3x3_and_optimal(folder: Path, name: str, goal: bytes) -> None:
    lookup = open_lookup(name, EIGHT, goal.index(0), folder=folder)
    assert len(lookup.views) == 2
    table = distances(goal, 3, 3)
    states = random.Random(1).sample([*table], 1500)
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
        assert len(Ida(state, goal, "UDLR", lookup).solve().moves) == table[state]


def test_sum_of_one_view_changes_by_an_odd_number(folder: Path) -> None:
    """Patterns forget the blank, so an estimate may jump by 3; its parity is that of a move."""
    goal = bytes(range(9))
    lookup = open_lookup("4-4", EIGHT, folder=folder)
    table = distances(goal, 3, 3)
    for state in random.Random(2).sample(sorted(table), 200):
        (value,) = estimates(lookup, goal, [state])
        for target in next_to(state.index(0), EIGHT):
            (other,) = estimates(lookup, goal, [after_move(state, target)])
            assert (other - value) % 2 == 1


def assert_engines_agree(
    algorithm: str, start: Board, goal: Board, lookup: Lookup, conventions: Conventions
) -> Any:
    measure = bind_additive(lookup, goal)
    problem = Problem(start, goal, conventions, as_function(measure))
    textbook = Run(GeneratorRun(ALGORITHMS[algorithm](problem)), conventions)
    search = begin_search(algorithm, start, goal, conventions, measure)
    compiled = Run(SlicedRun(search), conventions)
    assert outcomes(compiled, (1, 10, 100), 4000) == outcomes(textbook, (1, 10, 100), 4000)
    return search


@pytest.mark.parametrize("blank", [0, 15, 6])
def test_both_engines_agree_on_4x4_for_any_goal(folder: Path, blank: int) -> None:
    numbers = [*range(1, 16)]
    goal = bytes([*numbers[:blank], 0, *numbers[blank:]])
    lookup = open_lookup("4-4-4-3", FIFTEEN, blank, folder=folder)
    boards = [
        Board.from_state(state, FIFTEEN)
        for state in (*(random_walk(goal, FIFTEEN, 60, seed) for seed in range(3)), goal)
    ]
    for start in boards[:-1]:
        for conventions in (Conventions(order="ULRD"), Conventions(order=f"random:{blank}")):
            ida = assert_engines_agree("ida", start, boards[-1], lookup, conventions)
            assert isinstance(ida.kernel, AdditiveKernel)
        assert_engines_agree("astar", start, boards[-1], lookup, Conventions())


@pytest.mark.parametrize(
    ("name", "text", "blank"),
    [
        ("4-4", "3x3", 8),
        ("4-4", "3x3", 1),  # its mirror image has rows for rows, so both views pass the same cells
        ("4-4-3", "3x4", 11),
        ("4-4-4-4-4-4", "5x5", 24),
    ],
)
def test_both_engines_agree_on_other_shapes(folder: Path, name: str, text: str, blank: int) -> None:
    shape = Shape.parse(text)
    numbers = range(1, shape.cells)
    goal = bytes([*numbers[:blank], 0, *numbers[blank:]])
    lookup = open_lookup(name, shape, blank, folder=folder)
    solved = Board.from_state(goal, shape)
    for seed in range(3):
        start = Board.from_state(random_walk(goal, shape, 50, seed), shape)
        for algorithm in ("ida", "astar", "beam"):
            assert_engines_agree(algorithm, start, solved, lookup, Conventions())


def test_korf_instances_have_their_published_lengths(folder: Path) -> None:
    lookup = open_lookup("5-5-5", FIFTEEN, folder=folder)
    easy = sorted(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))[:50]
    for row in easy:
        ida = Ida(tiles(row), GOAL15, "ULRD", lookup).solve()
        assert len(ida.moves) == int(row["optimal"])
    for row in easy[:10]:
        ida = Ida(tiles(row), GOAL15, "ULRD", lookup, seed=9, cycles=16).solve()
        assert len(ida.moves) == int(row["optimal"])


@pytest.mark.parametrize("text", ["2x5", "3x4", "2x2"])
def test_other_shapes_have_a_partition_that_works(folder: Path, text: str) -> None:
    shape = Shape.parse(text)
    goal = bytes([*range(1, shape.cells), 0])
    for name in ready_made(shape):
        if perm(shape.cells, max(map(int, name.split("-")))) > 2_000_000:
            continue
        lookup = open_lookup(name, shape, shape.cells - 1, folder=folder)
        state = random_walk(goal, shape, 40, 4)
        with_patterns = Ida(state, goal, "UDLR", lookup, shape=shape).solve()
        plain = Ida(state, goal, "UDLR", shape=shape).solve()
        assert len(with_patterns.moves) == len(plain.moves)


@pytest.mark.parametrize("blank", [0, 4, 24, 20, 12, 7])
def test_the_24_puzzle_is_partitioned_for_any_goal(blank: int) -> None:
    patterns = partition("5-5-5-5-4", Shape(5, 5), blank)
    assert sorted(map(len, patterns)) == [4, 5, 5, 5, 5]
    assert sorted(c for p in patterns for c in p) == [c for c in range(25) if c != blank]


@pytest.mark.parametrize(
    ("name", "words"), [("6-6", "add up"), ("six", "numbers of tiles"), ("15-0", "add up")]
)
def test_partitions_that_do_not_fit_are_refused(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        partition(name, FIFTEEN)


@pytest.mark.parametrize(
    ("patterns", "words"),
    [(((1, 2), (3, 4)), "exactly once"), (((1, 2, 3, 4), (4, 5, 6, 7, 8)), "exactly once")],
)
def test_lookups_need_every_tile_once(
    folder: Path, patterns: tuple[tuple[int, ...], ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        open_lookup(patterns, EIGHT, folder=folder)


def test_tables_for_another_goal_or_shape_are_refused(folder: Path) -> None:
    lookup = open_lookup("4-4", EIGHT, folder=folder)
    with pytest.raises(ValueError, match="blank on cell"):
        Ida(bytes(range(9)), bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]), "UDLR", lookup)
    with pytest.raises(ValueError, match="3x3 on a 2x4"):
        Ida(bytes(range(8)), bytes(range(8)), "UDLR", lookup, shape=Shape(2, 4))
