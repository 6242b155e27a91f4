"""`slidelab web`: the page."""

from importlib.util import find_spec
from typing import Annotated

from slidelab.cli.command import Option
from slidelab.cli.options import limit_option
from slidelab.cli.terminal import echo, style


def web(
    host: Annotated[str | None, Option(show_default="127.0.0.1")] = None,
    port: Annotated[int | None, Option(show_default="8008")] = None,
    open_page: Annotated[bool, Option("--open/--no-open")] = True,
    allow_host: str | None = None,
    no_token: bool = False,
    access_log: bool = False,
    warmup: bool = False,
    own: Annotated[list[str] | None, Option("FILE")] = None,
    pyodide: Annotated[
        str | None, Option("FOLDER", show_default="where 'slidelab warmup --pyodide' keeps it")
    ] = None,
    workers: Annotated[int | None, limit_option(show_default="one per processor")] = None,
    seconds: Annotated[float | None, limit_option(show_default="600")] = None,
) -> int:
    """Serve the page: play, solve, watch searches think, compare, learn.

    Every setting can also be given as an environment variable SLIDELAB_WEB_...

    :param host: Address to listen on. Any other than 127.0.0.1 opens the page to the network, with
        limits per visitor.
    :param port: Port, or the next free one.
    :param open_page: Open the page in the browser.
    :param allow_host: Additional host names of this server, separated by commas.
    :param no_token: Let in everyone who can reach the page. By default, the printed address
        includes an access token if others could reach it.
    :param access_log: Log every request on standard output.
    :param warmup: Compile all searches in the background at start-up.
    :param own: Python file whose algorithms and heuristics the page offers, or file.py:name for one
        of them; may be repeated.
    :param pyodide: Folder of the npm package pyodide, which runs what visitors type under Code.
    :param workers: Number of searches that run at once.
    :param seconds: Time limit per search in seconds.
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise ValueError("the web page needs extra packages: pip install 'slidelab[web]'")
    from slidelab.web.runtime import find_runtime
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
        pyodide=pyodide,
        workers=workers,
        seconds=seconds,
    )
    if settings.pyodide is not None:
        find_runtime(settings.pyodide)
    words = "The page is at {}  (Ctrl-C ends it)"
    run(settings, open_page, lambda address: echo(words.format(style(address, bold=True))))
    return 0
