"""What is done of a class, in one SQLite database: a row for each run, safe at once."""

import threading
from json import dumps, loads
from pathlib import Path

from slidelab.course.judge.outcome import Outcome
from slidelab.lab.results import connect, explain_damage
from slidelab.lab.store.connection import COMPANIONS

WHAT = "a judged class"

_TABLES = """
CREATE TABLE IF NOT EXISTS class (fingerprint TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS submissions (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    submission TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL,
    PRIMARY KEY (submission, number)
) WITHOUT ROWID;
"""


class ClassState:
    """The runs that are done. Opening it takes up what earlier runs of the command did.

    Threads may share it. Raises ValueError when the database belongs to another suite or to
    something else, and OSError when it cannot be written.
    """

    def __init__(self, database: Path, fingerprint: str, fresh: bool = False) -> None:
        self._database = database
        self._one_writes = threading.Lock()
        if fresh:
            for companion in COMPANIONS:
                database.with_name(database.name + companion).unlink(missing_ok=True)
        with explain_damage(database, WHAT):
            self._connection = connect(database, "rwc", any_thread=True)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_TABLES)
            before = self._connection.execute("SELECT fingerprint FROM class").fetchone()
            if before is None:
                self._connection.execute("INSERT INTO class VALUES (?)", (fingerprint,))
            elif before[0] != fingerprint:
                raise ValueError(
                    f"{database} holds runs of another suite: use --fresh to run all again, or "
                    "choose another --output"
                )

    def done(self, submission: str, fingerprint: str) -> dict[int, Outcome]:
        """The runs of a submission by the number of the case; none if its files have changed."""
        with self._one_writes, explain_damage(self._database, WHAT), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            before = connection.execute(
                "SELECT fingerprint FROM submissions WHERE name = ?", (submission,)
            ).fetchone()
            if before != (fingerprint,):
                connection.execute("DELETE FROM runs WHERE submission = ?", (submission,))
                connection.execute(
                    "INSERT OR REPLACE INTO submissions VALUES (?, ?)", (submission, fingerprint)
                )
            rows = connection.execute(
                "SELECT number, outcome FROM runs WHERE submission = ?", (submission,)
            ).fetchall()
        return {number: Outcome.from_dict(loads(outcome)) for number, outcome in rows}

    def add(self, submission: str, number: int, outcome: Outcome) -> None:
        """Note what came of a run."""
        with self._one_writes, explain_damage(self._database, WHAT):
            self._connection.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?)",
                (submission, number, dumps(outcome.to_dict())),
            )

    def close(self) -> None:
        """End the use of the database."""
        with explain_damage(self._database, WHAT):
            self._connection.close()
