"""Texts that people read avoid phrases that sound translated (CONTRIBUTING.md, Writing)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from slidelab.cli.app import app
from slidelab.solving.reference import list_terms

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "slidelab"

AVOIDED = {
    r"so (many|much)(?! as)|so manieth": "N, up to N, number of …",
    r"unless (told|said|you say)": "default: …",
    r"anew": "again",
    r"mend(s|ed|ing)?": "fix",
    r"(for )?want of": "out of, without",
    r"in vain": "without finding …",
    r"be it": "whether",
    r"(?<!there )(is|are|was|were) no (?!longer|more|less|worse|\w+er than)\w+": "is not a …",
    r"told": "shown, printed, passed, distinguished",
    r"stands? here|will stand": "appears",
    r"has a word in it": "includes a token",
    r"(moves|nodes|events|bytes) an? (second|move|node|layer|line|depth)": "per …",
    r"(one|file|tab|column|row) an? (algorithm|heuristic|board|search|cell|line)": "per …",
    r"whoever|as often as wanted|this once|goes on where": "say it plainly",
}
"""Phrases to avoid, as regular expressions, with better words."""

PATTERN = re.compile("|".join(rf"\b(?:{words})\b" for words in AVOIDED), re.IGNORECASE)

EXCEPTIONS: frozenset[tuple[str, str]] = frozenset()
"""Places (a file or a command) and phrases that are right there; at most ten."""

Texts = Iterator[tuple[str, str]]


def documents() -> Texts:
    """The prose of the documentation, without code, and the texts of studies."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *SOURCE.rglob("*.md")]
    for page in pages:
        prose = re.sub(r"^```.*?^```|`[^`\n]+`", "", page.read_text(), flags=re.M | re.S)
        yield name(page), " ".join(prose.split())


def examples() -> Texts:
    """The example programs, whole."""
    for path in (ROOT / "examples").rglob("*.*"):
        if path.suffix in (".py", ".c", ".mjs", ".toml", ".md"):
            yield name(path), " ".join(path.read_text().split())


def commands() -> Texts:
    """The help of every command and of its options."""
    context = click.Context(app, info_name="slidelab")
    for command in app.list_commands(context):
        found = app.get_command(context, command)
        assert found is not None
        yield f"slidelab {command}", found.help or ""
        for parameter in found.params:
            if text := getattr(parameter, "help", None):
                yield f"slidelab {command} {parameter.opts[0]}", text


def strings() -> Texts:
    """The strings of the Python code, and the docstrings of its public names."""
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        docstrings = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                own = ast.get_docstring(node)
                if own is None:
                    continue
                docstrings.add(id(node.body[0].value))  # type: ignore[attr-defined]
                if not getattr(node, "name", "").startswith("_"):
                    yield f"{name(path)}:{getattr(node, 'name', '')}", " ".join(own.split())
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = (getattr(part, "value", "X") for part in node.values)
                text = "".join(part if isinstance(part, str) else "X" for part in parts)
                yield f"{name(path)}:{node.lineno}", " ".join(text.split())
            elif isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield f"{name(path)}:{node.lineno}", " ".join(str(node.value).split())


def page() -> Texts:
    """The strings of the page's modules, and the text of its HTML; comments are not shown."""
    string = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`")
    for path in (SOURCE / "web" / "static").rglob("*"):
        if path.suffix == ".js":
            code = re.sub(r"(?m)^\s*//.*$|(?s:/\*.*?\*/)", "", path.read_text())
            yield name(path), "\n".join(string.findall(code))
        elif path.suffix == ".html":
            yield name(path), re.sub(r"<[^>]+>", " ", path.read_text())


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize(
    "texts", [documents, examples, commands, strings, page], ids=lambda texts: texts.__name__
)
def test_texts_are_in_plain_english(texts):
    seen = [
        f"{place}: …{text[max(0, found.start() - 40) : found.end() + 30]}…"
        for place, text in texts()
        for found in PATTERN.finditer(text)
        if (place, found[0].lower()) not in EXCEPTIONS
    ]
    assert not seen, "\n".join(["See the rules for writing in CONTRIBUTING.md.", *seen])


def test_few_exceptions_are_made():
    assert len(EXCEPTIONS) <= 10


def test_the_glossary_in_the_docs_is_that_of_the_page():
    glossary = (ROOT / "docs" / "glossary.md").read_text().replace(r"A\*", "A*")
    text = " ".join(glossary.split())
    assert [page["name"] for page in list_terms() if page["summary"] not in text] == []
    assert glossary.count("\n**") == len(list_terms()) + 1  # and what to read next
