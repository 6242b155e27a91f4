"""Whatever is given, the command answers with a message and a status, never with a traceback."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.cli.options import read_size
from tests.marks import examples
from tests.support.boards import HARD
from tests.support.cli import COMMAND, PATIENCE, invoke, run

BAD = [
    ["solve", ""],
    ["solve", "hello"],
    ["solve", "1,2,3"],
    ["solve", "1,2,5,3,4,0,6,7,7"],
    ["solve", "[[1,2],[3"],
    ["solve", "[" * 5000],
    ["solve", "9" * 10_000],
    ["solve", "1,2,5,3,4,0,6,7,8", "--shape", "9x"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--shape", "2x5"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--goal", "middle"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--goal", "1,2,3"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--algorithm", "magic"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--heuristic", "magic"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--preset", "magic"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--engine", "magic"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--order", "UDLX"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--random-order", "x"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--weight", "2"],
    ["solve", "1,2,5,3,4,0,6,7,8", "-a", "wastar", "--weight", "nan"],
    ["solve", "1,2,5,3,4,0,6,7,8", "-a", "wastar", "--weight", "-1"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--time-limit", "nan"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--time-limit", "-1"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--node-limit", "many"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--memory-limit", "lots"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--speed", "0"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--animate"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--step"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--format", "xml"],
    ["solve", "1,2,5,3,4,0,6,7,8", "--output", "a\0b"],
    ["solve", "--no-such-option"],
    ["solve", "korf:0"],
    ["driver", "bfs"],
    ["driver"],
    ["check", "1,2"],
    ["compare", "1,2"],
    ["compare", "1,2,5,3,4,0,6,7,8", "-a", "magic"],
    ["scramble", "--shape", "1x1"],
    ["scramble", "--distance", "99"],
    ["list", "magic"],
    ["ask", "--shape", "x"],
    ["magic"],
    [],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda a: " ".join(a)[:60])
def test_bad_input_is_told_with_status_2(arguments):
    ran = invoke(*arguments, input="")
    assert ran.exit_code == 2
    assert isinstance(ran.exception, SystemExit)
    if arguments:
        assert ran.stdout == "" or arguments[0] == "ask"
        assert ran.stderr


@pytest.mark.parametrize("words", [("astar", "125340678"), ("125340678", "astar")])
def test_an_algorithm_among_the_tiles_is_told(words):
    ran = invoke("solve", *words)
    assert ran.exit_code == 2
    assert "'astar' is the name of an algorithm: write -a astar" in ran.stderr


def test_all_problems_are_told_together():
    ran = run("solve", "1,1,2.5,3,4,99,6,7,8", "--format", "json")
    assert ran.returncode == 2
    assert ran.stdout == ""
    for problem in (
        "2.5 is not a whole number",
        "99 is out of range",
        "tile 1 appears twice",
        "tiles 2 and 5 are missing",
        "the blank is missing",
    ):
        assert problem in ran.stderr
    assert "Traceback" not in ran.stderr


@given(board=st.text(max_size=40))
@examples(150)
def test_any_text_as_a_board(board):
    ran = invoke("check", "--", board, input="")
    assert ran.exit_code in (0, 2, 3)
    assert isinstance(ran.exception, SystemExit | None)


@given(board=st.text(alphabet="0123456789,/ _.[]-+e\n", max_size=30), shape=st.text(max_size=6))
@examples(150)
def test_nearly_a_board(board, shape):
    ran = invoke("check", f"--shape={shape}", "--", board, input="")
    assert ran.exit_code in (0, 2, 3)
    assert isinstance(ran.exception, SystemExit | None)


@given(text=st.text(max_size=12))
def test_any_text_as_a_size(text):
    try:
        size = read_size(text)
    except ValueError:
        return
    assert size >= 0


@pytest.mark.skipif(sys.platform == "win32", reason="bytes that are no text are a matter of POSIX")
def test_bytes_that_are_no_text():
    ran = subprocess.run([*COMMAND, "solve", b"\xff\xfe"], capture_output=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    ran = run("solve", stdin=None, input="\udcff\x00", errors="surrogateescape")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


def test_control_characters_are_spelled_out():
    ran = run("solve", "\x1b[2Jx")
    assert ran.returncode == 2
    assert "\x1b" not in ran.stderr


def test_a_terminal_that_cannot_show_everything(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    ran = run("list", "astar")
    assert ran.returncode == 0
    assert "frontier ? a priority queue" in ran.stdout


def test_a_reader_that_goes_away(monkeypatch):
    # Unbuffered, Python takes a part written for the whole and does not notice.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    long = subprocess.Popen(
        [*COMMAND, "solve", "6,1,8,4,0,2,7,3,5", "-a", "dfs", "--path", "boards"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    long.stdout.read(10)
    long.stdout.close()
    assert long.stderr.read() == b""
    assert long.wait(timeout=PATIENCE) == 141


def test_input_without_an_end_is_not_read_to_its_end():
    endless = subprocess.Popen(["yes", "1,2"], stdout=subprocess.PIPE)
    ran = run("solve", stdin=endless.stdout)
    endless.stdout.close()
    endless.wait(timeout=PATIENCE)
    assert ran.returncode == 2


def test_no_memory_limit_is_too_small_to_be_told():
    ran = invoke("solve", HARD, "-a", "bfs", "--memory-limit", "1")
    assert ran.exit_code == 5
    assert "memory limit" in ran.stdout
