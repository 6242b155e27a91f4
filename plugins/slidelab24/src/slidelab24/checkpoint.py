"""Keep a search in a file, so that a proof of days survives a kill or a power failure.

On the CPU a file has what was proved and which records of the present iteration are finished; the
records of an iteration are the same whenever it is cut. On a device the records themselves, the
bounds and the counts are all that there is between two launches. Nodes that were expanded after the
last save are expanded again, and counted once.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from slidelab.errors import SlidelabError
from slidelab.system.files import replacing
from slidelab24.outlook import Outlook
from slidelab24.proof import OptimalityProof


class CheckpointError(SlidelabError):
    """A checkpoint cannot be used; the message says why."""


class Proving(Protocol):
    """A search for a shortest solution that can go on where another one stood."""

    @property
    def moves(self) -> str | None:
        """Return the blank's moves of the solution, once there is one."""

    @property
    def bound(self) -> int:
        """Return the number of moves that every solution needs."""

    @property
    def expanded(self) -> int:
        """Return the nodes expanded so far."""

    def advance(self, seconds: float, nodes: int) -> bool:
        """Search for about some seconds or nodes; return whether it is solved."""

    def outlook(self) -> Outlook:
        """Return how far the present bound is."""

    def proof(self) -> OptimalityProof:
        """Return what a finished search has proved."""

    def describe(self) -> dict[str, Any]:
        """Return the problem, as JSON has it: searches of the same one can continue each other."""

    def state(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Return everything needed to go on: plain values, and arrays."""

    def restore(self, notes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Go on from the state of another search."""


def save(search: Proving, path: Path) -> None:
    """Keep a search. The file appears whole or not at all; raises OSError if it cannot."""
    notes, arrays = search.state()
    text = json.dumps({"problem": search.describe(), "notes": notes})
    with replacing(path, durable=True) as beside, beside.open("wb") as file:
        np.savez(file, np.frombuffer(text.encode(), np.uint8), *arrays)


def restore(search: Proving, path: Path) -> None:
    """Continue a search from a file; `search` must not have begun.

    Raises CheckpointError if the file is damaged or belongs to another problem.
    """
    content, arrays = _read(path)
    if content["problem"] != search.describe():
        raise CheckpointError(f"{path} belongs to another board, other tables or another engine")
    search.restore(content["notes"], arrays)


def _read(path: Path) -> tuple[dict[str, Any], list[NDArray[Any]]]:
    try:
        with np.load(path) as kept:
            text, *arrays = (kept[f"arr_{at}"] for at in range(len(kept.files)))
        return json.loads(text.tobytes()), arrays
    except (OSError, ValueError, EOFError, KeyError, TypeError, BadZipFile) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: {error}") from error
