"""Landlock: a Linux process gives up the right to write outside of a few folders, for good.

The system calls and their structures are described in the kernel's `Documentation/userspace-api/
landlock.rst`; the C library has no functions for them.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

# Rights by their bit. Reading and executing (0, 2 and 3) stay free.
_WRITE_FILE = 1 << 1
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))  # remove, make, whatever the kind
_LINK_ACROSS = 1 << 13  # since version 2
_TRUNCATE = 1 << 14  # since version 3
_TCP = 0b11  # bind and connect, since version 4
_SIGNALS_AND_SOCKETS = 0b11  # to processes outside, since version 6


class _Ruleset(ctypes.Structure):
    _fields_ = [
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    ]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


class Landlock:
    """The rules, made ready before a fork; `version` is 0 where the system has none."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.version = max(0, self._call(_CREATE_RULESET, None, 0, _ASK_VERSION))
        self._rights = _WRITE_FILE | _CHANGE_FOLDERS
        self._rights |= _LINK_ACROSS if self.version >= 2 else 0
        self._rights |= _TRUNCATE if self.version >= 3 else 0

    @property
    def closes_tcp(self) -> bool:
        """Whether it also keeps a program from the network, as far as that is TCP."""
        return self.version >= 4

    def confine(self, folders: Iterable[Path], devices: Iterable[Path]) -> None:
        """Let this process, and all that it starts, write there only; raises OSError."""
        wanted = _Ruleset(self._rights, _TCP, _SIGNALS_AND_SOCKETS)
        # An older system knows fewer fields, and refuses what is longer.
        fields = 3 if self.version >= 6 else 2 if self.closes_tcp else 1
        size = fields * ctypes.sizeof(ctypes.c_uint64)
        ruleset = self._checked(_CREATE_RULESET, ctypes.byref(wanted), size, 0)
        for folder in folders:
            self._allow(ruleset, folder, self._rights)
        for device in devices:
            self._allow(ruleset, device, self._rights & (_WRITE_FILE | _TRUNCATE))
        self._checked(_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)

    def _allow(self, ruleset: int, path: Path, rights: int) -> None:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = _Beneath(rights, place)
        self._checked(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
        os.close(place)

    def _checked(self, number: int, *arguments: object) -> int:
        answer = self._call(number, *arguments)
        if answer < 0:
            raise OSError(ctypes.get_errno(), "Landlock refused")
        return answer

    def _call(self, number: int, *arguments: object) -> int:
        return int(self._libc.syscall(number, *arguments))
