"""Results as data frames of pandas or polars, whichever is there."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slidelab.solving.result import Result

LIBRARIES = ("pandas", "polars")


def results_frame(results: Iterable[Result], library: str = "pandas") -> Any:
    """One row for each result; parameters and conventions have columns, boards are texts.

    Raises ValueError for another library, and ImportError that says what to install.
    """
    if library not in LIBRARIES:
        raise ValueError(f"{library!r} is not known; frames are made by {' or '.join(LIBRARIES)}")
    if find_spec(library) is None:
        raise ImportError(f"{library} is not installed: pip install {library}")
    return import_module(library).DataFrame([row_of(result) for result in results])


def row_of(result: Result) -> dict[str, Any]:
    """A result as one flat row.

    >>> from slidelab import solve
    >>> row = row_of(solve("125340678"))
    >>> row["start"], row["cost"], row["moves"], row["conventions.ties"]
    ('1,2,5,3,4,0,6,7,8', 3, 'ULL', 'first-in')
    """
    row = result.to_dict()
    row["start"], row["goal"] = result.start.to_text(), result.goal.to_text()
    row["moves"] = None if result.moves is None else "".join(m.letter for m in result.moves)
    for group in ("parameters", "conventions"):
        row |= {f"{group}.{name}": value for name, value in row.pop(group).items()}
    return row
