"""Many calls on local processes, some of which die."""

import concurrent.futures

import pytest

from slidelab.processes import ProcessExecutor, WorkerDiedError, WorkerOptions, is_interrupted
from tests.processes.sample_jobs import (
    add,
    die,
    ignore_interrupts,
    process_id,
    refuse,
    sleep,
    until_interrupted,
)
from tests.support.processes import eventually, is_alive


def test_calls_are_answered_in_as_many_processes_as_there_may_be():
    with ProcessExecutor(2) as executor:
        assert list(executor.map(add, range(20), range(20))) == [2 * n for n in range(20)]
        assert executor.submit(add, 1, two=5).result() == 6
        used = set(executor.map(process_id, range(20)))
    assert 1 <= len(used) <= 2
    assert not any(map(is_alive, used))


def test_a_call_that_raises_leaves_the_process_as_it_was():
    with ProcessExecutor(1) as executor:
        before = executor.submit(process_id).result()
        with pytest.raises(ValueError, match="no such thing"):
            executor.submit(refuse, "no such thing").result()
        assert executor.submit(process_id).result() == before


def test_a_death_takes_one_call_with_it():
    with ProcessExecutor(2) as executor:
        calls = [executor.submit(add, n) for n in range(10)]
        deaths = [executor.submit(die, 3) for _ in range(3)]
        calls += [executor.submit(add, n) for n in range(10)]
        for death in deaths:
            with pytest.raises(WorkerDiedError, match="status 3"):
                death.result()
        assert [call.result() for call in calls] == [n + 1 for n in range(10)] * 2


def test_calls_under_way_are_interrupted_and_waiting_ones_cancelled(tmp_path):
    with ProcessExecutor(1) as executor:
        running = executor.submit(until_interrupted, tmp_path / "running")
        waiting = executor.submit(add, 1)
        eventually((tmp_path / "running").exists)
        executor.interrupt()
        executor.shutdown(cancel_futures=True)
        assert running.result() == "stopped"
        assert waiting.cancelled()
    assert not is_interrupted()


@pytest.mark.nightly
def test_a_call_that_does_not_stop_is_killed(tmp_path):
    with ProcessExecutor(1, WorkerOptions(seconds_to_stop=0.2)) as executor:
        running = executor.submit(ignore_interrupts, tmp_path / "running")
        eventually((tmp_path / "running").exists)
        executor.interrupt()
        with pytest.raises(TimeoutError):
            running.result()


@pytest.mark.nightly
def test_shutting_down_without_waiting_leaves_no_process():
    executor = ProcessExecutor(1)
    worker = executor.submit(process_id).result()
    last = executor.submit(sleep, 0.1)
    executor.shutdown(wait=False)
    assert concurrent.futures.wait([last], 120).not_done == set()
    eventually(lambda: not is_alive(worker))
