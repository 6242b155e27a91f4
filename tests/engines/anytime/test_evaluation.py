"""The value that a beam keeps up move by move is the sum of the weights of the state's facts."""

import numpy as np
import pytest

from slidelab.engines.anytime.beam import LearnedBeam
from slidelab.engines.anytime.evaluation import make_evaluation, read_shipped
from slidelab.engines.anytime.features import STEP
from slidelab.engines.anytime.local import LocalFeatures, find_local
from slidelab.engines.anytime.pairs import PairFeatures, find_pairs

CASES = [
    (PairFeatures, find_pairs, (3, 5)),
    (PairFeatures, find_pairs, (4, 4)),
    (LocalFeatures, find_local, (2, 9)),
    (LocalFeatures, find_local, (5, 5)),
    (LocalFeatures, find_local, (12, 11)),
]


def valued(features, find, weights, tiles):
    facts = np.zeros(features.facts, np.int32)
    # A beam has tiles as bytes, for which the function would be compiled a second time.
    found = find(features.description, tiles.astype(np.int16), facts)
    return weights[facts[:found]].sum() * STEP


@pytest.mark.parametrize(("make", "find", "sides"), CASES)
def test_the_value_kept_up_is_that_of_all_facts(make, find, sides):
    random = np.random.default_rng(3)
    features = make(*sides)
    weights = np.rint(random.normal(scale=0.2, size=features.weights) * STEP) / STEP
    start = random.permutation(sides[0] * sides[1]).astype(np.int16)
    beam = LearnedBeam(make_evaluation(features, weights), width=40)
    beam.begin(start)
    beam.advance(30)
    assert beam.nodes == 40
    of_start = valued(features, find, weights, start)
    for node in range(beam.nodes):
        value = valued(features, find, weights, beam.layer.tiles[node]) - of_start
        assert value == pytest.approx(beam.layer.value[node])


@pytest.mark.parametrize(
    ("make", "find"), [(PairFeatures, find_pairs), (LocalFeatures, find_local)]
)
def test_rows_and_columns_exchanged_have_the_same_value(make, find):
    random = np.random.default_rng(4)
    features = make(5, 5)
    weights = random.normal(size=features.weights)
    turned = np.arange(25).reshape(5, 5).T.ravel()
    for _ in range(20):
        tiles = random.permutation(25).astype(np.int16)
        mirrored = turned[tiles[turned]].astype(np.int16)
        value = valued(features, find, weights, tiles)
        assert valued(features, find, weights, mirrored) == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("pairs-5x5", PairFeatures(5, 5)),
        ("pairs-6x6", PairFeatures(6, 6)),
        ("local", LocalFeatures(6, 4)),
    ],
)
def test_the_shipped_weights_fit_their_features(name, features):
    weights = read_shipped(name)
    assert weights.shape == (features.weights,)
    assert np.abs(weights).max() > 0
