"""What the API says about boards."""

import pytest

from slidelab import solve
from slidelab.puzzle import (
    Board,
    Shape,
    at_distance,
    goal_board,
    parse_moves,
    random_board,
    random_walk,
)
from slidelab.search import CHOICES
from tests.oracles.puzzle import distances
from tests.support.boards import EASY_CELLS as EASY
from tests.support.processes import eventually
from tests.support.server import serving

BLANK_FIRST = goal_board("blank-first", Board(EASY).shape)


def test_the_catalogue_names_everything(server):
    found = server.client.get("/api/catalogue").json()
    assert [a["name"] for a in found["algorithms"]][:3] == ["bfs", "dfs", "dls"]
    astar = next(a for a in found["algorithms"] if a["name"] == "astar")
    assert astar["frontier"] == "priority"
    assert ["goal"] in [line["events"] for line in astar["pseudocode"]]
    manhattan = next(h for h in found["heuristics"] if h["name"] == "manhattan")
    assert manhattan["admissible"]
    assert "streets" in manhattan["description"]
    ties = next(c for c in found["conventions"] if c["name"] == "ties")
    assert ties["values"] == [*CHOICES["ties"].values]
    assert "same f" in ties["summary"]
    assert found["limits"]["max_rows"] == 30
    units = {counter["name"]: counter["unit"] for counter in found["counters"]}
    assert units["expanded"] == "nodes"
    assert units["seconds"] == "seconds"


@pytest.mark.parametrize(
    "board",
    [{"text": "1 2 5 / 3 4 _ / 6 7 8"}, {"text": "125340678"}, {"cells": EASY}],
)
def test_a_solvable_board(server, board):
    found = server.post("/api/check", board).json()
    assert found["cells"] == EASY
    assert found["solvable"]
    assert found["inversions"] == 2
    assert found["inversion_pairs"] == [[5, 3], [5, 4]]
    assert found["swap"] is None


def test_an_unsolvable_board_comes_with_a_mend(server):
    found = server.post("/api/check", {"text": "123456870", "goal": "blank-last"}).json()
    assert not found["solvable"]
    assert found["swap"] == [7, 8]
    assert found["swapped"] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert "odd" in found["reason"]


def test_what_is_wrong_is_told_cell_by_cell(server):
    cells = [1, 2, None, "x", 2.5, 2, 7, 8, 5]
    response = server.post("/api/check", {"cells": cells})
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    told = response.json()
    assert told["cells"] == [1, 2, 3, 4, 5]
    assert "2.5 is not a whole number" in told["problems"]
    assert any("tile 2 appears twice" in problem for problem in told["problems"])


@pytest.mark.parametrize("body", [{"text": "1 2 3"}, {"cells": list(range(84)), "shape": "2x42"}])
def test_no_board(server, body):
    assert server.post("/api/check", body).status_code == 422


def test_scrambles_are_those_of_the_library(server):
    shape = Board(EASY).shape
    drawn = server.post("/api/scramble", {"shape": "3x3", "seed": 5}).json()
    assert drawn["cells"] == list(random_board(shape, "blank-first", 5).state)
    walked = server.post("/api/scramble", {"shape": "3x3", "seed": 5, "moves": 9}).json()
    assert walked["cells"] == list(random_walk(BLANK_FIRST, 9, 5).state)
    far = server.post("/api/scramble", {"shape": "3x3", "seed": 5, "distance": 12}).json()
    assert far["cells"] == list(at_distance(BLANK_FIRST, 12, 5).state)


def test_a_scramble_without_a_seed_tells_its_seed(server):
    drawn = server.post("/api/scramble", {"shape": "4x4", "goal": "blank-last"}).json()
    again = server.post(
        "/api/scramble", {"shape": "4x4", "goal": "blank-last", "seed": drawn["seed"]}
    ).json()
    assert again["cells"] == drawn["cells"]


def test_a_distance_that_no_board_has(server):
    response = server.post("/api/scramble", {"shape": "3x3", "distance": 32})
    assert response.status_code == 422
    assert "31 moves" in response.json()["detail"]


