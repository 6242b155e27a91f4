"""What is proved, against facts that others published or that were counted independently."""

from pathlib import Path

import pytest

from slidelab import heuristics, solve
from slidelab.engines.heuristics import find_heuristic
from slidelab.heuristics import heuristic
from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.prove import prove
from slidelab.puzzle import Board, Move, Shape
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
def test_admissible_and_consistent_on_every_board(name: str) -> None:
    proof = prove(name, shape=Shape(2, 4), order=False, search=False)
    assert proof.complete
    assert proof.boards == proof.measured == 20_160
    assert proof.admissible
    assert proof.overestimate is None
    assert proof.consistent
    assert proof.inconsistency is None


def test_misplaced_plus_manhattan_exceeds_on_exactly_60669_boards() -> None:
    proof = prove("misplaced-manhattan", "blank-last", order=False, search=False)
    assert tuple(row["boards"] for row in proof.errors) == COUNTS_3X3_CORNER
    assert not proof.admissible
    assert proof.overestimated == 60_669
    assert not proof.consistent
    example = proof.overestimate
    assert example is not None
    assert (example.distance, example.h) == (1, 2)
    assert example.words() == "this board is 1 move from the goal, and h says 2"


def test_manhattan_that_counts_the_blank_exceeds_on_exactly_4650_boards() -> None:
    proof = prove("manhattan", "blank-first", count_blank=True, order=False, search=False)
    assert not proof.admissible
    assert proof.overestimated == 4_650


@pytest.mark.nightly
def test_boards_of_each_distance_for_any_goal() -> None:
    proof = prove("zero", "1 2 3 / 8 0 4 / 7 6 5", order=False, search=False)
    assert tuple(row["boards"] for row in proof.errors) == COUNTS_3X3_CENTRE
    assert all(row["mean_error"] == row["distance"] == row["largest_error"] for row in proof.errors)
    assert proof.exact == 1


@pytest.mark.nightly
def test_the_order_of_the_heuristics() -> None:
    proof = prove("manhattan", shape=Shape(2, 4), search=False)
    found = {row["other"]: row for row in proof.orderings}
    assert found["misplaced"]["relation"] == found["euclidean"]["relation"] == "dominates"
    assert found["linear-conflict"]["relation"] == "is dominated by"
    assert found["gaschnig"]["relation"] == "is incomparable with"
    ours, theirs = heuristics.manhattan, heuristics.gaschnig
    higher, lower = found["gaschnig"]["higher_on"], found["gaschnig"]["lower_on"]
    assert ours(higher) > theirs(higher)
    assert ours(lower) < theirs(lower)


def test_an_inconsistency_is_shown_with_its_move() -> None:
    proof = prove("misplaced-manhattan", shape=Shape(2, 3), order=False, search=False)
    example = proof.inconsistency
    assert example is not None
    assert example.move is not None
    after = example.board.move(example.move)
    assert example.h - example.neighbour_h > 1
    assert after == Board("0 1 2 / 3 4 5")


def test_a_heuristic_above_0_at_the_goal() -> None:
    @heuristic(admissible=False, consistent=False, summary="always 3")
    def three(goal: Board):  # type: ignore[no-untyped-def]
        return lambda state: 3

    proof = prove(three, shape=Shape(2, 2), order=False, search=False)
    assert proof.overestimated == 1 + 2 + 2, "the boards 0, 1 and 2 moves away"
    assert proof.overestimate is not None
    assert proof.overestimate.words() == "the goal itself is estimated at 3 moves instead of 0"
    assert proof.inconsistent_moves == 0
    assert not proof.consistent


def test_admissible_but_not_consistent() -> None:
    @heuristic(admissible=True, consistent=False, summary="true distance or 0, by the blank")
    def patchy(goal: Board):  # type: ignore[no-untyped-def]
        table = distances(goal.state, 2, 3)
        return lambda state: table[state] if state.index(0) in (0, 4) else 0

    proof = prove(patchy, shape=Shape(2, 3), order=False, search=False)
    assert proof.admissible
    assert not proof.consistent
    example = proof.inconsistency
    assert example is not None
    assert isinstance(example.move, Move)
    assert example.distance == 2
    assert example.h == 2
    assert example.neighbour_h == 0


def test_costs_at_each_distance_are_those_of_the_search() -> None:
    proof = prove("manhattan", shape=Shape(2, 3), order=False, boards=None)
    assert proof.costs_of == "all boards of each distance"
    assert [row["boards"] for row in proof.costs] == [row["boards"] for row in proof.errors]
    assert all(row["cost"] == row["distance"] for row in proof.costs), "A* is optimal with it"
    far = proof.costs[-1]
    table = distances(bytes(range(6)), 2, 3)
    hardest = solve(Board.from_state(max(table, key=table.__getitem__), Shape(2, 3)))
    assert (far["distance"], far["boards"]) == (21, 1)
    assert (far["expanded"], far["generated"]) == (hardest.expanded, hardest.generated)


