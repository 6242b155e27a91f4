"""Searches kept in files, so that a proof of days survives a kill or a power failure.

On the CPU a file has what was proved and which records of the present iteration are finished; the
records of an iteration are the same whenever it is cut. On a device the records themselves, the
bounds and the counts are all that there is between two launches. Nodes that were expanded after the
last save are expanded again, and counted once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.patterns.files import BadFileError, Facts, read_arrays, write_arrays

_FACTS: Facts = {"kind": "search", "version": 1}


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message says why."""


class Resumable(Protocol):
    """A search that can go on where another one of the same problem stood."""

    def describe(self) -> dict[str, Any]:
        """The problem, as JSON has it: searches of the same problem can continue each other."""

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Everything needed to go on: plain values, and arrays."""

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another search; the arrays are flat."""


def save(search: Resumable, path: Path) -> None:
    """Keep a search. The file appears whole or not at all; raises OSError when it cannot."""
    notes, arrays = search.state()
    text = json.dumps({"problem": search.describe(), "notes": notes}).encode()
    content = [np.frombuffer(text, dtype=np.uint8), *(each.reshape(-1) for each in arrays)]
    write_arrays(path, _FACTS, content, durable=True)


def restore(search: Resumable, path: Path) -> None:
    """Continue a search from a file; ``search`` must not have begun.

    Raises CheckpointError when the file is damaged or belongs to another problem.
    """
    try:
        text, *arrays = read_arrays(path, _FACTS)
    except (BadFileError, ValueError) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: {error}") from error
    content = json.loads(text.tobytes())
    if content["problem"] != search.describe():
        raise CheckpointError(f"{path} belongs to another board, other tables or another engine")
    search.restore(content["notes"], arrays)
