"""`slidelab site`: the page as a folder of files."""

from pathlib import Path

import rich_click as click

from slidelab.cli.commands.web import require_packages
from slidelab.cli.options import FILE


@click.command("site")
@click.argument("folder", type=FILE, metavar="FOLDER", help="Folder to write")
@click.option(
    "--pyodide",
    type=FILE,
    metavar="FOLDER",
    help="Folder of the npm package pyodide (default: fetch it with npm)",
)
def command(folder: Path, pyodide: Path | None) -> None:
    """Write the page as a folder that any web server can serve.

    Python runs inside the page, so that the server only has to serve files.
    """
    require_packages()
    from slidelab.web.site import write_site

    write_site(folder, pyodide)
    click.echo(f"The site is in {folder}. To see it: python -m http.server --directory {folder}")
