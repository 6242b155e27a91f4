"""IDA* against published counts, a breadth-first search, and itself in slices."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from collections import deque
from functools import lru_cache
from itertools import permutations
from pathlib import Path

import pytest

from slidelab.kernels.cycles import short_cycles
from slidelab.kernels.estimator import estimator
from slidelab.kernels.ida.additive import AdditiveKernel
from slidelab.kernels.ida.manhattan import ManhattanKernel
from slidelab.kernels.ida.search import IdaSearch, Status
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.puzzle import Board, Shape

pytestmark = pytest.mark.slow

KORF = list(
    csv.DictReader((Path(__file__).parents[1] / "oracles" / "korf100.csv").open(encoding="ascii"))
)
GOAL15 = bytes(range(16))
FOREVER = 10**15
STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def tiles(row: dict[str, str]) -> bytes:
    return bytes(int(tile) for tile in row["tiles"].split())


def slide(state: bytes, rows: int, cols: int, move: str) -> bytes | None:
    blank = state.index(0)
    row, col = blank // cols + STEP[move][0], blank % cols + STEP[move][1]
    if not (0 <= row < rows and 0 <= col < cols):
        return None
    after = bytearray(state)
    after[blank], after[row * cols + col] = after[row * cols + col], 0
    return bytes(after)


def play(start: bytes, rows: int, cols: int, moves: str) -> bytes:
    for move in moves:
        after = slide(start, rows, cols, move)
        assert after is not None
        start = after
    return start


@lru_cache
def distances(goal: bytes, rows: int, cols: int) -> dict[bytes, int]:
    """Every reachable board with its distance, by breadth-first search."""
    reached, waiting = {goal: 0}, deque([goal])
    while waiting:
        state = waiting.popleft()
        for move in "UDLR":
            after = slide(state, rows, cols, move)
            if after is not None and after not in reached:
                reached[after] = reached[state] + 1
                waiting.append(after)
    return reached


def sample(goal: bytes, rows: int, cols: int, count: int) -> list[tuple[bytes, int]]:
    boards = sorted(distances(goal, rows, cols).items())
    return random.Random(7).sample(boards, count)


def recursive_ida(
    start: bytes, goal: bytes, rows: int, cols: int, permute: list[str]
) -> tuple[str, int, int]:
    """Korf's algorithm as the paper has it: moves, generated, expanded.

    ``permute`` holds the order of moves for each expansion, a single one for all of them.
    """
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
            after = slide(state, rows, cols, move)
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
    return bound, counts[0], counts[1]


@pytest.mark.parametrize(
    "row",
    [row for row in KORF if int(row["nodes_ida_manhattan"]) < 30_000_000],
    ids=lambda row: row["id"],
)
def test_counts_are_those_of_the_paper(row: dict[str, str]) -> None:
    search = IdaSearch(tiles(row), GOAL15, 4, 4, "ULRD")
    assert search.advance(FOREVER) is Status.SOLVED
    counters = search.counters
    assert search.moves is not None
    assert play(tiles(row), 4, 4, search.moves) == GOAL15
    assert (len(search.moves), counters.generated, counters.expanded) == (
        int(row["optimal"]),
        int(row["nodes_ida_manhattan"]),
        int(row["expanded_ida_manhattan"]),
    )
    assert counters.generated - 1 == counters.cut_off + counters.expanded - counters.iterations + 1
    assert search.bounds == list(range(int(row["manhattan"]), len(search.moves) + 1, 2))


@pytest.mark.parametrize("order", ["UDLR", "RLDU", "ULRD"])
@pytest.mark.parametrize(
    ("goal", "rows", "cols"),
    [
        (bytes(range(9)), 3, 3),
        (bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]), 3, 3),
        (bytes([1, 2, 3, 4, 5, 6, 7, 0]), 2, 4),
        (bytes([1, 2, 3, 4, 5, 0]), 3, 2),
    ],
)
def test_both_manhattan_kernels_count_like_the_recursive_program(
    goal: bytes, rows: int, cols: int, order: str
) -> None:
    for start, distance in sample(goal, rows, cols, 6):
        expected = recursive_ida(start, goal, rows, cols, [order]) if start != goal else ("", 1, 0)
        fast = IdaSearch(start, goal, rows, cols, order)
        lookup = Lookup.manhattan(rows, cols, goal.index(0))
        general = IdaSearch(start, goal, rows, cols, order, lookup)
        assert isinstance(fast.kernel, ManhattanKernel)
        assert isinstance(general.kernel, AdditiveKernel)
        for search in (fast, general):
            assert search.advance(FOREVER) is Status.SOLVED
            assert search.moves is not None
            found = (search.moves, search.counters.generated, search.counters.expanded)
            assert found == expected
            assert len(search.moves) == distance


def splitmix64(state: int) -> int:
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & (1 << 64) - 1
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & (1 << 64) - 1
    return word ^ (word >> 31)


def test_random_order_draws_a_permutation_for_each_expansion() -> None:
    goal, seed = bytes(range(9)), 2**63 + 11
    named = ["".join(letters) for letters in permutations("UDLR")]
    drawn = [
        named[splitmix64((seed + count * 0x9E3779B97F4A7C15) % 2**64) % 24]
        for count in range(1, 100_000)
    ]
    for start, distance in sample(goal, 3, 3, 6):
        search = IdaSearch(start, goal, 3, 3, "random", seed=seed)
        assert search.advance(FOREVER) is Status.SOLVED
        expected = recursive_ida(start, goal, 3, 3, drawn)
        assert (search.moves, search.counters.generated, search.counters.expanded) == expected
        assert len(expected[0]) == distance


@pytest.mark.parametrize("name", ["misplaced", "euclidean", "linear-conflict", "manhattan"])
@pytest.mark.parametrize("early", [True, False])
def test_any_compiled_heuristic_finds_shortest_paths(name: str, early: bool) -> None:
    goal = bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])
    heuristic = estimator(name, Board.from_state(goal, Shape(3, 3)))
    boards = [(start, d) for start, d in sample(goal, 3, 3, 40) if d <= 21]
    assert boards
    for start, distance in boards:
        search = IdaSearch(start, goal, 3, 3, "UDLR", heuristic, test_early=early)
        assert search.advance(FOREVER) is Status.SOLVED
        assert search.moves is not None
        assert len(search.moves) == distance
        assert play(start, 3, 3, search.moves) == goal
        if name == "manhattan":
            plain = IdaSearch(start, goal, 3, 3, "UDLR")
            plain.advance(FOREVER)
            assert search.counters == plain.counters
            assert search.moves == plain.moves


@pytest.mark.parametrize("budget", [1, 7, 1000])
@pytest.mark.parametrize("order", ["ULRD", "random"])
@pytest.mark.parametrize("general", [False, True])
def test_slices_add_up_to_one_run(budget: int, order: str, general: bool) -> None:
    goal = bytes(range(9))
    lookup = Lookup.manhattan(3, 3, 0) if general else None
    for start, _ in sample(goal, 3, 3, 3):
        whole = IdaSearch(start, goal, 3, 3, order, lookup, seed=5)
        whole.advance(FOREVER)
        sliced = IdaSearch(start, goal, 3, 3, order, lookup, seed=5)
        before = 0
        while sliced.advance(budget) is Status.RUNNING:
            assert sliced.counters.expanded == before + budget
            before += budget
        assert sliced.counters == whole.counters
        assert sliced.moves == whole.moves


@pytest.mark.parametrize("length", [12, 16, 18])
def test_cycle_pruning_keeps_shortest_paths(length: int) -> None:
    machine = short_cycles(length)
    for goal in (bytes(range(9)), bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])):
        for start, distance in sample(goal, 3, 3, 60):
            plain = IdaSearch(start, goal, 3, 3, "UDLR")
            pruned = IdaSearch(start, goal, 3, 3, "UDLR", automaton=machine)
            plain.advance(FOREVER)
            assert pruned.advance(FOREVER) is Status.SOLVED
            assert pruned.moves is not None
            assert len(pruned.moves) == distance
            assert play(start, 3, 3, pruned.moves) == goal
            assert pruned.bounds == plain.bounds


def test_cycle_pruning_saves_work_on_15_puzzles() -> None:
    machine = short_cycles(18)
    plain = pruned = 0
    for row in KORF:
        if int(row["nodes_ida_manhattan"]) > 8_000_000:
            continue
        search = IdaSearch(tiles(row), GOAL15, 4, 4, "ULRD", automaton=machine)
        assert search.advance(FOREVER) is Status.SOLVED
        assert search.moves is not None
        assert len(search.moves) == int(row["optimal"])
        assert play(tiles(row), 4, 4, search.moves) == GOAL15
        plain += int(row["nodes_ida_manhattan"])
        pruned += search.counters.generated
    assert pruned < 0.8 * plain


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (16, 16), (1, 12), (2, 9)])
def test_boards_of_any_shape(rows: int, cols: int) -> None:
    goal = bytes(range(rows * cols))
    rng, start = random.Random(3), goal
    for _ in range(24):
        after = [slide(start, rows, cols, move) for move in "UDLR"]
        start = rng.choice([state for state in after if state is not None])
    search = IdaSearch(start, goal, rows, cols)
    assert search.advance(FOREVER) is Status.SOLVED
    assert search.moves is not None
    assert play(start, rows, cols, search.moves) == goal
    assert len(search.moves) <= 24


def test_the_goal_needs_no_search() -> None:
    search = IdaSearch(GOAL15, GOAL15, 4, 4)
    assert (search.status, search.moves) == (Status.SOLVED, "")
    assert (search.counters.generated, search.counters.expanded) == (1, 0)
    assert search.counters.cut_off == 0


def test_a_search_that_cuts_nothing_off_is_over() -> None:
    search = IdaSearch(bytes([0, 2, 1]), bytes([0, 1, 2]), 1, 3)
    assert search.advance(1000) is Status.UNSOLVABLE
    assert search.moves is None


@pytest.mark.parametrize(
    ("start", "goal", "order", "words"),
    [
        (bytes(range(9)), bytes(range(1, 10)), "UDLR", "not an arrangement"),
        (bytes([0, 1, 2, 3, 4, 5, 6, 7, 7]), bytes(range(9)), "UDLR", "different tiles"),
        (bytes(range(9)), bytes(range(9)), "UDLU", "order of moves"),
    ],
)
def test_what_makes_no_sense_is_refused(start: bytes, goal: bytes, order: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        IdaSearch(start, goal, 3, 3, order)


def test_compiled_code_is_found_again_by_a_second_process(tmp_path: Path) -> None:
    script = (
        "from slidelab.kernels.ida.search import IdaSearch\n"
        "from slidelab.kernels.ida.manhattan import advance_manhattan\n"
        "search = IdaSearch(bytes([8,7,6,5,4,3,2,1,0]), bytes(range(9)), 3, 3)\n"
        "search.advance(10**9)\n"
        "print(len(search.moves), sum(advance_manhattan.stats.cache_hits.values()))\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        ).stdout.split()
        for _ in range(2)
    ]
    assert outputs[0][0] == outputs[1][0]
    assert [output[1] for output in outputs] == ["0", "1"]
