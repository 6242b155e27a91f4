"""What a person has set for slidelab.

Environment variables come first, then the file `settings.toml` in the configuration folder:

| setting       | variable          | in settings.toml |
| ------------- | ----------------- | ---------------- |
| record trials | `SLIDELAB_RECORD` | `record = false` |
"""

import os
from pathlib import Path

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
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return True
    record = _read(text, file).get("record", True)
    if not isinstance(record, bool):
        raise ValueError(f"{file}: record is {record!r}: write true or false")
    return record


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


def _read(text: str, file: Path) -> dict[str, object]:
    from tomllib import TOMLDecodeError, loads

    try:
        return loads(text)
    except TOMLDecodeError as error:
        raise ValueError(f"{file}: {error}") from None
