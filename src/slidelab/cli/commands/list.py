"""`slidelab list`: algorithms, heuristics, terms and more, in a line or a page each."""

import rich_click as click

from slidelab.cli import options
from slidelab.cli.console import text_width
from slidelab.search.conventions import CHOICES
from slidelab.solving.formats import json_object
from slidelab.solving.reference import SECTIONS, Page, find
from slidelab.solving.text_layout import entries, wrap

FACTS = (
    *("complete", "time", "memory", "informed", "optimal", "integral", "counts_blank"),
    *("admissible", "consistent", "default", "values", "unit"),
)
"""The entries of a page that are listed as short facts."""


@click.command("list")
@click.argument(
    "name", required=False, callback=options.load_own,
    shell_complete=options.complete(SECTIONS),
    help=f"A list ({', '.join(SECTIONS)}), or an entry such as astar, manhattan or tabs",
)  # fmt: skip
@options.format_option()
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
    facts = [
        [name.replace("_", " "), _describe(value)] for name, value in page.items() if name in FACTS
    ]
    parameters = [
        [
            f"--set {each['name']}=…",
            f"{each['summary']}: {each['allowed']} (default: {each['default']})",
        ]
        for each in page.get("parameters", ())
    ]
    conventions = [
        [name.replace("_", " "), _describe(value), CHOICES[name].describe(value)]
        for name, value in page.get("conventions", {}).items()
    ]
    for rows in filter(None, (facts, parameters, conventions)):
        parts.append("\n".join(entries(rows, text_width())))
    parts.append("\n".join(f"    {line['text']}" for line in page.get("pseudocode", ())))
    return "\n\n".join(filter(None, parts))


def _describe(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value or "–")
