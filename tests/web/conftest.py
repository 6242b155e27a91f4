"""One server for the tests that only ask it things, and first visits of the page."""

import pytest

from tests.web.browsing import desktop, visit
from tests.web.serving import serving

__all__ = ["desktop", "visit"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data"), workers=2, film_seconds=20) as running:
        yield running
