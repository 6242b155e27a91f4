"""Trials, which are searches as they are remembered: what is kept of each, and whether to record.

Environment variables come first, then the file `settings.toml` in the configuration folder:

| setting       | variable          | in settings.toml |
| ------------- | ----------------- | ---------------- |
| record trials | `SLIDELAB_RECORD` | `record = false` |
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from slidelab import __version__
from slidelab.puzzle import goal_name
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.system.files import write_text
from slidelab.system.paths import config_folder

SOURCES = ("solve", "compare", "page", "experiment")
"""What asks for searches."""

COUNTED = ("engine", "status", "cost", *COUNTERS)
"""The columns that tell how a search went."""

COLUMNS = (
    *("at", "source"),  # when it was recorded, in UTC and ISO 8601, and by which of the SOURCES
    *("board", "goal", "shape"),
    "distance",  # the length of a shortest solution, where it is known
    *("algorithm", "heuristic", "parameters", "preset", "conventions", "engine_asked"),
    *COUNTED,
    "version",  # of slidelab
    *("experiment", "cell"),  # the run of an experiment that it belongs to, and its number there
)

Trial = dict[str, Any]
"""What is kept of a search, by column; parameters and all choices of the conventions as JSON."""

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

    `source` is one of the SOURCES. A result is worth more than its record: errors
    here are passed to `warn`, not raised.
    """
    try:
        if not records_trials():
            return False
        from slidelab.lab.store import TrialStore  # only who records waits for SQLite

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


def now() -> str:
    """The time in UTC, to the millisecond."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="milliseconds")


def file_stamp() -> str:
    """The time as part of a file's name."""
    return now().replace(":", "").replace(".", "")[:20]


def trial_of(result: Result, source: str) -> Trial:
    """The trial to remember for a result."""
    spec = result.spec.to_dict()
    return {
        **spec,
        "parameters": as_json(spec["parameters"]),
        "conventions": as_json(spec["conventions"]),
        "at": now(),
        "source": source,
        "board": result.start.to_text("commas"),
        "goal": goal_name(result.goal),
        "shape": str(result.start.shape),
        "distance": result.cost if result.proven else None,
        "engine": result.engine,
        "status": str(result.status),
        "cost": result.cost,
        "engine_asked": result.spec.engine,
        **asdict(result.counters),
        "version": __version__,
        "experiment": None,
        "cell": None,
    }


def as_json(values: dict[str, Any]) -> str:
    """The values as JSON on one line."""
    from json import dumps

    return dumps(values, separators=(",", ":"))
