"""A search on a device kept in a file, to go on after a kill or a power failure.

Between two launches the records, the bounds and the counts are all that there is. Nodes that were
expanded after the last save are expanded again, and counted once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from slidelab.engines.compiled.patterns.files import BadFileError, Facts, read_arrays, write_arrays
from slidelab.engines.gradient.checkpoint import CheckpointError
from slidelab.engines.gradient.gpu.solver import DeviceSolver

_FACTS: Facts = {"kind": "search on a device", "version": 1}


def save(solver: DeviceSolver, path: Path) -> None:
    """Keep a search. The file appears whole or not at all; raises OSError when it cannot."""
    notes, arrays = solver.state()
    text = json.dumps({"problem": description(solver), **notes}).encode()
    words = np.frombuffer(text, dtype=np.uint8)
    write_arrays(path, _FACTS, [words, *(each.reshape(-1) for each in arrays)], durable=True)


def restore(solver: DeviceSolver, path: Path) -> None:
    """Have a solver that was just made go on with a search that was kept.

    Raises CheckpointError when the file is damaged or is of other boards, tables or automata.
    """
    try:
        words, records, bounds, nodes, solved, paths = read_arrays(path, _FACTS)
    except (BadFileError, ValueError) as error:
        raise CheckpointError(f"{path} is no checkpoint that can be read: {error}") from error
    notes = json.loads(words.tobytes())
    if notes["problem"] != description(solver):
        raise CheckpointError(f"{path} is the checkpoint of another board or other tables")
    rows = records.reshape(-1, solver.tables.layout.width)
    solver.restore(notes, [rows, bounds, nodes, solved, paths.reshape(bounds.size, -1)])


def description(solver: DeviceSolver) -> dict[str, Any]:
    """What a search is about: two with the same description have the same bounds to search."""
    arrangements = solver.tables.arrangements
    return {
        "boards": [list(search.board) for search in solver.searches],
        "rows": solver.tables.layout.rows,
        "goal_blank": arrangements[0].blank,
        "partitions": [[list(cells) for cells in each.partition] for each in arrangements],
        "automaton_moves": solver.automaton.longest,
    }
