"""Reading the results of an experiment back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from slidelab.lab.experiment.database import DATABASE, read_cells
from slidelab.lab.tables import read_table
from slidelab.search.counters import COUNTERS

Row = dict[str, Any]

_READERS: dict[str, Callable[[str], Any]] = {"cell": int, "distance": int, "cost": int}
_READERS |= dict.fromkeys(COUNTERS, int)
_READERS["seconds"] = float

NEEDED = ("algorithm", "status", "cost", *COUNTERS)


def read_results(path: Path) -> list[Row]:
    """The rows of a results file, one a cell, with numbers where numbers belong.

    Raises ValueError when the file is not the results of an experiment, and OSError when it
    cannot be read.
    """
    rows = list(read_cells(path)) if path.suffix == DATABASE else read_table(path)
    if not rows:
        raise ValueError(f"{path} holds no cells yet")
    missing = [name for name in NEEDED if name not in rows[0]]
    if missing:
        raise ValueError(
            f"{path} is not the results of an experiment: it has no column {', '.join(missing)}"
        )
    readers = {name: read for name, read in _READERS.items() if name in rows[0]}
    for number, row in enumerate(rows, start=1):
        for name, read in readers.items():
            if isinstance(row[name], str):
                try:
                    row[name] = read(row[name])
                except ValueError:
                    raise ValueError(
                        f"{path}: {name} of row {number} is {row[name]!r}, not a number"
                    ) from None
    return rows
