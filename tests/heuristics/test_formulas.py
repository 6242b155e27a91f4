"""Formulas: worked out as they are written, the same in both engines, refused with a reason."""

import re
from itertools import product

import pytest

from slidelab import solve
from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.compiled.engine import has_heuristic
from slidelab.heuristics import get
from slidelab.puzzle import Board, Shape, goal_board, random_walk
from slidelab.search import Conventions
from slidelab.solving import SearchSpec

GOAL, STATE = Board.parse("1 2 3 / 4 5 6 / 7 8 0"), bytes([8, 1, 3, 4, 0, 2, 7, 6, 5])


def far(name, count_blank=False):
    return get(name).bind(GOAL, count_blank)(STATE)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("2*manhattan+misplaced", lambda m, t: 2 * m + t),
        ("max(manhattan, 2*misplaced)", lambda m, t: max(m, 2 * t)),
        ("min(manhattan, 2*misplaced)", lambda m, t: min(m, 2 * t)),
        ("sum(md,md,misplaced)", lambda m, t: 2 * m + t),
        ("0.5*(manhattan+max(misplaced,zero))", lambda m, t: 0.5 * (m + t)),
        ("rows+columns", lambda m, t: m),
        ("steps[1,2,3,4]+steps[5,6,7,8]", lambda m, t: m),
        ("max(linear-conflict,manhattan)", lambda m, t: far("linear-conflict")),
    ],
)
def test_a_formula_is_worked_out_as_it_is_written(formula, value):
    made = find_heuristic(formula)
    assert made.bind(GOAL)(STATE) == value(far("manhattan"), far("misplaced"))
    assert find_heuristic(made.name).name == made.name
    assert find_heuristic(made.name).bind(GOAL)(STATE) == made.bind(GOAL)(STATE)


@pytest.mark.parametrize(
    ("cost", "name"), [("steps", "manhattan"), ("1*misplaced", "misplaced"), ("straight", "euclid")]
)
def test_tile_costs_count_the_blank_where_heuristics_do(cost, name):
    for count_blank in (False, True):
        assert find_heuristic(cost).bind(GOAL, count_blank)(STATE) == far(name, count_blank)
    assert far(name, True) > far(name, False)


@pytest.mark.parametrize(
    ("formula", "promised"),
    [
        ("max(misplaced,manhattan)", True),
        ("min(manhattan,misplaced-manhattan)", True),
        ("max(manhattan,misplaced-manhattan)", False),
        ("0.9*manhattan", True),
        ("1.1*manhattan", False),
        ("misplaced+manhattan", False),
        ("rows[1,2]", True),
        ("rows[0,1]", False),
    ],
)
def test_only_what_follows_from_its_parts_is_promised(formula, promised):
    assert find_heuristic(formula).admissible is promised
    assert SearchSpec("astar", formula).promises_shortest is promised


@pytest.mark.parametrize(
    "formula", ["misplaced+manhattan", "2*rows+columns[1,2,3]", "0.7*straight+misplaced", "longer"]
)
def test_sums_of_tile_costs_count_the_same_in_both_engines(formula):
    goal = goal_board("blank-last", Shape(3, 3))
    for seed, count_blank in product(range(3), (False, True)):
        board = random_walk(goal, 40, seed)
        conventions = Conventions(count_blank=count_blank)
        textbook, compiled = (
            solve(board, goal, "astar", formula, conventions=conventions, engine=engine)
            for engine in ("textbook", "compiled")
        )
        assert textbook.moves == compiled.moves
        assert textbook.counters.expanded == compiled.counters.expanded
        assert textbook.counters.generated == compiled.counters.generated


def test_a_formula_counts_as_the_heuristic_that_it_equals():
    for formula, name in (
        ("misplaced+manhattan", "misplaced-manhattan"),
        ("max(misplaced,manhattan)", "manhattan"),
    ):
        own, known = (solve("618402735", algorithm="astar", heuristic=h) for h in (formula, name))
        assert own.counters.expanded == known.counters.expanded
        assert own.spec.heuristic == formula


def test_which_formulas_are_compiled():
    assert has_heuristic("misplaced+2*manhattan")
    assert not has_heuristic("max(misplaced,gaschnig)")
    assert SearchSpec("astar", "max(misplaced,gaschnig)").engine_for(Shape(3, 3)) == "textbook"


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("max(", "a heuristic is missing"),
        ("max(manhattan", "')' is expected at the end"),
        ("manhattan+", "a heuristic is missing"),
        ("1+manhattan", "'*' is expected instead of '+'"),
        ("rows[x]", "'x' is not a tile"),
        ("rows[]", "brackets are empty"),
        ("manhattan[1]", "only misplaced, steps"),
        ("eval(manhattan)", "'eval' is not one of sum, max, min"),
        ("-1*manhattan", "a weight is a number from 0 to 1,000"),
        ("nan*manhattan", "a weight is a number from 0 to 1,000"),
        ("900*(2*manhattan)", "a weight is a number from 0 to 1,000"),
        ("(" * 30 + "zero" + ")" * 30, "nested up to 20 deep"),
        ("zero+" * 300 + "zero", "up to 1,000 characters"),
        ("max(mine.py:h,zero)", "your function"),
        ("manhatan+zero", "did you mean manhattan"),
        ("perfect*2", "'*' is not expected there"),
    ],
)
def test_what_is_no_formula_is_refused_with_a_reason(formula, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        find_heuristic(formula)


def test_a_formula_takes_boards_as_large_as_all_its_parts_do():
    with pytest.raises(ValueError, match="up to 9 cells"):
        find_heuristic("max(perfect,manhattan)").bind(goal_board("blank-last", Shape(4, 4)))
