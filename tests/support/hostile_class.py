"""A class to judge, with whatever was handed in."""

import json
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from slidelab.course.classroom import ClassJudgement, find_submissions, judge_class
from slidelab.course.classroom.class_table import class_rows
from slidelab.course.judge import SandboxPool, read_suite
from tests.support.processes import PYTHON_FOR_ALL

COMMAND = f"{quote(PYTHON_FOR_ALL)} driver.py {{algorithm}} {{board}}"
OWN = f"command = {json.dumps(COMMAND)}\n"
"""The beginning of a program.toml."""

RIGHT = """
import sys
answers = {"3,1,2,0,4,5,6,7,8": ["Up"], "1,2,5,3,4,0,6,7,8": ["Up", "Left", "Left"]}
with open("output.txt", "w") as file:
    print("path_to_goal:", answers[sys.argv[2]], file=file)
"""
SUITE = 'board,distance\n"3,1,2,0,4,5,6,7,8",1\n"1,2,5,3,4,0,6,7,8",3\n'


class HostileClass:
    """A folder of submissions beside a suite; each hands in files by name."""

    def __init__(self, folder: Path, pool: SandboxPool) -> None:
        self.folder, self._pool = folder / "class", pool
        self.suite, self.database = folder / "suite.csv", folder / "class.db"
        self.suite.write_text(SUITE)
        self.add("honest")

    def add(self, name: str, driver: str = RIGHT, program: str = OWN) -> Path:
        """Hand in a driver and a program.toml."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        (folder / "driver.py").write_text(driver)
        (folder / "program.toml").write_text(program)
        return folder

    def judge(self, seconds: float = 10.0, **more: Any) -> ClassJudgement:
        """Judge them all by breadth-first search."""
        more.setdefault("algorithms", {"bfs": "bfs"})
        found = find_submissions(self.folder, "driver", limits={"seconds": seconds}, **more)
        return judge_class(
            found,
            partial(read_suite, str(self.suite)),
            suite="test",
            database=self.database,
            pool=self._pool,
        )

    def rows(self, **more: Any) -> dict[str, dict[str, Any]]:
        """The table by submission; the honest one has all points whatever the others do."""
        rows = {row["submission"]: row for row in class_rows(self.judge(**more))}
        assert rows["honest"]["points"] == 100.0, rows
        return rows
