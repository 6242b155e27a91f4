"""`slidelab ask`: a conversation, here with the answers in a file."""

import pytest

from tests.support.cli import invoke, run


def ask(*answers: str, options=()):
    return invoke("ask", *options, input="".join(f"{answer}\n" for answer in answers))


@pytest.mark.parametrize(
    ("answers", "explored", "cost"),
    [
        (("3,1,2", "0,4,5", "6,7,8", "1"), 3, 1),
        (("3,1,2", "0,4,5", "6,7,8", "2"), 1, 1),
        (("3,1,2", "0,4,5", "6,7,8", "3", "1"), 1, 1),
        (("1,2,5", "3,4,0", "6,7,8", "1"), 12, 3),
        (("1,2,5", "3,4,0", "6,7,8", "2"), 27, 27),
        (("1,2,5", "3,4,0", "6,7,8", "3", "2"), 3, 3),
        (("0 8 7", "6 5 4", "3 2 1", "A*", "manhattan"), 15569, 30),
    ],
)
def test_the_published_conversations(answers, explored, cost):
    ran = ask(*answers)
    assert ran.exit_code == 0
    assert "\nSolvable\n" in ran.stdout
    assert f"Explored nodes: {explored}\n" in ran.stdout
    assert ran.stdout.endswith(f"Cost of Path = Depth = {cost}\n")
    assert ran.stdout.count("(0, 1, 2)\n(3, 4, 5)\n(6, 7, 8)\n") == 1


def test_every_board_of_the_path_is_printed():
    ran = ask("1,2,5", "3,4,0", "6,7,8", "bfs", options=["--boards", "grid"])
    boards = "1 2 _\n3 4 5\n6 7 8\n\n1 _ 2\n3 4 5\n6 7 8\n\n_ 1 2\n3 4 5\n6 7 8\n"
    assert boards in ran.stdout


def test_solve_can_ask_too():
    answers = "1,2,5\n3,4,0\n6,7,8\nbfs\n"
    asked, solved = (
        invoke(*words, input=answers).stdout.splitlines()
        for words in (("ask",), ("solve", "--ask", "--preset", "rows"))
    )
    clock = [line.startswith("Time: ") for line in asked].index(True)
    assert [*asked[:clock], *asked[clock + 1 :]] == [*solved[:clock], *solved[clock + 1 :]]
    assert invoke("solve", "125340678", "--ask").exit_code == 2


def test_bad_rows_are_explained_and_asked_again():
    ran = ask("1,2", "1,x,2.5", "(1, 2, 5)", "340", "6 7 8", "99", "no such", "bfs")
    assert ran.exit_code == 0
    assert "a row has 3 tiles, and 2 were given" in ran.stderr
    assert "x is not a number" in ran.stderr
    assert "2.5 is not a whole number" in ran.stderr
    assert "write a number from 1 to" in ran.stderr


def test_a_random_board_can_be_had():
    ran = ask("random", "astar", "manhattan")
    assert ran.exit_code == 0
    seed = ran.stdout.partition("Seed ")[2].partition(":")[0]
    assert invoke("scramble", "--seed", seed, "--notation", "grid").stdout in ran.stdout


def test_only_heuristics_that_fit_the_shape_are_offered():
    rows = ("4 1 2 3", "0 5 6 7", "8 9 10 11", "12 13 14 15")
    ran = ask(*rows, "astar", "perfect", "manhattan", options=["--shape", "4x4"])
    assert ran.exit_code == 0
    assert "perfect  " not in ran.stdout
    assert "a name from the list" in ran.stderr


def test_a_bad_board_is_begun_again():
    ran = ask("1 2 5", "3 4 5", "6 7 8", "1 2 5", "3 4 0", "6 7 8", "ast", "md")
    assert ran.exit_code == 0
    assert "tile 5 appears twice" in ran.stderr
    assert "the blank is missing" in ran.stderr


def test_an_unsolvable_board_ends_the_conversation():
    ran = ask("0 1 2", "3 4 5", "6 8 7")
    assert ran.exit_code == 3
    assert "Not solvable" in ran.stdout
    assert "swap tiles 7 and 8" in ran.stdout


def test_other_shapes():
    ran = ask("1 0 2", "3 4 5", "bfs", options=["--shape", "2x3"])
    assert ran.exit_code == 0
    assert "Cost of Path = Depth = 1" in ran.stdout


def test_the_end_of_the_input_is_bad_input():
    ran = run("ask", stdin=None, input="1,2,5\n3,4,0\n")
    assert ran.returncode == 2
    assert "the input ended" in ran.stderr
