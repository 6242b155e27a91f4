"""Ways in which programs read boards and print answers; those of the documentation all work."""

import re
from importlib import resources
from pathlib import Path
from tomllib import loads

import pytest

from slidelab.course.answer import read_answer
from slidelab.course.program import PROTOCOLS, Program
from slidelab.course.sandbox import Completed
from slidelab.puzzle import Board, Move, goal_board

PAGE = Path(__file__).parents[2] / "docs" / "check-assignment.md"
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
    values = {"protocol": "moves", "command": "x", **loads(toml), **more}
    return Program.make(values, Path())


def answer_to(made, printed: str, board=BOARD, status: int = 0):
    done = Completed("exit", status, printed.encode())
    return read_answer(made, done, board, GOAL)


PRINTED = table("What your program prints")


@pytest.mark.parametrize("row", PRINTED, ids=[code(row[0])[:20] for row in PRINTED])
def test_what_the_page_says_of_answers(row):
    made = program(code(row[1]))
    answer = answer_to(made, code(row[0]) + "\n")
    assert not answer.problems
    assert answer.cost == 3
    if "no path" in row[0]:
        assert not made.prints_path
        assert answer.figures == {"cost": 3, "expanded": 10}
    else:
        assert answer.moves == SOLUTION


READ = table("What your program reads")


@pytest.mark.parametrize("row", READ, ids=[code(row[1])[:24] for row in READ])
def test_what_the_page_says_of_boards(row):
    where, expected, toml = row[0], code(row[1]), code(row[2])
    run = program(toml).invocation(BOARD, GOAL, "shortest")
    if where == "in the command":
        assert " ".join(run.command) == expected
    elif where == "from standard input":
        assert run.stdin.decode() == expected + "\n"
    else:
        assert run.command[-1] == run.input == "puzzle.txt"
        assert run.stdin.decode() == expected + "\n"


BOARDS = "[answer]\nmoves = 'boards'"


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


def test_a_word_that_is_not_spelled_so_is_told():
    made = program('[answer.spelling]\nnorth = "U"\nto = "D"')
    assert "'west' is not one of north, to" in answer_to(made, "north west").problems[0]


@pytest.mark.parametrize(
    ("printed", "expanded"),
    [
        ("Nodes expanded: 1,234", 1234),
        ("nodes_expanded:12 (of 30)", 12),
        ("nodes expanded: -1", None),
        ("nodes expanded: 2.5", None),
        ("nodes expanded: many\nnodes expanded: 7", None),
    ],
)
def test_a_number_follows_its_label(printed, expanded):
    made = program('[answer]\nexpanded = "nodes expanded:"')
    assert answer_to(made, f"Up\n{printed}").figures.get("expanded") == expanded


def test_whatever_is_printed_is_read_in_time_that_grows_with_its_length():
    made = Program.make({"protocol": "driver", "command": "x"}, Path())
    for text in ("\n" * 1_000_000, "a" * 1_000_000, "path to goal: " * 100_000, "1 " * 500_000):
        done = Completed("exit", 0, answer=text.encode())
        assert read_answer(made, done, BOARD, GOAL).moves in (None, ())


def test_a_program_without_a_path_that_refuses_gives_no_answer():
    made = program('[answer]\npath = ""\ncost = "cost"')
    assert answer_to(made, "invalid board", "1,2,x").says_bad_input
    assert not answer_to(made, "invalid board: cost 3", "1,2,x").says_bad_input


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("shout = 1", "shout"),
        ("[answer]\nform = 'xml'", "answer.form"),
        ("[answer]\npth = 'x'", "'path'"),
        ("[input]\nfile = '../x'", "plain name"),
        ("[limits]\nseconds = '1'", "limits.seconds"),
        ("[algorithms]\nx = 'bsf'", "algorithms.x"),
        ("algorithms = 3", "algorithms"),
        ("build = ' '", "empty"),
    ],
)
def test_mistakes_are_named(toml, words):
    with pytest.raises(ValueError, match=r"\w") as caught:
        program(toml)
    assert words in str(caught.value)


def test_every_file_is_a_protocol_that_the_page_and_the_template_name():
    folder = resources.files("slidelab.course")
    names = {Path(file.name).stem for file in (folder / "protocols").iterdir()}
    assert names == set(PROTOCOLS)
    page, template = PAGE.read_text(), (folder / "template.toml").read_text()
    assert not [name for name in PROTOCOLS if f"| `{name}` |" not in page]
    assert not [name for name in PROTOCOLS if name not in template]
