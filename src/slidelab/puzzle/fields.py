"""One field of a board: a whole number, or why it is none."""

from __future__ import annotations

from math import isfinite

from slidelab.puzzle.shape import MOST_CELLS
from slidelab.puzzle.wording import shorten
from slidelab.system.argument_checks import as_whole

BLANKS = ("_", ".")
LONGEST_NUMBER = 18
"""Longer ones are refused unread: no tile needs them, and converting them can take for ever."""


def read_field(field: object) -> int | None:
    """The whole number that a field stands for, or None.

    >>> read_field("7"), read_field(7), read_field("_"), read_field("2.5"), read_field("x")
    (7, 7, 0, None, None)
    """
    if isinstance(field, str):
        if field in BLANKS:
            return 0
        digits = field[1:] if field[:1] in ("-", "+") else field
        readable = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
        return int(field) if readable else None
    return as_whole(field)


def field_problem(field: object, place: str) -> str:
    """Why `read_field` read nothing.

    >>> field_problem("2.5", "row 1 column 2")
    '2.5 is not a whole number'
    >>> field_problem("", "row 1 column 2")
    'nothing is written in row 1 column 2: write 0, _ or . there if it is the blank'
    """
    if isinstance(field, str) and not field:
        return f"nothing is written in {place}: write 0, _ or . there if it is the blank"
    text = str(field)
    quoted = shorten(text)
    if text.isascii() and text.lstrip("+-").isdecimal():
        return f"{quoted} is out of range"
    try:
        # float() reads 1_5 as 15, and here _ is the blank.
        number = float("nan" if "_" in text else text)
    except ValueError:
        return f"{quoted} is not a number"
    if not isfinite(number):
        return f"{quoted} is not a number"
    if number.is_integer() and abs(number) < MOST_CELLS:
        return f"{quoted} is not written as a whole number: write {int(number)}"
    return f"{quoted} is not a whole number"
