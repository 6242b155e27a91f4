"""Reading the values of options; each reader raises typer.BadParameter that says what to write."""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import typer

from slidelab.puzzle.wording import listed

_UNITS = {
    unit + suffix: factor
    for unit, power in (("k", 1), ("m", 2), ("g", 3), ("t", 4))
    for suffix, factor in (("", 1000**power), ("b", 1000**power), ("ib", 1024**power))
} | {"": 1, "b": 1}


def choice(*flags: str, among: Sequence[str], help: str, panel: str, metavar: str = "WORD") -> Any:
    """An option whose value is one of a few words, listed in the help and in the error."""
    return typer.Option(
        *flags,
        help=f"{help}: {listed(among, last='or')}.",
        rich_help_panel=panel,
        metavar=metavar,
        parser=one_of(among),
        autocompletion=lambda: list(among),
    )


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """A reader of one of the words, in any case."""

    def read(text: str) -> str:
        if text.lower() in words:
            return text.lower()
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(words)}.")

    return read


def read_size(text: str) -> int:
    """Read an amount of memory.

    >>> read_size("500MB"), read_size("2 GiB"), read_size("4096")
    (500000000, 2147483648, 4096)
    """
    digits = text.strip().lower()
    number = digits.rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = digits[len(number) :].strip()
    try:
        size = float(number.replace("_", " ")) * _UNITS[unit]
    except (KeyError, ValueError):
        size = -1
    if not 0 < size < float("inf"):
        raise typer.BadParameter(f"{text!r} is not a size: write 500MB, 2GiB or a number of bytes.")
    return int(size)


def read_positive(text: str) -> float:
    """Read a number above 0, not infinite.

    >>> read_positive("2.5")
    2.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise typer.BadParameter(f"{text!r} is not a number above 0.")
    return number
