"""The tables of the trial store, as steps from each version to the next.

Version N is what the first N steps make. A step, once released, never changes: what is to be
different comes as a further step.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

STEPS = (
    """
    CREATE TABLE trials (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        source TEXT NOT NULL,
        board TEXT NOT NULL,
        goal TEXT NOT NULL,
        shape TEXT NOT NULL,
        distance INTEGER,
        algorithm TEXT NOT NULL,
        heuristic TEXT,
        parameters TEXT NOT NULL,
        preset TEXT NOT NULL,
        conventions TEXT NOT NULL,
        engine TEXT NOT NULL,
        status TEXT NOT NULL,
        cost INTEGER,
        expanded INTEGER NOT NULL,
        generated INTEGER NOT NULL,
        duplicates INTEGER NOT NULL,
        reopened INTEGER NOT NULL,
        frontier INTEGER NOT NULL,
        max_frontier INTEGER NOT NULL,
        search_depth INTEGER NOT NULL,
        max_depth INTEGER NOT NULL,
        seconds REAL NOT NULL,
        peak_memory_bytes INTEGER NOT NULL,
        version TEXT NOT NULL
    )
    """,
    # An experiment that resumes may record a cell again: the index makes that one trial.
    """
    ALTER TABLE trials ADD COLUMN experiment TEXT;
    ALTER TABLE trials ADD COLUMN cell INTEGER;
    CREATE UNIQUE INDEX one_trial_a_cell ON trials (experiment, cell) WHERE experiment IS NOT NULL;
    """,
)

VERSION = len(STEPS)


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
        for step in STEPS[version_of(connection) :]:
            for statement in filter(str.strip, step.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
