"""Each heuristic against its definition, written down slowly and plainly."""

from itertools import combinations, count
from math import sqrt
from random import Random

import pytest

from slidelab.heuristics import get
from slidelab.puzzle import Board, Shape
from tests.oracles.puzzle import random_walk
from tests.support.worlds import (
    EIGHT_FIRST,
    EIGHT_LAST,
    SMALL,
    World,
    jumbled,
    shuffled_states,
)

LARGER = [jumbled(3, 4, seed=5), jumbled(4, 4, seed=6), jumbled(5, 3, seed=7)]


def tile_offsets(world: World, state: bytes, count_blank: bool) -> list[tuple[int, int]]:
    """For each cell in turn, how many rows and columns its tile is from home."""
    offsets = []
    for cell, tile in enumerate(state):
        home = world.goal.index(tile)
        dy, dx = cell // world.cols - home // world.cols, cell % world.cols - home % world.cols
        offsets.append((dy, dx) if tile or count_blank else (0, 0))
    return offsets


@pytest.mark.parametrize("count_blank", [False, True])
@pytest.mark.parametrize("world", [*SMALL, *LARGER], ids=str)
def test_sums_over_tiles(world: World, count_blank: bool) -> None:
    bound = {
        name: get(name).bind(world.goal_board, count_blank)
        for name in ("misplaced", "manhattan", "euclidean", "misplaced-manhattan")
    }
    for state in shuffled_states(world.rows, world.cols, 50, seed=9):
        offsets = tile_offsets(world, state, count_blank)
        misplaced = sum((dy, dx) != (0, 0) for dy, dx in offsets)
        manhattan = sum(abs(dy) + abs(dx) for dy, dx in offsets)
        euclidean = 0.0
        for dy, dx in offsets:
            euclidean += sqrt(dx * dx + dy * dy)
        assert bound["misplaced"](state) == misplaced
        assert bound["manhattan"](state) == manhattan
        assert bound["misplaced-manhattan"](state) == misplaced + manhattan
        assert bound["euclidean"](state) == euclidean, "to the last bit"


@pytest.mark.parametrize("world", SMALL, ids=str)
def test_gaschnig_is_the_exact_cost_when_any_tile_may_jump(world: World) -> None:
    jumps = {world.goal: 0}
    layer = [world.goal]
    while layer:
        following = []
        for state in layer:
            for tile in range(1, len(state)):
                child = state.translate(bytes.maketrans(bytes([0, tile]), bytes([tile, 0])))
                if child not in jumps:
                    jumps[child] = jumps[state] + 1
                    following.append(child)
        layer = following
    estimate = get("gaschnig").bind(world.goal_board)
    assert {state: estimate(state) for state in jumps} == jumps


def fewest_to_remove(line: bytes, goal_line: bytes) -> int:
    """Try all ways to take tiles out of a line until no two are in the wrong order."""
    places = [goal_line.index(tile) for tile in line if tile and tile in goal_line]
    for removed in count():
        for kept in combinations(places, len(places) - removed):
            if list(kept) == sorted(kept):
                return removed
    raise AssertionError


@pytest.mark.parametrize("world", [*SMALL, EIGHT_FIRST, *LARGER, jumbled(2, 7, seed=10)], ids=str)
def test_linear_conflict_removes_the_fewest_tiles(world: World) -> None:
    rows, cols, goal = world
    cuts = [slice(r * cols, r * cols + cols) for r in range(rows)]
    cuts += [slice(c, rows * cols, cols) for c in range(cols)]
    manhattan = get("manhattan").bind(world.goal_board)
    estimate = get("linear-conflict").bind(world.goal_board)
    # Few tiles of a shuffled board are in their own line, so exchange only a few.
    states = shuffled_states(rows, cols, 100, seed=11) + exchanged(goal, 200)
    for state in states:
        aside = sum(fewest_to_remove(state[cut], goal[cut]) for cut in cuts)
        assert estimate(state) == manhattan(state) + 2 * aside


