"""`slidelab web`: the page."""

import sys
from importlib.util import find_spec
from typing import Annotated

import click

from slidelab.cli.command import Option

PANEL = "Limits"


def web(
    host: Annotated[
        str | None,
        Option(
            help="The address to listen on. Any other than this machine's own lets the network in, "
            "and turns limits for each visitor on.",
            show_default="127.0.0.1",
        ),
    ] = None,
    port: Annotated[
        int | None, Option(help="The port, or the next free one.", show_default="8008")
    ] = None,
    open_page: Annotated[
        bool, Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
    allow_host: Annotated[
        str | None,
        Option(
            help="Further names by which browsers may call this server, with commas between them."
        ),
    ] = None,
    no_token: Annotated[
        bool,
        Option(
            "--no-token",
            help="Let in everybody who can reach the page. Unless told, where others could, the "
            "address that is printed has a word in it that visitors must know.",
        ),
    ] = False,
    access_log: Annotated[
        bool, Option("--access-log", help="Log every request on standard output.")
    ] = False,
    warmup: Annotated[
        bool,
        Option("--warmup", help="Compile all searches in the background from the start."),
    ] = False,
    own: Annotated[
        list[str] | None,
        Option(
            help="A Python file whose algorithms and heuristics the page offers too, or "
            "file.py:name for one of them; may be given several times.",
            metavar="FILE",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        Option(
            help="How many searches run at once.",
            show_default="one for each processor",
            panel=PANEL,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        Option(
            help="How long one search may run in all.",
            show_default="600",
            panel=PANEL,
        ),
    ] = None,
) -> int:
    """Serve the page: play, solve, watch searches think, compare, learn.

    Every setting of the server can be given as a variable SLIDELAB_WEB_... in the environment as
    well.
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise ValueError("the page needs a few packages more: pip install 'slidelab[web]'")
    from slidelab.web.server import run
    from slidelab.web.settings import read_settings

    settings = read_settings(
        host=host,
        port=port,
        allowed_hosts=allow_host,
        token="" if no_token else None,
        access_log=access_log or None,
        warmup=warmup or None,
        own=own or None,
        workers=workers,
        seconds=seconds,
    )

    def say(address: str) -> None:
        click.echo(f"The page is at {click.style(address, bold=True)}  (Ctrl-C ends it)")
        sys.stdout.flush()

    run(settings, open_page, say)
    return 0
