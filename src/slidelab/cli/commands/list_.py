"""`slidelab list`: what there is, one line each, and a page on each."""

from typing import Annotated

import typer

from slidelab.cli.options.counting import MEANINGS
from slidelab.cli.options.output import FORMAT_HELP
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice
from slidelab.cli.terminal import screen
from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.layout import columns, entries, wrapped
from slidelab.solving.reference import SECTIONS, Page, find

FACTS = {
    "optimal": "a shortest path",
    "complete": "finds a path",
    "memory": "keeps",
    "informed": "uses a heuristic",
    "admissible": "admissible",
    "consistent": "consistent",
    "integral": "whole numbers",
    "counts_blank": "can count the blank",
}
"""The entries of a page that are told in a word or a few, and their labels."""


def list_(
    name: Annotated[
        str | None,
        typer.Argument(
            help="algorithms, heuristics, presets or counters; or one of these, such as astar, "
            "manhattan or tabs, for a page about it.",
            metavar="[NAME]",
            show_default=False,
            autocompletion=lambda: list(SECTIONS),
        ),
    ] = None,
    format: Annotated[str, choice(among=("text", "json"), help=FORMAT_HELP, panel=OUTPUT)] = "text",
) -> int:
    """List the algorithms, heuristics, presets and counters, or tell about one of them."""
    if name is None or name.lower() in SECTIONS:
        chosen = {s: pages() for s, pages in SECTIONS.items() if name in (None, s)}
        typer.echo(json_object(chosen) if format == "json" else _lists(chosen))
    else:
        section, page = find(name)
        entries = {"kind": section.removesuffix("s"), **page}
        typer.echo(json_object(entries) if format == "json" else _page(page))
    return 0


def _lists(sections: dict[str, list[Page]]) -> str:
    parts = []
    for section, pages in sections.items():
        title = typer.style(section.capitalize(), bold=True)
        lines = entries([["", page["name"], page["summary"]] for page in pages], _width())
        parts.append("\n".join([title, *lines]))
    return "\n\n".join(parts)


def _page(page: Page) -> str:
    title = typer.style(page.get("title", page["name"]), bold=True)
    parts = [f"{title}\n{wrapped(page['summary'], _width())}"]
    if "description" in page:
        parts += map(_paragraph, page["description"].split("\n\n"))
    facts = _facts(page)
    if facts:
        parts.append("\n".join(columns(facts)))
    if "conventions" in page:
        parts.append(_conventions(page))
    if "pseudocode" in page:
        parts.append("\n".join(f"    {line['text']}" for line in page["pseudocode"]))
    return "\n\n".join(parts)


def _facts(page: Page) -> list[list[str]]:
    facts = [[label, _said(page[entry])] for entry, label in FACTS.items() if entry in page]
    for parameter in page.get("parameters", []):
        option = f"--{parameter['name'].replace('_', '-')}"
        facts.append([option, f"{parameter['summary']} ({parameter['default']} unless told)"])
    if page.get("aliases"):
        facts.append(["also called", ", ".join(page["aliases"])])
    return facts


def _conventions(page: Page) -> str:
    rows = [
        [field.replace("_", " "), typer.style(_said(value), bold=True), MEANINGS[field]]
        for field, value in page["conventions"].items()
    ]
    return "\n".join(entries(rows, _width()))


def _paragraph(text: str) -> str:
    """Text broken anew to the width at hand; lines that are indented stay as they are."""
    return text if text.startswith(" ") else wrapped(" ".join(text.split()), _width())


def _said(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _width() -> int:
    return min(screen.width(), 100)
