"""Checks of arguments: an error names the argument."""

from operator import index

from slidelab.errors import SlidelabError


def as_whole(value: object) -> int | None:
    """Return a whole number of Python or NumPy as an int, and None for anything else.

    >>> as_whole(3), as_whole(3.0), as_whole(True), as_whole("3")
    (3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_is(name: str, value: object, kind: type) -> None:
    """Raise TypeError unless an argument is of a kind.

    >>> check_is("limits", "x", int)
    Traceback (most recent call last):
    TypeError: limits is 'x'; it must be of the type int
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}; it must be of the type {kind.__name__}")


def check_whole(name: str, value: object, least: int) -> None:
    """Raise unless an argument is None or a whole number, `least` or more.

    >>> check_whole("moves", -1, least=0)
    Traceback (most recent call last):
    slidelab.errors.SlidelabError: moves is -1; it must be a whole number, 0 or more
    """
    whole = as_whole(value)
    if value is not None and (whole is None or whole < least):
        kind = TypeError if whole is None else SlidelabError
        raise kind(f"{name} is {value!r}; it must be a whole number, {least} or more")
