"""A Python for programs that are judged: without bwrap, root's run as another user."""

import os
import sys
from pathlib import Path


def _is_for_all(python: str) -> bool:
    """Whether every user can start it: all folders on the way there may be entered."""
    paths = Path(python), Path(python).resolve()
    if not paths[1].is_file():
        return False
    return all(folder.stat().st_mode & 0o001 for path in paths for folder in path.parents)


PYTHON_FOR_ALL = next(
    filter(_is_for_all, (sys.executable, os.path.realpath(sys.executable), "/usr/bin/python3")),
    sys.executable,
)
"""This one, if it is not in a folder that is its owner's alone; it may lack what is installed."""
