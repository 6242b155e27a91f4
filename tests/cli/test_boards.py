"""`slidelab check` and `slidelab scramble`."""

import json
import re
from contextlib import nullcontext

import pytest

from slidelab.puzzle import Board, Shape, goal_board, is_solvable
from tests.support.cli import invoke, solved_json


def test_check_says_why():
    ran = invoke("check", "125340678")
    assert ran.exit_code == 0
    assert "Solvable to blank-first." in ran.stdout
    assert "2 inversions" in ran.stdout
    assert "Manhattan distance to the goal: 3" in ran.stdout


def test_check_tells_what_every_heuristic_says():
    lines = invoke("check", "618402735", "--heuristics").stdout.splitlines()
    told = {words[0]: words[1:] for words in map(str.split, lines) if words}
    assert told["manhattan"] == ["10", "12", "yes"], "and 12 with the blank's own steps"
    assert told["misplaced-manhattan"] == ["17", "20", "no"]
    assert told["perfect"][0] == "20"
    unsolvable = ("check", "168402735", "--heuristics", "--format", "json")
    names = [each["name"] for each in json.loads(invoke(*unsolvable).stdout)["heuristics"]]
    assert "manhattan" in names
    assert "perfect" not in names, "there is no distance"
    assert "perfect" not in invoke("check", "korf:1", "--heuristics").stdout


def test_check_mends():
    ran = invoke("check", "1,2,3,4,5,6,8,7,0", "--goal", "blank-last", "--format", "json")
    assert ran.exit_code == 3
    answer = json.loads(ran.stdout)
    assert answer["solvable"] is False
    assert answer["swap"] == [7, 8]
    assert answer["swapped"] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert answer["inversions"] == 1


