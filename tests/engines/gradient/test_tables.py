"""Gradient tables: true distances, shared by symmetry, safe on disk."""

import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from slidelab.engines.compiled.patterns.tables import load_or_build
from slidelab.engines.gradient.build import GradientBuild
from slidelab.engines.gradient.database import Arrangement, open_database
from slidelab.engines.gradient.word_layout import find_table, read_drawings, usual_partition
from slidelab.puzzle import Shape
from tests.engines.gradient.worlds import boards_of, distances, pattern_distances

pytestmark = pytest.mark.xdist_group("gradient")

SHAPES = [(2, 3, 0), (2, 4, 0), (3, 3, 0), (3, 3, 4), (2, 3, 5), (2, 4, 2)]


@pytest.mark.parametrize(("rows", "cols", "blank"), SHAPES)
def test_estimates_are_sums_of_the_patterns_true_distances(rows, cols, blank, tmp_path):
    partition = usual_partition(Shape(rows, cols), blank)
    database = open_database(Shape(rows, cols), blank, folder=tmp_path)
    truth = [pattern_distances(cells, blank, rows, cols) for cells in partition]
    boards = random.Random(5).sample(boards_of(rows, cols, blank), 60)
    for board in boards:
        expected = sum(
            table[tuple(board.index(tile) for tile in cells), board.index(blank)]
            for table, cells in zip(truth, partition, strict=True)
        )
        assert database.estimates(board)[0] == expected
        assert max(database.estimates(board)) <= distances(rows, cols, blank)[board]


def test_the_reflected_view_is_the_direct_view_of_the_mirror_image(tmp_path):
    database = open_database(Shape(3, 3), folder=tmp_path)
    flip = [0, 3, 6, 1, 4, 7, 2, 5, 8]
    for board in random.Random(6).sample(boards_of(3, 3), 60):
        mirrored = tuple(flip[board[flip[cell]]] for cell in range(9))
        assert database.estimates(board) == database.estimates(mirrored)[::-1]


def test_mirror_images_and_rotations_share_a_table():
    arrangement = Arrangement.usual(Shape(5, 5), 0)
    assert len(arrangement.partition) == 4
    assert len(arrangement.tables) == 2


def test_all_drawings_have_every_tile_once():
    for rows, cols in ((5, 5), (4, 4)):
        for partition in read_drawings(Shape(rows, cols)):
            tiles = sorted(tile for cells in partition for tile in cells)
            assert tiles == list(range(1, rows * cols))


def test_a_pattern_of_too_many_tiles_is_refused():
    with pytest.raises(ValueError, match="room for 8 tiles"):
        find_table(tuple(range(1, 10)), 0, Shape(4, 4))


def test_a_damaged_table_is_built_again(tmp_path):
    pattern = find_table((1, 2, 5), 0, Shape(3, 3))[0]
    words = np.array(load_or_build(GradientBuild, pattern, folder=tmp_path))
    (path,) = tmp_path.glob("gradients/*.words")
    content = bytearray(path.read_bytes())
    content[5000] ^= 1
    path.write_bytes(content)
    assert (load_or_build(GradientBuild, pattern, folder=tmp_path) == words).all()


def test_a_build_says_what_it_takes_and_can_be_stopped(tmp_path):
    pattern = find_table((1, 2, 4, 5, 8), 0, Shape(3, 4))[0]
    told = []

    def stop(doing, fraction):
        told.append(doing)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_or_build(GradientBuild, pattern, stop, tmp_path)
    assert "GB of memory" in told[0]
    assert not list(tmp_path.glob("gradients/*.words"))
    assert load_or_build(GradientBuild, pattern, folder=tmp_path).size == 12**5


KILLED = """
import sys
from pathlib import Path
from slidelab.engines.gradient.build import GradientBuild
from slidelab.engines.gradient.word_layout import find_table
from slidelab.engines.compiled.patterns.tables import load_or_build
from slidelab.puzzle import Shape
pattern = find_table((1, 2, 4, 5, 8), 0, Shape(3, 4))[0]
load_or_build(GradientBuild, pattern, folder=Path(sys.argv[1]), save_every=0)
"""


@pytest.mark.nightly
def test_a_build_goes_on_after_kill_9(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    while not list(tmp_path.glob("gradients/*.part")) and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(tmp_path.glob("gradients/*.part"))
    pattern = find_table((1, 2, 4, 5, 8), 0, Shape(3, 4))[0]
    whole = GradientBuild.start(pattern).run()
    assert (load_or_build(GradientBuild, pattern, folder=tmp_path) == whole).all()
    assert not list(tmp_path.glob("gradients/*.part"))


def test_the_tables_of_the_24_puzzle_stay_within_three_gigabytes():
    for pattern in Arrangement.usual(Shape(5, 5), 0).tables:
        assert GradientBuild.memory_needed(pattern) < 3e9
