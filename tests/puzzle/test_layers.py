"""The boards around a goal, layer by layer."""

from itertools import islice

import pytest

from slidelab.puzzle import Board, Shape, goal_board
from slidelab.puzzle.scramble import layers
from tests.oracles.puzzle import COUNTS_3X3_CORNER


def test_all_boards_of_the_8_puzzle_at_their_published_distances() -> None:
    assert [len(layer) for layer in layers(Board.parse("012345678"))] == list(COUNTS_3X3_CORNER)


@pytest.mark.parametrize("shape", [Shape(4, 4), Shape(16, 16)], ids=str)
def test_only_the_layers_asked_for_are_looked_for(shape: Shape) -> None:
    goal = goal_board("blank-first", shape)
    near = list(islice(layers(goal), 3))
    assert near[0] == {goal.state}
    assert near[1] == {board.state for _, board in goal.neighbors()}
    assert [len(layer) for layer in near] == [1, 2, 4]