def hint(server, board, goal):
    body = {"cells": list(board.state), "shape": str(board.shape), "goal": list(goal.state)}
    # While many ask at once a hint may be put off, and then it says so.
    return eventually(lambda: (h := server.post("/api/hint", body).json())["move"] and h)


@pytest.mark.parametrize(
    "rows", ["1 2 3 / 8 0 4 / 7 6 5", "0 1 2 / 3 4 5 / 6 7 8", "3 0 1 / 2 5 4"]
)
def test_hints_lead_to_the_goal_by_a_shortest_path(server, rows):
    goal = Board(rows)
    table = distances(goal.state, goal.shape.rows, goal.shape.cols)
    board = random_board(goal.shape, goal, seed=3)
    for left in range(table[board.state], 0, -1):
        found = hint(server, board, goal)
        assert found["moves_left"] == found["at_least"] == left
        assert board.play(parse_moves(found["path"])) == goal
        move = next(move for move in board.legal_moves if move.letter == found["move"])
        assert found["tile"] == board.state[board.shape.target(board.blank, move)]
        board = board.move(move)
    assert server.post(
        "/api/hint",
        {"cells": list(goal.state), "shape": str(goal.shape), "goal": list(goal.state)},
    ).json() == {
        "solved": True,
        "moves_left": 0,
        "better_soon": False,
        **dict.fromkeys(["move", "tile", "path", "at_least", "by_hand", "unknown"]),
    }


def test_a_hint_on_a_larger_board(server):
    goal = goal_board("blank-last", Shape(4, 4))
    found = hint(server, random_walk(goal, 8, seed=1), goal)
    assert found["moves_left"] == 8


@pytest.mark.nightly
def test_a_hint_on_a_4x4_is_nearly_the_best_before_anything_is_prepared(tmp_path):
    goal = goal_board("blank-first", Shape(4, 4))
    board = Board([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])
    shortest = 57  # the first of the hundred boards of Korf 1985
    with serving(tmp_path, cache=tmp_path) as cold:
        found = hint(cold, board, goal)
        # A busy machine may have time for the first path only, which is longer.
        eventually(lambda: hint(cold, board, goal)["moves_left"] <= 2 * shortest)
    assert found["better_soon"]
    assert board.play(parse_moves(found["path"])) == goal
    assert found["at_least"] <= shortest <= found["moves_left"]


@pytest.mark.nightly
def test_a_hint_far_from_the_goal_is_the_best_when_what_it_needs_is_prepared(server):
    goal = goal_board("blank-last", Shape(2, 5))
    board = random_board(goal.shape, goal, seed=1)
    cost = solve(board, goal, "ida", "auto").cost
    eventually(lambda: not (found := hint(server, board, goal))["better_soon"] and found)
    assert hint(server, board, goal)["moves_left"] == cost


@pytest.mark.parametrize("sides", [(5, 5), (3, 30), (16, 16)])
def test_hints_on_boards_of_any_size_are_good(server, sides):
    goal = random_board(Shape(*sides), "blank-last", seed=2)
    board = random_board(goal.shape, goal, seed=3)
    found = hint(server, board, goal)
    path = list(parse_moves(found["path"]))
    assert board.play(path) == goal
    assert (found["moves_left"], found["move"]) == (len(path), path[0].letter)
    assert 0 < found["at_least"] <= found["moves_left"]
    assert found["by_hand"].startswith("place ")


def test_where_there_is_no_hint_it_says_why(server):
    found = server.post("/api/hint", {"cells": [*EASY[:7], 8, 7]}).json()
    assert found["move"] is None
    assert "cannot be brought" in found["unknown"]


def test_a_game_is_reviewed_and_one_that_leaves_the_board_refused(server):
    body = {"cells": EASY, "goal": "blank-first", "moves": "LRULL"}
    found = server.result(body, "/api/reviews")
    assert found["at_least"] == found["at_most"] == [3, 4, 3, 2, 1, 0]
    response = server.post("/api/reviews", {**body, "moves": "RR"})
    assert response.status_code == 422
    assert "cannot move right" in response.json()["detail"]
    response = server.post("/api/reviews", {**body, "cells": [*EASY[:7], 8, 7]})
    assert "cannot be brought" in response.json()["detail"]
