"""`slidelab ask`: a conversation, here with the answers piped in."""

import pytest


@pytest.fixture
def ask(cli):
    """Answer the questions one after the other."""
    return lambda *answers, options=(): cli(
        "ask", *options, input="".join(f"{answer}\n" for answer in answers)
    )


@pytest.mark.parametrize(
    ("answers", "explored", "cost"),
    [
        (("3,1,2", "0,4,5", "6,7,8", "1"), 3, 1),
        (("3,1,2", "0,4,5", "6,7,8", "2"), 1, 1),
        (("3,1,2", "0,4,5", "6,7,8", "3", "1"), 1, 1),
        (("1,2,5", "3,4,0", "6,7,8", "1"), 12, 3),
        (("1,2,5", "3,4,0", "6,7,8", "2"), 27, 27),
        (("1,2,5", "3,4,0", "6,7,8", "3", "2"), 3, 3),
        (("0 8 7", "6 5 4", "3 2 1", "astar", "manhattan"), 15569, 30),
    ],
)
def test_the_published_conversations(ask, answers, explored, cost):
    ran = ask(*answers)
    assert ran.status == 0
    assert "\nSolvable\n" in ran.out
    assert f"Explored nodes: {explored}\n" in ran.out
    assert ran.out.endswith(f"Cost of Path = Depth = {cost}\n")
    assert ran.out.count("(0, 1, 2)\n(3, 4, 5)\n(6, 7, 8)\n") == 1


def test_every_board_of_the_path_is_printed(ask):
    ran = ask("1,2,5", "3,4,0", "6,7,8", "bfs")
    boards = "(1, 2, 0)\n(3, 4, 5)\n(6, 7, 8)\n\n(1, 0, 2)\n(3, 4, 5)\n(6, 7, 8)\n\n(0, 1, 2)\n"
    assert boards in ran.out


def test_bad_answers_are_explained_and_asked_again(ask):
    ran = ask("1,x,2.5", "3 4 5", "6 7 8", "(1, 2, 5)", "340", "6 7 8", "99", "no such", "bfs")
    assert ran.status == 0
    for problem in ("x is not a whole number", "2.5 is not a whole number", "from 1 to"):
        assert problem in ran.out + ran.err


def test_a_bad_heuristic_is_explained_and_asked_again(ask):
    ran = ask("3,1,2", "0,4,5", "6,7,8", "astar", "9", "manhattan")
    assert ran.status == 0
    assert "from 1 to 2, or the name of another heuristic" in ran.out + ran.err


def test_other_shapes(ask):
    ran = ask("1 0 2", "3 4 5", "bfs", options=["--shape", "2x3"])
    assert ran.status == 0
    assert "Cost of Path = Depth = 1" in ran.out


def test_an_unsolvable_board_ends_the_conversation(ask):
    ran = ask("0 1 2", "3 4 5", "6 8 7")
    assert ran.status == 3
    assert "Not solvable" in ran.out
    assert "swap tiles 7 and 8" in ran.out
