"""IDA* against published counts, a breadth-first search, and itself in slices."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

import pytest

from slidelab.engines.compiled.ida.evaluated import EvaluatedKernel
from slidelab.engines.compiled.ida.manhattan import ManhattanKernel
from slidelab.puzzle import Shape
from slidelab.search import Limits, Status
from tests.engines.compiled.ida_runs import GOAL15, KORF, Ida, play, slide, tiles
from tests.oracles.puzzle import distances

pytestmark = pytest.mark.nightly

EIGHT = Shape(3, 3)
GOAL8 = bytes(range(9))
FAMOUS = bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])


@cache
def in_order(goal: bytes, shape: Shape) -> list[tuple[bytes, int]]:
    return sorted(distances(goal, shape.rows, shape.cols).items())


def sample(goal: bytes, shape: Shape, count: int) -> list[tuple[bytes, int]]:
    return random.Random(7).sample(in_order(goal, shape), count)


def recursive_ida(
    start: bytes, goal: bytes, shape: Shape, permute: list[str]
) -> tuple[str, tuple[int, int]]:
    """Korf's algorithm as the paper has it: moves, generated and expanded.

    ``permute`` holds the order of moves for each expansion, a single one for all of them.
    """
    cols = shape.cols
    home = {tile: divmod(cell, cols) for cell, tile in enumerate(goal)}
    counts = [1, 0]
    orders = iter(permute) if len(permute) > 1 else None

    def h(state: bytes) -> int:
        return sum(
            abs(cell // cols - home[tile][0]) + abs(cell % cols - home[tile][1])
            for cell, tile in enumerate(state)
            if tile
        )

    def search(state: bytes, path: str, bound: int) -> str | int:
        counts[1] += 1
        beyond = 10**9
        for move in permute[0] if orders is None else next(orders):
            after = slide(state, shape, move)
            if after is None or (
                path and {path[-1], move} in ({"U", "D"}, {"L", "R"}) and path[-1] != move
            ):
                continue
            counts[0] += 1
            f = len(path) + 1 + h(after)
            if f > bound:
                beyond = min(beyond, f)
                continue
            if after == goal:
                return path + move
            found = search(after, path + move, bound)
            if isinstance(found, str):
                return found
            beyond = min(beyond, found)
        return beyond

    bound: str | int = h(start)
    while isinstance(bound, int):
        bound = search(start, "", bound)
    return bound, (counts[0], counts[1])


@pytest.mark.parametrize(
    "row",
    [row for row in KORF if int(row["nodes_ida_manhattan"]) < 4_000_000],
    ids=lambda row: row["id"],
)
def test_counts_are_those_of_the_paper(row: dict[str, str]) -> None:
    ida = Ida(tiles(row), GOAL15, "ULRD").solve()
    assert play(tiles(row), ida.shape, ida.moves) == GOAL15
    assert (len(ida.moves), *ida.counts) == (
        int(row["optimal"]),
        int(row["nodes_ida_manhattan"]),
        int(row["expanded_ida_manhattan"]),
    )
    assert ida.search.bounds == list(range(int(row["manhattan"]), len(ida.moves) + 1, 2))


@pytest.mark.parametrize(
    ("goal", "shape", "order"),
    [
        (GOAL8, EIGHT, "UDLR"),
        (FAMOUS, EIGHT, "RLDU"),
        (bytes([1, 2, 3, 4, 5, 6, 7, 0]), Shape(2, 4), "ULRD"),
        (bytes([1, 2, 3, 4, 5, 0]), Shape(3, 2), "RLDU"),
    ],
)
def test_counts_are_those_of_the_recursive_program(goal: bytes, shape: Shape, order: str) -> None:
    for start, distance in sample(goal, shape, 6):
        expected = recursive_ida(start, goal, shape, [order]) if start != goal else ("", (1, 0))
        ida = Ida(start, goal, order, shape=shape).solve()
        assert isinstance(ida.search.kernel, ManhattanKernel)
        assert (ida.moves, ida.counts) == expected
        assert len(ida.moves) == distance


def splitmix64(state: int) -> int:
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & (1 << 64) - 1
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & (1 << 64) - 1
    return word ^ (word >> 31)


def test_random_order_draws_a_permutation_for_each_expansion() -> None:
    goal, seed = GOAL8, 2**63 + 11
    named = ["".join(letters) for letters in permutations("UDLR")]
    drawn = [
        named[splitmix64((seed + count * 0x9E3779B97F4A7C15) % 2**64) % 24]
        for count in range(1, 100_000)
    ]
    for start, distance in sample(goal, EIGHT, 6):
        ida = Ida(start, goal, seed=seed).solve()
        expected = recursive_ida(start, goal, EIGHT, drawn)
        assert isinstance(ida.search.kernel, EvaluatedKernel)
        assert (ida.moves, ida.counts) == expected
        assert len(ida.moves) == distance


@pytest.mark.parametrize("name", ["misplaced", "euclidean", "linear-conflict", "gaschnig"])
@pytest.mark.parametrize("goal_test", ["generate", "expand"])
def test_any_compiled_heuristic_finds_shortest_paths(name: str, goal_test: str) -> None:
    boards = [(start, d) for start, d in sample(FAMOUS, EIGHT, 40) if d <= 21]
    assert boards
    for start, distance in boards:
        ida = Ida(start, FAMOUS, "UDLR", name, goal_test=goal_test).solve()
        assert len(ida.moves) == distance
        assert play(start, EIGHT, ida.moves) == FAMOUS


@pytest.mark.parametrize("step", [1, 7, 1000])
@pytest.mark.parametrize("seed", [None, 5])
@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
def test_slices_add_up_to_one_run(step: int, seed: int | None, heuristic: str) -> None:
    for start in [start for start, moves in sample(GOAL8, EIGHT, 60) if moves <= 19][:3]:
        whole = Ida(start, GOAL8, "ULRD", heuristic, seed=seed).solve()
        sliced = Ida(start, GOAL8, "ULRD", heuristic, seed=seed)
        limit = step
        while sliced.advance(Limits(nodes=limit)) is Status.NODE_LIMIT:
            assert sliced.counts[1] == limit
            limit += step
        assert (sliced.moves, sliced.counts) == (whole.moves, whole.counts)


@pytest.mark.parametrize("length", [12, 16, 18])
def test_cycle_pruning_keeps_shortest_paths(length: int) -> None:
    for goal in (GOAL8, FAMOUS):
        for start, distance in sample(goal, EIGHT, 20):
            plain = Ida(start, goal).solve()
            pruned = Ida(start, goal, cycles=length).solve()
            assert len(pruned.moves) == distance
            assert play(start, EIGHT, pruned.moves) == goal
            assert pruned.search.bounds == plain.search.bounds


def test_cycle_pruning_saves_work_on_15_puzzles() -> None:
    plain = pruned = 0
    for row in KORF:
        if int(row["nodes_ida_manhattan"]) > 3_000_000:
            continue
        ida = Ida(tiles(row), GOAL15, "ULRD", cycles=18).solve()
        assert len(ida.moves) == int(row["optimal"])
        assert play(tiles(row), ida.shape, ida.moves) == GOAL15
        plain += int(row["nodes_ida_manhattan"])
        pruned += ida.counts[0]
    assert pruned < 0.8 * plain


@pytest.mark.parametrize("shape", [Shape(5, 5), Shape(16, 16), Shape(2, 12), Shape(9, 2)])
def test_boards_of_any_shape(shape: Shape) -> None:
    goal = bytes(range(shape.cells))
    rng, start = random.Random(3), goal
    for _ in range(24):
        after = [slide(start, shape, move) for move in "UDLR"]
        start = rng.choice([state for state in after if state is not None])
    ida = Ida(start, goal, shape=shape).solve()
    assert play(start, shape, ida.moves) == goal
    assert len(ida.moves) <= 24


def test_the_goal_needs_no_search() -> None:
    ida = Ida(GOAL15, GOAL15).solve()
    assert (ida.moves, ida.counts) == ("", (1, 0))


def test_a_search_that_cuts_nothing_off_is_over() -> None:
    # Twelve boards lie in a ring, and going round it by more than half is refused.
    ida = Ida(bytes([0, 2, 1, 3]), bytes([0, 1, 2, 3]), shape=Shape(2, 2), cycles=14)
    assert ida.advance(Limits(nodes=10_000)) is Status.EXHAUSTED


def test_every_finished_bound_is_told_with_its_nodes() -> None:
    row = min(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))
    ida = Ida(tiles(row), GOAL15, "ULRD").solve()
    within = ida.search.expanded_within
    assert len(within) == len(ida.search.bounds) - 1
    assert within == sorted(within)
    assert within[-1] < ida.counts[1]
