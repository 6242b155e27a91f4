"""Where slidelab keeps files of the user. The folders may not exist yet.

| folder | for                            | variable         |
| ------ | ------------------------------ | ---------------- |
| data   | recorded trials                | `SLIDELAB_DATA`  |
| cache  | tables that can be built again | `SLIDELAB_CACHE` |
"""

import os
from pathlib import Path


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
        path: Path = getattr(platformdirs, f"user_{kind}_path")("slidelab", appauthor=False)
    except RuntimeError:
        path = Path("~")
    # A user without a home has no such folder, and nothing can be written below this one.
    return path if path.is_absolute() else Path(os.devnull) / kind
