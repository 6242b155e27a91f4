"""Training: the same course gives the same weights, interrupted or not, and it helps."""

from functools import cache

import numpy as np
import pytest

from slidelab.engines.anytime.evaluation import read_shipped, write_weights
from slidelab.engines.anytime.local import pairs_from_local
from slidelab.engines.anytime.training import Course, Trainer, try_out
from slidelab.engines.anytime.training.trainer import facts_of

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("training")]

COURSE = Course("pairs", ("3x4",), boards=150, width=15)


@cache
def trained(course: Course) -> Trainer:
    trainer = Trainer(course)
    while not trainer.done:
        trainer.train()
    return trainer


def test_training_helps_on_boards_never_seen():
    features = COURSE.features_of("3x4")
    before = try_out(features, features.untaught(), boards=60, width=15)
    after = try_out(features, trained(COURSE).weights.values, boards=60, width=15)
    assert after.solved == 60
    assert after.moves < before.moves


def test_weights_for_all_shapes_learned_on_small_ones_help_on_a_larger_one():
    course = Course("local", ("3x4", "4x4"), boards=150, width=15)
    features = course.features_of("5x5")
    weights = trained(course).weights.values
    before = try_out(features, features.untaught(), boards=40, width=50)
    after = try_out(features, weights, boards=40, width=50)
    assert after.moves < before.moves


def test_training_that_was_interrupted_goes_on_as_if_it_had_not_been(tmp_path):
    whole = trained(COURSE)
    trainer = Trainer(COURSE)
    while not trainer.done:
        trainer.train()
        trainer.save(tmp_path / "standing.npz")
        trainer = Trainer(COURSE)
        trainer.resume(tmp_path / "standing.npz")
    assert np.array_equal(trainer.weights.values, whole.weights.values)


def test_training_can_begin_with_what_was_learned_before(tmp_path):
    write_weights(tmp_path / "before.npz", read_shipped("pairs-5x5"))
    course = Course("pairs", ("5x5",), 1, begin=str(tmp_path / "before.npz"))
    assert np.array_equal(course.first_weights(), read_shipped("pairs-5x5"))


def test_weights_of_another_shape_are_refused(tmp_path):
    write_weights(tmp_path / "before.npz", read_shipped("pairs-5x5"))
    course = Course("pairs", ("3x4",), 1, begin=str(tmp_path / "before.npz"))
    with pytest.raises(ValueError, match="it was learned for something else"):
        course.first_weights()


@pytest.mark.parametrize("name", ["before.npz", "nowhere", "."])
def test_a_file_that_holds_no_weights_is_refused(tmp_path, name):
    (tmp_path / "before.npz").write_text("no weights")
    course = Course("pairs", ("3x4",), 1, begin=str(tmp_path / name))
    with pytest.raises(ValueError, match=r"is not a weights file: .* choose untaught or local"):
        course.first_weights()


def test_another_course_is_not_continued(tmp_path):
    Trainer(COURSE).save(tmp_path / "standing.npz")
    other = Trainer(Course("pairs", ("3x4",), boards=151, width=15))
    with pytest.raises(ValueError, match="another course of training: remove it"):
        other.resume(tmp_path / "standing.npz")


@pytest.mark.parametrize("shape", ["3x4", "5x5"])
def test_pairs_can_begin_with_all_that_local_weights_say(shape):
    pairs, local = (Course(name, (shape,), 1).features_of(shape) for name in ("pairs", "local"))
    random = np.random.default_rng(5)
    weights = random.normal(size=local.weights)
    as_pairs = pairs_from_local(pairs, weights)
    for _ in range(10):
        tiles = random.permutation(local.description.rows * local.description.cols)
        one, other = (
            values[facts_of_state(features, tiles.astype(np.int16))].sum()
            for features, values in ((local, weights), (pairs, as_pairs))
        )
        assert one == pytest.approx(other)


def facts_of_state(features, tiles):
    facts = np.zeros(features.facts, np.int32)
    return facts[: facts_of(features.description, tiles, facts)]


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        ({"features": "triples"}, "choose pairs or local"),
        ({"shapes": ()}, "no shape to learn on"),
        ({"shapes": ("3x3", "4x4")}, "pairs are learned for one shape"),
        ({"shapes": ("9x9",)}, "choose local"),
        ({"boards": 0}, "boards is 0; it must be at least 1"),
        ({"features": "local", "shapes": ("5x13",)}, "5x13 is too long"),
        ({"rate": 0.0}, "rate is 0.0; it must be above 0"),
    ],
)
def test_courses_that_make_no_sense(choices, problem):
    usual = {"features": "pairs", "shapes": ("3x3",), "boards": 10}
    with pytest.raises(ValueError, match=problem):
        Course(**(usual | choices))
