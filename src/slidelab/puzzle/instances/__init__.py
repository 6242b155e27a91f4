"""Published instances that papers use as benchmarks, by name: `korf:1` to `korf:100`, `korf24:1` ….

- `korf100`: the 100 random 15-puzzles of R. Korf, "Depth-First Iterative-Deepening: An Optimal
  Admissible Tree Search", Artificial Intelligence 27 (1985), with the nodes that IDA* with
  Manhattan distance generates and expands.
- `korf24`: the 50 random 24-puzzles of R. Korf and A. Felner, "Disjoint Pattern Database
  Heuristics", Artificial Intelligence 134 (2002), with the nodes that their 6-6-6-6 databases
  generated, and those that R. Clausecker's 24puzzle expanded with the same patterns, the blank's
  regions distinguished and the goal not counted.

All have the goal blank-first.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from slidelab.puzzle.board import Board
from slidelab.puzzle.errors import BadBoard
from slidelab.system.text import shorten

SETS = ("korf100", "korf24")


class Instance(NamedTuple):
    """A published board: its name, its optimal length, and the counts published with it."""

    name: str
    board: Board
    optimal: int
    published: dict[str, int]


@cache
def instance_set(name: str) -> tuple[Instance, ...]:
    """Return the instances of a set, in the order of the paper.

    Raises `BadBoard` with the names of the sets when there is none of this name.
    """
    if name not in SETS:
        raise BadBoard(f"there is no instance set {name!r}; the sets are {', '.join(SETS)}")
    with (Path(__file__).parent / f"{name}.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    return tuple(
        Instance(
            f"{name.removesuffix('100')}:{number}",
            Board(tiles),
            int(optimal),
            dict(zip(header[3:], map(int, published), strict=True)),
        )
        for number, tiles, optimal, *published in rows
    )


def is_instance_name(text: str) -> bool:
    """Return whether the text looks like the name of an instance, such as `korf:1`."""
    return text.strip().lower().startswith(("korf:", "korf24:"))


def instance(name: str) -> Instance:
    """Return the instance of this name.

    >>> instance("korf:1").optimal
    57

    Raises `BadBoard` when the number is not in the set.
    """
    wanted = name.strip().lower()
    members = instance_set("korf24" if wanted.startswith("korf24") else "korf100")
    for member in members:
        if member.name == wanted:
            return member
    names = f"{members[0].name} to {members[-1].name}"
    raise BadBoard(f"{shorten(wanted)} is not an instance; they are {names}")
