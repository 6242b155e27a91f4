"""Opening the database of trials: as new, of an older version, of a newer one, or damaged.

Each file `version_N.sql` makes version N of the tables of the one before. Once released, it never
changes: what is to be different comes as a further file.
"""

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from slidelab.lab.recording import file_stamp
from slidelab.system.files import locked

VERSION = 3

BUSY_SECONDS = 30.0
"""How long to wait for other processes to finish writing."""

_CHECKS = 4
_SECONDS_BETWEEN_CHECKS = 0.1

COMPANIONS = ("", "-wal", "-shm")
"""The files that make up a database in write-ahead mode."""


class StoreError(ValueError):
    """The trials cannot be read or written; the message says why and what to do."""


def connect(path: Path, warn: Callable[[str], object]) -> sqlite3.Connection:
    """Open the database, creating or migrating it as needed.

    A damaged file is renamed, `warn` is called, and a new one begun. Raises StoreError when the
    database comes from a newer slidelab, and OSError when it cannot be opened.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _open(path)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return begin_anew(path, warn)


@contextmanager
def as_os_error(path: Path) -> Iterator[None]:
    """What SQLite complains of becomes an OSError with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(0, str(error), str(path)) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error says that the file is not a sound database."""
    code = getattr(error, "sqlite_errorcode", None)
    # Extended codes carry the primary one in their low byte.
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def begin_anew(
    path: Path, warn: Callable[[str], object], wait: float = BUSY_SECONDS
) -> sqlite3.Connection:
    """Rename a damaged database, so that nothing overwrites it, and begin a new one.

    Another process may have met the same damage: the one that comes second finds a sound file
    and leaves it alone. A file that another process is just beginning may look damaged for a
    moment, so it has to look so for a while. `wait` is how long others may keep it locked.
    """
    with locked(path.with_name(f"{path.name}.lock"), wait=wait):
        warn(_move_away(path, wait))
        return _open(path)


def _move_away(path: Path, wait: float) -> str:
    for _ in range(_CHECKS):
        if _is_sound(path, wait):
            return f"{path} was damaged and has been set aside"
        sleep(_SECONDS_BETWEEN_CHECKS)
    aside = path.with_name(f"{path.stem}.damaged-{file_stamp()}{path.suffix}")
    # The database itself goes last: until then nobody can begin a new one beside old remains.
    for companion in reversed(COMPANIONS):
        part = path.with_name(path.name + companion)
        if part.exists():
            part.rename(aside.with_name(aside.name + companion))
    return (
        f"the trials in {path} are damaged; the file is kept as {aside.name} "
        f"(sqlite3 {aside.name} .recover may save what is in it) and a new one is begun"
    )


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        version = _read_version(connection)
        if version > VERSION:
            raise StoreError(
                f"{path} was written by a newer slidelab (version {version} of the tables, and "
                f"this one knows {VERSION}): update slidelab, or set SLIDELAB_DATA to another "
                "folder"
            )
        _use_write_ahead(connection)
        if version < VERSION:
            _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _read_version(connection: sqlite3.Connection) -> int:
    """The version of the tables; 0 in an empty database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to the current version, all of the way or not at all.

    Of several processes that come here at once, one does the work and the others find it done.
    """
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for version in range(_read_version(connection) + 1, VERSION + 1):
            step = Path(__file__).with_name(f"version_{version}.sql").read_text(encoding="utf-8")
            for statement in filter(str.strip, step.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _use_write_ahead(connection: sqlite3.Connection) -> None:
    # Write-ahead mode lets readers and a writer work at once. Normal synchronisation survives the
    # death of any process; only a power failure may take the very last trials.
    connection.execute("PRAGMA synchronous = NORMAL")
    if sys.version_info >= (3, 12):
        # Else each short command would wait for the disk to tidy up after its one trial.
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, True)
    deadline = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # SQLite does not wait by itself when several connections change the mode at once.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.01)


def _is_sound(path: Path, wait: float) -> bool:
    """Whether the database has no damage; raises sqlite3.Error when that cannot be told."""
    if not path.exists():
        return True
    connection = sqlite3.connect(path, timeout=wait)
    try:
        answer = connection.execute("PRAGMA quick_check").fetchone()
        return bool(answer and answer[0] == "ok")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):  # locked, or not to be opened just now
            raise
        return False
    finally:
        connection.close()
