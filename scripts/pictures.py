"""Make the pictures of the README and of docs/page.md from the real page.

python scripts/pictures.py     writes docs/pictures/lab.webp and docs/pictures/watch.webp
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = os.environ.get("SLIDELAB_CHROMIUM", "/usr/bin/chromium")
WIDTH, HEIGHT = 1280, 800
SMALL = 960, 600


@contextmanager
def serve() -> Iterator[str]:
    """Run a server with an empty store, and yield its address."""
    command = [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", "0"]
    with TemporaryDirectory() as data:
        environment = os.environ | {"SLIDELAB_DATA": data}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            yield next(word for word in words if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(timeout=20)


def open_film(browser: Any, address: str, scale: float) -> Any:
    """Open the page with the film of a search."""
    size = {"width": WIDTH, "height": HEIGHT}
    page = browser.new_page(viewport=size, device_scale_factor=scale, color_scheme="light")
    page.goto(f"{address}#/watch?b=3x3:4.3.1.5.7.2.0.6.8")
    page.locator(".film-place").filter(has_text="Event 1 of").wait_for()
    return page


def take_picture(page: Any, event: int) -> Image.Image:
    """Return a picture of the page at an event of the film, once the tree has come to rest."""
    page.evaluate(f"document.querySelector('search-film').go({event}, true)")
    page.wait_for_timeout(420)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    """Write a sharp picture from the middle of a search, and an animation of all of it."""
    with serve() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        picture = take_picture(open_film(browser, address, scale=1.5), 36)
        picture.save(PICTURES / "lab.webp", quality=88, method=6)
        page = open_film(browser, address, scale=1)
        length = page.evaluate("document.querySelector('search-film').film.length")
        first, *others = [take_picture(page, event).resize(SMALL) for event in range(length)]
        first.save(
            PICTURES / "watch.webp",
            save_all=True,
            append_images=others,
            duration=[240] * len(others) + [2500],
            loop=0,
            quality=62,
            method=6,
        )


if __name__ == "__main__":
    main()
