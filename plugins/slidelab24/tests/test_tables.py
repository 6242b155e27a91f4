"""Gradient tables: true distances, shared by symmetry, safe on disk."""

from collections import deque

import numpy as np
import pytest

from slidelab.puzzle import Shape
from slidelab24.build import build_table
from slidelab24.database import open_database, table_path
from slidelab24.patterns import Arrangement, find_table, name_by_homes, partitions_for
from support24.boards import goal_of, sample
from tests.oracles.puzzle import cells_beside


def pattern_distances(cells, blank, rows, cols):
    """Return the fewest moves of the pattern's tiles, for all places of them and of the blank."""
    start = (tuple(cells), blank)
    found, waiting = {start: 0}, deque([start])
    while waiting:
        places, hole = waiting.popleft()
        cost = found[places, hole]
        for cell in cells_beside(hole, rows, cols):
            moved = cell in places
            after = tuple(hole if place == cell else place for place in places), cell
            if after not in found or found[after] > cost + moved:
                found[after] = cost + moved
                (waiting.append if moved else waiting.appendleft)(after)
    return found


@pytest.mark.parametrize(
    ("rows", "cols", "blank"), [(2, 3, 0), (3, 3, 0), (3, 3, 4), (2, 3, 5), (2, 4, 2)]
)
def test_estimates_are_sums_of_true_distances_of_patterns(rows, cols, blank, folder):
    partition = partitions_for(Shape(rows, cols), blank)[0]
    database = open_database(Shape(rows, cols), blank, folder)
    truth = [pattern_distances(cells, blank, rows, cols) for cells in partition]
    for board, moves in sample(rows, cols, 60, blank):
        named = name_by_homes(board, goal_of(rows, cols, blank))
        expected = sum(
            table[tuple(named.index(tile) for tile in cells), named.index(blank)]
            for table, cells in zip(truth, partition, strict=True)
        )
        assert database.estimates(named)[0] == expected
        assert max(database.estimates(named)) <= moves


def test_the_second_view_is_the_first_of_the_mirror_image(folder):
    database = open_database(Shape(3, 3), 0, folder)
    flip = [0, 3, 6, 1, 4, 7, 2, 5, 8]
    for board, _ in sample(3, 3, 60):
        board = tuple(board.state)
        mirrored = tuple(flip[board[flip[cell]]] for cell in range(9))
        assert database.estimates(board) == database.estimates(mirrored)[::-1]


def test_every_partition_has_every_tile_once_and_shares_tables():
    for shape in (Shape(5, 5), Shape(4, 4), Shape(3, 6), Shape(4, 5)):
        for partition in partitions_for(shape):
            tiles = sorted(tile for cells in partition for tile in cells)
            assert tiles == list(range(1, shape.cells))
    usual = Arrangement.usual(Shape(5, 5), 0)
    assert (len(usual.partition), len(usual.tables)) == (4, 2)


def test_a_damaged_file_is_built_again(tmp_path):
    words = np.array(open_database(Shape(2, 4), 0, tmp_path).words)
    path = table_path(Arrangement.usual(Shape(2, 4), 0), tmp_path)
    path.write_bytes(path.read_bytes()[:5000])
    assert (open_database(Shape(2, 4), 0, tmp_path).words == words).all()
    assert np.load(path).size == words.size


def test_a_build_reports_progress_and_can_be_stopped():
    pattern = find_table((1, 2, 4, 5, 8), 0, Shape(3, 4))[0]

    def stop(fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(pattern, np.zeros(pattern.entries, np.uint32), stop)
    fractions = []
    build_table(pattern, np.zeros(pattern.entries, np.uint32), fractions.append)
    assert fractions
    assert all(0 <= fraction <= 1 for fraction in fractions)
