"""Right programs pass the suite `basic`, and one with a usual mistake does not."""

import shutil
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from slidelab.course.judge import build
from slidelab.course.program import Program
from slidelab.course.suite import read_suite
from tests.support.programs import judged

SOURCES = Path(__file__).parent / "mutants"
PATH = {"path": "path:", "cost": "cost:"}
COUNTS = {"expanded": "expanded:"}


class Language(NamedTuple):
    """How the programs of a language are started, and which mistakes they can make."""

    needs: str
    command: str
    mistakes: str


LANGUAGES = {
    "Python": Language(
        "python3",
        "python3 astar.py",
        "forgets-g skips-start counts-blank misplaced wraps-rows reversed accepts-anything",
    ),
    "C++": Language(
        "c++",
        "./astar",
        "forgets-g skips-start counts-blank misplaced index-distance tiles-moves loses-a-move",
    ),
    "JavaScript": Language(
        "node", "node astar.mjs", "misplaced doubles-h counts-states solves-anything"
    ),
}
SHOWN_BY_COUNTS = {"counts-blank", "misplaced", "index-distance"}
"""Mistakes that may leave every path of the suite shortest."""

MUTANTS = [
    (language, mistake)
    for language, about in LANGUAGES.items()
    for mistake in about.mistakes.split()
]
REFUSED = {"accepts-anything", "solves-anything"}


@pytest.fixture(scope="module")
def folder():
    """The programs, in a folder where each is compiled once for all its mistakes."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # without bwrap, root's programs run as another user
        for source in SOURCES.iterdir():
            if source.is_file():
                shutil.copy(source, folder)
        yield Path(folder)


def program(folder: Path, language: str, mistake: str, sandbox) -> Program:
    about = LANGUAGES[language]
    if sandbox.find(about.needs) is None:
        pytest.skip(f"there is no {about.needs}")
    if language == "C++" and not (folder / "astar").exists():
        values = {"command": "./astar", "build": "c++ -std=c++17 -o astar astar.cpp"}
        unbuilt = Program.make({"protocol": "moves", **values}, folder)
        with build(unbuilt, sandbox) as (built, problem):
            assert problem is None, problem
            shutil.copy(built.folder / "astar", folder)
    answer = PATH | (COUNTS if mistake == "right" or mistake in SHOWN_BY_COUNTS else {})
    command = f"{about.command} {quote(mistake)} {{board}}"
    return Program.make({"protocol": "moves", "command": command, "answer": answer}, folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_program_passes(language, folder, sandbox):
    judgement = judged(program(folder, language, "right", sandbox), "basic", sandbox)
    assert judgement["passed"], judgement["main_reason"]
    assert judgement["points"] == pytest.approx(100)
    assert {score["criterion"] for score in judgement["scores"]} >= {
        "counts",
        "unsolvable",
        "malformed",
    }


@pytest.mark.nightly
@pytest.mark.parametrize(("language", "mistake"), MUTANTS)
def test_a_mistake_is_found(language, mistake, folder, sandbox):
    # What fails on some rows of the suite fails on the suite.
    rows = read_suite("basic", "blank-first")
    far = {None} if mistake in REFUSED else {0, 9, 12}
    some = [row for row in rows if row.distance in far]
    judgement = judged(program(folder, language, mistake, sandbox), some, sandbox)
    assert not judgement["passed"]
    assert judgement["points"] < 100
    if mistake == "counts-blank":
        assert "does not treat the blank as claimed" in judgement["main_reason"]


def test_there_are_enough_of_them():
    assert len(MUTANTS) >= 15
