"""The notations of boards and shapes, by a table that the page's own reader is tried on as well."""

import json
from pathlib import Path

import pytest

from slidelab.puzzle import BadBoard, BadShape, Board, Shape

TABLE = json.loads(Path(__file__).with_name("board_texts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["boards"], ids=lambda case: repr(case["text"]))
def test_boards_are_read_or_refused(case):
    if case["cells"] is None:
        with pytest.raises(BadBoard):
            Board.parse(case["text"], case.get("asked"))
    else:
        board = Board.parse(case["text"], case.get("asked"))
        assert (list(board.state), str(board.shape)) == (case["cells"], case["shape"])


@pytest.mark.parametrize("case", TABLE["shapes"], ids=lambda case: repr(case["text"]))
def test_shapes_are_read_or_refused(case):
    if case["rows"] is None:
        with pytest.raises(BadShape):
            Shape.parse(case["text"])
    else:
        assert Shape.parse(case["text"]) == Shape(case["rows"], case["cols"])
