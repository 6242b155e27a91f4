"""The statistics as requests get them: worked out at most once a second for each choice."""

import logging
from threading import Lock
from time import monotonic

from slidelab.lab.stats import Statistics, statistics
from slidelab.lab.store import Filter, TrialStore

LOG = logging.getLogger("slidelab.web")

_SECONDS_FRESH = 1.0
_MOST_CHOICES = 100


class Averages:
    """The rows of each choice of trials, kept for a moment. Threads may share it."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._known: dict[Filter, tuple[float, list[Statistics]]] = {}

    def rows(self, chosen: Filter) -> list[Statistics]:
        """The statistics of the trials chosen; raises OSError or StoreError as the store does."""
        with self._one_at_a_time:
            fresh_until, rows = self._known.get(chosen, (0.0, []))
            if monotonic() >= fresh_until:
                with TrialStore(warn=LOG.warning) as store:
                    rows = statistics(store, chosen)
                if len(self._known) >= _MOST_CHOICES:
                    self._known.clear()
                self._known[chosen] = monotonic() + _SECONDS_FRESH, rows
            return rows
