"""Jobs: events and results of a child process, and every way in which it can end."""

import os
import re
import subprocess
import sys
import time

import pytest

from slidelab.jobs import Job, JobError
from tests.support.processes import eventually, is_alive


def count(channel, to):
    for number in range(to):
        channel.send(number)
    return to


def hang(channel):
    time.sleep(60)  # hangs here


def talk(channel):
    while True:
        time.sleep(0.1)
        channel.send("still here")


def hang_in_c(channel):
    re.match(r"(a+)+$", "a" * 40 + "b")


def tick(channel, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)
        channel.tick()
    return "done"


def die(channel):
    os._exit(5)


def die_by(channel, number):
    os.kill(os.getpid(), number)


def crash(channel):
    import ctypes

    ctypes.string_at(0)


def fail(channel):
    raise FileNotFoundError(2, "No such file or directory", "board.txt")


def leave(channel):
    raise SystemExit(3)


def environment(channel):
    print("this goes to standard error")
    return os.getpid(), os.getcwd(), os.environ["SLIDELAB_JOB"], os.nice(0)


def allocate(channel):
    return len(bytes(10**9))


def result_of(job):
    assert [*job.events()] == []
    return job.result


def test_events_come_before_the_result():
    with Job(count, (3,)) as job:
        assert list(job.events()) == [0, 1, 2]
        assert job.result == 3


def test_the_child_has_the_folder_and_environment_of_its_parent(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLIDELAB_JOB", "1")
    with Job(environment, niceness=3) as job:
        pid, folder, variable, niceness = result_of(job)
    assert pid == job.pid != os.getpid()
    assert (folder, variable, niceness) == (str(tmp_path), "1", os.nice(0) + 3)
    assert capfd.readouterr().out == ""


def test_a_lambda_can_be_run():
    pytest.importorskip("cloudpickle")
    with Job(lambda channel: 5) as job:
        assert result_of(job) == 5


def test_a_job_can_be_killed_at_any_time():
    with Job(hang) as job:
        assert next(job.events(timeout=0.05)) is None
        assert is_alive(job.pid)
        job.kill()
        assert list(job.events()) == []
    assert not is_alive(job.pid)


@pytest.mark.parametrize("function", [hang, hang_in_c])
def test_a_job_that_hangs_is_ended_and_its_line_is_named(function):
    line = function.__code__.co_firstlineno + 1
    with Job(function, hang_seconds=0.5) as job, pytest.raises(JobError) as error:
        result_of(job)
    assert f"test_jobs.py, line {line}" in str(error.value)


def test_a_sign_of_life_keeps_it_alive():
    with Job(tick, (1.2,), hang_seconds=0.5) as job:
        assert result_of(job) == "done"


@pytest.mark.parametrize(
    ("function", "kind", "words"),
    [
        (die, JobError, "status 5"),
        (crash, JobError, "killed by SIGSEGV"),
        (fail, FileNotFoundError, "board.txt"),
        (leave, JobError, "SystemExit: 3"),
    ],
)
def test_every_other_end_is_an_error(function, kind, words):
    with Job(function) as job, pytest.raises(kind, match=words):
        result_of(job)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has these signals")
@pytest.mark.parametrize(("number", "name"), [(9, "SIGKILL"), (40, "signal 40")])
def test_a_signal_that_killed_it_is_named(number, name):
    with Job(die_by, (number,)) as job, pytest.raises(JobError, match=f"killed by {name};"):
        result_of(job)


@pytest.mark.skipif(sys.platform != "linux", reason="limits are those of Linux")
def test_memory_is_limited():
    with Job(allocate, memory_bytes=500_000_000) as job, pytest.raises(MemoryError):
        result_of(job)


@pytest.mark.parametrize("function", ["talk", "hang"])
def test_a_child_ends_when_its_parent_is_killed(function):
    program = (
        f"import time; from slidelab.jobs import Job; from tests.test_jobs import {function}\n"
        f"job = Job({function}, hang_seconds=None); print(job.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    eventually(lambda: not is_alive(child))
