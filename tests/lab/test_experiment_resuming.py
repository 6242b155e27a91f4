"""Experiments that stop and go on, and refusing to mix their results up."""

import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from slidelab.lab.experiment import read_grid, run_experiment
from slidelab.lab.experiment.dispatch import WorkersDiedError
from slidelab.lab.report import read_results
from slidelab.processes import WorkerDiedError
from tests.lab.experiments import (
    MEASURED,
    SMALL,
    Threads,
    rows_of,
    write_grid,
)


@pytest.fixture
def grid(tmp_path):
    return read_grid(write_grid(tmp_path, SMALL))


@pytest.mark.nightly
def test_done_is_done(grid):
    run_experiment(grid, Threads(), record=False)
    before = grid.results.read_bytes()
    summary = run_experiment(grid, Threads(), record=False)
    assert (summary.before, summary.now) == (65, 0)
    assert summary.statuses.total() == 65
    assert grid.results.read_bytes() == before
    grid.results.unlink()
    assert run_experiment(grid, Threads(), record=False).now == 0
    assert grid.results.read_bytes() == before
    assert run_experiment(grid, Threads(), record=False, fresh=True).now == 65


def test_results_of_others_are_not_overwritten(grid, tmp_path):
    grid.results.write_text("precious\n")
    with pytest.raises(ValueError, match="is not of this experiment"):
        run_experiment(grid, Threads(), record=False)
    assert grid.results.read_text() == "precious\n"
    run_experiment(grid, Threads(), record=False, fresh=True)
    before = grid.results.read_bytes()
    other = read_grid(write_grid(tmp_path, SMALL.replace("random = 12", "random = 13")))
    with pytest.raises(ValueError, match="results of another grid"):
        run_experiment(other, Threads(), record=False)
    assert grid.results.read_bytes() == before


def begun_by(version, grid):
    with closing(sqlite3.connect(grid.database)) as connection, connection:
        connection.execute("UPDATE experiment SET slidelab = ?", (version,))


def test_counts_of_two_versions_are_not_mixed(grid):
    seen = []
    run_experiment(
        grid,
        Threads(),
        record=False,
        cancelled=lambda: len(seen) > 1,
        on_summary=lambda s: seen.append(s.now),
    )
    begun_by("0.0.1", grid)
    with pytest.raises(ValueError, match=r"by slidelab 0.0.1, .* differently: .* --fresh"):
        run_experiment(grid, Threads(), record=False)
    assert run_experiment(grid, Threads(), record=False, fresh=True).now == 65
    begun_by("0.0.1", grid)
    assert run_experiment(grid, Threads(), record=False).before == 65  # nothing is left to mix


@pytest.mark.nightly
def test_stopping_and_going_on(grid):
    run_experiment(grid, Threads(), record=False)
    whole = rows_of(grid.results)
    seen = []

    def stopped():
        return bool(seen) and seen[-1] >= 7

    first = run_experiment(
        grid,
        Threads(),
        record=False,
        fresh=True,
        cancelled=stopped,
        on_summary=lambda s: seen.append(s.now),
    )
    so_far = {row["cell"]: row for row in rows_of(grid.results)}
    assert len(so_far) == first.now
    assert not first.complete
    assert 7 <= first.now < 65
    second = run_experiment(grid, Threads(), record=False)
    assert (second.before, second.now) == (first.now, 65 - first.now)
    assert rows_of(grid.results) == whole
    assert [so_far.get(row["cell"], row) for row in whole] == whole


@pytest.mark.nightly
@pytest.mark.parametrize(
    "content",
    [b"precious", b"SQLite format 3\0 but not really" * 200],
    ids=["text", "only the first bytes"],
)
def test_a_file_that_is_no_database_is_left_alone(grid, content):
    grid.database.write_bytes(content)
    with pytest.raises(ValueError, match=r"grid.db is not the database of an experiment.*--fresh"):
        run_experiment(grid, Threads(), record=False)
    assert grid.database.read_bytes() == content
    assert run_experiment(grid, Threads(), record=False, fresh=True).complete


def test_a_database_that_was_not_begun_is_begun(grid):
    grid.database.touch()
    assert run_experiment(grid, Threads(), record=False).now == 65


@pytest.mark.nightly
def test_the_database_is_the_table(grid, tmp_path):
    """While it runs, too, and for whoever speaks SQL."""
    seen = []

    def look(summary):
        seen.append((summary.now, len(read_results(grid.database)) if summary.now else 0))

    run_experiment(grid, Threads(), record=False, on_summary=look)
    assert [now for now, _ in seen] == [rows for _, rows in seen]
    as_text = [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in read_results(grid.database)
    ]
    assert [{n: v for n, v in row.items() if n not in MEASURED} for row in as_text] == rows_of(
        grid.results
    )
    alone = read_grid(tmp_path / "grid.toml", tmp_path / "alone.db")
    run_experiment(alone, Threads(), record=False)
    assert {file.name for file in tmp_path.glob("alone*")} <= {"alone.db", "alone.db.lock"}
    assert not list(tmp_path.glob("*-wal")), "each database is one file once its run has ended"


class Fragile(Threads):
    """Workers that die of a batch that is deadly."""

    def __init__(self, deadly):
        super().__init__()
        self._deadly = deadly

    def submit(self, function, batch):
        return super().submit(self._run, function, batch)

    def _run(self, function, batch):
        if self._deadly(batch):
            raise WorkerDiedError("its process ended with status -9")
        return function(batch)


@pytest.mark.nightly
def test_batches_of_a_dead_worker_run_again(grid):
    run_experiment(grid, Threads(), record=False)
    whole = rows_of(grid.results)
    attempts = Counter()

    def deadly(batch):
        attempts[batch.first] += 1
        return attempts[batch.first] == 1 and batch.first % 2 == 0

    run_experiment(grid, Fragile(deadly), record=False, fresh=True)
    assert 2 in attempts.values()
    assert rows_of(grid.results) == whole


def test_a_batch_that_kills_every_worker_is_named(grid):
    with pytest.raises(WorkersDiedError, match=r"ran cells 26 to 26 \(wastar\) died 3 times"):
        run_experiment(grid, Fragile(lambda batch: batch.first == 26), record=False)
    assert run_experiment(grid, Threads(), record=False).complete
