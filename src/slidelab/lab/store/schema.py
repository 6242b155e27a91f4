"""The tables of the trial store, as steps from each version to the next.

Each file `version_N.sql` makes version N of the one before. Once released, it never changes: what
is to be different comes as a further file.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

VERSION = 2


def version_of(connection: "Connection") -> int:
    """The version of the tables in this database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: "Connection") -> None:
    """Bring the tables to the current version, all of the way or not at all.

    The connection must be in autocommit mode. Of several processes that come here at once, one
    does the work and the others find it done.
    """
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for version in range(version_of(connection) + 1, VERSION + 1):
            step = Path(__file__).with_name(f"version_{version}.sql").read_text(encoding="utf-8")
            for statement in filter(str.strip, step.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
