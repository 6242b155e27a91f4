"""Bad input is answered with a status and a message that names the problem, never a traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.boards import EASY, HARD
from tests.support.cli import COMMAND, PATIENCE
from tests.support.marks import examples

OWN = """
import os, time
def endless(state, goal):
    while True:
        pass
def leaves(state, goal):
    os._exit(7)
def negative(state, goal):
    return -1
"""
FILES = {
    "own.py": OWN,
    "broken.py": "def h(state, goal:\n",
    "deep.toml": "x = " + "[" * 5000 + "]" * 5000,
    "sed.toml": 'searches = ["bfs"]\n[[boards]]\nrandom = 3\nsed = 1',
    "endless.py": "while True:\n    pass\n",
    "endless.toml": 'searches = ["astar endless.py:h"]\n[[boards]]\nrandom = 3',
    "three.txt": "3\n 1  2  5\n 3  4  0\n",
}

# What is typed (BOARD stands for a board), the exit status, and what the message has to name.
BAD = [
    # boards
    (["solve", ""], 2, ["board"]),
    (["solve", "hello"], 2, ["hello"]),
    (["solve", "1,2,5,3,4,0,6,7,7"], 2, ["tile 7", "2 times", "8"]),
    (["solve", "1,1,2.5,3,4,99,6,7,8"], 2, ["2.5", "99", "tile 1", "missing: the blank"]),
    (["solve", "١ ٢ ٣ ٠"], 2, ["١"]),
    (["solve", "\x1b[2Jx"], 2, ["\\x1b"]),
    (["solve", "nowhere.txt"], 2, ["No such file"]),
    (["solve", "three.txt"], 2, ["6"]),
    (["solve", "korf:0"], 2, ["korf:0"]),
    (["solve", "BOARD", "astar"], 2, ["-a astar"]),
    (["compare", "BOARD", "manhattan"], 2, ["-H manhattan"]),
    (["solve", "BOARD", "--shape", "9x"], 2, ["9x"]),
    (["solve", "BOARD", "--shape", "2x5"], 2, ["2x5"]),
    (["solve", "BOARD", "--goal", "middle"], 2, ["middle"]),
    (["solve", "0,1,2,3,4,5,6,8,7"], 3, ["swap tiles 7 and 8"]),
    (["compare", "0,1,2,3,4,5,6,8,7"], 3, ["swap tiles 7 and 8"]),
    (["check", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0"], 3, ["--goal blank-last"]),
    (["check", "BOARD", "--moves", "UL"], 3, ["1 2"]),
    (["check", "BOARD", "--moves", "RR"], 2, ["move"]),
    (["check", "BOARD", "--moves", "jump"], 2, ["jump"]),
    # searches
    (["solve", "BOARD", "-a", "magic"], 2, ["magic"]),
    (["solve", "BOARD", "--algorithm="], 2, ["there is no algorithm ''"]),
    (["solve", "BOARD", "-H", "max(manhattan"], 2, ["max(manhattan"]),
    (["solve", "BOARD", "--preset", "magic"], 2, ["magic", "textbook"]),
    (["solve", "BOARD", "--engine", "magic"], 2, ["magic"]),
    (["solve", "BOARD", "-a", "bfs", "--engine", "parallel"], 2, ["bfs", "parallel"]),
    (["solve", "BOARD", "--set", "order=UDLX"], 2, ["UDLX", "UDLR"]),
    (["solve", "BOARD", "--set", "ties=never"], 2, ["never", "last-in"]),
    (["solve", "BOARD", "--set", "weight"], 2, ["--set", "NAME=VALUE"]),
    (["solve", "BOARD", "--set", "weight=2"], 2, ["weight"]),
    (["solve", "BOARD", "-a", "wastar", "--set", "weight=nan"], 2, ["weight", "nan"]),
    (["solve", "BOARD", "-a", "wastar", "--set", "wieght=2"], 2, ["wieght", "weight=…"]),
    (["solve", "BOARD", "-a", "own.py:missing"], 2, ["missing"]),
    (["solve", "BOARD", "-H", "broken.py:h"], 2, ["broken.py", "line 1"]),
    (["solve", "BOARD", "-H", "own.py:leaves"], 2, ["own.py:leaves", "7"]),
    (["solve", "BOARD", "-H", "own.py:negative"], 2, ["own.py:negative", "-1"]),
    (["compare", "BOARD", "-a", "bfs", "--set", "weight=9"], 2, ["weight"]),
    (["compare", "BOARD", "-a", "bfs manhattan"], 2, ["bfs", "manhattan"]),
    (["compare", "BOARD", "-a", "nosuch"], 2, ["nosuch"]),
    (["compare", "BOARD", "--boards", "3"], 2, ["--boards"]),
    (["compare", "--boards", str(10**9)], 2, ["100000"]),
    (["compare", "BOARD", "-a", "bfs", "--node-limit", "1"], 4, ["node limit"]),
    # limits
    (["solve", "BOARD", "--time-limit", "nan"], 2, ["nan"]),
    (["solve", "BOARD", "--node-limit", "many"], 2, ["many"]),
    (["solve", "BOARD", "--memory-limit", "lots"], 2, ["lots", "500MB"]),
    (["solve", "618402735", "-a", "dls", "--set", "depth_limit=3"], 4, ["higher", "limit"]),
    # output
    (["solve", "BOARD", "--animate", "-1"], 2, ["--animate", "-1"]),
    (["solve", "BOARD", "--animate", "4"], 2, ["terminal", "--path boards"]),
    (["solve", "BOARD", "--format", "xml"], 2, ["xml", "json"]),
    (["solve", HARD, "-a", "bfs", "-o", "."], 2, ["directory"]),
    (["solve", HARD, "-a", "bfs", "-o", "none/result.txt"], 2, ["folder"]),
    (["draw", "BOARD", "-a", "bfs", "-o", "x.bmp"], 2, ["x.bmp", "must end in"]),
    # commands
    (["magic"], 2, ["magic"]),
    (["slove", "BOARD"], 2, ["slove", "solve"]),
    (["solve", "--no-such-option"], 2, ["--no-such-option"]),
    (["solve", "--shape", "2x2", "--random-order", "1032"], 2, ["--random-order"]),
    (["driver"], 2, ["METHOD"]),
    (["driver", "bfs"], 2, ["board"]),
    (["driver", "astar", "BOARD"], 2, ["bfs", "dfs", "ast_euc"]),
    (["list", "manhatan"], 2, ["did you mean manhattan"]),
    (["ask", "--shape", "x"], 2, ["x"]),
    (["ask"], 2, ["input ended"]),
    (["play"], 2, ["terminal"]),
    (["scramble", "--shape", "1x1"], 2, ["1x1"]),
    (["scramble", "--distance", "32"], 2, ["32"]),
    (["scramble", "--distance", "3", "--moves", "3"], 2, ["--moves", "--distance"]),
    (["scramble", "--moves", str(10**12)], 2, ["--moves", "1000000"]),
    (["prove", "magic"], 2, ["magic"]),
    (["explain", "BOARD", "-a", "bfs"], 2, ["nothing to explain"]),
    (["explain", "BOARD", "-a", "bfs", "--also", "expanded=3"], 2, ["board and its numbers"]),
    (["explain", "618402735", "-a", "bfs", "--cost", "22"], 4, ["22 is a bug"]),
    (["experiment", "deep.toml"], 2, ["deep.toml"]),
    (["experiment", "sed.toml"], 2, ["sed", "seed"]),
    (["experiment", "nowhere.toml"], 2, ["nowhere.toml"]),
    (["report", "nowhere.csv"], 2, ["nowhere.csv"]),
    (["judge"], 2, ["name the program"]),
    (["judge", ""], 2, ["empty"]),
]  # fmt: skip


@pytest.fixture
def _in_a_folder_of_bad_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)


@pytest.mark.usefixtures("_in_a_folder_of_bad_files")
@pytest.mark.parametrize(("words", "status", "named"), BAD, ids=lambda each: repr(each)[:60])
def test_bad_input_is_named(cli, words, status, named):
    ran = cli(*(EASY if word == "BOARD" else word for word in words), input="")
    message = " ".join((ran.out + ran.err).replace("│", " ").split())
    assert ran.status == status, message
    assert [text for text in named if text not in message] == [], message
    assert "Traceback" not in message
    assert "\x1b" not in message
    if status == 2 and words[0] != "ask":
        assert ran.out == "", "what is wrong is said on standard error"


@pytest.mark.usefixtures("_in_a_folder_of_bad_files")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["solve", EASY, "-H", "own.py:endless"], "own.py:endless"),
        (["compare", EASY, "-a", "astar", "-H", "own.py:endless"], "own.py:endless"),
        (["draw", EASY, "-H", "own.py:endless"], "own.py, line"),
        (["prove", "own.py:endless"], "own.py:endless"),
        pytest.param(
            ["explain", EASY, "-a", "astar", "-H", "own.py:endless", "--cost", "3"],
            "own.py:endless",
            marks=pytest.mark.nightly,
        ),
        (["experiment", "endless.toml"], "endless.py, line"),
        (["web", "--own", "endless.py"], "endless.py, line"),
    ],
)
def test_own_code_that_never_returns_is_ended(cli, words, named):
    ran = cli(*words)
    assert ran.status in (2, 4)
    assert named in ran.out + ran.err


@given(board=st.text(max_size=40) | st.text("0123456789,/ _.[]-+e\n", max_size=30))
@examples(50)
def test_any_text_as_a_board(cli, board):
    assert cli("check", "--", board, input="").status in (0, 2, 3)


@given(text=st.text(max_size=12))
@examples(30)
def test_any_text_as_a_size(cli, text):
    assert cli("solve", EASY, f"--memory-limit={text}").status in (0, 2, 5)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows passes text, not bytes")
def test_bytes_that_are_not_text(cli):
    ran = subprocess.run([*COMMAND, "solve", b"\xff\xfe"], capture_output=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    ran = cli.process("solve", input="\udcff\x00", errors="surrogateescape")
    assert ran.status == 2
    assert "Traceback" not in ran.err


def test_a_terminal_that_cannot_show_everything(cli):
    ran = cli.process("list", "astar", env=os.environ | {"PYTHONIOENCODING": "latin-1"})
    assert ran.status == 0
    assert "frontier ? a priority queue" in ran.out


def test_a_reader_that_goes_away(monkeypatch, cli):
    # Unbuffered, Python takes a part written for the whole and does not notice.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    long = cli.start("solve", "618402735", "-a", "dfs", "--path", "boards")
    long.stdout.read(10)
    long.stdout.close()
    assert "rror" not in long.stderr.read()
    assert long.wait(timeout=PATIENCE) == 1


def test_input_without_an_end_is_not_read_to_its_end(cli):
    endless = subprocess.Popen(["yes", "1,2"], stdout=subprocess.PIPE)
    ran = cli.process("solve", stdin=endless.stdout)
    endless.stdout.close()
    endless.wait(timeout=PATIENCE)
    assert ran.status == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["--help", "solve --help", "solve 125340678"])
@pytest.mark.parametrize("nowhere", [">&-", ">/dev/full"])
def test_output_that_goes_nowhere(command, nowhere):
    line = f"{shlex.quote(sys.executable)} -m slidelab {command} {nowhere}"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert "Traceback" not in ran.stderr
    assert nowhere == ">&-" or ran.returncode == 2


def test_a_mistake_in_the_program_is_a_traceback_and_not_bad_input(cli, monkeypatch):
    def broken(*_, **__):
        raise ValueError("a mistake of ours")

    monkeypatch.setattr("slidelab.puzzle.board.read_board", broken)
    with pytest.raises(ValueError, match="a mistake of ours"):
        cli("check", EASY)
