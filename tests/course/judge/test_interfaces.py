"""Ways in which programs read boards and print answers; those of the documentation all work."""

import re
from pathlib import Path
from tomllib import loads

import pytest

from slidelab.course.judge import PROTOCOLS
from slidelab.course.judge.program import make_program, merge_values
from slidelab.course.judge.program_answer import read_answer
from slidelab.course.sandbox import PatternSearch, Ran
from slidelab.course.sandbox.supervisor import search
from slidelab.puzzle import Board, Move, goal_board

PAGE = Path(__file__).parents[3] / "docs" / "check-assignment.md"
BOARD = Board("1,2,5,3,4,0,6,7,8")
GOAL = goal_board("blank-first", BOARD.shape)
SOLUTION = (Move.UP, Move.LEFT, Move.LEFT)


def table(heading: str) -> list[list[str]]:
    """The rows of the table below a heading of the page."""
    section = PAGE.read_text().partition(f"### {heading}\n")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    assert len(lines) > 4
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def code(cell: str) -> str:
    """The lines of code in a cell."""
    return "\n".join(re.findall(r"`([^`]*)`", cell))


def program(toml: str, **more):
    return make_program(
        merge_values({"protocol": "moves", "command": "x", **more}, loads(toml)), Path()
    )


def answer_to(made, printed: str, board=BOARD, status: int = 0):
    ran = Ran("exit", status, printed.encode())
    return read_answer(made, ran, lambda *asked: search(PatternSearch(asked, 60.0)), board, GOAL)


PRINTED = table("What your program prints")


@pytest.mark.parametrize("row", PRINTED, ids=[code(row[0])[:20] for row in PRINTED])
def test_what_the_page_says_of_answers(row):
    made = program(code(row[1]))
    answer = answer_to(made, code(row[0]) + "\n")
    assert not answer.problems
    assert answer.cost == 3
    assert answer.answers
    if "no path" in row[0]:
        assert answer.tells_no_path
        assert answer.counts == {"cost": 3, "expanded": 10}
    else:
        assert answer.moves == SOLUTION


READ = table("What your program reads")


@pytest.mark.parametrize("row", READ, ids=[code(row[1])[:24] for row in READ])
def test_what_the_page_says_of_boards(row):
    where, expected, toml = row[0], code(row[1]), code(row[2])
    run = program(toml).plan_run(BOARD, GOAL, "shortest")
    if where == "in the command":
        assert " ".join(run.command) == expected
    elif where == "from standard input":
        assert run.stdin.decode() == expected + "\n"
    else:
        [(name, content)] = run.files
        assert run.command[-1] == name == "puzzle.txt"
        assert content.decode() == expected + "\n"


BOARDS = "[moves]\nform = 'boards'"


@pytest.mark.parametrize(
    "printed",
    [
        "1 2 0\n3 4 5\n6 7 8\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8",  # without the start
        "125340678\n120345678\n102345678\n012345678",
        "[[1, 2, 5], [3, 4, 0], [6, 7, 8]]\n[1,2,0,3,4,5,6,7,8]\n1,0,2,3,4,5,6,7,8\n012345678",
        "+-+-+-+\n|1|2|_|\n|3|4|5|\n|6|7|8|\n+-+-+-+\n102\n345\n678\n3\n_ 1 2\n3 4 5\n6 7 8",
        "1 2 5\n3 4 0\n6 7 8\n" * 2 + "120345678\n102345678\n012345678\ntime: 3 s",
    ],
)
def test_paths_as_boards(printed):
    assert answer_to(program(BOARDS), printed).moves == SOLUTION


@pytest.mark.parametrize(
    ("printed", "problem"),
    [
        ("120345678\n012345678", "no move leads from 1 2 0 / 3 4 5 / 6 7 8 to 0 1 2 /"),
        ("1 2 0\n3 4 5\nTime\n6 7 8", "no board of it can be read"),
        ("120345677", "no board of it can be read"),
        ("", "no board of it can be read"),
    ],
)
def test_boards_that_are_no_path(printed, problem):
    answer = answer_to(program(BOARDS), printed)
    assert answer.moves is None
    assert problem in answer.problems[0]


def test_a_board_that_is_shown_again_is_no_answer_where_there_is_none():
    answer = answer_to(program(BOARDS), "1 2 5\n3 4 0\n6 7 8\nUnsolvable puzzle")
    assert (answer.moves, answer.says_no_solution, answer.problems) == (None, True, ())
    answer = answer_to(program(BOARDS), "not a valid board", "1,2,x")
    assert (answer.moves, answer.says_bad_input) == (None, True)
    assert answer_to(program(BOARDS), "0 1 2\n3 4 5\n6 7 8", "1,2,x").moves == ()


def test_every_match_of_a_move_counts_and_none_solves_only_the_goal():
    made = program("[fields]\nmove = '(?m)^go (\\w+)'")
    assert answer_to(made, "go up\nno go down\ngo left\ngo left").moves == SOLUTION
    assert answer_to(made, "done").moves is None
    assert answer_to(made, "done", GOAL).moves == ()


def test_a_word_that_is_not_spelled_so_is_told():
    made = program('[moves.spelling]\n"to the north" = "U"\n"to" = "D"')
    answer = answer_to(made, "to the north to the west")
    assert "'the' is not one of to the north, to" in answer.problems[0]


def test_a_program_without_a_path_that_refuses_gives_no_answer():
    made = program("[fields]\npath = ''\ncost = 'cost (\\d+)'")
    assert answer_to(made, "invalid board", "1,2,x").says_bad_input
    assert not answer_to(made, "invalid board: cost 3", "1,2,x").says_bad_input


@pytest.mark.parametrize("name", ["ignore", "spelling"])
def test_lists_of_words_are_bounded(name):
    words = [f"w{number}" for number in range(101)]
    told = {"ignore": words, "spelling": dict.fromkeys(words, "U")}[name]
    with pytest.raises(ValueError, match="at most 100"):
        make_program({"protocol": "moves", "moves": {name: told}}, Path())
    with pytest.raises(ValueError, match="at most 100"):
        make_program({"protocol": "moves", "moves": {"ignore": ["x" * 101]}}, Path())


def test_json_has_keys_and_no_patterns():
    with pytest.raises(ValueError, match="in JSON, path is a key"):
        program("[output]\nformat = 'json'\n[fields]\nmove = 'up'")


def test_phrases_are_short():
    """Each could begin at every word of a path, so that long ones would take long to look up."""
    for phrase in ("a b c d e f", " "):
        with pytest.raises(ValueError, match="must have 1 to 5 words"):
            make_program({"protocol": "moves", "moves": {"ignore": [phrase]}}, Path())


def test_the_page_names_all_protocols():
    text = PAGE.read_text()
    assert not [name for name in PROTOCOLS if f"| `{name}` |" not in text]
