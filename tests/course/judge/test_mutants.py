"""Right programs pass the suite `basic`, and one with a usual mistake does not."""

import shutil
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from slidelab.course.judge import Program, cases, command_program, read_suite
from slidelab.course.judge.judgement import judge_outcomes
from slidelab.course.judge.program import read_protocol
from tests.course.judge.programs import PYTHON, judgement_of

SOURCES = Path(__file__).parent / "mutants"
PATH = {"path": "path: (.*)", "cost": r"cost: (\d+)"}
COUNTS = {"expanded": r"expanded: (\d+)"}


class Language(NamedTuple):
    """How the programs of a language are started, and which mistakes they can make."""

    needs: str
    command: str
    mistakes: str


LANGUAGES = {
    "Python": Language(
        PYTHON,
        f"{PYTHON} astar.py",
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


def program(folder: Path, language: str, mistake: str, pool) -> Program:
    about = LANGUAGES[language]
    if shutil.which(about.needs.strip("'")) is None:
        pytest.skip(f"there is no {about.needs}")
    if language == "C++" and not (folder / "astar").exists():
        values = {"build": "c++ -std=c++17 -o astar astar.cpp"}
        with pool.build(command_program("./astar", folder, "moves", **values)) as built:
            assert isinstance(built, Program), built.words
            shutil.copy(built.folder / "astar", folder)
    fields = PATH | (COUNTS if mistake == "right" or mistake in SHOWN_BY_COUNTS else {})
    return command_program(
        f"{about.command} {quote(mistake)} {{board}}", folder, "moves", fields=fields
    )


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_program_passes(language, folder, pool):
    judgement = judgement_of(program(folder, language, "right", pool), "basic", pool)
    assert judgement.passed, judgement.main_reason
    assert judgement.points == pytest.approx(100)
    assert {score.criterion for score in judgement.scores} >= {"counts", "unsolvable", "malformed"}


@pytest.mark.nightly
@pytest.mark.parametrize(("language", "mistake"), MUTANTS)
def test_a_mistake_is_found(language, mistake, folder, pool):
    # What fails on some rows of the suite fails on the suite.
    rows = read_suite("basic", "blank-first")
    far = {None} if mistake in REFUSED else {0, 9, 12}
    some = [row for row in rows if row.distance in far]
    mutant = program(folder, language, mistake, pool)
    runs = [(case, pool.run(mutant, case)) for case in cases(some, mutant)]
    # With more changes, thousands of conventions are tried, each on every board.
    judgement = judge_outcomes(mutant, runs, "basic", "", most_changes=1)
    assert not judgement.passed
    if mistake == "counts-blank":
        assert "does not treat the blank as claimed" in judgement.main_reason


def test_there_are_enough_of_them():
    assert len(MUTANTS) >= 15
    assert read_protocol("moves")["algorithms"] == {"shortest": "astar manhattan"}