def test_check_hints_at_the_other_goal():
    ran = invoke("check", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0")
    assert ran.exit_code == 3
    assert "--goal blank-last" in ran.stdout


def test_scramble_repeats_with_its_seed():
    ran = invoke("scramble")
    seed = ran.stderr.split()[-1]
    assert invoke("scramble", "--seed", seed).stdout == ran.stdout
    first, second = (invoke("scramble", "--seed", "a word").stdout for _ in range(2))
    assert first == second


@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_a_scrambled_board_can_be_solved(goal):
    for seed in range(20):
        text = invoke("scramble", "--goal", goal, "--shape", "4x4", "--seed", str(seed)).stdout
        board = Board.parse(text)
        assert is_solvable(board, goal_board(goal, Shape(4, 4)))


@pytest.mark.parametrize("notation", ["commas", "spaces", "rows", "json", "grid"])
def test_a_piped_board_keeps_its_shape(notation):
    options = "--shape", "2x8", "--moves", "6", "--seed", "1", "--notation", notation
    text = invoke("scramble", *options).stdout
    solved = invoke("solve", "-a", "astar", "--format", "json", input=text).stdout
    assert json.loads(solved)["shape"] == "2x8"
    assert json.loads(solved)["cost"] <= 6


def test_scramble_by_moves_and_by_distance():
    board = invoke("scramble", "--distance", "31", "--seed", "1").stdout.strip()
    assert solved_json(board)["cost"] == 31
    board = invoke("scramble", "--moves", "9", "--seed", "1").stdout.strip()
    assert solved_json(board)["cost"] <= 9


@pytest.mark.parametrize("distance", [20, 37])
def test_scramble_by_distance_on_a_large_board(distance):
    board = invoke("scramble", "--distance", str(distance), "--shape", "4x4", "--seed", "1").stdout
    assert solved_json(board.strip())["cost"] == distance


def test_many_boards_are_one_a_line():
    lines = invoke("scramble", "--count", "10", "--seed", "7").stdout.splitlines()
    assert len({Board.parse(line) for line in lines}) == 10
    assert lines[0] == invoke("scramble", "--seed", "7").stdout.strip()
    assert lines == invoke("scramble", "--count", "10", "--seed", "7").stdout.splitlines()


@pytest.mark.parametrize("arguments", [("BOARD", "--random-order"), ("--random-order", "BOARD")])
def test_a_random_order_without_a_seed_draws_one_and_tells_it(arguments):
    board = [word.replace("BOARD", "618402735") for word in arguments]
    ran = invoke("solve", *board, "-a", "dfs", "--format", "json")
    [seed] = map(int, re.findall(r"random order, seed (\d+)", ran.stderr))
    assert json.loads(ran.stdout)["conventions"]["seed"] == seed
    again = solved_json("618402735", "-a", "dfs", "--random-order", str(seed))
    assert again["expanded"] == json.loads(ran.stdout)["expanded"]


def test_scramble_says_what_cannot_be():
    assert invoke("scramble", "--distance", "32").exit_code == 2
    assert invoke("scramble", "--distance", "3", "--moves", "3").exit_code == 2
    assert (
        invoke("scramble", "--shape", "4x4", "--notation", "digits", "--seed", "1").exit_code == 2
    )


def test_a_table_that_is_interrupted(monkeypatch):
    interrupted = nullcontext(lambda: True)
    monkeypatch.setattr("slidelab.cli.commands.table.catch_interrupt", lambda: interrupted)
    ran = invoke("table", "--shape", "2x3")
    assert ran.exit_code == 130
    assert ran.stdout == ""
    assert "the table of 2x3 was not finished" in ran.stderr


def test_scramble_in_every_notation():
    for notation in ("commas", "spaces", "rows", "digits", "json", "grid"):
        text = invoke("scramble", "--seed", "1", "--notation", notation).stdout
        assert Board.parse(text) == Board.parse("6 5 7 / 4 3 0 / 8 1 2")


def test_moves_are_played_and_counted():
    board = "1 2 5/3 4 0/6 7 8"
    solved = invoke("check", board, "--moves", "DR2", "--moves-as", "tile")
    assert solved.exit_code == 0
    assert "Solved by these moves: 3 moves of one tile, 2 when tiles slide together." in (
        solved.stdout
    )
    told = json.loads(invoke("check", board, "--moves", "U", "--format", "json").stdout)
    assert told["solves"] is False
    assert told["end"] == [1, 2, 0, 3, 4, 5, 6, 7, 8]
    assert invoke("check", board, "--moves", "UL").exit_code == 3
    assert invoke("check", board, "--moves", "RR").exit_code == 2, "it leaves the board"


def test_scrambles_as_players_write_them():
    text = invoke(
        "scramble", "--shape", "4x4", "--seed", "1", "--notation", "slidysim"
    ).stdout.strip()
    assert text.count("/") == 3
    assert Board.parse(text).shape == Shape(4, 4)


def test_a_board_can_be_the_name_of_a_file(tmp_path):
    """As Princeton's course writes its puzzles: the number of rows, then the rows."""
    puzzle, goal = tmp_path / "puzzle03.txt", tmp_path / "goal.board"
    puzzle.write_text("3\n 1  2  5\n 3  4  0\n 6  7  8\n")
    goal.write_text("\ufeff1 2 0\n3 4 5\n6 7 8\n")
    assert solved_json(str(puzzle))["cost"] == 3
    assert solved_json(str(puzzle), "--goal", str(goal))["cost"] == 1
    assert invoke("check", str(puzzle)).exit_code == 0
    missing = invoke("solve", str(tmp_path / "puzzle04.txt"))
    assert missing.exit_code == 2
    assert "puzzle04.txt: there is no such file" in " ".join(missing.stderr.split())
    assert invoke("solve", str(tmp_path)).exit_code == 2


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("solve", "125340678", "astar"), "write -a astar"),
        (("compare", "125340678", "manhattan"), "write -H manhattan"),
        (("solve", "./nowhere"), "no such file"),
        (("table", "2x3"), "--shape 2x3"),
    ],
)
def test_what_is_no_board_is_told_what_it_is(words, remedy):
    ran = invoke(*words)
    assert ran.exit_code == 2
    assert remedy in " ".join(ran.stderr.split())
