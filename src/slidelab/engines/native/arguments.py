"""Python's values as machine code takes them: a type each, and a machine word each.

An array is handed over as the address of its object, from which the code reads where the elements
are. The members of a tuple follow each other.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy import generic, ndarray

_C_ORDER, _FORTRAN_ORDER, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
_IN_C_ORDER = _C_ORDER | _ALIGNED | _WRITEABLE
_IN_ANY_ORDER = _IN_C_ORDER | _FORTRAN_ORDER


class NotPortableError(Exception):
    """Code that cannot be kept in a file: Numba has to compile it in each process."""


def flatten(values: Sequence[Any], key: list[Hashable], words: list[Any]) -> None:
    """Append what tells the types of values apart, and what is handed over for each.

    The key may differ where the types do not, but not the other way round. Each call of a kernel
    passes dozens of arrays through here, so that every look at one counts.
    """
    for value in values:
        kind: Any = type(value)
        if kind is ndarray:
            key.append(value.dtype)
            key.append(value.ndim)
            key.append(value.flags.num)
            words.append(id(value))
        elif kind is int or kind is bool or kind is float:
            key.append(kind)
            words.append(value)
        elif issubclass(kind, tuple):
            key.append(kind)
            key.append(len(value))
            flatten(value, key, words)
        elif issubclass(kind, ndarray):  # such as one that is mapped from a file
            key += kind, value.dtype, value.ndim, value.flags.num
            words.append(id(value))
        else:
            key.append(kind)
            words.append(value.item() if issubclass(kind, generic) else value)


def types_of(values: Sequence[Any]) -> Iterator[Hashable]:
    """The type of each value, as fine as Numba's."""
    for value in values:
        kind: Any = type(value)
        if isinstance(value, ndarray):
            flags = value.flags.num
            yield value.dtype
            yield value.ndim
            yield flags & (_IN_C_ORDER if flags & _C_ORDER else _IN_ANY_ORDER)
        elif isinstance(value, tuple):
            yield kind
            yield len(value)
            yield from types_of(value)
        else:
            yield kind


def text_of(types: Iterable[Hashable]) -> str:
    """The types as a text that is the same in every process."""
    return ",".join(map(_text, types))


def _text(kind: Hashable) -> str:
    if isinstance(kind, np.dtype):
        return kind.str
    if isinstance(kind, type):
        # Code finds a member by its place, which changes when fields are added or exchanged.
        return f"{kind.__module__}.{kind.__qualname__}{getattr(kind, '_fields', '')}"
    return str(kind)


def formats(values: Sequence[Any]) -> Iterator[str]:
    """The letter of `struct` for each word that is handed over.

    Raises NotPortableError for values other than arrays and 64-bit numbers.
    """
    for value in values:
        if isinstance(value, tuple):
            yield from formats(value)
        elif isinstance(value, (int, np.bool_, np.signedinteger, np.ndarray)):
            yield "q"
        elif isinstance(value, np.unsignedinteger):
            yield "Q"
        elif isinstance(value, float):  # NumPy's with 64 bits is one
            yield "d"
        else:
            raise NotPortableError(f"no kernel takes a {type(value).__name__}")
