"""One server for the tests that only ask it things, and first visits of the page."""

import subprocess
import sys

import pytest

from tests.web.browsing import desktop, visit
from tests.web.serving import serving

__all__ = ["desktop", "visit"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data"), workers=2, film_seconds=20) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """As `make run` does: what a search takes must not hang on what was compiled before."""
    subprocess.run([sys.executable, "-m", "slidelab", "warmup"], check=True, capture_output=True)