def exchanged(goal: bytes, how_many: int) -> list[bytes]:
    """Arrangements in which two to four tiles of the goal have changed places."""
    random, found = Random(12), []
    for _ in range(how_many):
        cells = random.sample(range(len(goal)), random.randint(2, 4))
        state = bytearray(goal)
        for a, b in zip(cells, cells[1:] + cells[:1], strict=True):
            state[a] = goal[b]
        found.append(bytes(state))
    return found


def sorting_moves(world: World, vertical: bool) -> dict[tuple[tuple[int, ...], ...], int]:
    """Moves to sort the rows (or columns) when only the set of colours in each of them matters."""
    start = colours(world, world.goal, vertical)
    moves = {start: 0}
    layer = [start]
    while layer:
        following = []
        for lines in layer:
            blank = next(i for i, line in enumerate(lines) if -1 in line)
            for other in (blank - 1, blank + 1):
                if 0 <= other < len(lines):
                    for colour in set(lines[other]):
                        child = list(map(list, lines))
                        child[blank][child[blank].index(-1)] = colour
                        child[other][child[other].index(colour)] = -1
                        key = tuple(tuple(sorted(line)) for line in child)
                        if key not in moves:
                            moves[key] = moves[lines] + 1
                            following.append(key)
        layer = following
    return moves


def colours(world: World, state: bytes, vertical: bool) -> tuple[tuple[int, ...], ...]:
    rows, cols, goal = world
    home = {tile: divmod(cell, cols)[not vertical] for cell, tile in enumerate(goal)} | {0: -1}
    cuts = [slice(r * cols, r * cols + cols) for r in range(rows)]
    if not vertical:
        cuts = [slice(c, rows * cols, cols) for c in range(cols)]
    return tuple(tuple(sorted(home[tile] for tile in state[cut])) for cut in cuts)


@pytest.mark.parametrize("world", [*SMALL, EIGHT_LAST, LARGER[0], jumbled(2, 5, seed=13)], ids=str)
def test_walking_distance_is_the_exact_cost_of_both_relaxed_puzzles(world: World) -> None:
    vertical, horizontal = sorting_moves(world, True), sorting_moves(world, False)
    estimate = get("walking-distance").bind(world.goal_board)
    for state in shuffled_states(world.rows, world.cols, 200, seed=14):
        assert estimate(state) == (
            vertical[colours(world, state, True)] + horizontal[colours(world, state, False)]
        )


def inversions(reading: list[int], goal_reading: list[int]) -> int:
    ranks = [goal_reading.index(tile) for tile in reading if tile]
    return sum(a > b for a, b in combinations(ranks, 2))


@pytest.mark.parametrize("world", [jumbled(4, 4, seed=15), World(4, 4, bytes(range(16)))], ids=str)
def test_inversion_distance_on_4x4_has_the_known_form(world: World) -> None:
    estimate = get("inversion-distance").bind(world.goal_board)
    by_columns = [cell for col in range(4) for cell in range(col, 16, 4)]
    for state in random_walk(world.goal, 4, 2000, seed=16):
        across = inversions(list(state), list(world.goal))
        down = inversions([state[c] for c in by_columns], [world.goal[c] for c in by_columns])
        assert estimate(state) == across // 3 + across % 3 + down // 3 + down % 3


def test_the_shapes_at_both_ends() -> None:
    for shape in (Shape(2, 2), Shape(2, 128), Shape(16, 16)):
        goal = Board.from_state(bytes(range(shape.cells)), shape)
        moved = bytes([1, 0, *range(2, shape.cells)])
        for name in ("misplaced", "manhattan", "gaschnig", "linear-conflict", "inversion-distance"):
            assert get(name).bind(goal)(goal.state) == 0
            assert get(name).bind(goal)(moved) == 1, name
