"""Short searches are timed by the median of repeated runs."""

from dataclasses import replace

from slidelab import solve
from slidelab.lab.comparison import take_median_time
from slidelab.search import Status

RESULT = solve("125340678", algorithm="bfs", engine="textbook")


def lasting(seconds, status=RESULT.status):
    return replace(RESULT, status=status, counters=replace(RESULT.counters, seconds=seconds))


def measured(first, *others, enough=1.0, most=9):
    runs = iter(others)
    result = take_median_time(lasting(first), lambda: lasting(next(runs)), enough, most)
    return result.counters.seconds, [*runs]


def test_the_first_run_warms_up_and_the_median_of_the_others_counts():
    assert measured(0.5, 0.1, 0.3, 0.2, 9.0) == (0.2, [9.0])


def test_a_long_search_runs_once():
    assert measured(1.0, 0.1) == (1.0, [0.1])


def test_there_is_a_most_of_runs():
    assert measured(0.0, *[0.0] * 5, most=3) == (0.0, [0.0, 0.0])


def test_a_run_that_is_stopped_ends_the_measuring_and_is_not_counted():
    runs = iter([lasting(0.2), lasting(0.9, Status.CANCELLED)])
    result = take_median_time(lasting(0.1), lambda: next(runs), 1.0)
    assert result.counters.seconds == 0.2
