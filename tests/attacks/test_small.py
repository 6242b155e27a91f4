"""Odd input is answered in words, at once."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from slidelab.lab.table_files import read_table
from slidelab.puzzle import Board, PuzzleError
from slidelab.registry import OwnCodeError
from slidelab.solving import Search, SearchSpec
from tests.support.cli import invoke

OWN = """
from slidelab.search import algorithm
from slidelab.search.events import SLICE, START

traits = dict(
    title="Mine", summary="mine", optimal="never", complete="never", memory="one path",
    informed=False, frontier="path", pseudocode="begin  # start",
)


class Unspeakable(BaseException):
    def __repr__(self):
        raise ValueError("no")

    __str__ = __repr__


@algorithm(**traits)
def no_frontier(problem):
    yield START, None


@algorithm(**traits)
def sliced(problem):
    yield SLICE, None


@algorithm(**traits)
def odd_value(problem):
    yield Unspeakable()


@algorithm(**traits)
def odd_error(problem):
    raise Unspeakable
    yield
"""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("bench", "--only", "1-" + "9" * 12), "there is no instance"),
        (("bench", "--only", "9" * 5000), "there is no instance"),
        (("bench", "--only", "١"), "is not a number"),
        (("prove", "manhattan", "--time-limit", "nan"), "is not a number above 0"),
        (("solve", "125340678", "--algorithm="), "there is no algorithm ''"),
        (("solve", "125340678", "--time-limit", "nan"), "nan"),
        (("solve", "korf:١"), "is not an instance"),
        (("solve", "korf:" + "9" * 5000), "is not an instance"),
        (("solve", "125340678", "--shape", "٣x٣"), "shape"),
        (("compare", "--boards", str(10**9)), "100000"),
        (("scramble", "--moves", str(10**12)), "takes too long"),
        (("solve", "125340678", "-a", "ida", "--cycles", "49"), "at most 48"),
    ],
)
def test_refused_at_once(command: tuple[str, ...], words: str) -> None:
    ran = invoke(*command)
    assert ran.exit_code == 2
    assert words in ran.stderr.replace("\n", " ")
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ('[[boards]]\nrandom = 3\nmoves = 1000000000000\n[[searches]]\nalgorithm = "bfs"', "moves"),
    ],
)
def test_a_grid_is_refused_before_any_work(grid: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text(grid)
    ran = invoke("experiment", str(file), "--check")
    assert ran.exit_code == 2
    assert words in ran.stderr


def test_an_odd_number_of_cycles_is_searched(tmp_path: Path) -> None:
    cost = Search("867254301", spec=SearchSpec("ida", parameters={"cycles": 3})).advance().cost
    assert cost == Search("867254301", spec=SearchSpec("bfs")).advance().cost


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no_frontier", "START with None instead of the frontier"),
        ("sliced", "SLICE"),
        ("odd_value", "a Unspeakable whose repr raises ValueError"),
        ("odd_error", "Unspeakable: its text cannot be had"),
    ],
)
def test_own_code_that_does_what_nobody_expects(name: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(OwnCodeError, match=words):
        Search("125340678", spec=SearchSpec(f"{file}:{name}")).advance()


@pytest.mark.parametrize(
    ("name", "content"),
    [("deep.json", "[" * 100_000), ("wide.csv", "algorithm\n" + "x" * 200_000 + "\n")],
)
def test_tables_that_no_reader_takes(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=name):
        read_table(tmp_path / name)


def test_numbers_are_written_with_the_digits_of_everybody() -> None:
    with pytest.raises(PuzzleError):
        Board("١ ٢ ٣ ٠")


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["--help", "--version", "solve --help", "solve 125340678"])
@pytest.mark.parametrize("closed", [False, True])
def test_output_that_goes_nowhere(command: str, closed: bool) -> None:
    nowhere = ">&-" if closed else ">/dev/full"
    line = f"{shlex.quote(sys.executable)} -m slidelab {command} {nowhere}"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert "Traceback" not in ran.stderr
    assert closed or ran.returncode == 2
