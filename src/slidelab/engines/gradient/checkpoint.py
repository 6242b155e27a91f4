"""A search on the CPU kept in a file, so that a proof of days survives a kill or a power failure.

The file has what was proved and which records of the present iteration are finished. Everything
else is worked out again: the records of an iteration are the same whenever it is cut.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slidelab.engines.gradient.search import USUAL_SIZES, BoundSearched, GradientSearch, Sizes
from slidelab.engines.gradient.subtree import Problem
from slidelab.system.files import write_text

VERSION = 1


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message says why."""


def save(search: GradientSearch, path: Path) -> None:
    """Keep a search. The file appears whole or not at all; raises OSError when it cannot."""
    bound, pieces, finished = search.present()
    content = {
        "version": VERSION,
        "problem": description(search.problem),
        "searched": [[each.bound, each.expanded, each.seconds] for each in search.searched],
        "present": {"bound": bound, "pieces": pieces, "finished": finished},
        "beam_expanded": search.beam_expanded,
        "moves": search.moves,
    }
    write_text(path, json.dumps(content))


def load(
    path: Path, problem: Problem, workers: int = 1, sizes: Sizes = USUAL_SIZES
) -> GradientSearch:
    """Go on with a search that was kept.

    Raises CheckpointError when the file is damaged or is of another board or other tables.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != VERSION:
            raise CheckpointError(f"{path} was written by another version of slidelab")
        if content["problem"] != description(problem):
            raise CheckpointError(f"{path} is the checkpoint of another board or other tables")
        search = GradientSearch(problem, workers=workers, sizes=sizes)
        search.restore(
            [BoundSearched(*each) for each in content["searched"]],
            content["present"]["pieces"],
            [(record, nodes) for record, nodes in content["present"]["finished"]],
            content["beam_expanded"],
            content["moves"],
        )
    except CheckpointError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{path} is no checkpoint that can be read: {error}") from error
    return search


def description(problem: Problem) -> dict[str, Any]:
    """What a search is about: two with the same description expand the same nodes."""
    arrangement = problem.database.arrangement
    return {
        "board": list(problem.board),
        "rows": arrangement.rows,
        "cols": arrangement.cols,
        "goal_blank": arrangement.blank,
        "partition": [list(cells) for cells in arrangement.partition],
        "order": problem.order,
        "automaton_moves": problem.longest,
    }