def test_the_verdict_is_told_before_anything_is_searched() -> None:
    told = []
    proof = prove("misplaced-manhattan", shape=Shape(2, 3), boards=1, found=told.append)
    first, second = told
    assert (first.admissible, first.overestimate) == (False, proof.overestimate)
    assert (first.orderings, first.costs) == ([], [])
    assert second.orderings == proof.orderings != []
    assert second.costs == []
    assert len(proof.costs) == len(proof.errors)


def test_the_cost_is_sampled_unless_all_boards_are_asked_for(cli) -> None:
    few = prove("manhattan", shape=Shape(2, 3), order=False)
    assert few.costs_of == "at most 20 boards of each distance, drawn at random"
    assert max(row["boards"] for row in few.costs) == 20 < max(row["boards"] for row in few.errors)
    everything = cli("prove", "zero", "--shape", "2x3", "--no-order", "--all-boards")
    assert "all boards of each distance" in everything.out


def test_the_command_prints_part_after_part(cli) -> None:
    printed = cli("prove", "misplaced", "--shape", "2x3", "--boards", "1").out
    whole = str(prove("misplaced", shape=Shape(2, 3), boards=1))
    assert printed == f"{whole}\n"


def test_a_formula_is_proved_as_what_it_equals() -> None:
    formula = prove("misplaced+manhattan", "blank-last", shape=Shape(2, 3), order=False)
    named = prove("misplaced-manhattan", "blank-last", shape=Shape(2, 3), order=False)
    assert formula.heuristic == "misplaced+manhattan"
    assert (formula.overestimated, formula.errors) == (named.overestimated, named.errors)
    assert formula.costs == named.costs
    assert prove("max(misplaced,gaschnig)", shape=Shape(2, 3), boards=1).admissible


@pytest.mark.nightly
def test_pattern_databases_are_proved_on_the_shape_that_they_fit() -> None:
    proof = prove("4-3", order=False, boards=1)
    assert (proof.goal.shape, proof.admissible, proof.complete) == (Shape(2, 4), True, True)
    assert find_heuristic("6-6-3").usual_shape() == Shape(4, 4)
    assert find_heuristic("4-4-3").usual_shape() == Shape(3, 4)


@pytest.mark.nightly
def test_larger_shapes_give_evidence() -> None:
    proof = prove("manhattan", shape=Shape(4, 4), boards=2)
    assert not proof.complete
    assert proof.strength.startswith("evidence, not proof: ")
    assert proof.admissible
    assert proof.consistent
    assert proof.measured < proof.boards
    assert not prove("misplaced-manhattan", shape=Shape(3, 4), search=False).admissible


OWN = """\
def misplaced(state, goal):
    print("a word in between")
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))


def fails_far_away(state, goal):
    if state[0] == 8:
        return None
    return 0


def sleeps(state, goal):
    import time
    time.sleep(60)


def dies(state, goal):
    import os
    os._exit(5)


def slow(state, goal):
    import time
    time.sleep(0.02)
    return 0
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


@pytest.mark.nightly
def test_an_own_function_equals_its_twin(own: str) -> None:
    told: list[tuple[str, float | None]] = []
    proof = prove(
        f"{own}:misplaced",
        shape=Shape(2, 4),
        boards=2,
        progress=lambda doing, fraction: told.append((doing, fraction)),
    )
    assert {row["other"]: row["relation"] for row in proof.orderings}["misplaced"] == "equals"
    assert (f"tabulating {own}:misplaced", 1.0) in told
    twin = prove("misplaced", shape=Shape(2, 4), boards=2, order=False)
    assert proof.costs == twin.costs


def test_the_report_shows_the_counter_example_as_boards() -> None:
    text = str(prove("misplaced-manhattan", "blank-last", shape=Shape(2, 2), boards=1))
    assert "ADMISSIBLE  no: h exceeds the true distance on 11 of 12 boards" in text
    assert "    1 _       1 2\n    3 2    →  3 _\n    h = 2     goal\n" in text
    assert "dominates" in text


def test_effective_branching_factor() -> None:
    assert effective_branching_factor(2 + 4 + 8, 3) == pytest.approx(2)
    assert effective_branching_factor(5, 5) == pytest.approx(1)
    assert effective_branching_factor(4, 5) is None
    assert effective_branching_factor(4, 0) is None
    large = effective_branching_factor(1e13, 30)
    assert large is not None
    assert sum(large**depth for depth in range(1, 31)) == pytest.approx(1e13)


def test_what_an_own_function_does_wrong_is_named(own: str, cli, tmp_path) -> None:  # type: ignore[no-untyped-def]
    options = ("--no-order", "--no-search")
    for name, words in (("fails_far_away", "own.py, line"), ("dies", "status 5")):
        ran = cli("prove", f"{own}:{name}", *options)
        assert (ran.status, words in ran.err, name in ran.err) == (2, True, True), ran


def test_the_command_writes_json(cli) -> None:  # type: ignore[no-untyped-def]
    found = cli("prove", "gaschnig", "--shape", "2x3", "--format", "json").json
    assert (found["admissible"], found["boards"]) == (True, 360)
