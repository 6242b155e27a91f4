"""Check the names in requests.

Only names of the catalogue are accepted. A path to a file, which the command line takes for a
person's own code, is never among them unless the owner of the server put it there.
"""

from collections.abc import Iterable
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics import get as find_heuristic
from slidelab.heuristics.formula import is_formula, read_formula
from slidelab.search.spec import AUTO


def check_name(kind: str, name: str | None, known: Iterable[str]) -> None:
    """Raise ValueError unless the name is None or known."""
    if name is not None and name not in known:
        raise SlidelabError(f"there is no {kind} {name!r} here; there are {', '.join(known)}")


def check_heuristic(name: str | None, known: Iterable[str]) -> None:
    """Raise ValueError unless this is a known heuristic, a formula made of those, or None."""
    if name is None or not is_formula(name):
        check_name("heuristic", name, known)
        return

    def find(part: str) -> Any:
        # Not `auto`, which may build pattern databases: they fill the disk.
        check_name("heuristic", part, [each for each in known if each != AUTO])
        return find_heuristic(part)

    read_formula(name, find)
