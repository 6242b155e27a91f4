"""Make the pictures of the README from the real page: the lab, and a search being watched.

python scripts/picture.py            writes docs/pictures/lab.webp and docs/pictures/watch.webp
"""

import os
import subprocess
import sys
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
CHROMIUM = os.environ.get("SLIDELAB_CHROMIUM", "/usr/bin/chromium")
BOARD = "?b=3x3:4.3.1.5.7.2.0.6.8"

WIDTH, HEIGHT = 1280, 800
SHOWN_WIDTH = 960
FRAME_MILLISECONDS = 240
LAST_FRAME_MILLISECONDS = 2500
LARGEST = 1_500_000


@contextmanager
def server() -> Any:
    """A server of its own, whose address is given."""
    with TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "SLIDELAB_DATA": data},
        )
        assert process.stdout is not None
        try:
            words = process.stdout.readline().split()
            yield next(word for word in words if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(timeout=20)


def open_watch(browser: Any, address: str, scale: float) -> Any:
    """The page with the film of a search, ready to run."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=scale, color_scheme="light"
    )
    page.goto(f"{address}#/watch{BOARD}")
    page.locator(".film-place").filter(has_text="Event 1 of").wait_for()
    page.wait_for_timeout(300)
    return page


def go(page: Any, event: int) -> None:
    """Bring the film to an event and let the tree come to rest."""
    page.evaluate(f"document.querySelector('search-film').go({event}, true)")
    page.wait_for_timeout(420)


def screenshot(page: Any) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def write_lab(browser: Any, address: str) -> Path:
    """One sharp picture, in the middle of a search."""
    page = open_watch(browser, address, scale=1.5)
    go(page, 36)
    path = PICTURES / "lab.webp"
    screenshot(page).save(path, quality=88, method=6)
    return path


def write_animation(browser: Any, address: str) -> Path:
    """The same search from its beginning to the goal."""
    page = open_watch(browser, address, scale=1)
    last = page.evaluate("document.querySelector('search-film').film.length") - 1
    frames = []
    for event in range(last + 1):
        go(page, event)
        frame = screenshot(page)
        frames.append(frame.resize((SHOWN_WIDTH, SHOWN_WIDTH * HEIGHT // WIDTH), Image.LANCZOS))
    times = [FRAME_MILLISECONDS] * last + [LAST_FRAME_MILLISECONDS]
    path = PICTURES / "watch.webp"
    first, *others = frames
    first.save(
        path, save_all=True, append_images=others, duration=times, loop=0, quality=62, method=6
    )
    return path


def main() -> None:
    """Make both pictures and say how large they are."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for path in (write_lab(browser, address), write_animation(browser, address)):
            size = path.stat().st_size
            print(f"{path.relative_to(ROOT)}: {size:,} bytes")
            if size > LARGEST:
                raise SystemExit(f"{path.name} is too large for a README")
        browser.close()


if __name__ == "__main__":
    main()
