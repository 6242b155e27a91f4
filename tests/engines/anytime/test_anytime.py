"""Anytime search: answers at once, better ones later, bounds that are true."""

import random
from itertools import pairwise

import pytest

from slidelab import Board, Conventions, Limits, Search, SearchSpec, Shape, solve
from slidelab.puzzle import goal_board, random_board
from slidelab.search import CHOICES
from slidelab.system.memory import resident_bytes
from tests.oracles.puzzle import distances

PATIENT = Limits(seconds=600)
"""Databases may have to be built first, on a busy machine."""


def answers_of(start, goal="blank-first", limits=PATIENT, **callbacks):
    """Return each better answer, and the last one."""
    found = []
    search = Search(start, goal, SearchSpec("anytime", engine="compiled"))
    last = search.advance(limits, improved=found.append, **callbacks)
    return [*found, last]


def checked(start, goal="blank-first", **choices):
    """Return all answers, each a solution, no worse than the one before, with a bound below it."""
    answers = answers_of(start, goal, **choices)
    for answer in answers:
        assert answer.start.play(answer.moves) == answer.goal
        assert 0 <= answer.lower_bound <= answer.cost
        assert answer.gap % 2 == 0 or answer.lower_bound == 0
    for before, after in pairwise(answers):
        assert after.cost <= before.cost
        assert after.lower_bound >= before.lower_bound
    return answers


@pytest.mark.parametrize(
    ("size", "boards"), [("2x2", 12), ("2x3", 15), ("3x2", 15), ("2x4", 15), ("3x3", 30)]
)
def test_bounds_are_true_and_small_boards_are_solved_in_the_fewest_moves(size, boards):
    shape = Shape.parse(size)
    goal = goal_board("blank-last" if shape.cells <= 6 else "blank-first", shape)
    table = distances(goal.state, shape.rows, shape.cols)
    for state in random.Random(2).sample(sorted(table), boards):
        answers = checked(Board.from_state(state, shape), goal, limits=PATIENT)
        assert all(a.lower_bound <= table[state] <= a.cost for a in answers)
        assert answers[-1].cost == table[state]
        assert answers[-1].proven


@pytest.mark.parametrize(
    "name", [pytest.param("korf:1", marks=pytest.mark.nightly), "korf:12", "korf:79"]
)
def test_fifteen_puzzles_are_solved_exactly(name):
    optimal = {"korf:1": 57, "korf:12": 45, "korf:79": 42}[name]
    answers = checked(Board(name), limits=PATIENT)
    assert all(answer.lower_bound <= optimal for answer in answers)
    assert answers[-1].cost == optimal
    assert answers[-1].proven


@pytest.mark.parametrize(
    "sides",
    [*((2, n) for n in (3, 5, 9)), (3, 5), (4, 4), (6, 3), (7, 8), (10, 10)]
    + [pytest.param(sides, marks=pytest.mark.nightly) for sides in ((3, 30), (20, 5), (16, 16))],
)
def test_a_board_of_any_shape_gets_an_answer_for_any_goal(sides):
    shape = Shape(*sides)
    goal = random_board(shape, "blank-first", "goal")
    start = random_board(shape, goal, "start")
    answers = checked(start, goal, limits=Limits(nodes=20_000))
    by_hand = solve(start, goal, "human").cost
    assert answers[-1].cost <= answers[0].cost <= by_hand


def test_more_work_is_never_worse_and_the_same_work_is_the_same():
    start = random_board(Shape(7, 7), "blank-first", 1)
    costs = []
    for nodes in (1_000, 300_000, 300_000, 1_500_000):
        costs.append(checked(start, limits=Limits(nodes=nodes))[-1].cost)
    assert costs == sorted(costs, reverse=True)
    assert costs[1] == costs[2]
    assert costs[0] > costs[1] > costs[3]


def test_enough_is_enough():
    calls = 0

    def enough() -> bool:
        nonlocal calls
        calls += 1
        return calls > 30

    start = random_board(Shape(9, 9), "blank-last", 1)
    answers = answers_of(start, "blank-last", limits=Limits(), cancelled=enough)
    assert calls == 31
    assert answers


def test_memory_stays_within_its_limit():
    start = random_board(Shape(6, 6), "blank-first", 0)
    answers_of(start, limits=Limits(nodes=300_000))  # loads the code
    allowed = resident_bytes() + (10 << 20)  # for beams of a few thousand nodes
    answers = checked(start, limits=Limits(memory=allowed))
    assert resident_bytes() <= allowed
    assert answers[-1].cost < answers[0].cost / 2


def test_words_and_both_ways_of_counting():
    answer = solve("1 2 5 / 3 4 0 / 6 7 8", algorithm="anytime")
    assert str(answer).startswith("Solved in 3 moves: Up Left Left")
    assert (answer.cost, answer.multi_tile_cost) == (3, 2)
    assert answer.to_dict()["moves"] == ["Up", "Left", "Left"]


@pytest.mark.parametrize("depth", [*CHOICES["max_depth"].values])
def test_every_way_to_count_the_depth_can_be_asked_for(depth):
    result = solve("125340678", algorithm="anytime", conventions=Conventions(max_depth=depth))
    assert result.cost == 3
    assert result.counters.max_depth >= 0
