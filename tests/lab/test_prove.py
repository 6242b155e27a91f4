"""What is proved, against facts that others published or that were counted independently."""

import pytest

from slidelab import heuristics, solve
from slidelab.heuristics import get as find_heuristic
from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.prove import prove
from slidelab.puzzle import Board, Shape
from slidelab.system.progress import monitored
from tests.oracles.puzzle import (
    COUNTS_3X3_CENTRE,
    COUNTS_3X3_CORNER,
    distances,
)

pytestmark = pytest.mark.xdist_group("state space")

ADMISSIBLE = (
    "manhattan",
    "misplaced",
    "euclidean",
    "linear-conflict",
    "walking-distance",
    "gaschnig",
)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ADMISSIBLE)
def test_admissible_and_consistent_on_every_board(name):
    proof = prove(name, shape=Shape(2, 4), order=False, boards=0)
    assert (proof.complete, proof.boards, proof.measured) == (True, 20_160, 20_160)
    assert (proof.admissible, proof.overestimate) == (True, None)
    assert (proof.consistent, proof.inconsistency) == (True, None)


def test_misplaced_plus_manhattan_exceeds_on_exactly_60669_boards():
    proof = prove("misplaced-manhattan", "blank-last", order=False, boards=0)
    assert tuple(row["boards"] for row in proof.errors) == COUNTS_3X3_CORNER
    assert (proof.admissible, proof.overestimated, proof.consistent) == (False, 60_669, False)
    assert (proof.overestimate.distance, proof.overestimate.h) == (1, 2)
    assert proof.overestimate.words() == "this board is 1 move from the goal, and h says 2"


def test_manhattan_that_counts_the_blank_exceeds_on_exactly_4650_boards():
    proof = prove("manhattan", "blank-first", count_blank=True, order=False, boards=0)
    assert (proof.admissible, proof.overestimated) == (False, 4_650)


@pytest.mark.nightly
def test_boards_of_each_distance_for_any_goal():
    proof = prove("zero", "1 2 3 / 8 0 4 / 7 6 5", order=False, boards=0)
    assert tuple(row["boards"] for row in proof.errors) == COUNTS_3X3_CENTRE
    assert all(row["mean_error"] == row["distance"] == row["largest_error"] for row in proof.errors)
    assert proof.exact == 1


@pytest.mark.nightly
def test_the_order_of_the_heuristics():
    proof = prove("manhattan", shape=Shape(2, 4), boards=0)
    found = {row["other"]: row for row in proof.orderings}
    assert found["misplaced"]["relation"] == found["euclidean"]["relation"] == "dominates"
    assert found["linear-conflict"]["relation"] == "is dominated by"
    assert found["gaschnig"]["relation"] == "is incomparable with"
    ours, theirs = heuristics.manhattan, heuristics.gaschnig
    higher, lower = found["gaschnig"]["higher_on"], found["gaschnig"]["lower_on"]
    assert ours(higher) > theirs(higher)
    assert ours(lower) < theirs(lower)


def test_an_inconsistency_is_shown_with_its_move():
    example = prove("misplaced-manhattan", shape="2x3", order=False, boards=0).inconsistency
    assert example.h - example.neighbour_h > 1
    assert example.neighbour == example.board.move(example.move) == Board("0 1 2 / 3 4 5")


def test_a_heuristic_above_0_at_the_goal():
    proof = prove(lambda board: 3, shape="2x2", order=False, boards=0)
    assert proof.overestimated == 1 + 2 + 2, "the boards 0, 1 and 2 moves away"
    assert proof.overestimate.words() == "the goal itself is estimated at 3 moves instead of 0"
    assert (proof.inconsistent_moves, proof.consistent) == (0, False)


def test_admissible_but_not_consistent():
    table = distances(bytes(range(6)), 2, 3)

    def patchy(board):
        return table[board.state] if board.blank in (0, 4) else 0

    proof = prove(patchy, shape="2x3", order=False, boards=0)
    assert (proof.admissible, proof.consistent) == (True, False)
    example = proof.inconsistency
    assert (example.distance, example.h, example.neighbour_h) == (2, 2, 0)
    assert example.move is not None


def test_costs_at_each_distance_are_those_of_the_search():
    proof = prove("manhattan", shape=Shape(2, 3), order=False, boards=1000)
    assert [row["boards"] for row in proof.costs] == [row["boards"] for row in proof.errors]
    assert all(row["cost"] == row["distance"] for row in proof.costs), "A* is optimal with it"
    far = proof.costs[-1]
    table = distances(bytes(range(6)), 2, 3)
    hardest = solve(Board.from_state(max(table, key=table.__getitem__), Shape(2, 3)))
    assert (far["distance"], far["boards"]) == (21, 1)
    assert (far["expanded"], far["generated"]) == (hardest.expanded, hardest.generated)


