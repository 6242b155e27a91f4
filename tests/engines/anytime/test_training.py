"""Training the any-size weights: the features are the engine's, and training is repeatable."""

import numpy as np
import pytest

from research.train_any_size import features_of, find_features, mirror, train

# Parts of the engine, since no result shows the estimate of a state.
from slidelab.engines.anytime.beam import Beam
from slidelab.engines.anytime.evaluation import load_weights, make_evaluation
from slidelab.puzzle import Shape

pytestmark = pytest.mark.nightly


def value_of(tiles, shape, weights):
    found = np.empty(100_000, np.int64)
    count = find_features(features_of(weights, shape), tiles.astype(np.int16), found)
    return np.concatenate([each.ravel() for each in weights.values()])[found[:count]].sum()


@pytest.mark.parametrize("sides", [(5, 5), (2, 9), (12, 11)])
def test_the_estimate_that_a_beam_updates_is_the_sum_over_all_features(sides):
    shape, weights = Shape(*sides), load_weights()
    start = np.random.default_rng(1).permutation(shape.cells).astype(np.int16)
    beam = Beam(make_evaluation(weights, shape, 0), width=40)
    beam.begin(start)
    beam.advance(30)
    assert len(beam.layer.tiles) == 40
    of_start = value_of(start, shape, weights)
    for tiles, value in zip(beam.layer.tiles, beam.layer.nodes["value"], strict=True):
        assert value_of(tiles, shape, weights) - of_start == value


def test_weights_do_not_change_when_rows_and_columns_are_exchanged():
    weights = load_weights()
    for name, mirrored in mirror(weights).items():
        assert np.array_equal(mirrored.ravel(), weights[name].ravel()), name


def test_training_learns_from_paths_and_is_repeatable():
    shapes = [Shape(3, 4), Shape(4, 4)]
    one, two = (list(train(load_weights(), shapes, 200, 15, 0.03)) for _ in range(2))
    assert [boards for boards, *_ in one] == [100, 200]
    for name, learned in one[-1][2].items():
        assert np.array_equal(learned, two[-1][2][name])
        assert learned.shape == load_weights()[name].shape
    assert not np.array_equal(one[-1][2]["pairs"], load_weights()["pairs"])
