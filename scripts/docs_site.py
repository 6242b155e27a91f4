"""Pages of the docs site that are written elsewhere: those at the root, and the commands' help.

MkDocs calls `on_files` when it has listed the folder docs/, `on_page_markdown` for each page, and
`on_post_build` at the end (see mkdocs.yml). Links are written so that they work in the repository;
here they are led on. Where `SLIDELAB_LAB` names the folder of a written lab, it becomes a part of
the site.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
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
LINKING = ("index.md", "site.md")
LINK = '<a class="md-button" href="lab/index.html">Open the lab in your browser</a>'


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the folder."""
    for source, page in PAGES.items():
        content = (ROOT / source).read_text().replace("](docs/", "](")
        files.append(File.generated(config, page, content=content))
    files.append(File.generated(config, "assets/slidelab.js", content=embedded_script()))
    files.append(File.generated(config, "reference/commands.md", content="\n".join(commands())))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Lead links to pages of the root to their copies, and make examples playable."""
    if LAB and page.file.src_uri in LINKING:
        title, rest = markdown.split("\n", 1)
        markdown = f"{title}\n\n{LINK}\n{rest}"
    for source, copy in PAGES.items():
        markdown = re.sub(rf"\]\((\.\./)?{re.escape(source)}\)", f"]({copy})", markdown)
    above = "../" * page.file.src_uri.count("/")
    return with_examples(markdown, f"{above}lab/index.html" if LAB else "")


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Put the lab below the site that links to it."""
    if LAB:
        shutil.copytree(LAB, Path(config.site_dir) / "lab", dirs_exist_ok=True)


def commands() -> Iterator[str]:
    """The lines of a page with the help of every command."""
    yield "# The command line"
    yield "\nWhat `slidelab COMMAND --help` says, in one place."
    outer = click.Context(app, info_name="slidelab")
    for name in app.list_commands(outer):
        command = load_command(name)
        context = click.Context(command, info_name=name, parent=outer)
        yield f"\n## slidelab {name}\n\n{escaped(command.help)}"
        yield f"\n```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```\n"
        panels: dict[str, list[str]] = {"": []}  # what belongs to no panel comes first
        for parameter in command.params:
            record = click.Option.get_help_record if isinstance(parameter, click.Option) else None
            words, meaning = (
                record(parameter, context)
                if record
                else (parameter.make_metavar(context), parameter.help)
            )
            panel = panels.setdefault(getattr(parameter, "panel", None) or "", [])
            panel.append(f"`{words}`\n:   {escaped(meaning)}\n")
        for title, entries in panels.items():
            yield f"**{title}**\n" if title else ""
            yield from entries


def escaped(help_text: str) -> str:
    """A help text without marks for the terminal, its characters meaning themselves."""
    plain = re.sub(r"\[/?bold\]", "", help_text).replace("<", "&lt;")
    return re.sub(r"([*_`\[\]])", r"\\\1", plain)
