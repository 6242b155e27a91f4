"""One server per worker for the tests that only ask it things, and first visits of the page."""

import pytest

from tests.support.browser import Visit, phone, visit
from tests.support.server import DOCS, serving
from tests.support.site import serving_site

__all__ = ["phone", "visit"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    # No search pauses to ask unless a test says so, however busy the machine is.
    settings = {"workers": 2, "film_seconds": 120, "pause_seconds": 120, "docs": DOCS}
    with serving(tmp_path_factory.mktemp("data"), **settings) as running:
        yield running


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a written site, below a folder of a plain file server."""
    with serving_site(tmp_path_factory) as address:
        yield address


@pytest.fixture(scope="session")
def guest(browser, site):
    """One visit of the site for all its journeys, which asks no other host for anything."""
    visit = Visit(browser, site)
    elsewhere = []
    visit.page.on("request", lambda each: each.url.startswith(site) or elsewhere.append(each.url))
    visit.go("solve")  # whose settings stay unfolded, as on a desktop, whatever size comes first
    yield visit
    assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []
    visit.close()
