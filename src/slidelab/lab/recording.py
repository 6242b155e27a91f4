"""Recording what was done: whether a person wants it, and doing so without getting in the way.

Environment variables come first, then the file `settings.toml` in the configuration folder:

| setting       | variable          | in settings.toml |
| ------------- | ----------------- | ---------------- |
| record trials | `SLIDELAB_RECORD` | `record = false` |
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from slidelab.solving import Result
from slidelab.system.files import write_text
from slidelab.system.paths import config_folder

SETTINGS_FILE = "settings.toml"

_WORDS = {"1": True, "on": True, "true": True, "yes": True}
_WORDS |= {"0": False, "off": False, "false": False, "no": False}


def records_trials() -> bool:
    """Whether trials are to be recorded; they are, unless someone said no.

    Raises ValueError when the variable or the file says neither yes nor no.
    """
    if said := os.environ.get("SLIDELAB_RECORD", "").strip().lower():
        if said not in _WORDS:
            raise ValueError(f"SLIDELAB_RECORD is {said!r}: write on or off")
        return _WORDS[said]
    file = config_folder() / SETTINGS_FILE
    if not file.is_file():
        return True
    from tomllib import TOMLDecodeError, loads  # few have such a file

    try:
        record = loads(file.read_text(encoding="utf-8-sig")).get("record", True)
    except (TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{file}: {error}") from None
    if not isinstance(record, bool):
        raise ValueError(f"{file}: record is {record!r}: write true or false")
    return record


def record(results: Iterable[Result], source: str, warn: Callable[[str], object]) -> bool:
    """Remember the results as trials, unless the settings say not to; returns whether it did.

    `source` is one of `slidelab.lab.store.SOURCES`. A result is worth more than its record: errors
    here are passed to `warn`, not raised.
    """
    try:
        if not records_trials():
            return False
        from slidelab.lab.store import TrialStore  # only who records waits for SQLite
        from slidelab.lab.trial import trial_of

        with TrialStore(warn=warn) as store:
            store.add(trial_of(result, source) for result in results)
    except (OSError, ValueError) as error:
        warn(f"couldn't save this run: {error}")
        return False
    return True


def set_recording(record: bool) -> Path:
    """Turn the recording of trials on or off for good; returns the file that says so.

    Raises OSError when the file cannot be written.
    """
    file = config_folder() / SETTINGS_FILE
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    others = [line for line in lines if line.partition("=")[0].strip() != "record"]
    file.parent.mkdir(parents=True, exist_ok=True)
    # First, so that it stays outside of any table that may follow.
    text = "\n".join([f"record = {str(record).lower()}", *others]) + "\n"
    write_text(file, text)
    return file
