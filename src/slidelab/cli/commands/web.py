"""`slidelab web`: the page."""

from importlib.util import find_spec
from typing import Any

import rich_click as click

from slidelab.cli.searching import load_own_code
from slidelab.errors import SlidelabError


def require_packages() -> None:
    """Raise SlidelabError if the packages of the page are missing."""
    if not all(map(find_spec, ("fastapi", "plotly", "pydantic_settings", "uvicorn"))):
        raise SlidelabError("the web page needs extra packages: pip install 'slidelab[web]'")


@click.command("web")
@click.option("--host", help="Address to listen on; 0.0.0.0 is any (default: 127.0.0.1)")
@click.option("--port", type=int, metavar="N", help="Port, or the next free one (default: 8008)")
@click.option("--open/--no-open", "open_page", default=True, help="Open the page in a browser")
@click.option(
    "--public",
    is_flag=True,
    default=None,
    help="Serve other people too; they need the access token",
)
@click.option(
    "--own", multiple=True, metavar="FILE",
    help="Python file whose algorithms and heuristics the page offers, or file.py:name for one "
    "of them; may be repeated",
)  # fmt: skip
@click.option(
    "--pyodide", metavar="FOLDER",
    help="Folder of the npm package pyodide, which runs what visitors type under Code "
    "(default: where 'slidelab warmup --pyodide' keeps it)",
)  # fmt: skip
def command(open_page: bool, own: tuple[str, ...], **settings: Any) -> None:
    """Serve the page: play, solve, watch searches think, compare, learn.

    Environment variables such as SLIDELAB_WEB_WORKERS=4 set these and more: see docs/page.md.
    """
    require_packages()
    from slidelab.web.runtime import find_runtime
    from slidelab.web.server import run
    from slidelab.web.settings import read_settings

    load_own_code(own)
    chosen = read_settings(own=[*own] or None, **settings)
    if chosen.pyodide is not None:
        find_runtime(chosen.pyodide)
    run(chosen, open_page, _print_address)


def _print_address(address: str) -> None:
    click.echo(f"The page is at {click.style(address, bold=True)}  (Ctrl-C ends it)")
