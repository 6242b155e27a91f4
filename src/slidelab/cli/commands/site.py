"""`slidelab site`: the page as a folder of files."""

from importlib.util import find_spec
from pathlib import Path

import rich_click as click

from slidelab.cli.console import SOLVED
from slidelab.cli.options import option
from slidelab.errors import SlidelabError


@click.command("site")
@click.argument(
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where to write it: a new folder, or a site to renew.",
)
@option(
    "--pyodide",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of the npm package pyodide, if npm is not to fetch it.",
)
def command(folder: Path, pyodide: Path | None) -> int:
    """Write the page as a folder that any web server can hand out.

    Python runs inside the page, so that the server only has to hand out files.
    """
    if find_spec("fastapi") is None or find_spec("pydantic_settings") is None:
        raise SlidelabError("the web page needs extra packages: pip install 'slidelab[web]'")
    from slidelab.web.site import write_site

    write_site(folder, pyodide)
    click.echo(
        f"The site is in {folder}. To look at it: python -m http.server --directory {folder}"
    )
    return SOLVED
