"""`slidelab list`: what there is, one line each, and a page on each."""

import rich_click as click

from slidelab.cli import options
from slidelab.cli.console import describe_value, text_width
from slidelab.search.conventions import CHOICES
from slidelab.solving.formats import json_object
from slidelab.solving.reference import SECTIONS, Page, find
from slidelab.solving.text_layout import entries, wrap

DEFAULT = "{summary}: {allowed} (default: {default})"
ELSEWHERE = (
    *("name", "title", "summary", "description", "pseudocode"),
    *("parameters", "conventions", "kind", "subject", "effects"),
)
"""The entries of a page that are not listed as short facts."""


@click.command("list")
@click.argument(
    "name", required=False, type=options.Name(lambda: SECTIONS),
    help=f"{', '.join(SECTIONS)}; or one of these, such as astar, manhattan or tabs.",
)  # fmt: skip
@options.format_option(("text", "json"))
def command(name: str | None, format: str) -> None:
    """List algorithms, heuristics, presets, conventions and terms, or explain one."""
    if name is None or name.lower() in SECTIONS:
        wanted = SECTIONS if name is None else [name.lower()]
        sections = {section: SECTIONS[section]() for section in wanted}
        click.echo(json_object(sections) if format == "json" else _write_lists(sections))
    else:
        section, page = find(name)
        facts = {"kind": section.removesuffix("s"), **page}
        click.echo(json_object(facts) if format == "json" else _write_page(page))


def _write_lists(sections: dict[str, list[Page]]) -> str:
    parts = []
    for section, pages in sections.items():
        title = click.style(section.capitalize(), bold=True)
        lines = entries([["", page["name"], page["summary"]] for page in pages], text_width())
        parts.append("\n".join([title, *lines]))
    return "\n\n".join(parts)


def _write_page(page: Page) -> str:
    parts = [click.style(page.get("title") or page["name"], bold=True), page["summary"]]
    parts += page.get("description", "").split("\n\n")
    # Lines that are indented stay as they are.
    parts = [p if p.startswith(" ") else wrap(" ".join(p.split()), text_width()) for p in parts]
    lists = [
        [
            [name.replace("_", " "), describe_value(value)]
            for name, value in page.items()
            if name not in ELSEWHERE and value not in (None, [])
        ],
        [
            [f"--set {each['name']}=…", DEFAULT.format(**each)]
            for each in page.get("parameters", ())
        ],
        [
            [name.replace("_", " "), describe_value(value), CHOICES[name].describe(value)]
            for name, value in page.get("conventions", {}).items()
        ],
    ]
    parts += ["\n".join(entries(rows, text_width())) for rows in lists if rows]
    parts.append("\n".join(f"    {line['text']}" for line in page.get("pseudocode", ())))
    return "\n\n".join(filter(None, parts))
