"""Set up the environment of all tests: folders, Hypothesis, and the fixtures that are doors."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.support.browser import browser
from tests.support.cli import cli

__all__ = ["browser", "cli"]

# Tests leave the trials and databases of the user alone.
os.environ["SLIDELAB_RECORD"] = "off"
os.environ["SLIDELAB_DATA"] = os.devnull + "/slidelab-tests"
os.environ["SLIDELAB_CACHE"] = str(Path(__file__).parent.parent / "build" / "cache")
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# The tests start hundreds of processes, each of which would compile every module it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that starts a program in the background makes it ignore Ctrl-C, and its children too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Every run tries the same examples, so that none fails by chance; `make explore` draws new ones.
settings.register_profile("slidelab", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("slidelab")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Exempt imported and collected objects, which stay until the end, from garbage collection."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files with nightly tests first, so that no worker ends alone with a long one."""
    nightly = {item.path for item in items if item.get_closest_marker("nightly")}
    items.sort(key=lambda item: item.path not in nightly)


def pytest_xdist_auto_num_workers() -> int:
    """Use two workers more than processors, since many tests wait for a browser or a process."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture
def tmp_path(tmp_path: Path) -> Generator[Path]:
    """Return a folder that all users can enter: without bwrap, root judges as another user."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield tmp_path
        return
    with TemporaryDirectory(prefix="slidelab-test-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)
