"""`slidelab list`: what there is, one line each, and a page on each."""

import rich_click as click

from slidelab.cli import console, options
from slidelab.search.conventions import CHOICES
from slidelab.solving.formats import json_object
from slidelab.solving.reference import SECTIONS, Page, find
from slidelab.solving.text_layout import entries, wrap

FACTS = {
    "optimal": "a shortest path",
    "complete": "finds a path",
    "time": "time",
    "memory": "keeps",
    "informed": "uses a heuristic",
    "admissible": "admissible",
    "consistent": "consistent",
    "integral": "whole numbers",
    "counts_blank": "can count the blank",
    "values": "one of",
    "default": "default",
    "unit": "unit",
    "aliases": "also called",
}
"""The entries of a page with short values, and their labels."""


@click.command("list")
@click.argument(
    "name",
    required=False,
    type=options.Name(lambda: SECTIONS),
    help=f"{', '.join(SECTIONS)}; or one of these, such as astar, manhattan or tabs.",
)
@options.format_option(("text", "json"))
def command(name: str | None, format: str) -> int:
    """List algorithms, heuristics, presets, conventions and terms, or explain one."""
    if name is None or name.lower() in SECTIONS:
        wanted = SECTIONS if name is None else [name.lower()]
        sections = {section: SECTIONS[section]() for section in wanted}
        click.echo(json_object(sections) if format == "json" else _write_lists(sections))
    else:
        section, page = find(name)
        facts = {"kind": section.removesuffix("s"), **page}
        click.echo(json_object(facts) if format == "json" else _write_page(page))
    return console.SOLVED


def _write_lists(sections: dict[str, list[Page]]) -> str:
    parts = []
    for section, pages in sections.items():
        title = click.style(section.capitalize(), bold=True)
        lines = entries(
            [["", page["name"], page["summary"]] for page in pages], console.text_width()
        )
        parts.append("\n".join([title, *lines]))
    return "\n\n".join(parts)


def _write_page(page: Page) -> str:
    title = click.style(page.get("title") or page["name"], bold=True)
    parts = [f"{title}\n{wrap(page['summary'], console.text_width())}"]
    if "description" in page:
        for text in page["description"].split("\n\n"):  # lines that are indented stay as they are
            indented = text.startswith(" ")
            parts.append(text if indented else wrap(" ".join(text.split()), console.text_width()))
    if facts := [
        [label, _format_value(page[entry])]
        for entry, label in FACTS.items()
        if page.get(entry) not in (None, "", [])
    ]:
        parts.append("\n".join(entries(facts, console.text_width())))
    if page.get("parameters"):
        parameters = [*map(_describe_parameter, page["parameters"])]
        parts.append("\n".join(entries(parameters, console.text_width())))
    if "conventions" in page:
        parts.append(_write_conventions(page))
    if "pseudocode" in page:
        parts.append("\n".join(f"    {line['text']}" for line in page["pseudocode"]))
    return "\n\n".join(parts)


def _describe_parameter(parameter: Page) -> list[str]:
    about = f"{parameter['summary']}: {parameter['allowed']} (default: {parameter['default']})"
    return [f"--set {parameter['name']}=…", about]


def _write_conventions(page: Page) -> str:
    rows = [
        [
            name.replace("_", " "),
            click.style(_format_value(value), bold=True),
            CHOICES[name].describe(value),
        ]
        for name, value in page["conventions"].items()
    ]
    return "\n".join(entries(rows, console.text_width()))


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value)
    return "none" if value is None else str(value)
