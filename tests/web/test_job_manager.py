"""Jobs that misbehave, given to the manager itself."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from slidelab.puzzle import Board, goal_board
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.web.job_manager import JobManager
from slidelab.web.job_specs import FilmJob, SearchJob
from slidelab.web.problems import ApiError
from slidelab.web.settings import Settings
from tests.support.boards import HARD_CELLS as HARD
from tests.support.processes import is_alive
from tests.web.misbehaving_jobs import Fail, PauseAtOnce, PauseWhenStopped, Sleep

LIMITS = Limits(seconds=60)


def with_manager(scenario, **settings):
    """Run a scenario; in a thread, since a browser of another test may keep a loop in this one."""

    async def run():
        manager = JobManager(Settings(**{"workers": 1, "connect_seconds": 60, **settings}))
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_one_who_no_longer_waits_for_an_answer_ends_the_job(tmp_path):
    told = tmp_path / "pid"

    async def scenario(manager):
        asking = asyncio.create_task(manager.ask(Sleep(600, str(told)), LIMITS, "somebody"))
        await until(lambda: told.exists() and told.read_text())
        asking.cancel()
        await until(lambda: not is_alive(int(told.read_text())))
        assert asking.cancelled()

    with_manager(scenario, answer_seconds=0.05)


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_paused_search_is_given_up_after_a_while():
    async def scenario(manager):
        record = manager.submit(PauseAtOnce(), LIMITS, "somebody")
        record.listeners.add(asyncio.Event())
        await until(lambda: record.done)
        names = [entry.name for entry in record.entries_after(0)]
        assert names == ["queued", "paused", "error"]
        assert record.problem.status == 410

    with_manager(scenario, kept_seconds=0.05)


def endless_search():
    board = Board(HARD)
    return SearchJob(board, goal_board("blank-first", board.shape), SearchSpec("ids"))


@pytest.mark.nightly
def test_a_film_is_kept_for_a_moment():
    async def scenario(manager):
        record = manager.submit(FilmJob(endless_search(), 100), LIMITS, "somebody", quick=True)
        record.listeners.add(asyncio.Event())
        await until_told(record, "result")
        assert record.file
        await until(lambda: is_forgotten(manager, record))

    with_manager(scenario, connect_seconds=1)


def is_forgotten(manager, record):
    try:
        return manager.find(record.id) is None
    except ApiError as error:
        return error.status == 404


@pytest.mark.nightly
@pytest.mark.parametrize("filmed", [False, True])
def test_what_nobody_follows_is_given_up(filmed):
    async def scenario(manager):
        job = FilmJob(endless_search(), 10**7) if filmed else endless_search()
        record = manager.submit(job, LIMITS, "somebody", quick=filmed)
        await until(lambda: record.done)
        if not filmed:
            assert record.entries_after(0)[-1].data["status"] == "cancelled"
        assert await manager.ask(Sleep(0), LIMITS, "somebody") == "slept"

    with_manager(scenario, connect_seconds=0.3)


@pytest.mark.nightly
def test_one_who_is_away_when_the_time_to_connect_is_over_keeps_the_search():
    async def scenario(manager):
        record = manager.submit(endless_search(), LIMITS, "somebody")
        listener = asyncio.Event()
        record.listeners.add(listener)
        await until_told(record, "progress")
        record.listeners.remove(listener)
        manager.notice_leaving(record, keep=0)
        await asyncio.sleep(0.6)  # it would be given up by now
        seen = record.entries_after(0)[-1].number
        await until(lambda: record.entries_after(seen))
        assert record.entries_after(seen)[-1].name == "progress"

    with_manager(scenario, connect_seconds=0.3, linger_seconds=600)
