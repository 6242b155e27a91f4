"""`slidelab site`: the page as a folder of files."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.interactive import Display


def site(
    folder: Annotated[str, Argument()],
    *,
    pyodide: Annotated[str | None, Option("FOLDER")] = None,
) -> int:
    """Write the page as a folder that any web server can hand out.

    Python runs inside the page, so that the server only has to hand out files.

    :param folder: Where to write it: a new folder, or a site to renew.
    :param pyodide: Folder of the npm package pyodide, if npm is not to fetch it.
    """
    if find_spec("fastapi") is None or find_spec("pydantic_settings") is None:
        raise ValueError("the web page needs extra packages: pip install 'slidelab[web]'")
    from slidelab.web.site import write_site

    with Display():
        write_site(Path(folder), None if pyodide is None else Path(pyodide))
    print(f"The site is in {folder}. To look at it: python -m http.server --directory {folder}")
    return 0
