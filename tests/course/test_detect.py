"""Folders that start by themselves, and the line of an error that says what is wrong."""

import shutil

import pytest

from slidelab.course.checks import find_main_error
from slidelab.course.detect import detect
from tests.support.programs import EXAMPLES

MAIN = "import sys, helpers\nprint(sys.argv)\n"
JAVA = "class Solver { public static void main(String[] a) {} }"


@pytest.mark.parametrize(
    ("files", "command", "build"),
    [
        ({"driver_3.py": MAIN, "helpers.py": "", "board.py": ""}, "python3 driver_3.py", None),
        ({"npuzzle.py": MAIN, "helpers.py": "x = 1"}, "python3 npuzzle.py", None),
        ({"driver.py": MAIN, "driver_3.py": MAIN}, "python3 driver.py", None),
        (
            {"Solver.java": JAVA, "Board.java": "class Board {}"},
            "java -cp . Solver",
            "javac -d . Board.java Solver.java",
        ),
        (
            {"Puzzle8.java": f"package edu.puzzle;\n{JAVA}", "Node.java": "package edu.puzzle;"},
            "java -cp . edu.puzzle.Puzzle8",
            "javac -d . Node.java Puzzle8.java",
        ),
        (
            {"main.cpp": "int main() {}", "board.cpp": "", "board.h": ""},
            "./main",
            "c++ -O2 -o main board.cpp main.cpp",
        ),
        ({"a.js": "", "b.js": "fs.readFileSync('/dev/stdin')"}, "node b.js", None),
        ({"my solver.py": ""}, "python3 'my solver.py'", None),
        (
            {"main.cpp": "int main() {}", "Graph.cpp": "// as in main()"},
            "./main",
            "c++ -O2 -o main Graph.cpp main.cpp",
        ),
        (
            {"main.cpp": "int main() {}", "main_test.cpp": "int main() {}", "game.cpp": ""},
            "./main",
            "c++ -O2 -o main game.cpp main.cpp",
        ),
    ],
)
def test_a_folder_starts_by_itself(files, command, build, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    expected = {"command": f"{command} {{algorithm}} {{board}}"}
    assert detect(tmp_path, "driver") == expected | ({"build": build} if build else {})


@pytest.mark.parametrize("names", [[], ["a.py", "b.py"], ["notes.txt"]])
def test_what_is_no_program_is_told(names, tmp_path):
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(ValueError, match="looks like the program"):
        detect(tmp_path, "driver")


@pytest.mark.parametrize(
    ("protocol", "arguments"),
    [("moves", " {board}"), ("json", ""), ("princeton", " {input}"), ("menu", ""), ("fmi", "")],
)
def test_arguments_are_those_of_the_protocol(protocol, arguments, tmp_path):
    shutil.copy(EXAMPLES / "python" / "driver.py", tmp_path)
    assert detect(tmp_path, protocol) == {"command": f"python3 driver.py{arguments}"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            'Exception in thread "main" java.lang.ArithmeticException: / by zero\n'
            "\tat Solver.solve(Solver.java:9)\n\tat Solver.main(Solver.java:40)\n",
            'Exception in thread "main" java.lang.ArithmeticException: / by zero',
        ),
        (
            "Solver.java:3: error: ';' expected\n  int x\n       ^\nSolver.java:9: error: class\n"
            "2 errors\n",
            "Solver.java:3: error: ';' expected",
        ),
        (
            "warning: unused variable: `x`\nerror[E0425]: cannot find value `y`\n"
            " --> src/main.rs:3:5\nerror: could not compile `menu`\n",
            "error[E0425]: cannot find value `y`",
        ),
        (
            "thread 'main' panicked at 'no board', src/main.rs:2:5\nnote: run with …\n",
            "thread 'main' panicked at 'no board', src/main.rs:2:5",
        ),
        (
            "/home/me/a.js:1\nx.y\n^\n\nReferenceError: x is not defined\n    at Object\n"
            "\nNode.js v18.0.0\n",
            "ReferenceError: x is not defined",
        ),
        (
            "Traceback (most recent call last):\n  File 'a.py'\nKeyError: 'error: no'\n",
            "KeyError: 'error: no'",
        ),
        ("slow\nSegmentation fault\n", "Segmentation fault"),
        ("\n", ""),
    ],
)
def test_the_line_that_says_what_is_wrong(text, line):
    assert find_main_error(text) == line
