"""A real browser for the journeys: Debian's Chromium driven by Playwright, and axe.

Where one of them is missing the journeys are skipped, and the reason is said plainly; in continuous
integration they fail.
"""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PICTURES = Path(__file__).parents[2] / "build" / "journeys"
"""Screenshots of every journey, kept for whoever wants to look; git ignores them."""

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SIZES = {"desktop": DESKTOP, "phone": PHONE}

_NAMES = (
    "chromium-headless-shell",  # has no windows of its own to draw, and takes half the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def chromium() -> str | None:
    """Where a Chromium is installed, if one is; `SLIDELAB_CHROMIUM` names another."""
    named = os.environ.get("SLIDELAB_CHROMIUM")
    return named or next((path for name in _NAMES if (path := shutil.which(name))), None)


def missing() -> str:
    """What the journeys lack on this machine, in words; empty if nothing."""
    if find_spec("playwright") is None:
        return "the browser journeys need the package playwright"
    if chromium() is None:
        return "the browser journeys need Chromium: make packages"
    return ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all journeys."""
    if reason := missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # A container has no user namespaces for the sandbox, and only our own page is opened.
        running = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield running
        running.close()


class Visit:
    """A page opened as a first visit, which fails the test on any error in its console."""

    def __init__(self, browser: Any, address: str, **context: Any) -> None:
        self.address = address.rstrip("/")
        self.context = browser.new_context(
            **{"reduced_motion": "reduce", "accept_downloads": True} | context
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A refused request is reported by the browser itself; what the page says of it is tested.
        # Plotly brings styles for maps, which the policy refuses and no plot here needs.
        expected = ("Failed to load resource", "Applying inline style")
        if message.type == "error" and not message.text.startswith(expected):
            self.errors.append(message.text)

    def go(self, place: str = "") -> Any:
        """Open a place of the page, such as `#/watch`."""
        self.page.goto(f"{self.address}/{place}")
        self.page.wait_for_selector("main .view, main [data-needs-server]")
        return self.page

    def picture(self, name: str) -> None:
        """Keep a screenshot."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def close(self) -> None:
        """Leave, and say what went wrong on the way."""
        self.context.close()
        assert not self.errors, self.errors


@pytest.fixture(params=list(SIZES))
def visit(request: pytest.FixtureRequest, browser: Any, server: Any) -> Iterator[Visit]:
    """A first visit, on a desktop and on a phone."""
    visit = Visit(browser, server.address, **SIZES[request.param])
    visit.size = request.param
    yield visit
    visit.close()


@pytest.fixture
def desktop(browser: Any, server: Any) -> Iterator[Visit]:
    """A first visit on a desktop, where the size makes no difference."""
    visit = Visit(browser, server.address, **DESKTOP)
    yield visit
    visit.close()
