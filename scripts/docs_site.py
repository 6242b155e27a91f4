"""Pages of the docs site that are written elsewhere: those at the root, and the commands' help.

MkDocs calls the functions whose names begin with `on_` (see mkdocs.yml). Links are written so that
they work in the repository; here they are changed to fit the site. If `SLIDELAB_LAB` names the
folder of a written lab, it becomes a part of the site. `<!-- board 125340678 -->`,
`<!-- path 125340678 blank-first -->` and `<!-- film 125340678 bfs 20 -->` become such pieces.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from slidelab import solve, watch
from slidelab.cli.app import app
from slidelab.notebook.pieces import board_piece, film_piece, result_piece
from slidelab.puzzle import Board
from slidelab.web.bundle import embedded_script

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "licence.txt",
}
LAB = os.environ.get("SLIDELAB_LAB")
LINK = '<a class="md-button" href="lab/index.html">Open the lab in your browser</a>'
SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
PIECE = re.compile(r"^<!-- ((?:board|path|film) .*?) -->$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the folder docs/."""
    for source, page in PAGES.items():
        content = (ROOT / source).read_text().replace("](docs/", "](")
        files.append(File.generated(config, page, content=content))
    files.append(File.generated(config, "assets/slidelab.js", content=embedded_script()))
    files.append(File.generated(config, "reference/commands.md", content="\n".join(commands())))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Change links to files at the root, and put pieces in place of their comments."""
    if LAB and page.file.src_uri in ("index.md", "site.md"):
        title, rest = markdown.split("\n", 1)
        markdown = f"{title}\n\n{LINK}\n{rest}"
    for source, copy in PAGES.items():
        markdown = re.sub(rf"\]\((\.\./)?{re.escape(source)}\)", f"]({copy})", markdown)
    return PIECE.sub(lambda found: f"<div>{make_piece(*found[1].split())}</div>", markdown)


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Copy the lab into the site."""
    if LAB:
        shutil.copytree(LAB, Path(config.site_dir) / "lab", dirs_exist_ok=True)


def make_piece(kind: str, board: str, name: str = "", step: str = "") -> str:
    """Return a board, its shortest path to a goal, or the film of an algorithm, as HTML."""
    if kind == "board":
        piece = board_piece(Board(board))
    elif kind == "path":
        piece = result_piece(solve(board, name))
    else:
        piece = film_piece(watch(board, name), int(step))
    return piece.replace("\n\n", "\n").strip()


def commands() -> Iterator[str]:
    """Yield the parts of a page with the help of every command."""
    yield "# The command line\n\nThe output of `slidelab COMMAND --help`, in one place."
    for name in app.list_commands(click.Context(app)):
        ran = CliRunner().invoke(app, [name, "--help"], prog_name="slidelab")
        yield f"\n## slidelab {name}\n\n```text\n{ran.output.strip()}\n```"


class DoctestFences(Extension):
    """Put sessions in docstrings into fences; to Markdown, `>>>` would be a quotation."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
