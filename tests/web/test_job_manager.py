"""Jobs that misbehave, given to the manager itself."""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from slidelab.processes import Paused
from slidelab.search import Counters, Limits
from slidelab.web.errors import ApiError
from slidelab.web.job_manager import JobManager
from slidelab.web.settings import Settings
from tests.processes.watching import is_alive

LIMITS = Limits(seconds=60)


class PauseWhenStopped:
    """Reaches a limit at the very moment at which it is told to stop."""

    def run(self, limits, report, cancelled):
        report({"counters": asdict(Counters())})
        while not cancelled():
            time.sleep(0.005)
        return Paused({**asdict(Counters()), "status": "time-limit"})


@dataclass(frozen=True)
class Sleep:
    """Hears nothing."""

    seconds: float
    pid_file: str = os.devnull

    def run(self, limits, report, cancelled):
        Path(self.pid_file).write_text(str(os.getpid()))
        report({})
        time.sleep(self.seconds)
        return "slept"


@dataclass(frozen=True)
class Fail:
    error: Exception

    def run(self, limits, report, cancelled):
        raise self.error


def with_manager(scenario, **settings):
    """Run a scenario; in a thread, since a browser of another test may keep a loop in this one."""

    async def run():
        manager = JobManager(Settings(workers=1, connect_seconds=60, **settings))
        manager.open()
        try:
            return await asyncio.wait_for(scenario(manager), 120)
        finally:
            await manager.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


async def until(fact):
    while not fact():
        await asyncio.sleep(0.005)


async def until_told(record, name):
    await until(lambda: any(entry.name == name for entry in record.entries_after(0)))


@pytest.mark.slow
def test_a_search_that_pauses_when_it_is_stopped_stays_stopped():
    async def scenario(manager):
        record = manager.submit(PauseWhenStopped(), LIMITS, "somebody")
        await until_told(record, "progress")
        manager.stop(record)
        await until(lambda: record.done)
        assert [entry.name for entry in record.entries_after(0)] == ["queued", "progress", "result"]
        assert manager.counts()["paused"] == 0
        assert await manager.ask(Sleep(0), LIMITS, "somebody") == "slept"
        with pytest.raises(ApiError, match="not paused"):
            manager.resume(record, LIMITS)

    with_manager(scenario)


@pytest.mark.slow
def test_a_job_that_does_not_hear_is_ended_and_the_next_one_has_its_place():
    async def scenario(manager):
        deaf = manager.submit(Sleep(600), LIMITS, "somebody")
        await until_told(deaf, "progress")
        manager.stop(deaf)
        await until(lambda: deaf.done)
        assert deaf.entries_after(0)[-1].data["status"] == "cancelled"
        after = manager.submit(Sleep(0), LIMITS, "somebody")
        await until(lambda: after.done)
        assert after.entries_after(0)[-1].data == "slept"

    with_manager(scenario, answer_seconds=0.05)


@pytest.mark.slow
def test_one_who_no_longer_waits_for_an_answer_ends_the_job(tmp_path):
    told = tmp_path / "pid"

    async def scenario(manager):
        asking = asyncio.create_task(manager.ask(Sleep(600, str(told)), LIMITS, "somebody"))
        await until(lambda: told.exists() and told.read_text())
        asking.cancel()
        await until(lambda: not is_alive(int(told.read_text())))
        assert asking.cancelled()

    with_manager(scenario, answer_seconds=0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (ValueError("no such thing"), 422, "no such thing"),
        (MemoryError(), 503, "more memory than one search may use"),
        (KeyError("secret"), 503, "Something went wrong inside the search"),
    ],
)
def test_what_goes_wrong_is_told_without_internals(error, status, words):
    async def scenario(manager):
        with pytest.raises(ApiError, match=words) as told:
            await manager.ask(Fail(error), LIMITS, "somebody")
        assert told.value.status == status
        assert "secret" not in str(told.value.details())

    with_manager(scenario)


@pytest.mark.slow
def test_a_paused_search_is_given_up_after_a_while():
    async def scenario(manager):
        record = manager.submit(PauseAtOnce(), LIMITS, "somebody")
        record.listeners.add(asyncio.Event())
        await until(lambda: record.done)
        names = [entry.name for entry in record.entries_after(0)]
        assert names == ["queued", "paused", "error"]
        assert record.problem.status == 410

    with_manager(scenario, kept_seconds=0.05)


class PauseAtOnce:
    def run(self, limits, report, cancelled):
        return Paused({**asdict(Counters()), "status": "time-limit"})
