"""Checks of arguments: an error names the argument."""

from operator import index
from typing import Any

from slidelab.errors import SlidelabError


def check_is(name: str, value: object, kind: type) -> None:
    """Raise TypeError unless an argument is of a type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}; it must be of the type {kind.__name__}")


def check_whole(name: str, value: Any, least: int) -> None:
    """Raise unless an argument is None or a whole number of Python or NumPy, `least` or more."""
    problem = f"{name} is {value!r}; it must be a whole number, {least} or more"
    try:
        if value is not None and index(value) < least:
            raise SlidelabError(problem)
    except TypeError:
        raise TypeError(problem) from None
