"""`slidelab web`: the page."""

from importlib.util import find_spec

import rich_click as click

from slidelab.cli.console import SOLVED
from slidelab.cli.options import LIMITS, option
from slidelab.errors import SlidelabError


@click.command("web")
@option(
    "--host",
    help="Address to listen on (default: 127.0.0.1); 0.0.0.0 opens the page to the network.",
)
@option("--port", type=int, help="Port, or the next free one (default: 8008).")
@option("--open/--no-open", "open_page", default=True, help="Open the page in the browser.")
@option(
    "--public",
    is_flag=True,
    help="Serve others: the printed address includes an access token, and searches are not "
    "recorded.",
)
@option("--allow-host", metavar="NAMES", help="More host names of this server, with commas.")
@option(
    "--no-token",
    is_flag=True,
    help="Let in everyone who can reach a public page, without a token.",
)
@option("--access-log", is_flag=True, help="Log every request on standard output.")
@option("--warmup", is_flag=True, help="Compile all searches in the background at start-up.")
@option(
    "--own",
    multiple=True,
    metavar="FILE",
    help="Python file whose algorithms and heuristics "
    "the page offers, or file.py:name for one of them; may be repeated.",
)
@option(
    "--pyodide",
    metavar="FOLDER",
    help="Folder of the npm package pyodide, which runs what "
    "visitors type under Code (default: where 'slidelab warmup --pyodide' keeps it).",
)
@option(
    "--workers",
    type=int,
    metavar="N",
    panel=LIMITS,
    help="Number of searches that run at once (default: one per processor).",
)
@option(
    "--seconds",
    type=float,
    metavar="N",
    panel=LIMITS,
    help="Time limit per search in seconds (default: 600).",
)
def command(
    host: str | None,
    port: int | None,
    open_page: bool,
    public: bool,
    allow_host: str | None,
    no_token: bool,
    access_log: bool,
    warmup: bool,
    own: tuple[str, ...],
    pyodide: str | None,
    workers: int | None,
    seconds: float | None,
) -> int:
    """Serve the page: play, solve, watch searches think, compare, learn.

    Every setting can also be given as an environment variable SLIDELAB_WEB_...
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise SlidelabError("the web page needs extra packages: pip install 'slidelab[web]'")
    from slidelab.web.runtime import find_runtime
    from slidelab.web.server import run
    from slidelab.web.settings import read_settings

    settings = read_settings(
        host=host,
        port=port,
        public=public or None,
        hosts=allow_host,
        token="" if no_token else None,
        access_log=access_log or None,
        own=[*own] or None,
        pyodide=pyodide,
        workers=workers,
        seconds=seconds,
    )
    if settings.pyodide is not None:
        find_runtime(settings.pyodide)

    def print_address(address: str) -> None:
        click.echo(f"The page is at {click.style(address, bold=True)}  (Ctrl-C ends it)")

    run(settings, open_page, print_address, warmup)
    return SOLVED
