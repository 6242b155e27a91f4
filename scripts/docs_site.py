"""Pages of the docs site that are written elsewhere: those at the root, and the commands' help.

MkDocs calls the functions whose names begin with `on_` (see mkdocs.yml). Links are written so that
they work in the repository; here they are changed to fit the site. If `SLIDELAB_LAB` names the
folder of a written lab, it becomes a part of the site.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from slidelab.cli.app import app, load_command
from slidelab.web.bundle import embedded_script

sys.path.insert(0, str(Path(__file__).parent))  # MkDocs loads this file without its folder
from playable_examples import with_examples

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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the folder docs/."""
    for source, page in PAGES.items():
        content = (ROOT / source).read_text().replace("](docs/", "](")
        files.append(File.generated(config, page, content=content))
    files.append(File.generated(config, "assets/slidelab.js", content=embedded_script()))
    files.append(File.generated(config, "reference/commands.md", content="\n".join(commands())))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Change links to files at the root, and make examples playable."""
    if LAB and page.file.src_uri in ("index.md", "site.md"):
        title, rest = markdown.split("\n", 1)
        markdown = f"{title}\n\n{LINK}\n{rest}"
    for source, copy in PAGES.items():
        markdown = re.sub(rf"\]\((\.\./)?{re.escape(source)}\)", f"]({copy})", markdown)
    above = "../" * page.file.src_uri.count("/")
    return with_examples(markdown, f"{above}lab/index.html" if LAB else "")


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Copy the lab into the site."""
    if LAB:
        shutil.copytree(LAB, Path(config.site_dir) / "lab", dirs_exist_ok=True)


def commands() -> Iterator[str]:
    """Yield the parts of a page with the help of every command, as plain text."""
    yield "# The command line\n\nThe output of `slidelab COMMAND --help`, in one place."
    outer = click.Context(app, info_name="slidelab")
    for name in app.list_commands(outer):
        command = load_command(name)
        context, formatter = click.Context(command, outer, name), click.HelpFormatter(width=90)
        plain = click.Command  # rich-click overrides its methods
        for write in (plain.format_usage, plain.format_help_text, plain.format_options):
            write(command, context, formatter)
        arguments = [each for each in command.params if isinstance(each, click.Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(each.make_metavar(context), each.help) for each in arguments])
        text = re.sub(r"\[/?bold\]", "", formatter.getvalue())
        yield f"\n## slidelab {name}\n\n```text\n{text}```"


class DoctestFences(Extension):
    """Put sessions in docstrings into fences; to Markdown, `>>>` would be a quotation."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
