"""Where slidelab keeps a person's things. The folders may not exist yet.

| folder        | for                             | variable           |
| ------------- | ------------------------------- | ------------------ |
| data          | recorded trials                 | `SLIDELAB_DATA`    |
| configuration | `settings.toml`                 | `SLIDELAB_CONFIG`  |
| cache         | what can be made again: tables  | `SLIDELAB_CACHE`   |
"""

import os
from pathlib import Path

APP = "slidelab"


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
        return Path(given).expanduser()
    import platformdirs  # an environment variable spares this import

    path: Path = getattr(platformdirs, f"user_{kind}_path")(APP, appauthor=False)
    return path
