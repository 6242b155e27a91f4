"""Where slidelab keeps files of the user. The folders may not exist yet.

| folder | for                            | variable         |
| ------ | ------------------------------ | ---------------- |
| data   | recorded trials                | `SLIDELAB_DATA`  |
| cache  | tables that can be built again | `SLIDELAB_CACHE` |
"""

import os
import stat
from pathlib import Path
from tempfile import gettempdir

APP = "slidelab"


def data_folder() -> Path:
    """Return the folder for trials and other data."""
    return _folder("data")


def cache_folder() -> Path:
    """Return the folder for tables that take long to build."""
    return _folder("cache")


def _folder(kind: str) -> Path:
    if given := os.environ.get(f"SLIDELAB_{kind.upper()}"):
        return Path(given).expanduser()
    import platformdirs  # a page has none

    try:
        path: Path = getattr(platformdirs, f"user_{kind}_path")(APP, appauthor=False)
    except RuntimeError:  # a user without a home
        return temporary_folder() / kind
    return path if path.is_absolute() else temporary_folder() / kind


def temporary_folder() -> Path:
    """Return a folder for files that cannot be kept elsewhere; it may be deleted at any time.

    Only this user can write to it, since code is loaded from it. Raises OSError if there is none,
    or one that belongs to somebody else.
    """
    user = getattr(os, "getuid", lambda: "user")()  # Windows has a folder for each user already
    folder = Path(gettempdir()) / f"{APP}-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if hasattr(os, "getuid") and (
        not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o022
    ):
        raise PermissionError(0, "this is not a folder of yours alone", str(folder))
    return folder
