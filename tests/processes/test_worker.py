"""One process that is waited for: what it gives back, and every way in which it can end."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from slidelab.processes import Paused, Worker, WorkerDiedError, WorkerOptions
from slidelab.search import Limits
from tests.processes.sample_jobs import CountJob, Do, StubbornJob, Wait
from tests.support.processes import eventually, is_alive

POSIX = os.name == "posix"


def run_in_process(job, options=None, **choices):
    with Worker(options) as worker:
        return worker.run(job, **choices)


def test_the_result_comes_back_and_progress_before_it():
    told = []
    assert run_in_process(CountJob(3), report=told.append) == 3
    assert told == [1, 2, 3]


def test_it_runs_in_another_process():
    assert run_in_process(Do("process_id")) != os.getpid()


def test_one_process_does_one_job_after_another():
    with Worker() as worker:
        first = worker.run(Do("process_id"))
        with pytest.raises(ValueError, match="no such thing"):
            worker.run(Do("refuse", "no such thing"))
        with pytest.raises(TypeError, match="stays at home"):
            worker.run(StubbornJob())
        assert worker.run(Do("process_id")) == first


def test_work_that_pauses_goes_on_from_where_it_stood():
    told = []
    with Worker() as worker:
        paused = worker.run(CountJob(5), Limits(nodes=2), report=told.append)
        assert paused == Paused(2)
        assert worker.run(None, report=told.append) == 5
    assert told == [1, 2, 3, 4, 5]


def test_work_can_be_cancelled():
    told = []
    assert run_in_process(Wait(), report=told.append, cancelled=lambda: bool(told)) == "stopped"


def test_the_next_job_is_not_cancelled_too():
    with Worker() as worker:
        assert worker.run(Wait(), cancelled=lambda: True) == "stopped"
        assert worker.run(CountJob(2)) == 2


def test_another_job_may_take_the_place_of_one_that_paused():
    with Worker() as worker:
        assert worker.run(CountJob(5), Limits(nodes=2)) == Paused(2)
        assert worker.run(CountJob(3)) == 3


def test_another_thread_may_interrupt_or_kill():
    with Worker() as worker:
        assert worker.run(Wait(), report=lambda pid: worker.interrupt()) == "stopped"
        with pytest.raises(WorkerDiedError, match="status"):
            worker.run(Wait(), report=lambda pid: worker.kill())
        assert not worker.alive


def test_a_death_is_told_though_nobody_waits():
    told = threading.Event()
    with Worker() as worker:
        assert worker.run(CountJob(5), Limits(nodes=2)) == Paused(2)
        worker.on_death = told.set
        worker.kill()
        assert told.wait(120)
        assert not worker.alive


def test_an_exception_tells_where_it_came_from():
    with pytest.raises(ValueError, match="no such thing") as told:
        run_in_process(Do("refuse", "no such thing"))
    assert "sample_jobs.py" in str(told.value.__cause__)


@pytest.mark.nightly
def test_a_job_that_does_not_stop_is_killed():
    with Worker(WorkerOptions(seconds_to_stop=0.2)) as worker:
        with pytest.raises(TimeoutError, match=r"did not stop within 0\.2 seconds"):
            worker.run(Do("sleep", 600), cancelled=lambda: True)
        with pytest.raises(WorkerDiedError):
            worker.run(CountJob(1))


@pytest.mark.nightly
def test_a_job_that_takes_too_long_is_killed():
    with Worker() as worker:
        pid = worker.run(Do("process_id"))
        with pytest.raises(TimeoutError, match=r"did not end within 0\.3 seconds"):
            worker.run(Wait(), seconds=0.3)
        assert not is_alive(pid)


def test_a_death_is_noticed():
    with pytest.raises(WorkerDiedError, match="status 5"):
        run_in_process(Do("die", 5))


def test_exceptions_that_do_not_travel_are_told_in_words():
    with pytest.raises(RuntimeError, match="OddError: this and that"):
        run_in_process(Do("refuse_oddly"))


def test_what_a_job_prints_goes_to_standard_error_and_it_can_read_nothing(capfd):
    assert run_in_process(Do("chatter")) == "input"
    assert run_in_process(Do("read")) == "nothing to read"
    out, err = capfd.readouterr()
    assert out == ""
    assert sorted(err.split("\n")) == ["", "a word in between", "another"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits on memory are those of Linux")
def test_memory_is_limited():
    few = WorkerOptions(memory_bytes=200 * 2**20)
    assert run_in_process(Do("take_memory", 2**20), options=few) == 2**20
    with pytest.raises(MemoryError):
        run_in_process(Do("take_memory", 2**30), options=few)


def test_a_worker_that_holds_much_leaves_after_its_job():
    with Worker(WorkerOptions(resting_bytes=1)) as worker:
        assert worker.run(CountJob(1)) == 1
        assert not worker.settle()


@pytest.mark.skipif(not POSIX, reason="niceness and signals are those of POSIX")
def test_it_gives_way_and_hears_no_ctrl_c():
    def annoy(pid):
        told.append(os.getpriority(os.PRIO_PROCESS, pid))
        os.kill(pid, signal.SIGINT)

    told = []
    nice = WorkerOptions(niceness=7)
    result = run_in_process(Wait(), report=annoy, cancelled=lambda: bool(told), options=nice)
    assert result == "stopped"
    assert told == [min(os.getpriority(os.PRIO_PROCESS, 0) + 7, 19)]  # the nicest there is


SCRIPT = """
from slidelab.processes import Worker
from tests.processes.sample_jobs import Wait
Worker().run(Wait(), report=lambda pid: print(pid, flush=True))
"""


@pytest.mark.nightly
@pytest.mark.skipif(not POSIX, reason="kills as POSIX does")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_when_the_owner_ends_so_does_the_worker(how):
    """The script has no `if __name__ == "__main__"`, and needs none."""
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=os.getcwd(),
        text=True,
    ) as owner:
        worker = int(owner.stdout.readline())
        assert is_alive(worker)
        time.sleep(0.05)
        owner.send_signal(how)
        assert owner.wait(120) != 0
    eventually(lambda: not is_alive(worker))