def test_the_verdict_comes_before_anything_is_searched():
    reported = []
    proof = prove("misplaced-manhattan", shape=Shape(2, 3), boards=1, found=reported.append)
    first, second = reported
    assert (first.admissible, first.overestimate) == (False, proof.overestimate)
    assert (first.orderings, first.costs) == ([], [])
    assert second.orderings == proof.orderings != []
    assert second.costs == []
    assert len(proof.costs) == len(proof.errors)


def test_the_cost_is_sampled_unless_all_boards_are_asked_for():
    few = prove("manhattan", shape=Shape(2, 3), order=False)
    assert max(row["boards"] for row in few.costs) == 20 < max(row["boards"] for row in few.errors)


def test_the_command_writes_what_is_proved(cli):
    options = "--shape", "2x3", "--boards", "1"
    proof = prove("misplaced", shape=Shape(2, 3), boards=1)
    assert cli("prove", "misplaced", *options).out == f"{proof}\n"
    found = cli("prove", "misplaced", *options, "--format", "json").json
    assert (found["admissible"], found["boards"], found["errors"]) == (True, 360, proof.errors)
    found = cli("prove", "zero", "--shape", "2x3", "--boards", "1000", "--format", "json").json
    assert [row["boards"] for row in found["costs"]] == [row["boards"] for row in found["errors"]]


def test_a_formula_is_proved_as_what_it_equals():
    formula = prove("misplaced+manhattan", "blank-last", shape=Shape(2, 3), order=False)
    named = prove("misplaced-manhattan", "blank-last", shape=Shape(2, 3), order=False)
    assert formula.heuristic == "misplaced+manhattan"
    assert (formula.overestimated, formula.errors) == (named.overestimated, named.errors)
    assert formula.costs == named.costs
    assert prove("max(misplaced,gaschnig)", shape=Shape(2, 3), boards=1).admissible


@pytest.mark.nightly
def test_pattern_databases_are_proved_on_the_shape_that_they_fit():
    proof = prove("4-3", order=False, boards=1)
    assert (proof.goal.shape, proof.admissible, proof.complete) == (Shape(2, 4), True, True)
    assert find_heuristic("6-6-3").usual_shape() == Shape(4, 4)
    assert find_heuristic("4-4-3").usual_shape() == Shape(3, 4)


@pytest.mark.nightly
def test_larger_shapes_give_evidence():
    proof = prove("manhattan", shape=Shape(4, 4), boards=2)
    assert not proof.complete
    assert proof.strength.startswith("evidence, not proof: ")
    assert proof.admissible
    assert proof.consistent
    assert proof.measured < proof.boards
    assert not prove("misplaced-manhattan", shape=Shape(3, 4), boards=0).admissible


OWN = """\
import os

def misplaced(state, goal):
    print("a word in between")
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))

def fails_far_away(state, goal):
    return None if state[0] == 8 else 0

def dies(state, goal):
    os._exit(5)
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


@pytest.mark.nightly
def test_an_own_function_equals_its_twin(own):
    reported = set()
    with monitored(lambda doing, fraction: reported.add(doing)):
        proof = prove(f"{own}:misplaced", shape=Shape(2, 4), boards=2)
    assert {row["other"]: row["relation"] for row in proof.orderings}["misplaced"] == "equals"
    assert f"tabulating {own}:misplaced" in reported
    twin = prove("misplaced", shape=Shape(2, 4), boards=2, order=False)
    assert proof.costs == twin.costs


def test_the_report_shows_the_counter_example_as_boards():
    text = str(prove("misplaced-manhattan", "blank-last", shape=Shape(2, 2), boards=1))
    assert "ADMISSIBLE  no: h exceeds the true distance on 11 of 12 boards" in text
    assert "    1 _      1 2\n    3 2  →   3 _\n\n    this board is 1 move" in text
    assert "dominates" in text


def test_effective_branching_factor():
    assert effective_branching_factor(2 + 4 + 8, 3) == pytest.approx(2)
    assert effective_branching_factor(5, 5) == pytest.approx(1)
    assert effective_branching_factor(4, 5) is effective_branching_factor(4, 0) is None
    large = effective_branching_factor(1e13, 30)
    assert sum(large**depth for depth in range(1, 31)) == pytest.approx(1e13)


def test_what_an_own_function_does_wrong_is_named(own: str, cli, tmp_path):
    for name, words in (("fails_far_away", "own.py, line"), ("dies", "status 5")):
        ran = cli("prove", f"{own}:{name}", "--boards", "0")
        assert (ran.status, words in ran.err, name in ran.err) == (2, True, True), ran
