"""Work in the background: waiting for it in steps, and cancelling it."""

from threading import Event

import pytest

from slidelab.system.progress import in_background, report_progress, until_done


def test_work_ends_where_it_next_reports_progress_once_its_steps_are_closed():
    ended = Event()

    def work():
        try:
            while True:
                report_progress("working")
        finally:
            ended.set()

    steps = until_done(in_background(work))
    next(steps)
    assert not ended.is_set()
    steps.close()
    assert ended.wait(60)


def test_what_work_raises_is_raised_in_the_thread_that_waits():
    with pytest.raises(ZeroDivisionError):
        list(until_done(in_background(lambda: 1 // 0)))
