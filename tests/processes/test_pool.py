"""Workers of a server, seen from its event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from slidelab.processes import messages, worker
from slidelab.processes.pool import WorkerPool
from slidelab.search import Limits
from tests.processes.sample_jobs import CountJob, Do, Wait
from tests.processes.watching import is_alive

NO_LIMITS = Limits()


class PoolUnderTest:
    """A pool, and waiting for what its workers say."""

    def __init__(self, idle=1):
        self.changes = asyncio.Queue()
        self.said = asyncio.Queue()
        self.pool = WorkerPool(lambda: self.changes.put_nowait(None))
        self.pool.keep_idle(idle)

    async def begin(self, job, limits=NO_LIMITS):
        while (found := self.pool.begin(job, limits, self.said.put_nowait)) is None:
            await self.changes.get()
        return found

    async def until(self, kind):
        while not isinstance(message := await self.said.get(), kind):
            pass
        return message

    async def until_idle(self, wanted):
        while self.pool.idle != wanted:
            await self.changes.get()


def in_a_loop(scenario, idle=1):
    """Run a scenario; in a thread, since a browser of another test may keep a loop in this one."""

    async def run():
        under_test = PoolUnderTest(idle)
        try:
            await asyncio.wait_for(scenario(under_test), 60)
        finally:
            await under_test.pool.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


def test_a_job_pauses_goes_on_and_leaves_its_worker_idle():
    async def scenario(under_test):
        worker = await under_test.begin(CountJob(5), Limits(nodes=2))
        paused = (await under_test.until(messages.Finished)).result
        assert (paused.value, paused.paused) == (2, True)
        assert under_test.pool.idle == 0
        worker.resume(NO_LIMITS)
        assert (await under_test.until(messages.Finished)).result.value == 5
        await under_test.until_idle(1)

    in_a_loop(scenario)


def test_work_is_interrupted_and_the_worker_used_again():
    async def scenario(under_test):
        worker = await under_test.begin(Wait())
        await under_test.until(messages.Reported)
        worker.interrupt()
        assert (await under_test.until(messages.Finished)).result.value == "stopped"
        assert await under_test.begin(CountJob(1)) is worker

    in_a_loop(scenario)


def test_the_worker_that_worked_last_works_next():
    async def scenario(under_test):
        await under_test.until_idle(3)
        first = await under_test.begin(CountJob(1))
        await under_test.until_idle(3)
        assert await under_test.begin(CountJob(1)) is first

    in_a_loop(scenario, idle=3)


def test_a_worker_whose_job_has_ended_is_counted_on(monkeypatch):
    monkeypatch.setattr("slidelab.processes.pool._SECONDS_OF_REST", 0.0)

    async def scenario(under_test):
        worker = await under_test.begin(CountJob(1))
        await under_test.until(messages.Finished)
        under_test.pool.keep_idle(1)
        assert under_test.pool.size == 1, "no other is started"
        await under_test.until_idle(1)
        under_test.pool.keep_idle(2)
        await under_test.until_idle(2)
        under_test.pool.keep_idle(1)
        await under_test.until_idle(1)
        assert await under_test.begin(CountJob(1)) is worker, "the fresh one left"

    in_a_loop(scenario)


def test_failures_and_deaths_are_told():
    async def scenario(under_test):
        await under_test.begin(Do("refuse", "no such thing"))
        failed = await under_test.until(messages.Failed)
        assert isinstance(failed.error, ValueError)
        assert "sample_jobs.py" in failed.traceback
        await under_test.until_idle(1)
        await under_test.begin(Do("die", 7))
        assert (await under_test.until(messages.Lost)).status == 7
        under_test.pool.keep_idle(1)
        await under_test.begin(CountJob(1))
        assert (await under_test.until(messages.Finished)).result.value == 1

    in_a_loop(scenario)


def test_surplus_workers_leave_and_closing_ends_all(monkeypatch):
    monkeypatch.setattr("slidelab.processes.pool._SECONDS_OF_REST", 0.1)
    pids = []

    async def scenario(under_test):
        await under_test.until_idle(3)
        under_test.pool.keep_idle(1)
        assert under_test.pool.idle == 3, "there may soon be more to do again"
        await under_test.until_idle(1)
        busy = await under_test.begin(Wait())
        pids.append(busy.pid)
        under_test.pool.keep_idle(1)
        assert under_test.pool.size == 2

    in_a_loop(scenario, idle=3)
    assert not is_alive(pids[0])


def test_where_no_process_can_be_started_it_is_tried_again(monkeypatch):
    attempts = count()
    start = worker.subprocess.Popen

    def fails_at_first(*args, **kwargs):
        if next(attempts) == 0:
            raise BlockingIOError("too many processes")
        return start(*args, **kwargs)

    monkeypatch.setattr("slidelab.processes.pool._SECONDS_BEFORE_ANOTHER_TRY", 0.01)
    monkeypatch.setattr(worker.subprocess, "Popen", fails_at_first)

    async def scenario(under_test):
        assert under_test.pool.size == 0
        await under_test.until_idle(1)

    in_a_loop(scenario)
    assert next(attempts) == 2


@pytest.mark.parametrize("idle", [1, 2])
def test_a_process_that_cannot_start_is_replaced_later_not_at_once(monkeypatch, idle):
    monkeypatch.setattr(worker.sys, "executable", "/bin/false")
    started = count()
    start = worker.subprocess.Popen

    def counted(*args, **kwargs):
        next(started)
        return start(*args, **kwargs)

    monkeypatch.setattr(worker.subprocess, "Popen", counted)

    async def scenario(under_test):
        for _ in range(idle):
            await under_test.changes.get()
        under_test.pool.keep_idle(idle)
        assert under_test.pool.size == 0

    in_a_loop(scenario, idle)
    assert next(started) == idle
