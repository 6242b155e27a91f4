"""Formulas: worked out as they are written, promising only what follows, refused with a reason."""

import pytest

from slidelab import SearchSpec, solve
from slidelab.heuristics import get
from slidelab.puzzle import Board, Shape, goal_board, random_walk
from slidelab.search import Conventions

GOAL, STATE = Board("1 2 3 / 4 5 6 / 7 8 0"), bytes([8, 1, 3, 4, 0, 2, 7, 6, 5])


def estimate(name, count_blank=False):
    return get(name).bind(GOAL, count_blank)(STATE)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("2*manhattan+misplaced", lambda m, t: 2 * m + t),
        ("max(manhattan, 2*misplaced)", lambda m, t: max(m, 2 * t)),
        ("min(manhattan, 2*misplaced)", lambda m, t: min(m, 2 * t)),
        ("0.5*(manhattan+max(misplaced,zero))", lambda m, t: 0.5 * (m + t)),
        ("rows+columns", lambda m, t: m),
        ("max(linear-conflict,manhattan)", lambda m, t: estimate("linear-conflict")),
    ],
)
def test_a_formula_is_worked_out_as_it_is_written(formula, value):
    made = get(formula)
    assert made.bind(GOAL)(STATE) == value(estimate("manhattan"), estimate("misplaced"))
    assert get(made.name).name == made.name
    assert get(made.name).bind(GOAL)(STATE) == made.bind(GOAL)(STATE)


def test_tile_costs_count_the_blank_where_heuristics_do():
    for count_blank in (False, True):
        assert estimate("rows+columns", count_blank) == estimate("manhattan", count_blank)


@pytest.mark.parametrize(
    ("formula", "promised"),
    [
        ("max(misplaced,manhattan)", True),
        ("min(manhattan,misplaced-manhattan)", True),
        ("max(manhattan,misplaced-manhattan)", False),
        ("0.9*manhattan", True),
        ("1.1*manhattan", False),
        ("misplaced+manhattan", False),
    ],
)
def test_only_what_follows_from_its_parts_is_promised(formula, promised):
    assert get(formula).admissible is promised
    assert SearchSpec("astar", formula).promises_shortest is promised


@pytest.mark.nightly
def test_both_engines_count_the_same_with_sums_of_tile_costs():
    goal = goal_board("blank-last", Shape(3, 3))
    for formula in ("2*rows+columns", "0.7*euclidean+misplaced", "longer"):
        for seed, count_blank in ((1, False), (2, True)):
            board = random_walk(goal, 40, seed)
            conventions = Conventions(count_blank=count_blank)
            textbook, compiled = (
                solve(board, goal, "astar", formula, conventions=conventions, engine=engine)
                for engine in ("textbook", "compiled")
            )
            assert textbook.moves == compiled.moves
            assert textbook.counters.expanded == compiled.counters.expanded
            assert textbook.counters.generated == compiled.counters.generated


@pytest.mark.parametrize(
    ("formula", "names"),
    [
        ("max(", []),
        ("max(manhattan", []),
        ("manhattan+", []),
        ("1+manhattan", []),
        ("eval(manhattan)", ["eval", "max"]),
        ("-1*manhattan", []),
        ("rows[1]", ["rows[1]"]),
        ("1001*manhattan", ["1,000"]),
        ("nan*manhattan", []),
        ("(" * 300 + "zero" + ")" * 300, []),
        ("zero+" * 300 + "zero", ["1,000 characters"]),
        ("manhatan+zero", ["did you mean manhattan"]),
        ("zero+__import__('os').system('true')", []),
        ("max(zero, key=1)", []),
        ("(lambda: zero)()", []),
    ],
)
def test_other_texts_are_refused_with_a_reason(formula, names):
    with pytest.raises(ValueError, match=r"formula|heuristic") as caught:
        get(formula)
    assert [name for name in names if name not in str(caught.value)] == []


def test_a_formula_takes_boards_as_large_as_all_its_parts_do():
    with pytest.raises(ValueError, match="9 cells"):
        get("max(perfect,manhattan)").bind(goal_board("blank-last", Shape(4, 4)))


def test_sums_of_fractions_are_added_one_after_the_other():
    # Python 3.12's sum() corrects rounding errors, so counts would depend on the version.
    formula = "+".join(["0.1*misplaced"] * 10)
    tables = get(formula).tabulate(GOAL, False)
    assert tables[0][2] == 0.9999999999999999
    estimate = get("+".join(["0.1*max(misplaced,zero)"] * 10)).bind(GOAL)
    one_off = Board("1 2 3 / 4 5 6 / 7 0 8").state
    assert estimate(one_off) == 0.9999999999999999
