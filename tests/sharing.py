"""Things that are made once per run, whichever worker of the run needs them first."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that all workers of a run share, filled by the first that asks for it."""
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    folder, made = run / name, run / f"{name}.made"
    with FileLock(run / f"{name}.lock"):
        if not made.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            made.touch()
    return folder


def copy_kernels(factory: pytest.TempPathFactory, folder: Path) -> Path:
    """Fill a folder with the kernels for browsers."""
    from slidelab.engines.compiled import warmup

    def export(made: Path) -> None:
        warmup.export(made, lambda doing, fraction: None)

    return Path(shutil.copytree(made_once(factory, "kernels", export), folder, dirs_exist_ok=True))
