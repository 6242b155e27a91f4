"""Fixtures of the page's tests: its server, visits, and a written site."""

import pytest

from tests.support.browser import Visit, phone, visit
from tests.support.server import server
from tests.support.site import serving_site

__all__ = ["phone", "server", "visit"]


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
    visit.go("solve")
    yield visit
    assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []
    visit.close()
