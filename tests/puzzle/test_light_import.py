"""Importing the puzzle pulls in nothing slow, so that the command line starts at once."""

import subprocess
import sys
from pathlib import Path

import slidelab.puzzle

SLOW = {"dataclasses", "inspect", "json", "random", "re", "typing"}


def test_nothing_slow_is_imported() -> None:
    # -S and -E keep what the environment imports at start out of the picture, and an empty package
    # in place of slidelab what its other parts import.
    program = """
import sys
slidelab = sys.modules["slidelab"] = type(sys)("slidelab")
slidelab.__path__ = [sys.argv[1]]
import slidelab.puzzle
print(*sys.modules)
"""
    package = Path(slidelab.puzzle.__file__).parents[1]
    command = [sys.executable, "-S", "-E", "-c", program, str(package)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "slidelab.puzzle.board" in shown.stdout.split()
    assert SLOW.isdisjoint(shown.stdout.split())
