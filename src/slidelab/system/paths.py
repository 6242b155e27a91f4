"""Where slidelab keeps a person's things. The folders may not exist yet.

| folder        | for                             | variable           |
| ------------- | ------------------------------- | ------------------ |
| data          | recorded trials                 | `SLIDELAB_DATA`    |
| configuration | `settings.toml`                 | `SLIDELAB_CONFIG`  |
| cache         | what can be made again: tables  | `SLIDELAB_CACHE`   |
"""

import os
import sys
from pathlib import Path

APP = "slidelab"
_XDG_DEFAULTS = {"data": ".local/share", "config": ".config", "cache": ".cache"}


def data_folder() -> Path:
    """Where trials and other data of this person are kept."""
    return _folder("data")


def config_folder() -> Path:
    """Where the settings are kept."""
    return _folder("config")


def cache_folder() -> Path:
    """Where tables are kept that take long to make."""
    return _folder("cache")


def _folder(kind: str) -> Path:
    if given := os.environ.get(f"SLIDELAB_{kind.upper()}"):
        return Path(os.path.expanduser(given))
    try:
        path = _usual_folder(kind)
    except RuntimeError:  # this person has no home
        return temporary_folder() / kind
    return path if path.is_absolute() else temporary_folder() / kind


def _usual_folder(kind: str) -> Path:
    """Where this system keeps such things; raises RuntimeError for a person without a home."""
    if sys.platform == "linux":
        # As platformdirs has it, which takes longer to import than a small search takes.
        named = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        return (Path(named) if named else Path.home() / _XDG_DEFAULTS[kind]) / APP
    import platformdirs

    path: Path = getattr(platformdirs, f"user_{kind}_path")(APP, appauthor=False)
    return path


def temporary_folder() -> Path:
    """A folder for what cannot be kept elsewhere, which may go at any time.

    It is this person's alone: what is kept there is loaded as code. Raises OSError where there is
    none, or one that somebody else may write to.
    """
    import stat
    from tempfile import gettempdir

    user = getattr(os, "getuid", lambda: "user")()  # Windows has a folder for each person already
    folder = Path(gettempdir()) / f"{APP}-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if hasattr(os, "getuid") and (
        not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o022
    ):
        raise PermissionError(0, "this is not a folder of yours alone", str(folder))
    return folder


def is_writable(folder: Path) -> bool:
    """Whether files can be written there; the folder is made if need be."""
    from tempfile import TemporaryFile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError:  # also a disk that is full
        return False
    return True
