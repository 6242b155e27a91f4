"""`slidelab web`: the page."""

from importlib.util import find_spec
from typing import Any

import rich_click as click

from slidelab.cli import options
from slidelab.cli.options import LIMITS, option
from slidelab.cli.searching import load_own_code
from slidelab.errors import SlidelabError

SERVER, OTHERS = "The server", "For others"


def require_packages() -> None:
    """Raise SlidelabError if the packages of the page are missing."""
    if not all(map(find_spec, ("fastapi", "plotly", "pydantic_settings", "uvicorn"))):
        raise SlidelabError("the web page needs extra packages: pip install 'slidelab[web]'")


@click.command("web")
@option("--host", panel=SERVER, help="Address to listen on (default: 127.0.0.1); 0.0.0.0 is any.")
@option(
    "--port", type=int, metavar="N", panel=SERVER, help="Port, or the next free (default: 8008)."
)
@option(
    "--open/--no-open", "open_page", default=True, panel=SERVER, help="Open the page in a browser."
)
@options.flag("--warmup", "Compile all searches in the background at start-up.", SERVER)
@option(
    "--own", multiple=True, metavar="FILE", panel=SERVER,
    help="Python file whose algorithms and heuristics the page offers, or file.py:name for one "
    "of them; may be repeated.",
)  # fmt: skip
@option(
    "--pyodide", metavar="FOLDER", panel=SERVER,
    help="Folder of the npm package pyodide, which runs what visitors type under Code "
    "(default: where 'slidelab warmup --pyodide' keeps it).",
)  # fmt: skip
@options.flag("--public", "Serve others, who need the printed token.", OTHERS, default=None)
@option(
    "--no-token", "token", flag_value="", panel=OTHERS, help="Let in everyone, without a token."
)
@option(
    "--allow-host", "hosts", metavar="NAMES", panel=OTHERS,
    help="Host names to accept besides localhost, separated by commas.",
)  # fmt: skip
@options.number("--workers", "Searches that run at once (default: one per processor).", LIMITS)
@option("--seconds", type=float, metavar="N", panel=LIMITS, help="Time per search (default: 600).")
def command(open_page: bool, warmup: bool, own: tuple[str, ...], **settings: Any) -> None:
    """Serve the page: play, solve, watch searches think, compare, learn.

    Every setting can also be given as an environment variable SLIDELAB_WEB_...
    """
    require_packages()
    from slidelab.web.runtime import find_runtime
    from slidelab.web.server import run
    from slidelab.web.settings import read_settings

    load_own_code(own)
    chosen = read_settings(own=[*own] or None, **settings)
    if chosen.pyodide is not None:
        find_runtime(chosen.pyodide)

    def print_address(address: str) -> None:
        click.echo(f"The page is at {click.style(address, bold=True)}  (Ctrl-C ends it)")

    run(chosen, open_page, print_address, warmup)
