"""Recording what was done, without ever getting in its way."""

from collections.abc import Callable, Iterable

from slidelab.lab.settings import records_trials
from slidelab.solving import Result


def record(results: Iterable[Result], source: str, warn: Callable[[str], object]) -> bool:
    """Remember the results as trials, unless the settings say not to; returns whether it did.

    `source` is one of `slidelab.lab.store.SOURCES`. A result is worth more than its record: what
    goes wrong here is told to `warn`, not raised.
    """
    try:
        if not records_trials():
            return False
        from slidelab.lab.store import TrialStore, trial_of  # only who records waits for SQLite

        with TrialStore(warn=warn) as store:
            store.add(trial_of(result, source) for result in results)
    except (OSError, ValueError) as error:
        warn(f"this was not recorded: {error}")
        return False
    return True
