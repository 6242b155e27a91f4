"""Times of searches that are too short to be measured once.

The first run fills caches, and any run may be interrupted. So a short search is run again until
the runs together are long enough to be measured, and the median of these is its time.
"""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

from slidelab.solving.result import Result

ENOUGH_SECONDS = 0.1
MOST_RUNS = 25


def with_median_time(
    first: Result,
    again: Callable[[], Result],
    enough_seconds: float = ENOUGH_SECONDS,
    most_runs: int = MOST_RUNS,
) -> Result:
    """Return the result with the median time of further runs; a long one as it is.

    `again` runs the same search afresh. A run that ends otherwise, because it was stopped, ends
    the measuring.
    """
    times: list[float] = []
    while first.counters.seconds + sum(times) < enough_seconds and len(times) < most_runs:
        result = again()
        if result.status is not first.status:
            break
        times.append(result.counters.seconds)
    if not times:
        return first
    return replace(first, counters=replace(first.counters, seconds=median(times)))
