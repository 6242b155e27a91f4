"""The notations of boards and shapes; the page's own reader is tested with the same table."""

import json
from pathlib import Path

import pytest

from slidelab.puzzle import BadBoard, Board, Move, Shape

TABLE = json.loads(Path(__file__).with_name("board_texts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["boards"], ids=lambda case: repr(case["text"]))
def test_boards_are_read_or_refused(case):
    if case["cells"] is None:
        with pytest.raises(BadBoard):
            Board(case["text"], case.get("asked"))
    else:
        board = Board(case["text"], case.get("asked"))
        assert (list(board.state), str(board.shape)) == (case["cells"], case["shape"])


@pytest.mark.parametrize("case", TABLE["shapes"], ids=lambda case: repr(case["text"]))
def test_shapes_are_read_or_refused(case):
    if case["rows"] is None:
        with pytest.raises(BadBoard):
            Shape.parse(case["text"])
    else:
        assert Shape.parse(case["text"]) == Shape(case["rows"], case["cols"])


def test_shapes_are_pairs_of_sides():
    shape = Shape.parse((2, 5))
    assert (shape.rows, shape.cols, shape.cells, str(shape)) == (2, 5, 10, "2x5")
    assert tuple(shape) == (2, 5)
    assert shape == Shape.parse(" 2 × 5 ") != Shape(5, 2)
    assert Shape.parse(4) == Shape(4, 4)
    assert len({shape, Shape(2, 5)}) == 1
    assert repr(shape) == "Shape(2, 5)"


@pytest.mark.parametrize(
    ("given", "names"),
    [
        *(((rows, cols), [f"{rows}x{cols}", "2x2"]) for rows, cols in ((1, 4), (3, 0), (-3, 3))),
        ((20, 21), ["20x21", "420"]),
        ((3,), ["3"]),
        ((2.5, 3), ["2.5"]),
        ("-3x3", ["'-3x3'", "3x3"]),
        (None, ["None"]),
    ],
)
def test_impossible_shapes_are_refused(given, names):
    with pytest.raises(BadBoard) as caught:
        Shape.parse(given)
    assert [name for name in names if name not in str(caught.value)] == []


def test_targets_are_in_the_order_up_down_left_right_and_lead_back():
    assert Shape(3, 3).targets(4) == (
        (Move.UP, 1),
        (Move.DOWN, 7),
        (Move.LEFT, 3),
        (Move.RIGHT, 5),
    )
    for shape in (Shape(2, 2), Shape(2, 5), Shape(5, 2), Shape(16, 16)):
        for cell in range(shape.cells):
            for move, target in shape.targets(cell):
                assert dict(shape.targets(target))[move.inverse] == cell
