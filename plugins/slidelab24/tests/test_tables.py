"""Gradient tables: true distances, shared by symmetry, safe on disk."""

from collections import deque

import numpy as np
import pytest

from slidelab24.build import build_table
from slidelab24.patterns import USUAL, Partition, find_table
from slidelab24.tables import open_tables, table_path
from support24.boards import SMALL, scrambled
from tests.oracles.puzzle import cells_beside

PAIRS = Partition(".abcd abcde fghie fghij kkllj")
"""Patterns of two tiles, whose distances a search in Python finds."""


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))


def pattern_distances(cells):
    """Return the fewest moves of the pattern's tiles, for all places of them and of the blank."""
    start = (tuple(cells), 0)
    found, waiting = {start: 0}, deque([start])
    while waiting:
        places, hole = waiting.popleft()
        cost = found[places, hole]
        for cell in cells_beside(hole, 5, 5):
            moved = cell in places
            after = tuple(hole if place == cell else place for place in places), cell
            if after not in found or found[after] > cost + moved:
                found[after] = cost + moved
                (waiting.append if moved else waiting.appendleft)(after)
    return found


def test_estimates_are_sums_of_true_distances_of_patterns():
    tables = open_tables(PAIRS)
    truth = [pattern_distances(cells) for cells in PAIRS.patterns]
    for seed in range(20):
        board = scrambled(200, seed).state
        expected = sum(
            table[tuple(board.index(tile) for tile in cells), board.index(0)]
            for table, cells in zip(truth, PAIRS.patterns, strict=True)
        )
        assert tables.estimates([board])[0][0] == expected


def test_the_second_view_is_the_first_of_the_mirror_image():
    tables = open_tables(PAIRS)
    flip = [5 * (cell % 5) + cell // 5 for cell in range(25)]
    for seed in range(20):
        board = scrambled(200, seed).state
        mirrored = tuple(flip[board[flip[cell]]] for cell in range(25))
        one, other = tables.estimates([board, mirrored])
        assert one == other[::-1]


def test_the_usual_patterns_have_every_tile_once_and_share_tables():
    assert sorted(sum(USUAL.patterns, ())) == list(range(1, 25))
    assert (len(USUAL.patterns), len(USUAL.tables)) == (4, 2)


def test_a_damaged_file_is_built_again():
    words, path = np.array(open_tables(PAIRS).words), table_path(PAIRS)
    path.write_bytes(path.read_bytes()[:5000])
    assert (open_tables(PAIRS).words == words).all()
    assert np.load(path).size == words.size


def test_building_can_be_stopped():
    pattern, _ = find_table(SMALL.patterns[0])

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(pattern, np.zeros(pattern.entries, np.uint32), stop)
