"""The journal of a run: what is done, one line a batch, only ever added to.

A line is a checksum and JSON. A process that dies leaves at most one line unfinished, which the
next one takes away. Of a run that is complete only the first and the last line are kept.
"""

import os
from collections.abc import Iterable, Iterator
from json import dumps, loads
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

from slidelab.lab.experiment.batch import Outcome

SECONDS_BETWEEN_SYNCS = 2.0

_PIECE = 65_536
"""How much is read at a time to find the end of the last whole line."""


class Journal:
    """A journal open for adding. Every entry is safe from the death of the process at once, and
    from that of the machine within seconds."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Begin a new journal in place of any that is there."""
        self.path = path
        self.header = header
        beside = path.with_name(f"{path.name}.part")
        beside.write_bytes(_line(header))
        beside.replace(path)
        self._open()

    @classmethod
    def resume(cls, path: Path) -> "Journal | None":
        """The journal that is there, or None if there is none with a sound beginning."""
        try:
            with path.open("rb") as file:
                line = file.readline()
        except FileNotFoundError:
            return None
        header = _entry(line) if line.endswith(b"\n") else None
        if not isinstance(header, dict):
            return None
        journal = cls.__new__(cls)
        journal.path = path
        journal.header = header
        journal._open()
        journal._drop_unfinished()
        return journal

    def _open(self) -> None:
        self._file = self.path.open("r+b")
        self._file.seek(0, os.SEEK_END)
        self._next_sync = monotonic() + SECONDS_BETWEEN_SYNCS

    def _drop_unfinished(self) -> None:
        """Take away a last line that has no end; the first one has."""
        size = end = self._file.tell()
        found = -1
        while found < 0:
            start = max(0, end - _PIECE)
            self._file.seek(start)
            found = self._file.read(end - start).rfind(b"\n")
            end = start + found + 1
        if end < size:
            self._file.truncate(end)
        self._file.seek(0, os.SEEK_END)

    def add(self, first: int, outcomes: Iterable[Outcome]) -> int:
        """Note the outcomes of the cells from `first` on; returns where the entry is."""
        at = self._file.seek(0, os.SEEK_END)
        self._file.write(_line([first, list(outcomes)]))
        self._file.flush()
        if monotonic() >= self._next_sync:
            os.fsync(self._file.fileno())
            self._next_sync = monotonic() + SECONDS_BETWEEN_SYNCS
        return at

    def read(self, at: int) -> list[Outcome]:
        """The outcomes of the entry at this place."""
        self._file.seek(at)
        entry = _entry(self._file.readline())
        assert isinstance(entry, list), "the journal was changed by someone else"
        return [Outcome(*outcome) for outcome in entry[1]]

    def entries(self) -> Iterator[tuple[int, int, list[Outcome]]]:
        """Each sound entry: its place, its first cell and the outcomes."""
        at = 0
        with self.path.open("rb") as file:
            for line in file:
                entry = _entry(line)
                if isinstance(entry, list):
                    yield at, entry[0], [Outcome(*outcome) for outcome in entry[1]]
                at += len(line)

    @property
    def completed(self) -> dict[str, Any] | None:
        """What was noted when the run was complete, or None if it is not."""
        self._file.seek(0)
        entries = [_entry(line) for _, line in zip(range(2), self._file, strict=False)]
        last = entries[-1]
        return last if len(entries) == 2 and isinstance(last, dict) else None

    def complete(self, about: dict[str, Any]) -> None:
        """Note that the results hold everything, and drop what they hold."""
        self.close()
        beside = self.path.with_name(f"{self.path.name}.part")
        beside.write_bytes(_line(self.header) + _line(about))
        beside.replace(self.path)

    def close(self) -> None:
        """End the use of the file; what was added is on the disk."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()


def _line(entry: Any) -> bytes:
    text = dumps(entry, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(text), text)


def _entry(line: bytes) -> Any:
    """What a line says, or None if it is not sound."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % crc32(text):
        return None
    return loads(text)
