"""Checking arguments, so that an error names the argument and not what it led to."""


def check_is(name: str, value: object, kind: type) -> None:
    """Raise TypeError unless an argument is of a kind.

    >>> check_is("limits", 5, int)
    >>> check_is("limits", "x", int)
    Traceback (most recent call last):
    TypeError: limits is 'x'; it must be of the type int
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}; it must be of the type {kind.__name__}")
