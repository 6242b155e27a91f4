"""Workers between two jobs."""

import pytest

from slidelab.processes import WorkerDiedError, WorkerOptions, WorkerPool
from tests.processes.sample_jobs import CountJob, Do
from tests.support.processes import eventually, is_alive


@pytest.fixture
def idle():
    workers = WorkerPool()
    yield workers
    workers.close()


def pid_of(worker):
    return worker.run(Do("process_id"))


def test_the_worker_that_worked_last_works_next(idle):
    first, second = idle.take(), idle.take()
    assert first is not second
    for worker in (first, second):
        pid_of(worker)
        idle.give_back(worker)
    assert idle.take() is second
    assert idle.take() is first


def test_some_are_started_ahead_and_those_that_worked_are_kept_longest(idle):
    used = idle.take()
    pid = pid_of(used)
    idle.give_back(used)
    idle.keep(3)
    assert len(idle) == 3
    idle.keep(1)
    assert len(idle) == 1
    assert pid_of(idle.take()) == pid


def test_one_that_died_is_not_lent_again(idle):
    worker = idle.take()
    with pytest.raises(WorkerDiedError):
        worker.run(Do("die", 1))
    idle.give_back(worker)
    assert len(idle) == 0
    killed = idle.take()
    idle.give_back(killed)
    killed.kill()
    eventually(lambda: idle.take() is not killed)


def test_one_that_left_because_it_held_much_is_not_lent_again():
    idle = WorkerPool(WorkerOptions(resting_bytes=1))
    worker = idle.take()
    assert worker.run(CountJob(1)) == 1
    idle.give_back(worker)
    assert idle.take() is not worker
    idle.close()


def test_none_is_left_after_the_end(idle):
    lent, resting = idle.take(), idle.take()
    pids = [pid_of(lent), pid_of(resting)]
    idle.give_back(resting)
    idle.close()
    idle.give_back(lent)
    eventually(lambda: not any(map(is_alive, pids)))


def test_where_no_process_can_be_started_that_is_said(monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(WorkerDiedError, match="no worker process can be started"):
        WorkerPool().take()
