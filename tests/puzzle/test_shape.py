"""Shapes, and which cells lie next to each other."""

import pickle

import pytest

from slidelab.puzzle import BadShape, Move, Shape


@pytest.mark.parametrize("given", ["2x5", "2X5", "2×5", " 2 x 5 ", (2, 5), Shape(2, 5)])
def test_shapes_are_read(given: str | tuple[int, int] | Shape) -> None:
    shape = Shape.parse(given)
    assert (shape.rows, shape.cols, shape.cells) == (2, 5, 10)
    assert str(shape) == "2x5"
    assert shape == Shape(2, 5) != Shape(5, 2)
    assert len({shape, Shape(2, 5)}) == 1


@pytest.mark.parametrize("given", ["", "3", "3x", "x3", "3x3x3", "axb", "-3x3", "2.5x3", (3,)])
def test_what_is_no_shape_is_refused(given: str | tuple[int, int]) -> None:
    quoted = given if isinstance(given, str) else repr(given)
    with pytest.raises(BadShape) as caught:
        Shape.parse(given)
    assert caught.value.problems == [
        f"'{quoted}' is not a shape: write rows x columns, such as 3x3 or 2x5"
    ]


@pytest.mark.parametrize(
    ("rows", "cols", "problem"),
    [
        (1, 4, "a 1x4 board is too small: the smallest is 2x2"),
        (3, 0, "a 3x0 board is too small: the smallest is 2x2"),
        (
            20,
            21,
            "a 20x21 board has 420 cells, and the most is 400: the largest square is 20x20",
        ),
    ],
)
def test_too_small_and_too_large_are_told(rows: int, cols: int, problem: str) -> None:
    with pytest.raises(BadShape) as caught:
        Shape(rows, cols)
    assert caught.value.problems == [problem]
    with pytest.raises(BadShape):
        Shape.parse(f"{rows}x{cols}")


def test_the_largest_shapes_exist() -> None:
    assert Shape(20, 20).cells == Shape(2, 200).cells == 400


def test_targets_in_the_order_up_down_left_right() -> None:
    shape = Shape(2, 3)
    assert shape.targets(0) == ((Move.DOWN, 3), (Move.RIGHT, 1))
    assert shape.targets(4) == ((Move.UP, 1), (Move.LEFT, 3), (Move.RIGHT, 5))
    assert Shape(3, 3).targets(4) == (
        (Move.UP, 1),
        (Move.DOWN, 7),
        (Move.LEFT, 3),
        (Move.RIGHT, 5),
    )
    assert shape.target(0, Move.RIGHT) == 1
    assert shape.target(2, Move.RIGHT) is None
    assert shape.target(3, Move.LEFT) is None


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 5), Shape(5, 2), Shape(4, 4)])
def test_every_target_leads_back_by_the_inverse_move(shape: Shape) -> None:
    for cell in range(shape.cells):
        for move, target in shape.targets(cell):
            assert shape.target(target, move.inverse) == cell


def test_shapes_do_not_change() -> None:
    shape = Shape(2, 5)
    with pytest.raises(AttributeError, match="cannot be changed"):
        shape.rows = 3
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert repr(shape) == "Shape(2, 5)"
