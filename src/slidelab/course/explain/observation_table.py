"""Observations from a CSV file: a row for each board."""

import csv
from pathlib import Path

from slidelab.course.explain.observation import OBSERVABLE, Observation
from slidelab.puzzle import Board, Shape


def read_table(path: Path, goal: str, shape: Shape | None = None) -> list[Observation]:
    """The boards and numbers of a file with the columns `board`, and any of the counts and `path`.

    A column `goal` is taken where it has a value, else the goal given; other columns are left
    alone. Raises ValueError that names the line for what cannot be read, and OSError.
    """
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        if "board" not in (rows.fieldnames or ()):
            raise ValueError(f"{path}: there is no column `board`; the others are counts")
        found = []
        for row in rows:
            try:
                counts = {n: int(row[n]) for n in OBSERVABLE if (row.get(n) or "").strip()}
                path_text = (row.get("path") or "").strip()
                board = Board(row["board"], shape)
                told = counts | ({"path": path_text} if path_text else {})
                found.append(Observation.of(board, row.get("goal") or goal, told))
            except ValueError as error:
                raise ValueError(f"{path}, line {rows.line_num}: {error}") from None
    return found


def read_words(text: str, goal: str, shape: Shape | None = None) -> Observation:
    """A board and its numbers in a line, such as `125340678 expanded=12 cost=3`.

    Raises ValueError that says how to write it.

    >>> read_words("125340678 expanded=12 cost=3", "blank-first").counts
    {'expanded': 12, 'cost': 3}
    """
    words = text.split()
    counts: dict[str, int | str] = {}
    while words and "=" in words[-1]:
        name, _, value = words.pop().partition("=")
        name = name.replace("-", "_")
        counts[name] = int(value) if value.isascii() and value.isdecimal() else value
    if not words or not counts:
        raise ValueError(f"{text!r}: write a board and its numbers, as 125340678 expanded=12")
    return Observation.of(Board(" ".join(words), shape), goal, dict(reversed(counts.items())))
