"""Tests leave the trials, settings and databases of whoever runs them alone."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.web.browsing import browser

__all__ = ["browser"]

os.environ["SLIDELAB_RECORD"] = "off"
os.environ["SLIDELAB_DATA"] = os.environ["SLIDELAB_CONFIG"] = os.devnull + "/slidelab-tests"
os.environ["SLIDELAB_CACHE"] = str(Path(__file__).parent.parent / "build" / "cache")

# As `slidelab.cli.main` does it, for all processes that the tests start in other ways.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# The tests start hundreds of processes, each of which would compile all that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that starts a program in the background lets it ignore Ctrl-C, and all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more about the machine than about slidelab. Each run tries the same
# examples, so that none fails by chance; `make explore` looks for new ones, and for many more.
settings.register_profile("slidelab", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("slidelab")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Let the garbage collector never look at what is imported and collected, which stays."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that have slow tests, so that no worker is left alone with one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker per processor, and two more where slow tests wait for a browser or a process."""
    waiting = 0 if config.option.markexpr == "not slow" else 2
    return (os.cpu_count() or 1) + waiting


@pytest.fixture
def tmp_path(tmp_path: Path) -> Generator[Path]:
    """A folder that all users can enter: without bwrap, root's programs run as another one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield tmp_path
        return
    with TemporaryDirectory(prefix="slidelab-test-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)
